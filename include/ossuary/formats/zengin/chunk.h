// Values that the compiled files share (MAN, MDH, MDM, MDL, MRM, MMB, MSH, MSB). They are containers of chunks:
//
//     u16 type    u32 size of the payload    payload
//
// Besides its values a file keeps a Layout: the order of its chunks, chunks nobody knows, bytes behind the known fields
// and unusual string ends, so that writing gives the same bytes. A file that has nothing of the kind, and one made by
// us, has an empty Layout and is written in the usual order.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/base/result.h"

namespace ossuary::zengin {

enum class ChunkType : std::uint16_t {}; // prints as `a090`; zero stands for none

// The strings of a chunk, counted from 0, that do not end as usual there.
using UnusualEnds = std::vector<std::uint32_t>;

// Bytes without a meaning; hexadecimal in JSON.
struct RawBytes {
    ByteBuffer bytes;
    bool empty() const { return bytes.empty(); }
    bool operator==(const RawBytes&) const = default;
};

// One chunk of a file as it was met.
struct ChunkRecord {
    ChunkType type{};
    RawBytes bytes; // the payload of an unknown chunk; what a known one has behind its fields
    UnusualEnds unusual_ends;
    bool operator==(const ChunkRecord&) const = default;
};
struct Layout {
    std::vector<ChunkRecord> chunks;
    RawBytes trailing; // behind the end chunk
    bool empty() const { return chunks.empty() && trailing.empty(); }
    bool operator==(const Layout&) const = default;
};

// 16 bytes. Real in MMB and MSB; in MAN, MDH, MDM and MSH often what happened to lie in memory, padding included.
struct Date {
    std::uint32_t year = 0;
    std::uint16_t month = 0, day = 0, hour = 0, minute = 0, second = 0, padding = 0;
    static constexpr std::size_t packed_size = 16;
    bool operator==(const Date&) const = default;
};
struct BoundingBox {
    Vec3 min, max;
    static constexpr std::size_t packed_size = 24;
    bool operator==(const BoundingBox&) const = default;
};

// One box of a tree of oriented boxes, as meshes and skins hold them. A tree is kept flat, a box before its children;
// the child counts give it its shape.
struct OrientedBox {
    Vec3 center;
    std::array<Vec3, 3> axes{};
    Vec3 half;
    std::uint16_t children = 0;
    bool operator==(const OrientedBox&) const = default;
};

// The text in front of a ZEN archive. Meshes hold such an archive for their materials; zen.h reads whole ones.
//
//     ZenGin Archive / ver 1 / zCArchiverGeneric / BINARY / saveGame 0 / END / objects 1         / END / (empty)
//
// Each line ends with 0x0A. Lines of other tools (`date …`, `user …`) may stand before the first END and are kept. The
// count of objects is padded with blanks to nine characters; a BIN_SAFE archive has neither it nor what follows.
struct ArchiveHeader {
    std::string ver = "ver 1";
    std::string archiver = "zCArchiverGeneric";
    std::string fmt = "BINARY";
    std::vector<std::string> fields{"saveGame 0"};
    std::string objects_line; // empty: made up from the number of objects when written
    bool operator==(const ArchiveHeader&) const = default;
};

// The u32 that ties MAN, MDH and MDM of one skeleton together: the CRC-32 of all node names in order, upper case.
std::uint32_t checksum(std::span<const std::string> names);
std::string upper_case(std::string_view text); // ASCII letters only

} // namespace ossuary::zengin
