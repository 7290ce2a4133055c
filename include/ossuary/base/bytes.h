// Bytes in and out, bounded, in either byte order.
//
// A binary record names its fields once, in file order, and that one description reads, writes, dumps and builds it:
//
//     struct Header { std::uint16_t version; std::uint32_t count; };
//     template <class Io> void describe(Io& io, Header& header) {
//         io("version", header.version);
//         io("count", header.count);
//     }
//
// ByteReader and ByteWriter (here) and JsonDumper and JsonBuilder (record_json.h) are the four Io's.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ossuary/base/byte_types.h"
#include "ossuary/base/result.h"

namespace ossuary {

inline Bytes as_bytes(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }
inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
inline ByteBuffer to_buffer(std::string_view text) { return {as_bytes(text).begin(), as_bytes(text).end()}; }

enum class Endian : std::uint8_t { little, big };

template <class T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

template <class T, class Io>
concept Described = requires(Io& io, T& record) {
    describe(io, record);
};

// A few numbers of one type under one name: Vec2T, Vec3T, Vec4T and QuatT.
template <class T>
concept Components = requires(const T& v) {
    { T::size } -> std::convertible_to<std::size_t>;
    v[0];
};

// The unsigned number of that many bytes.
template <std::size_t Size>
using UnsignedOf = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

// The same number with its bytes in the other order.
template <std::unsigned_integral T> constexpr T swap_bytes(T value) {
    if constexpr (sizeof(T) == 2)
        return __builtin_bswap16(value);
    else if constexpr (sizeof(T) == 4)
        return __builtin_bswap32(value);
    else if constexpr (sizeof(T) == 8)
        return __builtin_bswap64(value);
    else
        return value;
}

constexpr bool is_native(Endian endian) {
    return (endian == Endian::little) == (std::endian::native == std::endian::little);
}

// Stores or loads one number in the given order; the pointer need not be aligned.
template <Scalar T> T load(const std::byte* from, Endian endian) {
    UnsignedOf<sizeof(T)> raw;
    std::memcpy(&raw, from, sizeof(T));
    if (!is_native(endian)) raw = swap_bytes(raw);
    if constexpr (std::is_same_v<T, bool>)
        return raw != 0; // any other bit pattern would be no bool
    else
        return std::bit_cast<T>(raw);
}
template <Scalar T> void store(std::byte* to, T value, Endian endian) {
    auto raw = std::bit_cast<UnsignedOf<sizeof(T)>>(value);
    if (!is_native(endian)) raw = swap_bytes(raw);
    std::memcpy(to, &raw, sizeof(T));
}

// Reads forward through bytes it does not own. The first failure sticks: later reads give zeros, and error() tells
// the offset, the path of the field and what was wrong. Check ok() before trusting a count.
class ByteReader {
public:
    // `origin` is where the bytes begin in their file; errors count from there.
    explicit ByteReader(Bytes bytes, Endian endian = Endian::little, std::size_t origin = 0)
        : bytes_(bytes), origin_(origin), endian_(endian) {}

    bool ok() const { return !failed_; }
    Error error() const { return error_; }
    std::size_t offset() const { return offset_; }
    std::size_t remaining() const { return bytes_.size() - offset_; }
    Endian endian() const { return endian_; }
    void set_endian(Endian endian) { endian_ = endian; }

    template <Scalar T> T read(std::string_view field) {
        T value{};
        const Bytes raw = take(field, sizeof(T));
        if (raw.size() == sizeof(T)) value = load<T>(raw.data(), endian_);
        return value;
    }
    // The next `size` bytes, or none and a failure.
    Bytes take(std::string_view field, std::size_t size);
    void skip(std::string_view field, std::size_t size) { take(field, size); }
    // Moves to an absolute offset within the bytes.
    void seek(std::string_view field, std::size_t offset);
    // True if `count` entries of at least `least_size` bytes can still follow; otherwise fails, saying so.
    bool fits(std::string_view field, std::uint64_t count, std::size_t least_size);
    void fail(std::string_view field, std::string message);

