// RIFF: the tree of chunks that sounds, collections and music are stored in, kept so that it is written back byte for
// byte.
//
//   offset  type     name       meaning
//   0       char[4]  id         `RIFF` and `LIST` are containers
//   4       u32      size       bytes that follow, without padding
//   8       char[4]  type       containers only; counts as 4 bytes of the size
//   …                payload    containers: chunks back to back; others: bytes
//           u8       pad        where the size is odd
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"

namespace ossuary::audio {

// Four characters, the first in the lowest byte.
enum class FourCc : std::uint32_t {};

constexpr FourCc four_cc(const char (&text)[5]) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) << (8 * i);
    return FourCc{value};
}
// `fmt `; characters that are not printable become `?`.
std::string text_of(FourCc code);

struct Chunk {
    FourCc id{};
    FourCc type{};                              // of a container
    ByteBuffer bytes;                           // of any other chunk
    std::vector<Chunk> chunks;                  // of a container
    ByteBuffer stray;                           // of a container: what is too short for one more chunk
    std::optional<std::uint32_t> declared_size; // where it is not the size of what is there
    std::optional<std::uint8_t> pad;            // none where the size is even, or where the file ends before it
    std::size_t offset = 0;                     // of the payload in the file it was read from

    bool is_container() const { return id == four_cc("RIFF") || id == four_cc("LIST"); }
    // The first chunk in it of that id, or the first container of that type; null if there is none.
    const Chunk* find(FourCc wanted_id) const;
    const Chunk* find_list(FourCc wanted_type) const;
};

// A chunk, padded where its size is odd.
Chunk make_chunk(FourCc id, ByteBuffer bytes);
Chunk make_list(FourCc id, FourCc type, std::vector<Chunk> chunks);
// The bytes that follow the header of the chunk, without padding.
std::size_t payload_size(const Chunk& chunk);

struct Riff {
    Chunk form; // `RIFF`, with the type of the file
    ByteBuffer trailer;
};

bool recognise_riff(Bytes bytes);
// Warnings: `riff: chunk size past parent`, `missing pad byte`, `stray bytes in list`, `bytes after the form`.
Result<Riff> parse_riff(Bytes bytes, Diagnostics* diagnostics = nullptr);
ByteBuffer write_riff(const Riff& riff);

// True for a file that begins as one of that form.
bool is_form(Bytes bytes, FourCc type);

} // namespace ossuary::audio
