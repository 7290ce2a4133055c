#include "ossuary/formats/md5/md5mesh.h"
#include "formats/md5/md5mesh_layout.h"

#include <algorithm>
#include <cmath>

#include "document.h"
#include "file_reader.h"
#include "lexer.h"
#include "ossuary/base/diagnostic.h"
#include "skinning.h"
#include "text_writer.h"

namespace ossuary::md5 {

namespace {

constexpr std::string_view mesh_file_keywords[] = {"commandline", "numJoints", "numMeshes", "joints", "mesh"};
constexpr std::string_view mesh_keywords[] = {"name", "shader", "numverts", "numtris", "numweights"};
constexpr std::size_t least_mesh_joint = 18, least_mesh = 6, least_vert = 16, least_tri = 9, least_weight = 18;

// The numbered entries of one list. They usually count up, which costs nothing; a map of what has been filled is made
// only when they do not.
class Slots {
public:
    void resize(std::int32_t count) { count_ = count; }
    std::int32_t count() const { return count_; }
    // The slot that comes next as long as they count up, else count().
    std::int32_t next() const { return filled_.empty() ? next_ : count_; }
    bool fill(std::int32_t index) {
        if (filled_.empty()) {
            if (index == next_) return ++next_, true;
            filled_.resize(static_cast<std::size_t>(count_), false);
            std::fill_n(filled_.begin(), next_, true);
        }
        const auto slot = static_cast<std::size_t>(index);
        if (filled_[slot]) return false;
        return filled_[slot] = true;
    }
    // The first slot left empty, or count() if there is none.
    std::int32_t first_empty() const {
        if (filled_.empty()) return next_;
        return static_cast<std::int32_t>(std::find(filled_.begin(), filled_.end(), false) - filled_.begin());
    }

private:
    std::int32_t count_ = 0, next_ = 0;
    std::vector<bool> filled_;
};

// Biases that are not what they should be; the file is read all the same.
void check_biases(const MeshFile& file, std::size_t mesh_index, Diagnostics* diagnostics) {
    const Mesh& mesh = file.meshes[mesh_index];
    if (overlaps_beyond_reason(mesh)) return; // to_model refuses it
    std::size_t off = 0, first_off = 0, negative = 0, first_negative = 0;
    for (std::size_t v = mesh.verts.size(); v-- > 0;) {
        const Vertex& vertex = mesh.verts[v];
        double sum = 0;
        bool below = false;
        for (std::int32_t i = 0; i < vertex.weight_count; ++i) {
            const double bias = mesh.weights[static_cast<std::size_t>(vertex.first_weight + i)].bias;
            sum += bias;
            below |= bias < 0;
        }
        if (!(std::abs(sum - 1) <= 0.001)) ++off, first_off = v;
        if (below) ++negative, first_negative = v;
    }
    const auto warn = [&](std::size_t count, std::size_t vertex, std::string_view what) {
        if (count == 0) return;
        report(diagnostics, Severity::warning,
               {.field = "meshes[" + std::to_string(mesh_index) + "].verts[" + std::to_string(vertex) + ']'},
               std::string(what) + " (" + std::to_string(count) + (count == 1 ? " vertex" : " vertices") +
                   " of this mesh)");
    };
    warn(off, first_off, "biases do not add up to 1");
    warn(negative, first_negative, "bias is negative");
}

class MeshReader : public FileReader<MeshReader, MeshFile> {
public:
    MeshReader(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options)
        : FileReader(bytes, diagnostics, options, mesh_file_keywords) {}

private:
    friend FileReader;

    bool finish(const Token& end) {
        if (!sections_.has("commandline")) lexer_.warn(end.at, "file has no command line");
        if (!require(end, {"joints"})) return false;
        for (const Reference& reference : joint_references_)
            if (!check_joint(reference)) return false;
        const auto meshes = static_cast<std::int32_t>(file_.meshes.size());
        return !sections_.has("numMeshes") || check_count(end.at, mesh_count_, meshes, "meshes");
    }

