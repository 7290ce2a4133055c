// What the readers and writers of the three encodings share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/zengin/chunks/archive_header.h"
#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {

inline constexpr std::string_view mesh_block_name = "MeshAndBsp";

// The state of a reader: where it is, what is open, and the first error.
class ZenScan {
public:
    ZenScan(ZenArchive& into, const ZenOptions& chosen, std::size_t start, Diagnostics* found)
        : archive(into), options(chosen), at(start), diagnostics(found) {}

    ZenArchive& archive;
    const ZenOptions& options;
    std::size_t at;
    Diagnostics* diagnostics;
    std::vector<std::uint32_t> open; // objects, the innermost last

    bool ok() const { return !error_; }
    Failure failure() const { return Failure(*error_); }
    // Returns false, for the caller to return.
    bool fail(std::string message) { return fail_at(at, std::move(message)); }
    bool fail_at(std::size_t where, std::string message);
    void warn(std::string message, std::size_t where);

    ZenText run(std::size_t offset, std::size_t size) const {
        return {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)};
    }
    std::uint32_t item_count() const { return static_cast<std::uint32_t>(archive.items.size()); }

    // Opens the object whose name, class, version and index are set.
    bool open_object(const ZenObject& object);
    // The same from the text between the brackets.
    bool open_object(ZenText head);
    bool close_object();
    // All objects are closed at the end.
    bool finish();
    // The binary block behind the head of a world's mesh, if the bytes up to `end` begin with one.
    bool take_mesh_block(std::size_t end);

private:
    std::optional<Error> error_;
};

// Whether a text, written as ASCII, is read as itself: its further lines must be no entries and objects.
bool is_ascii_text(std::string_view text);
bool read_ascii(ZenScan& scan);
bool read_bin_safe(ZenScan& scan);
bool read_binary(ZenScan& scan);
void write_ascii(const ZenArchive& archive, ByteBuffer& buffer);
void write_bin_safe(const ZenArchive& archive, ByteBuffer& buffer);
void write_binary(const ZenArchive& archive, ByteBuffer& buffer);

// `name class version index`, as the text encodings open an object.
std::string head_text(const ZenArchive& archive, const ZenObject& object);
// The size every value of a type has in a binary encoding; nothing where it says itself how long it is.
std::optional<std::uint8_t> fixed_size(ZenEncoding encoding, ZenType type);

inline void append(ByteBuffer& buffer, Bytes bytes) { buffer.insert(buffer.end(), bytes.begin(), bytes.end()); }
inline void append(ByteBuffer& buffer, std::string_view text) { append(buffer, as_bytes(text)); }
template <Scalar T> void append_value(ByteBuffer& buffer, T value) {
    buffer.resize(buffer.size() + sizeof(T));
    store(buffer.data() + buffer.size() - sizeof(T), value, Endian::little);
}

} // namespace ossuary::zengin
