// .iqm: Inter-Quake Model, version 2 (Cube 2 engine family, 2011): meshes, a skeleton and any number of sampled
// animations in one file, or only some of these.
//
// All numbers are little endian, every offset counts from the start of the file.
//
//   at   field                                            records
//   0    magic `INTERQUAKEMODEL` and a NUL
//   16   version 2, filesize, flags
//   28   num_text, ofs_text                               bytes: strings that end with a NUL; names are offsets
//   36   num_meshes, ofs_meshes                           24 bytes: name, material, vertex range, triangle range
//   44   num_vertexarrays, num_vertexes, ofs_…            20 bytes: type, flags, format, size, offset
//   56   num_triangles, ofs_triangles, ofs_adjacency      12 bytes each: indices into the file's vertices; clockwise
//   68   num_joints, ofs_joints                           48 bytes: name, parent, translate, rotate x y z w, scale
//   76   num_poses, ofs_poses                             88 bytes: parent, mask, offset × 10, scale × 10
//   84   num_anims, ofs_anims                             20 bytes: name, first frame, frames, rate, flags
//   92   num_frames, num_framechannels, ofs_frames        u16 × channels × frames
//   104  ofs_bounds                                       32 bytes a frame
//   108  num_comment, ofs_comment                         bytes
//   116  num_extensions, ofs_extensions                   a linked list
//
// A channel of a pose is offset + u16 · scale where its mask bit is set, and offset where it is not. Poses belong to
// joints by index; an animation-only file has poses without joints.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/files.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/base/result.h"
#include "ossuary/model/model.h"

namespace ossuary::iqm {

enum class ArrayType : std::uint32_t {
    position,
    texcoord,
    normal,
    tangent,
    blendindexes,
    blendweights,
    color,
    custom = 16, // 7 … 15 are reserved
};
enum class ArrayFormat : std::uint32_t { i8, u8, i16, u16, i32, u32, f16, f32, f64 };
std::string_view name_of(ArrayFormat format); // `byte`, `ubyte`, `short` … as the format calls them
bool parse_name(std::string_view name, ArrayFormat& format);
std::size_t component_size(ArrayFormat format);

// Names are bytes: ASCII or UTF-8 as a rule, Latin-1 where they are no UTF-8.
struct IqmMesh {
    std::string name, material;
    std::uint32_t first_vertex = 0, num_vertexes = 0;
    std::uint32_t first_triangle = 0, num_triangles = 0;
    bool operator==(const IqmMesh&) const = default;
};

struct VertexArray {
    ArrayType type = ArrayType::position;
    std::string name; // of a custom one
    std::uint32_t flags = 0;
    ArrayFormat format = ArrayFormat::f32;
    std::uint32_t size = 3; // components of a vertex
    ByteBuffer data;        // num_vertexes × size components
    bool operator==(const VertexArray&) const = default;

    // A component as it is stored.
    double stored(std::size_t vertex, std::size_t component) const;
    // A component as it is meant: integers are fractions of their largest value, in blendindexes themselves; a missing
    // one is 0, but the w of tangents and the alpha of colours are 1.
    double value(std::size_t vertex, std::size_t component) const;
};

using IndexTriple = std::array<std::uint32_t, 3>; // of a triangle, clockwise; of its neighbours
inline constexpr std::uint32_t no_neighbour = 0xFFFFFFFF;

struct IqmJoint {
    std::string name;
    std::int32_t parent = -1;
    std::array<float, 3> translate{}; // relative to the parent
    std::array<float, 4> rotate{0, 0, 0, -1};
    std::array<float, 3> scale{1, 1, 1};
    bool operator==(const IqmJoint&) const = default;
};

inline constexpr std::size_t pose_channels = 10; // Tx Ty Tz Qx Qy Qz Qw Sx Sy Sz
struct IqmPose {
    std::int32_t parent = -1;
    std::uint32_t mask = 0; // which channels are in the frames
    std::array<float, pose_channels> offset{}, scale{};
    bool operator==(const IqmPose&) const = default;
};

inline constexpr std::uint32_t loop_flag = 1;
struct IqmAnim {
    std::string name;
    std::uint32_t first_frame = 0, num_frames = 0;
    float framerate = 0; // 0: unknown
    std::uint32_t flags = 0;
    bool operator==(const IqmAnim&) const = default;
};

struct FrameBounds {
    std::array<float, 3> min{}, max{};
    float xy_radius = 0, radius = 0; // from the origin
    bool operator==(const FrameBounds&) const = default;
};

struct Extension {
    std::string name;
    ByteBuffer data;
    bool operator==(const Extension&) const = default;
};

// Where everything was in the file that was read, so that what was not edited is written back byte for byte. A file
// that no longer fits it is laid out afresh.
struct Layout {
    // `header`, `text`, `array 3`, `extension data 0` …; a `gap` has bytes that belong to nothing.
    struct Block {
        std::string name;
        std::uint32_t offset = 0, size = 0;
        ByteBuffer bytes; // of a gap
        bool operator==(const Block&) const = default;
    };
    std::uint32_t file_size = 0; // as the header says; what follows is the last gap
    std::uint32_t num_extensions = 0;
    std::string text;                 // the block of all strings
    std::vector<std::uint32_t> names; // text offsets: meshes (name, material), custom arrays, joints, anims, extensions
    std::vector<Block> blocks;        // by offset, without holes
    std::vector<Block> empty;         // blocks of no size that have an offset all the same
    bool operator==(const Layout&) const = default;
};

struct IqmFile {
    std::uint32_t flags = 0;
    std::uint32_t num_vertexes = 0;
    std::vector<IqmMesh> meshes;
    std::vector<VertexArray> arrays;
    std::vector<IndexTriple> triangles;
    std::vector<IndexTriple> adjacency; // of each triangle the one beyond each edge, or no_neighbour; may be empty
    std::vector<IqmJoint> joints;
    std::vector<IqmPose> poses;
    std::vector<IqmAnim> anims;
    std::uint32_t num_frames = 0, num_framechannels = 0;
    std::vector<std::uint16_t> frames;
    std::vector<FrameBounds> bounds; // empty or one per frame
    std::string comment;
    std::vector<Extension> extensions;
    std::optional<Layout> layout;
    bool operator==(const IqmFile&) const = default;