    bool read_section(const Token& token) {
        if (token.is("mesh")) {
            sections_.pass(lexer_, token, "mesh");
            return read_mesh();
        }
        if (token.is("joints")) return sections_.enter(lexer_, token, "joints") && read_joints();
        if (token.is("numJoints")) {
            if (sections_.has("joints")) return lexer_.fail(token, "'numJoints' before 'joints'");
            return sections_.enter(lexer_, token, "numJoints") &&
                   lexer_.read_count(joint_count_, "joint count", least_mesh_joint);
        }
        if (token.is("numMeshes")) {
            if (sections_.has("mesh")) return lexer_.fail(token, "'numMeshes' before 'mesh'");
            return sections_.enter(lexer_, token, "numMeshes") &&
                   lexer_.read_count(mesh_count_, "mesh count", least_mesh);
        }
        return lexer_.fail(token, "'numJoints', 'numMeshes', 'joints' or 'mesh'");
    }

    bool read_joints() {
        if (!lexer_.expect('{')) return false;
        file_.joints.reserve(static_cast<std::size_t>(joint_count_));
        Token token;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.is('}')) break;
            if (token.kind != TokenKind::string && token.kind != TokenKind::word)
                return lexer_.fail(token, "joint name");
            const auto index = static_cast<std::int64_t>(file_.joints.size());
            Joint& joint = file_.joints.emplace_back();
            joint.name = token.text;
            std::int64_t parent = 0;
            if (!lexer_.read_integer(parent, "parent index")) return false;
            if (parent < -1 || parent >= index) return lexer_.fail_token("parent index below " + std::to_string(index));
            joint.parent = static_cast<std::int32_t>(parent);
            if (!lexer_.read_vec3(joint.position) || !lexer_.read_vec3(joint.orientation)) return false;
            lexer_.check_unit(joint.orientation);
        }
        const auto joints = static_cast<std::int32_t>(file_.joints.size());
        return !sections_.has("numJoints") || check_count(token.at, joint_count_, joints, "joints");
    }

    // Something read before what it refers to.
    struct Reference {
        const char* at;
        std::int64_t index;
    };
    bool check_joint(const Reference& reference) {
        const auto joints = static_cast<std::int64_t>(file_.joints.size());
        if (reference.index >= 0 && reference.index < joints) return true;
        return lexer_.fail_at(reference.at, "joint index below " + std::to_string(joints));
    }
    bool check_vertex(const Reference& reference, std::int32_t verts) {
        if (reference.index >= 0 && reference.index < verts) return true;
        return lexer_.fail_at(reference.at, "vertex index below " + std::to_string(verts));
    }

    // The index of an entry, within the count and for the first time.
    bool read_slot(const Token& keyword, Slots& slots, bool counted, std::string_view count_keyword,
                   std::string_view entry, std::string_view what, std::size_t& slot) {
        if (!counted)
            return lexer_.fail(keyword, '\'' + std::string(count_keyword) + "' before '" + std::string(entry) + '\'');
        std::int64_t index = 0;
        if (!lexer_.read_integer(index, what)) return false;
        if (index < 0 || index >= slots.count())
            return lexer_.fail_token(std::string(what) + " in 0.." + std::to_string(slots.count() - 1));
        slot = static_cast<std::size_t>(index);
        if (slots.fill(static_cast<std::int32_t>(index))) return true;
        const std::string_view noun = what.substr(0, what.find(' '));
        return lexer_.fail_found(lexer_.token(), "each " + std::string(noun) + " once",
                                 "second '" + std::string(entry) + ' ' + std::to_string(index) + '\'');
    }

