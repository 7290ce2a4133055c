#include "ossuary/base/number.h"
#include "ossuary/formats/zengin/asc.h"
#include "printed_number.h"

namespace ossuary::zengin {

namespace {

// Lines as the exporter laid them out: tabs for depth and between values.
class AscWriter {
public:
    explicit AscWriter(const AscWriteOptions& options) : six_digits_(options.six_digits) {}

    std::string write(const AscFile& file) {
        line("3DSMAX_ASCIIEXPORT").tab().number(file.version).end();
        line("COMMENT").blank().text(file.comment).end();
        write_scene(file.scene);
        if (!file.materials.empty()) {
            open("MATERIAL_LIST");
            value("MATERIAL_COUNT", file.materials.size());
            for (std::size_t i = 0; i < file.materials.size(); ++i) write_material("MATERIAL", i, file.materials[i]);
            close();
        }
        for (const AscNode& node : file.nodes) write_node(node);
        for (const AscSkin& skin : file.skins) write_skin(skin);
        return std::move(out_);
    }

private:
    AscWriter& line(std::string_view keyword) {
        out_.append(depth_, '\t');
        out_ += '*';
        out_ += keyword;
        return *this;
    }
    AscWriter& blank() { return out_ += ' ', *this; }
    AscWriter& tab() { return out_ += '\t', *this; }
    void end() { out_ += '\n'; }
    AscWriter& text(std::string_view text) { // strings know no escapes
        out_ += '"';
        for (const char c : text) out_ += c == '"' ? '\'' : c == '\n' || c == '\r' ? ' ' : c;
        out_ += '"';
        return *this;
    }
    AscWriter& word(std::string_view word) { return out_ += word, *this; }
    AscWriter& number(std::int64_t value) { return append_number(out_, value), *this; }
    AscWriter& number(std::int32_t value) { return number(std::int64_t{value}); }
    AscWriter& number(std::uint32_t value) { return number(std::int64_t{value}); }
    AscWriter& number(std::size_t value) { return number(static_cast<std::int64_t>(value)); }
    AscWriter& number(float value) { return append_printed(out_, value, six_digits_ ? 6 : 0), *this; }
    AscWriter& vector(const Vec3& v) { return number(v.x).tab().number(v.y).tab().number(v.z); }

    template <class T> void value(std::string_view keyword, const T& value) {
        line(keyword).blank().number(value).end();
    }
    void value(std::string_view keyword, const Vec3& value) { line(keyword).blank().vector(value).end(); }
    void value(std::string_view keyword, const std::string& value) { line(keyword).blank().text(value).end(); }
    void word_value(std::string_view keyword, std::string_view value) {
        line(keyword).blank().word(value.empty() ? "\"\"" : value).end();
    }
    void open(std::string_view keyword) {
        line(keyword).word(" {").end();
        ++depth_;
    }
    void open(std::string_view keyword, std::size_t index) {
        line(keyword).blank().number(index).word(" {").end();
        ++depth_;
    }
    void close() {
        out_.append(--depth_, '\t');
        out_ += "}\n";
    }

    void write_scene(const AscScene& scene) {
        open("SCENE");
        value("SCENE_FILENAME", scene.filename);
        value("SCENE_FIRSTFRAME", scene.first_frame);
        value("SCENE_LASTFRAME", scene.last_frame);
        value("SCENE_FRAMESPEED", scene.frame_speed);
        value("SCENE_TICKSPERFRAME", scene.ticks_per_frame);
        value("SCENE_BACKGROUND_STATIC", scene.background);
        value("SCENE_AMBIENT_STATIC", scene.ambient);
        close();
    }

