// ASC: meshes and motions as the game's 3ds Max exporter wrote them, the source of MDH, MDM, MAN and MMB.
//
// Text in the manner of ASE: keywords begin with `*`, blocks stand in braces. One file holds geometry (static, in a
// hierarchy, soft-skinned) or animation (transform tracks or mesh keys), always with the tree of nodes. Space is that
// of 3ds Max: right-handed, Z up, centimetres; matrices, vertices and samples are all in world space, never relative to
// the parent. Numbers are float32, what the engine makes of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/math.h"
#include "ossuary/base/result.h"

namespace ossuary::zengin {

struct AscScene {
    std::string filename;
    std::int32_t first_frame = 0;
    std::int32_t last_frame = 0;
    float frame_speed = 25; // frames per second
    std::int32_t ticks_per_frame = 192;
    Vec3 background;
    Vec3 ambient;
    bool operator==(const AscScene&) const = default;
};

// MAP_DIFFUSE: the texture of a material.
struct AscMap {
    std::string name;
    std::string map_class = "Bitmap";
    std::int32_t subno = 1;
    float amount = 1;
    std::string bitmap; // file.TGA
    std::string type = "Screen";
    float u_offset = 0, v_offset = 0, u_tiling = 1, v_tiling = 1, angle = 0, blur = 1, blur_offset = 0, nouse_amt = 1,
          noise_size = 1, noise_level = 1, noise_phase = 0;
    std::string filter = "Pyramidal";
    bool operator==(const AscMap&) const = default;
};

// MATERIAL and SUBMATERIAL. A `Multi/Sub-Object` has submaterials and nothing else of its own.
struct AscMaterial {
    std::string name;
    std::string material_class = "Standard";
    Vec3 ambient, diffuse, specular;
    float shine = 0, shine_strength = 0, transparency = 0, wire_size = 1;
    std::string shading = "Blinn";
    float xp_falloff = 0, self_illum = 0;
    std::string falloff = "In", xp_type = "Filter";
    std::optional<AscMap> map_diffuse;
    std::vector<AscMaterial> submaterials; // one level
    bool operator==(const AscMaterial&) const = default;
};

// NODE_TM: where a node stands in the world. Row i of the matrix is the image of axis i, row 3 the position.
struct AscMatrix {
    std::array<Vec3, 4> rows{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{}};
    Vec3 pos;
    Vec3 rot_axis;
    float rot_angle = 0; // radians; the rotation is right-handed by minus this angle
    Vec3 scale{1, 1, 1};
    Vec3 scale_axis;
    float scale_axis_angle = 0;
    bool operator==(const AscMatrix&) const = default;
};

struct AscFace {
    std::array<std::uint32_t, 3> vertices{}; // A B C, counter-clockwise
    std::array<std::uint8_t, 3> edges{};     // AB BC CA: 1 if the edge is drawn
    std::uint32_t smoothing = 0;             // bit n - 1 is group n; the engine does not look at it
    std::int32_t material = 0;               // submaterial, modulo their number; -1: none, taken as 0
    bool operator==(const AscFace&) const = default;
};

struct AscMesh {
    std::int32_t time_value = 0;
    std::vector<Vec3> vertices;
    std::vector<AscFace> faces;
    std::vector<Vec3> texture_vertices;                      // u v w, v upwards
    std::vector<std::array<std::uint32_t, 3>> texture_faces; // none, or one per face
    bool operator==(const AscMesh&) const = default;
};

struct AscPositionKey {
    std::int32_t tick = 0;
    Vec3 position;
    bool operator==(const AscPositionKey&) const = default;
};
struct AscRotationKey {
    std::int32_t tick = 0;
    Vec3 axis; // zero: no rotation
    float angle = 0;
    bool operator==(const AscRotationKey&) const = default;
};
struct AscScaleKey {
    std::int32_t tick = 0;
    Vec3 scale{1, 1, 1};
    Vec3 axis;
    float angle = 0;
    bool operator==(const AscScaleKey&) const = default;
};
// TM_ANIMATION. Samples count by their order: sample i is frame first_frame + i whatever its tick.
struct AscTracks {
    std::vector<AscPositionKey> positions;
    std::vector<AscRotationKey> rotations;
    std::vector<AscScaleKey> scales;
    bool operator==(const AscTracks&) const = default;
};

enum class AscMeshKind : std::uint8_t { none, rigid, soft_skin, animation };

// HELPEROBJECT or GEOMOBJECT.
struct AscNode {
    bool is_geometry = false;
    std::string name;
    std::string parent; // empty for a root
    AscMatrix matrix;
    std::optional<std::int32_t> material_ref;
    std::optional<Vec3> wireframe_color;
    AscMeshKind mesh_kind = AscMeshKind::none;
    std::vector<AscMesh> meshes; // one, or one per key of a mesh animation
    std::optional<AscTracks> tracks;
    bool operator==(const AscNode&) const = default;
};

struct AscInfluence {
    std::uint32_t bone = 0; // into AscSkin::bones
    float weight = 0;
    bool operator==(const AscInfluence&) const = default;
};
// MESH_SOFTSKINVERTS: what moves the vertices of a soft skin. Those of vertex v are
// influences[start[v] … start[v + 1]).
struct AscSkin {
    std::string node;
    std::vector<std::string> bones; // in order of first use
    std::vector<std::uint32_t> start{0};
    std::vector<AscInfluence> influences;
    bool operator==(const AscSkin&) const = default;
};

struct AscFile {
    std::int32_t version = 110;
    std::string comment;
    AscScene scene;
    std::vector<AscMaterial> materials;
    std::vector<AscNode> nodes;
    std::vector<AscSkin> skins;
    bool operator==(const AscFile&) const = default;
};

// Finds nodes by name, ignoring case; of two with one name the first. The file must outlive it.
class AscNames {
public:
    explicit AscNames(const AscFile& file);
    // Index into AscFile::nodes; -1 if there is none.
    std::int32_t find(std::string_view name) const;

private:
    std::vector<std::pair<std::string, std::int32_t>> sorted_; // upper case
};

struct AscOptions {
    bool lenient = false; // wrong counts become warnings: what is there is taken
};

Result<AscFile> parse_asc(Bytes bytes, Diagnostics* diagnostics = nullptr, const AscOptions& options = {});

struct AscWriteOptions {
    bool six_digits = false; // as the exporter printed; otherwise the shortest text that reads back the same
};
std::string write_asc(const AscFile& file, const AscWriteOptions& options = {});

// True if the text begins with `*3DSMAX_ASCIIEXPORT`.
bool recognise_asc(Bytes bytes);

// Nothing wrong, or `BadCount` or `BadIndex` where meshes and skins of a file built by hand do not hold together.
std::optional<Error> check_asc(const AscFile& file);

// As JSON and back; the bytes of texts become the characters of those numbers.
Json dump_asc(const AscFile& file);
Result<AscFile> build_asc(const Json& json);

std::string_view name_of(AscMeshKind kind);
bool parse_name(std::string_view name, AscMeshKind& kind);

} // namespace ossuary::zengin
