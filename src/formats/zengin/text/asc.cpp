#include "ossuary/formats/zengin/asc.h"
#include "asc_layout.h"

#include <algorithm>
#include <unordered_map>

#include "asc_names.h"
#include "asc_reader.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "script_texts.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view mesh_kind_names[] = {"none", "rigid", "soft_skin", "animation"};
constexpr std::string_view asc_magic = "*3DSMAX_ASCIIEXPORT";

// Each parse_… stands behind the keyword of its block and leaves behind the `}`.
class AscParser {
public:
    AscParser(std::string_view text, Diagnostics* diagnostics, bool lenient)
        : in_(text, diagnostics), lenient_(lenient) {}

    Result<AscFile> parse() {
        std::string_view keyword;
        in_.next_top_keyword(keyword); // the one that says what this is
        if (in_.at_number_on_line()) in_.read_int(file_.version);
        while (in_.next_top_keyword(keyword)) {
            if (keyword == "HELPEROBJECT" || keyword == "GEOMOBJECT")
                parse_node(keyword == "GEOMOBJECT");
            else if (keyword == "MESH_SOFTSKINVERTS")
                parse_skin();
            else if (keyword == "MATERIAL_LIST")
                parse_material_list();
            else if (keyword == "SCENE")
                parse_scene();
            else if (keyword == "COMMENT")
                in_.read_string(file_.comment);
        }
        if (in_.ok()) check_names();
        if (!in_.ok()) return Failure(in_.error());
        return std::move(file_);
    }

private:
    void parse_scene() {
        if (!in_.enter_block()) return;
        AscScene& scene = file_.scene;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "SCENE_FILENAME")
                in_.read_string(scene.filename);
            else if (keyword == "SCENE_FIRSTFRAME")
                in_.read_int(scene.first_frame);
            else if (keyword == "SCENE_LASTFRAME")
                in_.read_int(scene.last_frame);
            else if (keyword == "SCENE_FRAMESPEED")
                in_.read_float(scene.frame_speed);
            else if (keyword == "SCENE_TICKSPERFRAME")
                in_.read_int(scene.ticks_per_frame);
            else if (keyword == "SCENE_BACKGROUND_STATIC")
                in_.read_vector(scene.background);
            else if (keyword == "SCENE_AMBIENT_STATIC")
                in_.read_vector(scene.ambient);
        }
    }

    void parse_material_list() {
        if (!in_.enter_block()) return;
        const char* where = in_.cursor();
        std::int32_t count = -1;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "MATERIAL_COUNT")
                in_.read_int(count);
            else if (keyword == "MATERIAL")
                parse_material(file_.materials.emplace_back(), true);
        }
        // Shipped files state a material and list none; nothing rests on the number.
        if (in_.ok() && count >= 0 && static_cast<std::size_t>(count) != file_.materials.size())
            in_.warn_at(where, "MATERIAL_COUNT says " + std::to_string(count) + ", there are " +
                                   std::to_string(file_.materials.size()));
    }

    void parse_material(AscMaterial& material, bool may_have_parts) {
        if (!in_.enter_block()) return;
        const char* where = in_.cursor();
        std::int32_t count = -1;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "MATERIAL_NAME")
                in_.read_string(material.name);
            else if (keyword == "MATERIAL_CLASS")
                in_.read_string(material.material_class);
            else if (keyword == "MATERIAL_AMBIENT")
                in_.read_vector(material.ambient);
            else if (keyword == "MATERIAL_DIFFUSE")
                in_.read_vector(material.diffuse);
            else if (keyword == "MATERIAL_SPECULAR")
                in_.read_vector(material.specular);
            else if (keyword == "MATERIAL_SHINE")
                in_.read_float(material.shine);
            else if (keyword == "MATERIAL_SHINESTRENGTH")
                in_.read_float(material.shine_strength);
            else if (keyword == "MATERIAL_TRANSPARENCY")
                in_.read_float(material.transparency);
            else if (keyword == "MATERIAL_WIRESIZE")
                in_.read_float(material.wire_size);
            else if (keyword == "MATERIAL_SHADING")
                in_.read_word(material.shading);
            else if (keyword == "MATERIAL_XP_FALLOFF")
                in_.read_float(material.xp_falloff);
            else if (keyword == "MATERIAL_SELFILLUM")
                in_.read_float(material.self_illum);
            else if (keyword == "MATERIAL_FALLOFF")
                in_.read_word(material.falloff);
            else if (keyword == "MATERIAL_XP_TYPE")
                in_.read_word(material.xp_type);
            else if (keyword == "MAP_DIFFUSE")
                parse_map(material.map_diffuse.emplace());
            else if (keyword == "NUMSUBMTLS")
                in_.read_int(count);
            else if (keyword == "SUBMATERIAL" && may_have_parts)
                parse_material(material.submaterials.emplace_back(), false);
        }
        if (may_have_parts) check_count(where, "NUMSUBMTLS", count, material.submaterials.size());
    }

    void parse_map(AscMap& map) {
        if (!in_.enter_block()) return;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "MAP_NAME")
                in_.read_string(map.name);
            else if (keyword == "MAP_CLASS")
                in_.read_string(map.map_class);
            else if (keyword == "MAP_SUBNO")
                in_.read_int(map.subno);
            else if (keyword == "MAP_AMOUNT")
                in_.read_float(map.amount);
            else if (keyword == "BITMAP")
                in_.read_string(map.bitmap);
            else if (keyword == "MAP_TYPE")
                in_.read_word(map.type);
            else if (keyword == "BITMAP_FILTER")
                in_.read_word(map.filter);
            else if (keyword == "UVW_U_OFFSET")
                in_.read_float(map.u_offset);
            else if (keyword == "UVW_V_OFFSET")
                in_.read_float(map.v_offset);
            else if (keyword == "UVW_U_TILING")
                in_.read_float(map.u_tiling);
            else if (keyword == "UVW_V_TILING")
                in_.read_float(map.v_tiling);
            else if (keyword == "UVW_ANGLE")
                in_.read_float(map.angle);
            else if (keyword == "UVW_BLUR")
                in_.read_float(map.blur);
            else if (keyword == "UVW_BLUR_OFFSET")
                in_.read_float(map.blur_offset);
            else if (keyword == "UVW_NOUSE_AMT")
                in_.read_float(map.nouse_amt);
            else if (keyword == "UVW_NOISE_SIZE")
                in_.read_float(map.noise_size);
            else if (keyword == "UVW_NOISE_LEVEL")
                in_.read_float(map.noise_level);
            else if (keyword == "UVW_NOISE_PHASE")
                in_.read_float(map.noise_phase);
        }
    }

    void parse_node(bool is_geometry) {
        node_places_.push_back(in_.cursor());
        if (!in_.enter_block()) return;
        AscNode& node = file_.nodes.emplace_back();
        node.is_geometry = is_geometry;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "NODE_NAME")
                in_.read_string(node.name);
            else if (keyword == "NODE_PARENT")
                in_.read_string(node.parent);
            else if (keyword == "NODE_TM")
                parse_matrix(node.matrix);
            else if (keyword == "TM_ANIMATION")
                parse_tracks(node.tracks.emplace());
            else if (keyword == "MATERIAL_REF")
                in_.read_int(node.material_ref.emplace());
            else if (keyword == "WIREFRAME_COLOR")
                in_.read_vector(node.wireframe_color.emplace());
            else if (keyword == "MESH" || keyword == "MESH_SOFTSKIN")
                parse_node_mesh(node, keyword == "MESH" ? AscMeshKind::rigid : AscMeshKind::soft_skin);
            else if (keyword == "MESH_ANIMATION")
                parse_mesh_animation(node);
        }
    }

    void parse_node_mesh(AscNode& node, AscMeshKind kind) {
        node.mesh_kind = kind;
        node.meshes.clear();
        parse_mesh(node.meshes.emplace_back());
    }

    void parse_mesh_animation(AscNode& node) {
        if (!in_.enter_block()) return;
        node.mesh_kind = AscMeshKind::animation;
        node.meshes.clear();
        for (std::string_view keyword; in_.next_keyword(keyword, "MESH");) {
            if (keyword != "MESH") continue;
            const char* where = in_.cursor();
            parse_mesh(node.meshes.emplace_back());
            const AscMesh &first = node.meshes.front(), &last = node.meshes.back();
            check_count(where, "the vertices of a mesh key", static_cast<std::int64_t>(first.vertices.size()),
                        last.vertices.size());
            if (!last.faces.empty())
                check_count(where, "the faces of a mesh key", static_cast<std::int64_t>(first.faces.size()),
                            last.faces.size());
            if (lenient_ && last.vertices.size() != first.vertices.size()) node.meshes.pop_back();
        }
    }

    void parse_matrix(AscMatrix& matrix) {
        if (!in_.enter_block()) return;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword.size() == 7 && keyword.starts_with("TM_ROW") && keyword[6] >= '0' && keyword[6] <= '3')
                in_.read_vector(matrix.rows[static_cast<std::size_t>(keyword[6] - '0')]);
            else if (keyword == "TM_POS")
                in_.read_vector(matrix.pos);
            else if (keyword == "TM_ROTAXIS")
                in_.read_vector(matrix.rot_axis);
            else if (keyword == "TM_ROTANGLE")
                in_.read_float(matrix.rot_angle);
            else if (keyword == "TM_SCALE")
                in_.read_vector(matrix.scale);
            else if (keyword == "TM_SCALEAXIS")
                in_.read_vector(matrix.scale_axis);
            else if (keyword == "TM_SCALEAXISANG")
                in_.read_float(matrix.scale_axis_angle);
        }
    }

    // ---- meshes

    struct Counts {
        std::int32_t vertices = -1, faces = -1, texture_vertices = -1, texture_faces = -1;
    };

    void parse_mesh(AscMesh& mesh) {
        if (!in_.enter_block()) return;
        const char* where = in_.cursor();
        Counts counts;
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "TIMEVALUE")
                in_.read_int(mesh.time_value);
            else if (keyword == "MESH_NUMVERTEX")
                in_.read_int(counts.vertices);
            else if (keyword == "MESH_NUMFACES")
                in_.read_int(counts.faces);
            else if (keyword == "MESH_NUMTVERTEX")
                in_.read_int(counts.texture_vertices);
            else if (keyword == "MESH_NUMTVFACES")
                in_.read_int(counts.texture_faces);
            else if (keyword == "MESH_VERTEX_LIST")
                parse_vectors("MESH_VERTEX", counts.vertices, mesh.vertices);
            else if (keyword == "MESH_TVERTLIST")
                parse_vectors("MESH_TVERT", counts.texture_vertices, mesh.texture_vertices);
            else if (keyword == "MESH_FACE_LIST")
                parse_faces(counts.faces, mesh.faces);
            else if (keyword == "MESH_TFACELIST")
                parse_texture_faces(counts.texture_faces, mesh.texture_faces);
        }
        if (in_.ok()) check_mesh(where, mesh, counts);
    }

    // Room for as many entries as stated, if that many can still follow.
    template <class T> void reserve(std::vector<T>& list, std::int64_t stated, std::size_t least_size) {
        const auto most = static_cast<std::int64_t>(in_.remaining() / least_size);
        list.reserve(static_cast<std::size_t>(std::clamp<std::int64_t>(stated, 0, most)));
    }

    // Entries count up from 0.
    bool check_order(const char* where, std::uint32_t index, std::size_t expected) {
        if (index == expected) return true;
        return in_.fail_at(where, "BadIndex: entry " + std::to_string(index) + " stands where " +
                                      std::to_string(expected) + " is due");
    }

    void parse_vectors(std::string_view entry, std::int32_t count, std::vector<Vec3>& list) {
        if (!in_.enter_block()) return;
        list.clear();
        reserve(list, count, 8 + entry.size());
        for (std::string_view keyword; in_.next_keyword(keyword, entry);) {
            if (keyword != entry) continue;
            const char* where = in_.cursor();
            std::uint32_t index = 0;
            Vec3 value;
            if (!in_.read_index(index) || !check_order(where, index, list.size()) || !in_.read_vector(value)) return;
            list.push_back(value);
        }
    }

    void parse_faces(std::int32_t count, std::vector<AscFace>& list) {
        if (!in_.enter_block()) return;
        list.clear();
        reserve(list, count, 30);
        for (std::string_view keyword; in_.next_keyword(keyword, "MESH_FACE");) {
            if (keyword == "MESH_FACE") {
                const char* where = in_.cursor();
                std::uint32_t index = 0, ab = 0, bc = 0, ca = 0;
                AscFace& face = list.emplace_back();
                if (!in_.read_index(index) || !check_order(where, index, list.size() - 1) || !in_.skip_colon() ||
                    !in_.read_labelled("A", face.vertices[0]) || !in_.read_labelled("B", face.vertices[1]) ||
                    !in_.read_labelled("C", face.vertices[2]) || !in_.read_labelled("AB", ab) ||
                    !in_.read_labelled("BC", bc) || !in_.read_labelled("CA", ca))
                    return;
                face.edges = {static_cast<std::uint8_t>(ab != 0), static_cast<std::uint8_t>(bc != 0),
                              static_cast<std::uint8_t>(ca != 0)};
            } else if (keyword == "MESH_SMOOTHING" && !list.empty()) {
                if (!parse_smoothing(list.back().smoothing)) return;
            } else if (keyword == "MESH_MTLID" && !list.empty()) {
                if (!in_.read_int(list.back().material)) return;
            }
        }
    }

    // Nothing, a group, or groups with commas.
    bool parse_smoothing(std::uint32_t& groups) {
        if (!in_.at_number_on_line()) return true;
        do {
            std::int32_t group = 0;
            if (!in_.read_int(group)) return false;
            if (group >= 1 && group <= 32) groups |= std::uint32_t{1} << (group - 1);
        } while (in_.at_comma());
        return true;
    }

    void parse_texture_faces(std::int32_t count, std::vector<std::array<std::uint32_t, 3>>& list) {
        if (!in_.enter_block()) return;
        list.clear();
        reserve(list, count, 20);
        for (std::string_view keyword; in_.next_keyword(keyword, "MESH_TFACE");) {
            if (keyword != "MESH_TFACE") continue;
            const char* where = in_.cursor();
            std::uint32_t index = 0;
            std::array<std::uint32_t, 3> face{};
            if (!in_.read_index(index) || !check_order(where, index, list.size()) || !in_.read_index(face[0]) ||
                !in_.read_index(face[1]) || !in_.read_index(face[2]))
                return;
            list.push_back(face);
        }
    }

    void check_mesh(const char* where, AscMesh& mesh, const Counts& counts) {
        check_count(where, "MESH_NUMVERTEX", counts.vertices, mesh.vertices.size());
        check_count(where, "MESH_NUMFACES", counts.faces, mesh.faces.size());
        check_count(where, "MESH_NUMTVERTEX", counts.texture_vertices, mesh.texture_vertices.size());
        check_count(where, "MESH_NUMTVFACES", counts.texture_faces, mesh.texture_faces.size());
        if (!mesh.texture_faces.empty() && mesh.texture_faces.size() != mesh.faces.size()) {
            check_count(where, "the number of texture faces", static_cast<std::int64_t>(mesh.faces.size()),
                        mesh.texture_faces.size());
            mesh.texture_faces.clear(); // lenient: without a face of its own a coordinate means nothing
        }
        for (std::size_t i = 0; i < mesh.faces.size(); ++i)
            check_face(where, "MESH_FACE", i, mesh.faces[i].vertices, mesh.vertices.size());
        for (std::size_t i = 0; i < mesh.texture_faces.size(); ++i)
            check_face(where, "MESH_TFACE", i, mesh.texture_faces[i], mesh.texture_vertices.size());
    }

    void check_face(const char* where, std::string_view entry, std::size_t index,
                    const std::array<std::uint32_t, 3>& corners, std::size_t count) {
        for (const std::uint32_t corner : corners)
            if (corner >= count)
                in_.fail_at(where, "BadIndex: " + std::string(entry) + ' ' + std::to_string(index) +
                                       " of this mesh names " + std::to_string(corner) + " of " +
                                       std::to_string(count));
    }

    // ---- tracks

    void parse_tracks(AscTracks& tracks) {
        if (!in_.enter_block()) return;
        const char* where = in_.cursor();
        for (std::string_view keyword; in_.next_keyword(keyword);) {
            if (keyword == "CONTROL_POS_TRACK")
                parse_track("CONTROL_POS_SAMPLE", tracks.positions, [&](AscPositionKey& key) {
                    return in_.read_int(key.tick) && in_.read_vector(key.position);
                });
            else if (keyword == "CONTROL_ROT_TRACK")
                parse_track("CONTROL_ROT_SAMPLE", tracks.rotations, [&](AscRotationKey& key) {
                    return in_.read_int(key.tick) && in_.read_vector(key.axis) && in_.read_float(key.angle);
                });
            else if (keyword == "CONTROL_SCALE_TRACK")
                parse_track("CONTROL_SCALE_SAMPLE", tracks.scales, [&](AscScaleKey& key) {
                    return in_.read_int(key.tick) && in_.read_vector(key.scale) && in_.read_vector(key.axis) &&
                           in_.read_float(key.angle);
                });
        }
        if (in_.ok() && !tracks.positions.empty() && !tracks.rotations.empty())
            check_count(where, "the number of rotation samples", static_cast<std::int64_t>(tracks.positions.size()),
                        tracks.rotations.size());
    }

    template <class Key, class Read> void parse_track(std::string_view entry, std::vector<Key>& keys, Read read) {
        if (!in_.enter_block()) return;
        keys.clear();
        if (entry != "CONTROL_SCALE_SAMPLE")
            reserve(keys, std::int64_t{file_.scene.last_frame} - file_.scene.first_frame + 1, entry.size() + 8);
        for (std::string_view keyword; in_.next_keyword(keyword, entry);)
            if (keyword == entry && !read(keys.emplace_back())) return;
    }

    // ---- skins

    void parse_skin() {
        if (!in_.enter_block()) return;
        AscSkin& skin = file_.skins.emplace_back();
        const char* where = in_.cursor();
        skin_places_.push_back(where);
        std::uint32_t count = 0;
        if (!in_.read_line(skin.node) || !in_.read_index(count)) return;
        if (count > in_.remaining() / 2) {
            in_.fail_at(where, "BadCount: " + std::to_string(count) + " vertices cannot follow");
            return;
        }
        skin.start.reserve(std::size_t{count} + 1);
        std::unordered_map<std::string_view, std::uint32_t> bones;
        for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
            std::uint32_t influences = 0;
            if (!in_.read_index(influences)) return;
            for (std::uint32_t i = 0; i < influences; ++i) {
                const auto bone = in_.read_quoted();
                float weight = 0;
                if (!bone || !in_.read_float(weight)) return;
                const auto [found, is_new] = bones.try_emplace(*bone, static_cast<std::uint32_t>(skin.bones.size()));
                if (is_new) skin.bones.emplace_back(*bone);
                skin.influences.push_back({found->second, weight});
            }
            skin.start.push_back(static_cast<std::uint32_t>(skin.influences.size()));
        }
        for (std::string_view keyword; in_.next_keyword(keyword);) {}
    }

    // ---- what concerns the whole

    // A stated count (-1: none was) against what is there.
    void check_count(const char* where, std::string_view what, std::int64_t stated, std::size_t found) {
        if (!in_.ok() || stated < 0 || stated == static_cast<std::int64_t>(found)) return;
        std::string message = "BadCount: " + std::string(what) + " should be " + std::to_string(stated) +
                              ", there are " + std::to_string(found);
        if (lenient_)
            in_.warn_at(where, std::move(message));
        else
            in_.fail_at(where, std::move(message));
    }

    void check_names() {
        const AscNames names(file_);
        for (std::size_t i = 0; i < file_.nodes.size(); ++i) {
            const AscNode& node = file_.nodes[i];
            if (!node.parent.empty() && names.find(node.parent) < 0)
                in_.warn_at(node_places_[i], "the parent of this node is unknown; it is taken as a root");
            if (const std::int32_t first = names.find(node.name); first != static_cast<std::int32_t>(i))
                in_.warn_at(node_places_[i], "another node has this name; the first is meant by it");
        }
        for (std::size_t i = 0; i < file_.skins.size(); ++i) {
            const AscSkin& skin = file_.skins[i];
            const std::int32_t node = names.find(skin.node);
            if (node < 0 || file_.nodes[static_cast<std::size_t>(node)].mesh_kind != AscMeshKind::soft_skin)
                in_.warn_at(skin_places_[i], "these weights belong to no soft skin");
            else
                check_count(
                    skin_places_[i], "the number of weighted vertices",
                    static_cast<std::int64_t>(file_.nodes[static_cast<std::size_t>(node)].meshes[0].vertices.size()),
                    skin.start.size() - 1);
        }
    }

    AscReader in_;
    bool lenient_;
    AscFile file_;
    std::vector<const char*> node_places_, skin_places_;
};

} // namespace