    // Puts `name` or `name[index]` in front of the field names reported until it is destroyed.
    class Scope {
    public:
        Scope(ByteReader& reader, std::string_view name, std::int64_t index = -1) : reader_(reader) {
            reader_.path_.push_back({name, index});
        }
        ~Scope() { reader_.path_.pop_back(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        ByteReader& reader_;
    };

    // The Io of a described record.
    template <class T> void operator()(std::string_view field, T& value) {
        if constexpr (Scalar<T>) {
            value = read<T>(field);
        } else if constexpr (Described<T, ByteReader>) {
            const Scope scope(*this, field);
            describe(*this, value);
        } else if constexpr (Components<T>) {
            read_run(field, value, T::size);
        } else if constexpr (Scalar<typename T::value_type>) {
            read_run(field, value, value.size());
        } else {
            for (std::size_t i = 0; i < value.size(); ++i) entry(field, i, value[i]); // std::array of anything readable
        }
    }
    // `count` entries; refuses a count that the bytes left cannot hold before it allocates.
    template <class T>
    void list(std::string_view field, std::vector<T>& values, std::uint64_t count, std::size_t least_size) {
        values.clear();
        if (!fits(field, count, least_size)) return;
        values.resize(static_cast<std::size_t>(count));
        if constexpr (Scalar<T>)
            read_run(field, values, values.size());
        else
            for (std::size_t i = 0; i < values.size() && ok(); ++i) entry(field, i, values[i]);
    }

private:
    struct Segment {
        std::string_view name;
        std::int64_t index;
    };
    std::string path_to(std::string_view field) const;

    // Numbers that lie side by side, checked once; zeros where they are not all there.
    template <class Run> void read_run(std::string_view field, Run& run, std::size_t count) {
        using T = std::remove_cvref_t<decltype(run[0])>;
        const Bytes raw = take(field, count * sizeof(T));
        for (std::size_t i = 0; i < count; ++i)
            run[i] = raw.empty() ? T{} : load<T>(raw.data() + i * sizeof(T), endian_);
    }
    template <class T> void entry(std::string_view field, std::size_t index, T& value) {
        const Scope scope(*this, field, static_cast<std::int64_t>(index));
        if constexpr (Described<T, ByteReader>)
            describe(*this, value);
        else
            (*this)("", value);
    }

    Bytes bytes_;
    std::size_t offset_ = 0;
    std::size_t origin_;
    Endian endian_;
    bool failed_ = false;
    std::vector<Segment> path_;
    Error error_;
};

// Appends to a buffer it owns; the mirror of ByteReader.
class ByteWriter {
public:
    explicit ByteWriter(Endian endian = Endian::little) : endian_(endian) {}

    std::size_t offset() const { return buffer_.size(); }
    Endian endian() const { return endian_; }
    ByteBuffer& buffer() { return buffer_; }
    ByteBuffer take() && { return std::move(buffer_); }

    template <Scalar T> void write(T value) {
        buffer_.resize(buffer_.size() + sizeof(T));
        store(buffer_.data() + buffer_.size() - sizeof(T), value, endian_);
    }
    void bytes(Bytes bytes) { buffer_.insert(buffer_.end(), bytes.begin(), bytes.end()); }
    void text(std::string_view text) { bytes(as_bytes(text)); }
    void fill(std::size_t count, std::byte value = {}) { buffer_.insert(buffer_.end(), count, value); }
    void align(std::size_t step, std::byte value = {}) { fill((step - offset() % step) % step, value); }
    // Overwrites a number written earlier, such as a size known only at the end.
    template <Scalar T> void patch(std::size_t at, T value) { store(buffer_.data() + at, value, endian_); }

    template <class T> void operator()(std::string_view, const T& value) {
        if constexpr (Scalar<T>) {
            write(value);
        } else if constexpr (Described<T, ByteWriter>) {
            describe(*this, const_cast<T&>(value)); // a description only reads when it writes
        } else if constexpr (Components<T>) {
            for (std::size_t i = 0; i < T::size; ++i) write(value[i]);
        } else {
            for (const auto& entry : value) (*this)("", entry);
        }
    }
    template <class T> void list(std::string_view, const std::vector<T>& values, std::uint64_t = 0, std::size_t = 0) {
        for (const T& value : values) (*this)("", value);
    }

private:
    ByteBuffer buffer_;
    Endian endian_;
};

} // namespace ossuary