    // The array of a type: the last one, if there are several; null if there is none.
    const VertexArray* find(ArrayType type) const;
};

bool recognise_iqm(Bytes bytes);
// True for a file with poses but neither meshes nor joints: its animations belong to another file's skeleton.
bool is_animation_only(Bytes bytes);
// Every oddity that a reader tolerates is reported once, as `code: what it means` (warning_codes).
Result<IqmFile> parse_iqm(Bytes bytes, Diagnostics* diagnostics = nullptr);
std::vector<std::string_view> warning_codes(const IqmFile& file); // sorted
// In its layout, or in the usual order if it has none or has outgrown it.
ByteBuffer write_iqm(const IqmFile& file);

// Everything, losslessly; the layout is left out where it is the usual one.
Json dump_iqm(const IqmFile& file);
Result<IqmFile> build_iqm(const Json& json);
// The usual overview: records and layout, checksums instead of vertices and frames.
Json facts_of(const IqmFile& file);

// The transform of a pose in a frame: relative to its parent, in file axes, of unit rotation. `values` are the frame's
// numbers, from the pose's first on.
Transformd decode_pose(const IqmPose& pose, const std::uint16_t* values);
// One transform for each pose.
std::vector<Transformd> decode_frame(const IqmFile& file, std::uint32_t frame);

// How files become models: C = (x, z, −y) for front −Y, (y, z, x) for front +X; metres per unit.
enum class Front : std::uint8_t { minus_y, plus_x };
Basis iqm_basis(Front front = Front::minus_y, double unit_scale = 1);

struct ToModelOptions {
    Basis basis = iqm_basis();
    FileLookup textures;       // none: materials keep their names only
    double frame_rate = 24;    // of animations that do not say
    bool force_opaque = false; // do not guess transparency from the pictures' alpha
};
// No more transforms than this are made of frames, whatever a small file asks for.
inline constexpr std::uint64_t most_pose_transforms = 50'000'000;

// One mesh with a surface for each of the file's, skeleton, skin, materials, pictures and clips. A file without joints
// but with poses gets a skeleton of its own, posed as in its first frame, with joints called `joint0`, `joint1` …
Result<Model> to_model(const IqmFile& file, std::string_view name, const ToModelOptions& options = {},
                       Diagnostics* diagnostics = nullptr);
// The animations for the skeleton of another file, which they belong to by index: fails unless it has as many joints
// with the same parents.
Result<std::vector<Clip>> to_clips(const IqmFile& file, const Skeleton& skeleton, const ToModelOptions& options = {},
                                   Diagnostics* diagnostics = nullptr);

struct FromModelOptions {
    // Axes to turn back to; by default the model's own if it came from IQM, else iqm_basis().
    std::optional<Basis> basis;
};
Result<IqmFile> iqm_from_model(const Model& model, const FromModelOptions& options = {},
                               Diagnostics* diagnostics = nullptr);

} // namespace ossuary::iqm