    void write_material(std::string_view keyword, std::size_t index, const AscMaterial& material) {
        open(keyword, index);
        value("MATERIAL_NAME", material.name);
        value("MATERIAL_CLASS", material.material_class);
        value("MATERIAL_AMBIENT", material.ambient);
        value("MATERIAL_DIFFUSE", material.diffuse);
        value("MATERIAL_SPECULAR", material.specular);
        value("MATERIAL_SHINE", material.shine);
        value("MATERIAL_SHINESTRENGTH", material.shine_strength);
        value("MATERIAL_TRANSPARENCY", material.transparency);
        value("MATERIAL_WIRESIZE", material.wire_size);
        word_value("MATERIAL_SHADING", material.shading);
        value("MATERIAL_XP_FALLOFF", material.xp_falloff);
        value("MATERIAL_SELFILLUM", material.self_illum);
        word_value("MATERIAL_FALLOFF", material.falloff);
        word_value("MATERIAL_XP_TYPE", material.xp_type);
        if (material.map_diffuse) write_map(*material.map_diffuse);
        if (!material.submaterials.empty()) {
            value("NUMSUBMTLS", material.submaterials.size());
            for (std::size_t i = 0; i < material.submaterials.size(); ++i)
                write_material("SUBMATERIAL", i, material.submaterials[i]);
        }
        close();
    }

    void write_map(const AscMap& map) {
        open("MAP_DIFFUSE");
        value("MAP_NAME", map.name);
        value("MAP_CLASS", map.map_class);
        value("MAP_SUBNO", map.subno);
        value("MAP_AMOUNT", map.amount);
        value("BITMAP", map.bitmap);
        word_value("MAP_TYPE", map.type);
        value("UVW_U_OFFSET", map.u_offset);
        value("UVW_V_OFFSET", map.v_offset);
        value("UVW_U_TILING", map.u_tiling);
        value("UVW_V_TILING", map.v_tiling);
        value("UVW_ANGLE", map.angle);
        value("UVW_BLUR", map.blur);
        value("UVW_BLUR_OFFSET", map.blur_offset);
        value("UVW_NOUSE_AMT", map.nouse_amt);
        value("UVW_NOISE_SIZE", map.noise_size);
        value("UVW_NOISE_LEVEL", map.noise_level);
        value("UVW_NOISE_PHASE", map.noise_phase);
        word_value("BITMAP_FILTER", map.filter);
        close();
    }

    void write_node(const AscNode& node) {
        open(node.is_geometry ? "GEOMOBJECT" : "HELPEROBJECT");
        value("NODE_NAME", node.name);
        if (!node.parent.empty()) value("NODE_PARENT", node.parent);
        write_matrix(node.name, node.matrix);
        if (node.material_ref) value("MATERIAL_REF", *node.material_ref);
        if (node.wireframe_color) value("WIREFRAME_COLOR", *node.wireframe_color);
        switch (node.mesh_kind) {
        case AscMeshKind::none: break;
        case AscMeshKind::rigid:
            for (const AscMesh& mesh : node.meshes) write_mesh("MESH", mesh);
            break;
        case AscMeshKind::soft_skin:
            for (const AscMesh& mesh : node.meshes) write_mesh("MESH_SOFTSKIN", mesh);
            break;
        case AscMeshKind::animation:
            open("MESH_ANIMATION");
            for (const AscMesh& mesh : node.meshes) write_mesh("MESH", mesh);
            close();
            break;
        }
        if (node.tracks) write_tracks(node.name, *node.tracks);
        close();
    }

    void write_matrix(const std::string& name, const AscMatrix& matrix) {
        open("NODE_TM");
        value("NODE_NAME", name);
        value("TM_ROW0", matrix.rows[0]);
        value("TM_ROW1", matrix.rows[1]);
        value("TM_ROW2", matrix.rows[2]);
        value("TM_ROW3", matrix.rows[3]);
        value("TM_POS", matrix.pos);
        value("TM_ROTAXIS", matrix.rot_axis);
        value("TM_ROTANGLE", matrix.rot_angle);
        value("TM_SCALE", matrix.scale);
        value("TM_SCALEAXIS", matrix.scale_axis);
        value("TM_SCALEAXISANG", matrix.scale_axis_angle);
        close();
    }