    // Takes entries as long as they are plain and count up, which is nearly always; the loop in read_mesh reads the
    // others and everything that is wrong.
    template <class ReadEntry> void read_quickly(Slots& slots, ReadEntry read_entry) {
        while (slots.next() < slots.count()) {
            QuickScan scan = lexer_.quick();
            if (!read_entry(scan)) return;
            lexer_.accept(scan);
            slots.fill(slots.next());
        }
    }

    bool quick_vert(QuickScan& scan, Mesh& mesh, std::int32_t slot) {
        std::int64_t index = 0, first = 0, count = 0;
        Vertex& vertex = mesh.verts[static_cast<std::size_t>(slot)];
        if (!scan.take("vert") || !scan.read(index) || index != slot || !scan.take('(') ||
            !scan.read(vertex.tex_coord.x) || !scan.read(vertex.tex_coord.y) || !scan.take(')'))
            return false;
        vert_at_[static_cast<std::size_t>(slot)] = scan.cursor();
        if (!scan.read(first) || !scan.read(count) || !std::in_range<std::int32_t>(first) ||
            !std::in_range<std::int32_t>(count))
            return false;
        vertex.first_weight = static_cast<std::int32_t>(first);
        vertex.weight_count = static_cast<std::int32_t>(count);
        return true;
    }

    bool quick_tri(QuickScan& scan, Mesh& mesh, std::int32_t slot) {
        std::int64_t index = 0;
        if (!scan.take("tri") || !scan.read(index) || index != slot) return false;
        for (std::int32_t& corner : mesh.tris[static_cast<std::size_t>(slot)]) {
            if (!scan.read(index) || index < 0 || index >= std::ssize(mesh.verts)) return false;
            corner = static_cast<std::int32_t>(index);
        }
        return true;
    }

    bool quick_weight(QuickScan& scan, Mesh& mesh, std::int32_t slot) {
        std::int64_t index = 0, joint = 0;
        Weight& weight = mesh.weights[static_cast<std::size_t>(slot)];
        if (!scan.take("weight") || !scan.read(index) || index != slot || !scan.read(joint) || joint < 0 ||
            joint >= std::ssize(file_.joints) || !scan.read(weight.bias) || !scan.read(weight.position))
            return false;
        weight.joint = static_cast<std::int32_t>(joint);
        return true;
    }

