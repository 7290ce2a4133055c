// Big-endian bytes read at offsets, and errors with the codes of the format's description.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {

inline constexpr std::uint32_t end_word = 0xFFFFFFFF;
inline constexpr std::uint16_t end_half = 0xFFFF;
inline constexpr std::size_t sector = 0x800;

constexpr std::size_t align_up(std::size_t at, std::size_t step) { return (at + step - 1) / step * step; }

// `clips[3]`, and a number of two or four hexadecimal digits.
std::string entry_name(std::string_view list, std::size_t index);
std::string hex(unsigned value);

// A part of a file: what errors say counts from the start of the file.
struct Source {
    Bytes bytes;
    std::size_t origin = 0; // of the bytes in their file
    std::string path;       // in front of the field names: `animations[3]`

    bool holds(std::uint64_t at, std::uint64_t size) const { return at <= bytes.size() && size <= bytes.size() - at; }
    // The caller has made sure that it is there.
    template <Scalar T> T at(std::size_t offset) const { return load<T>(bytes.data() + offset, Endian::big); }
    template <class Record> Record record(std::size_t offset) const {
        Record value;
        ByteReader reader(bytes.subspan(offset), Endian::big);
        describe(reader, value);
        return value;
    }
    Failure fail(std::string_view code, std::size_t offset, std::string_view field, const std::string& message) const;
};

// Lists may share bytes, so a small file can ask for much: it gets sixteen times its size and a megabyte.
class Budget {
public:
    explicit Budget(std::size_t file_size) : left_(16 * std::uint64_t{file_size} + (1u << 20)) {}
    bool spend(std::uint64_t bytes) {
        if (bytes > left_) return false;
        left_ -= bytes;
        return true;
    }

private:
    std::uint64_t left_;
};

} // namespace ossuary::sf3