    void write_mesh(std::string_view keyword, const AscMesh& mesh) {
        open(keyword);
        value("TIMEVALUE", mesh.time_value);
        value("MESH_NUMVERTEX", mesh.vertices.size());
        value("MESH_NUMFACES", mesh.faces.size());
        open("MESH_VERTEX_LIST");
        for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
            line("MESH_VERTEX").blank().number(i).tab().vector(mesh.vertices[i]).end();
        close();
        open("MESH_FACE_LIST");
        for (std::size_t i = 0; i < mesh.faces.size(); ++i) write_face(i, mesh.faces[i]);
        close();
        if (!mesh.texture_vertices.empty()) {
            value("MESH_NUMTVERTEX", mesh.texture_vertices.size());
            open("MESH_TVERTLIST");
            for (std::size_t i = 0; i < mesh.texture_vertices.size(); ++i)
                line("MESH_TVERT").blank().number(i).tab().vector(mesh.texture_vertices[i]).end();
            close();
        }
        if (!mesh.texture_faces.empty()) {
            value("MESH_NUMTVFACES", mesh.texture_faces.size());
            open("MESH_TFACELIST");
            for (std::size_t i = 0; i < mesh.texture_faces.size(); ++i) {
                const auto& [a, b, c] = mesh.texture_faces[i];
                line("MESH_TFACE").blank().number(i).tab().number(a).tab().number(b).tab().number(c).end();
            }
            close();
        }
        close();
    }

    void write_face(std::size_t index, const AscFace& face) {
        const auto labelled = [&](std::string_view label, std::uint32_t value) {
            word(label).word("    ").number(value);
        };
        line("MESH_FACE").word("    ").number(index);
        labelled(":    A:", face.vertices[0]);
        labelled(" B:", face.vertices[1]);
        labelled(" C:", face.vertices[2]);
        labelled(" AB:", face.edges[0]);
        labelled(" BC:", face.edges[1]);
        labelled(" CA:", face.edges[2]);
        word("\t *MESH_SMOOTHING ");
        bool first = true;
        for (std::uint32_t group = 1; group <= 32; ++group) {
            if (!(face.smoothing >> (group - 1) & 1)) continue;
            if (!first) word(",");
            number(group);
            first = false;
        }
        word(" \t*MESH_MTLID ").number(face.material).end();
    }

    void write_tracks(const std::string& name, const AscTracks& tracks) {
        open("TM_ANIMATION");
        value("NODE_NAME", name);
        open("CONTROL_POS_TRACK");
        for (const AscPositionKey& key : tracks.positions)
            line("CONTROL_POS_SAMPLE").blank().number(key.tick).tab().vector(key.position).end();
        close();
        open("CONTROL_ROT_TRACK");
        for (const AscRotationKey& key : tracks.rotations)
            line("CONTROL_ROT_SAMPLE").blank().number(key.tick).tab().vector(key.axis).tab().number(key.angle).end();
        close();
        open("CONTROL_SCALE_TRACK");
        for (const AscScaleKey& key : tracks.scales)
            line("CONTROL_SCALE_SAMPLE")
                .blank()
                .number(key.tick)
                .tab()
                .vector(key.scale)
                .tab()
                .vector(key.axis)
                .tab()
                .number(key.angle)
                .end();
        close();
        close();
    }

    void write_skin(const AscSkin& skin) {
        open("MESH_SOFTSKINVERTS");
        word(skin.node).end();
        const std::size_t count = skin.start.empty() ? 0 : skin.start.size() - 1;
        number(count).end();
        for (std::size_t vertex = 0; vertex < count; ++vertex) {
            number(skin.start[vertex + 1] - skin.start[vertex]);
            for (std::uint32_t i = skin.start[vertex]; i < skin.start[vertex + 1]; ++i)
                tab().text(skin.bones[skin.influences[i].bone]).tab().number(skin.influences[i].weight);
            end();
        }
        close();
    }

    bool six_digits_;
    std::size_t depth_ = 0;
    std::string out_;
};

} // namespace

std::string write_asc(const AscFile& file, const AscWriteOptions& options) { return AscWriter(options).write(file); }

} // namespace ossuary::zengin
