// X8PC: one battle model of Shining Force III: textures, meshes, skeleton, clip table and the clips it carries itself.
//
//     0x00    four chunk entries: u32 position, u32 size, u32 size on disc (a multiple of 2048), u32 0
//     0x40    zero, or on later discs more entries, closed by FFFFFFFF: packed key frames, kept as they are
//     0x800   the chunks, each filled with FF to a multiple of 2048
//
//     chunk 0, textures    u32 0x14, u32 count, u32 bytes of all pixels, u32 0, u32 0, then per texture
//                          u16 width (a multiple of 8), u16 height, u16 address / 8 of its pixels, u16 size word
//     chunk 1, pixels      RGB555, packed (texture_codec.h)
//     chunk 2, meshes      u32 8, u32 offset of the skeleton, offsets of mesh lists (body, weapon, …), FFFFFFFF
//                          a list: per mesh u32 offset and count of points, offset and count of polygons, offset of
//                          attributes, offset of vertex normals; FFFFFFFF
//     chunk 3, animation   VECTOR centre and VECTOR half size of a box, u32 offset of the bone table (keys.h);
//                          clips: u16 start (bit 0x1000: the keys are in X8AN), u16 count, u16 type, u16 distance,
//                          u32 offset of its events (u16 frame, u16 code, …, u16 FFFF); u16 FFFF, u16 0
//
// Several models in one file (later discs) are blocks of equal size, each such a file: x8pc_container.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/formats/sf3/keys.h"
#include "ossuary/formats/sf3/skeleton.h"

namespace ossuary::sf3 {

struct Texture {
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::vector<std::uint16_t> pixels; // RGB555, row by row from the top
    bool operator==(const Texture&) const = default;
};

struct Face {
    Polygon polygon;
    Attr attr;
    bool operator==(const Face&) const = default;
};

struct Mesh {
    std::vector<Vector> points;
    std::vector<Normal16> normals; // one per point
    std::vector<Face> faces;
    bool operator==(const Mesh&) const = default;
};
using MeshList = std::vector<Mesh>;

struct Clip {
    std::uint16_t type = 0;
    bool external = false; // the keys are in the X8AN file
    std::uint16_t start = 0;
    std::uint16_t count = 0; // frames start … start + count - 1
    std::uint16_t distance = 0;
    std::vector<std::array<std::uint16_t, 2>> events; // frame, code
    bool operator==(const Clip&) const = default;
};

struct ExtraChunk {
    std::uint32_t size = 0; // of what is used of the bytes
    ByteBuffer bytes;       // all that is on disc, with its filling
    bool operator==(const ExtraChunk&) const = default;
};

struct ModelFile {
    std::vector<Texture> textures;
    std::vector<MeshList> mesh_lists; // body, weapon, …
    std::vector<SkeletonOp> skeleton;
    ByteBuffer skeleton_tail; // what stands behind the last pop instead of zeros up to a multiple of 4
    Vector box_center, box_half;
    std::vector<Clip> clips;
    std::vector<BoneKeys> bones; // one per bone of the skeleton: the keys of the clips that are not external
    std::optional<std::vector<ExtraChunk>> extra_chunks;
    ByteBuffer trailing; // behind the last chunk
    // The bytes of a file that is laid out in another way than ours; empty otherwise. They are written as long as they
    // still say what the values say.
    ByteBuffer original;
    bool operator==(const ModelFile&) const = default;
};

// Errors begin with the code of the format's description: `E_MESH_INDEX: …`.
Result<ModelFile> parse_x8pc(Bytes bytes, Diagnostics* diagnostics = nullptr);
// Refuses what the format cannot hold: a start of 0x1000 or later, a width that is not a multiple of 8, a skeleton that
// does not close, and whatever the reader would refuse.
Result<ByteBuffer> write_x8pc(const ModelFile& file, Diagnostics* diagnostics = nullptr);
// Raw integers throughout; bytes nobody understands as hexadecimal text. Members that follow from the others (`vram`,
// `skeleton.bones`, `skeleton.meshes`, `size`, `sha256`, `binding`, `expected_pose`) may be there when building, and do
// not count.
Json dump_x8pc(const ModelFile& file);
Result<ModelFile> build_x8pc(const Json& json);

// True if the bytes begin as such a file does: a table of chunks that fit together.
bool recognise_x8pc(Bytes bytes);

// `idle`, `hit`, `block`, `attack` …; `clip_40` for types nobody knows the meaning of.
std::string name_of_clip_type(std::uint16_t type);
bool is_usual_clip_type(std::uint16_t type);
// `hit`, `weapon_trail_on`, `sound_12` …; `event_1e` for codes nobody knows the meaning of.
std::string name_of_event(std::uint16_t code);

} // namespace ossuary::sf3