AscNames::AscNames(const AscFile& file) {
    sorted_.reserve(file.nodes.size());
    for (std::size_t i = 0; i < file.nodes.size(); ++i)
        sorted_.emplace_back(upper_case(file.nodes[i].name), static_cast<std::int32_t>(i));
    ossuary::sort(sorted_);
}

std::int32_t AscNames::find(std::string_view name) const {
    const std::string upper = upper_case(name);
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), upper,
                                        [](const auto& entry, const std::string& key) { return entry.first < key; });
    return found != sorted_.end() && found->first == upper ? found->second : -1;
}

std::string_view name_of(AscMeshKind kind) { return mesh_kind_names[static_cast<std::size_t>(kind)]; }

bool parse_name(std::string_view name, AscMeshKind& kind) {
    const auto found = std::find(std::begin(mesh_kind_names), std::end(mesh_kind_names), name);
    if (found == std::end(mesh_kind_names)) return false;
    kind = static_cast<AscMeshKind>(found - std::begin(mesh_kind_names));
    return true;
}

Result<AscFile> parse_asc(Bytes bytes, Diagnostics* diagnostics, const AscOptions& options) {
    if (!recognise_asc(bytes))
        return fail({.line = 1, .column = 1}, "NotAsc: the file does not begin with " + std::string(asc_magic));
    return AscParser(as_text(bytes), diagnostics, options.lenient).parse();
}

bool recognise_asc(Bytes bytes) {
    std::string_view text = as_text(bytes);
    while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
    return text.starts_with(asc_magic) && (text.size() == asc_magic.size() || is_white_space(text[asc_magic.size()]));
}

Json dump_asc(const AscFile& file) {
    AscFile printable = file;
    visit_texts(printable, [](std::string& text) { text = latin1_to_utf8(text); });
    return dump_record(printable);
}

Result<AscFile> build_asc(const Json& json) {
    Result<AscFile> file = build_record<AscFile>(json);
    if (file) visit_texts(*file, [](std::string& text) { text = utf8_to_latin1(text); });
    return file;
}

} // namespace ossuary::zengin