    bool read_mesh() {
        if (!lexer_.expect('{')) return false;
        Mesh& mesh = file_.meshes.emplace_back();
        mesh.name = lexer_.surface_comment();
        Sections sections(mesh_keywords);
        Slots verts, tris, weights;
        bool has_verts = false, has_tris = false, has_weights = false;
        const bool has_joints = sections_.has("joints");
        vert_at_.clear();
        vertex_references_.clear();
        std::size_t slot = 0;
        Token token;
        for (;;) {
            if (has_verts) read_quickly(verts, [&](QuickScan& scan) { return quick_vert(scan, mesh, verts.next()); });
            if (has_verts && has_tris)
                read_quickly(tris, [&](QuickScan& scan) { return quick_tri(scan, mesh, tris.next()); });
            if (has_weights && has_joints)
                read_quickly(weights, [&](QuickScan& scan) { return quick_weight(scan, mesh, weights.next()); });
            if (!lexer_.next(token)) return false;
            if (token.is("vert")) {
                if (!read_slot(token, verts, has_verts, "numverts", "vert", "vertex index", slot)) return false;
                Vertex& vertex = mesh.verts[slot];
                if (!lexer_.expect('(') || !lexer_.read_number(vertex.tex_coord.x) ||
                    !lexer_.read_number(vertex.tex_coord.y) || !lexer_.expect(')') ||
                    !lexer_.read_int32(vertex.first_weight, "first weight"))
                    return false;
                vert_at_[slot] = lexer_.token();
                if (!lexer_.read_int32(vertex.weight_count, "weight count")) return false;
                if (has_weights && !check_run(mesh, slot)) return false;
            } else if (token.is("tri")) {
                if (!read_slot(token, tris, has_tris, "numtris", "tri", "triangle index", slot)) return false;
                for (std::int32_t& corner : mesh.tris[slot]) {
                    std::int64_t index = 0;
                    if (!lexer_.read_integer(index, "vertex index")) return false;
                    const Reference reference{lexer_.token(), index};
                    if (!has_verts)
                        vertex_references_.push_back(reference);
                    else if (!check_vertex(reference, verts.count()))
                        return false;
                    corner = static_cast<std::int32_t>(index);
                }
            } else if (token.is("weight")) {
                if (!read_slot(token, weights, has_weights, "numweights", "weight", "weight index", slot)) return false;
                Weight& weight = mesh.weights[slot];
                std::int64_t joint = 0;
                if (!lexer_.read_integer(joint, "joint index")) return false;
                const Reference reference{lexer_.token(), joint};
                if (!has_joints)
                    joint_references_.push_back(reference);
                else if (!check_joint(reference))
                    return false;
                weight.joint = static_cast<std::int32_t>(joint);
                if (!lexer_.read_number(weight.bias) || !lexer_.read_vec3(weight.position)) return false;
            } else if (token.is('}')) {
                break;
            } else if (token.is("numverts")) {
                std::int32_t count = 0;
                if (!sections.enter(lexer_, token, "numverts") || !lexer_.read_count(count, "vertex count", least_vert))
                    return false;
                has_verts = true;
                verts.resize(count);
                mesh.verts.resize(static_cast<std::size_t>(count));
                vert_at_.resize(static_cast<std::size_t>(count));
            } else if (token.is("numtris")) {
                std::int32_t count = 0;
                if (!sections.enter(lexer_, token, "numtris") || !lexer_.read_count(count, "triangle count", least_tri))
                    return false;
                has_tris = true;
                tris.resize(count);
                mesh.tris.resize(static_cast<std::size_t>(count));
            } else if (token.is("numweights")) {
                std::int32_t count = 0;
                if (!sections.enter(lexer_, token, "numweights") ||
                    !lexer_.read_count(count, "weight count", least_weight))
                    return false;
                has_weights = true;
                weights.resize(count);
                mesh.weights.resize(static_cast<std::size_t>(count));
            } else if (token.is("shader")) {
                if (!sections.enter(lexer_, token, "shader") || !lexer_.read_text(mesh.shader, "shader")) return false;
            } else if (token.is("name")) {
                if (!sections.enter(lexer_, token, "name") || !lexer_.read_text(mesh.name, "name")) return false;
            } else {
                return lexer_.fail(token, "'name', 'shader', 'numverts', 'vert', 'numtris', 'tri', 'numweights', "
                                          "'weight' or '}'");
            }
        }
        const auto complete = [&](const Slots& slots, std::string_view entry) {
            if (slots.first_empty() >= slots.count()) return true;
            return lexer_.fail(token, '\'' + std::string(entry) + ' ' + std::to_string(slots.first_empty()) + '\'');
        };
        if (!complete(verts, "vert") || !complete(tris, "tri") || !complete(weights, "weight")) return false;
        for (std::size_t v = 0; v < mesh.verts.size(); ++v)
            if (!check_run(mesh, v)) return false;
        for (const Reference& reference : vertex_references_)
            if (!check_vertex(reference, verts.count())) return false;
        if (!sections.has("shader")) lexer_.note(Oddity::no_shader, token.at);
        return true;
    }

    bool check_run(const Mesh& mesh, std::size_t v) {
        const Vertex& vertex = mesh.verts[v];
        const auto weights = static_cast<std::int64_t>(mesh.weights.size());
        const std::int64_t first = vertex.first_weight, count = vertex.weight_count;
        if (first >= 0 && count >= 0 && first + count <= weights) return true;
        return lexer_.fail_found(lexer_.skip_blanks(vert_at_[v]), "weight range within " + std::to_string(weights),
                                 std::to_string(first) + '+' + std::to_string(count));
    }

    std::int32_t joint_count_ = 0, mesh_count_ = 0;
    std::vector<const char*> vert_at_; // before each vertex's `firstWeight` in the mesh being read
    std::vector<Reference> vertex_references_, joint_references_;
};

// A name that a reader finds again, letter by letter, in a `// meshes:` comment.
bool survives_as_remark(std::string_view name) {
    return !is_white_space(name.front()) && !is_white_space(name.back()) && name.find_first_of("\r\n") == name.npos;
}

} // namespace

bool recognise_md5mesh(Bytes bytes) { return recognise_md5(bytes) == Kind::mesh; }

Result<MeshFile> parse_md5mesh(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options) {
    Result<MeshFile> file = MeshReader(bytes, diagnostics, options).read();
    if (file && diagnostics)
        for (std::size_t i = 0; i < file->meshes.size(); ++i) check_biases(*file, i, diagnostics);
    return file;
}

std::string write_md5mesh(const MeshFile& file) {
    TextWriter out(file.commandline);
    std::size_t entries = file.joints.size();
    for (const Mesh& mesh : file.meshes) entries += mesh.verts.size() + mesh.tris.size() + mesh.weights.size();
    out.reserve(entries * 48);

    out << "\nnumJoints " << file.joints.size() << "\nnumMeshes " << file.meshes.size() << "\n\njoints {\n";
    for (const Joint& joint : file.joints) {
        out << '\t';
        out.quoted(joint.name) << '\t' << joint.parent << ' ' << joint.position << ' ' << joint.orientation
                               << "\t\t// ";
        if (static_cast<std::size_t>(joint.parent) < file.joints.size())
            out.remark(file.joints[static_cast<std::size_t>(joint.parent)].name);
        out << '\n';
    }
    out << "}\n";

    for (const Mesh& mesh : file.meshes) {
        out << "\nmesh {\n";
        if (!mesh.name.empty()) {
            if (survives_as_remark(mesh.name)) {
                out << "\t// meshes: " << mesh.name << '\n';
            } else {
                out << "\tname ";
                out.quoted(mesh.name) << '\n';
            }
        }
        out << "\tshader ";
        out.quoted(mesh.shader) << "\n\n\tnumverts " << mesh.verts.size() << '\n';
        std::int64_t index = 0;
        for (const Vertex& vertex : mesh.verts)
            out << "\tvert " << index++ << " ( " << vertex.tex_coord.x << ' ' << vertex.tex_coord.y << " ) "
                << vertex.first_weight << ' ' << vertex.weight_count << '\n';
        out << "\n\tnumtris " << mesh.tris.size() << '\n';
        index = 0;
        for (const Triangle& tri : mesh.tris)
            out << "\ttri " << index++ << ' ' << tri[0] << ' ' << tri[1] << ' ' << tri[2] << '\n';
        out << "\n\tnumweights " << mesh.weights.size() << '\n';
        index = 0;
        for (const Weight& weight : mesh.weights)
            out << "\tweight " << index++ << ' ' << weight.joint << ' ' << weight.bias << ' ' << weight.position
                << '\n';
        out << "}\n";
    }
    return std::move(out).take();
}

template <class Edit> static void edit_texts(MeshFile& file, Edit edit) {
    edit(file.commandline);
    for (Joint& joint : file.joints) edit(joint.name);
    for (Mesh& mesh : file.meshes) {
        edit(mesh.name);
        edit(mesh.shader);
    }
}

Json dump_md5mesh(const MeshFile& file) {
    return dump_document(file, "md5mesh", [](MeshFile& copy, auto edit) { edit_texts(copy, edit); });
}

Result<MeshFile> build_md5mesh(const Json& json) {
    return build_document<MeshFile>(
        json, "md5mesh", [](MeshFile& file, auto edit) { edit_texts(file, edit); }, write_md5mesh, parse_md5mesh);
}

} // namespace ossuary::md5
