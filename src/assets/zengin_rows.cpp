// The model and animation files of Gothic 1 and 2.
#include "assets/elsewhere.h"
#include "assets/row_verbs.h"
#include "assets/rows.h"
#include "assets/zengin_info.h"
#include "assets/zengin_open.h"
#include "assets/zengin_pictures.h"
#include "assets/zengin_save.h"
#include "assets/zengin_world.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

using namespace zengin;

// The four verbs of a kind of file. Those of binary kinds are the room's own.
template <auto Parse, auto Write, auto Dump, auto Build> struct Binary {
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) { return Parse(bytes, diagnostics); }
    static constexpr bool is_text = false;
    static constexpr auto write = Write;
    static constexpr auto dump = Dump;
    static constexpr auto build = Build;
};
struct Man : Binary<parse_man, write_man, dump_man, build_man> {
    static constexpr std::string_view name = "man";
};
struct Mdh : Binary<parse_mdh, write_mdh, dump_mdh, build_mdh> {
    static constexpr std::string_view name = "mdh";
};
struct Mdm : Binary<parse_mdm, write_mdm, dump_mdm, build_mdm> {
    static constexpr std::string_view name = "mdm";
};
struct Mdl : Binary<parse_mdl, write_mdl, dump_mdl, build_mdl> {
    static constexpr std::string_view name = "mdl";
};
struct Mrm : Binary<parse_mrm, write_mrm, dump_mrm, build_mrm> {
    static constexpr std::string_view name = "mrm";
};
struct Mmb : Binary<parse_mmb, write_mmb, dump_mmb, build_mmb> {
    static constexpr std::string_view name = "mmb";
};
struct Msh : Binary<parse_msh, write_msh, dump_msh, build_msh> {
    static constexpr std::string_view name = "msh";
};
struct Msb : Binary<parse_msb, write_msb, dump_msb, build_msb> {
    static constexpr std::string_view name = "msb";
};
struct Dat {
    static constexpr std::string_view name = "dat";
    static constexpr bool is_text = false;
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
        return parse_dat(bytes, diagnostics);
    }
    static constexpr auto write = write_dat;
    static constexpr auto dump = dump_dat;
    static constexpr auto build = build_dat;
};
struct Tex : Binary<parse_tex, write_tex, dump_tex, build_tex> {
    static constexpr std::string_view name = "tex";
};
struct Fnt : Binary<parse_fnt, write_fnt, dump_fnt, build_fnt> {
    static constexpr std::string_view name = "fnt";
};
struct Mds {
    static constexpr std::string_view name = "mds";
    static constexpr bool is_text = true;
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
        return parse_mds(bytes, diagnostics);
    }
    static ByteBuffer write(const Script& script) { return to_buffer(write_mds(script)); }
    static constexpr auto dump = dump_script;
    static constexpr auto build = build_script;
};
struct Mms {
    static constexpr std::string_view name = "mms";
    static constexpr bool is_text = true;
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
        return parse_mms(bytes, diagnostics);
    }
    static ByteBuffer write(const MorphScript& script) { return to_buffer(write_mms(script)); }
    static constexpr auto dump = dump_mms;
    static constexpr auto build = build_mms;
};
struct Zen {
    static constexpr std::string_view name = "zen";
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
        return parse_zen(bytes, diagnostics);
    }
    static constexpr auto write = write_zen;
    static constexpr auto dump = dump_zen;
    static constexpr auto build = build_zen;
};
struct Asc {
    static constexpr std::string_view name = "asc";
    static constexpr bool is_text = true;
    static auto parse(Bytes bytes, const OpenOptions& options, Diagnostics* diagnostics) {
        return parse_asc(bytes, diagnostics, {.lenient = options.lenient});
    }
    static ByteBuffer write(const AscFile& file) { return to_buffer(write_asc(file)); }
    static constexpr auto dump = dump_asc;
    static constexpr auto build = build_asc;
};

template <class Kind>
Result<Json> info(const NamedFile& file, const FileLookup&, const OpenOptions& options, Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    return joined(file_facts(file), bytes_as_characters(facts_of(*parsed)));
}

// ---- what the bytes begin with

struct ChunkHead {
    std::uint16_t type = 0;
    std::uint32_t size = 0;
    Bytes payload; // what is there of it
};

ChunkHead first_chunk(Bytes bytes) {
    if (bytes.size() < 6) return {};
    const auto size = load<std::uint32_t>(bytes.data() + 2, Endian::little);
    const Bytes rest = bytes.subspan(6);
    return {load<std::uint16_t>(bytes.data(), Endian::little), size,
            rest.first(std::min<std::size_t>(size, rest.size()))};
}

template <class T> bool begins_with(const ChunkHead& chunk, T value) {
    return chunk.payload.size() >= sizeof(T) && load<T>(chunk.payload.data(), Endian::little) == value;
}

constexpr std::uint32_t hierarchy_version = 3, model_mesh_version = 0x04030506;

bool begins_as_hierarchy(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xd100 && begins_with(head, hierarchy_version);
}
// A hierarchy goes on as a model if the chunks of a mesh follow.
bool has_mesh_chunks(Bytes bytes) {
    ChunkReader file(bytes);
    while (file.next())
        if (file.type() == ChunkType{0xd000}) return true;
    return false;
}

bool is_man(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xa000 && head.size == 0 && first_chunk(bytes.subspan(6)).type == 0xa020;
}
bool is_mdh(Bytes bytes) { return begins_as_hierarchy(bytes) && !has_mesh_chunks(bytes); }
bool is_mdl(Bytes bytes) { return begins_as_hierarchy(bytes) && has_mesh_chunks(bytes); }
bool is_mdm(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xd000 && begins_with(head, model_mesh_version);
}
bool is_mrm(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xb100 && (begins_with(head, gothic1_mesh) || begins_with(head, gothic2_mesh) ||
                                   begins_with(head, gothic2_early_mesh));
}
bool is_mmb(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xe000 && head.size == 0 && first_chunk(bytes.subspan(6)).type == 0xe020;
}
bool is_msh(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xb000 && (begins_with(head, gothic1_plain_mesh) || begins_with(head, gothic2_plain_mesh));
}
bool is_tex(Bytes bytes) { return as_text(bytes).starts_with("ZTEX"); }
bool is_fnt(Bytes bytes) { return as_text(bytes).starts_with("1\n") && parse_fnt(bytes); }
bool is_compiled_script(Bytes bytes) {
    return is_msb(bytes) && first_chunk(bytes).size == first_chunk(bytes).payload.size();
}

// ---- the rows

constexpr std::string_view man_extensions[] = {".man"};
constexpr std::string_view mdh_extensions[] = {".mdh"};
constexpr std::string_view mdm_extensions[] = {".mdm"};
constexpr std::string_view mdl_extensions[] = {".mdl"};
constexpr std::string_view mrm_extensions[] = {".mrm"};
constexpr std::string_view mmb_extensions[] = {".mmb"};
constexpr std::string_view msh_extensions[] = {".msh"};
constexpr std::string_view msb_extensions[] = {".msb"};
constexpr std::string_view mds_extensions[] = {".mds"};
constexpr std::string_view mms_extensions[] = {".mms"};
constexpr std::string_view asc_extensions[] = {".asc"};
constexpr std::string_view dat_extensions[] = {".dat"};
constexpr std::string_view tex_extensions[] = {".tex"};
constexpr std::string_view fnt_extensions[] = {".fnt"};
constexpr std::string_view zen_extensions[] = {".zen", ".pml", ".sav"};

template <class Kind>
constexpr Format row(std::string_view title, std::span<const std::string_view> extensions, bool (*recognise)(Bytes),
                     decltype(Format::open) open = nullptr, decltype(Format::save) save = nullptr,
                     Role role = Role::model) {
    return {
        .name = Kind::name,
        .title = title,
        .game = "Gothic",
        .extensions = extensions,
        .is_text = Kind::is_text,
        .role = role,
        .one_clip = role == Role::clip,
        .recognise = recognise,
        .info = info<Kind>,
        .dump = dump_row<Kind>,
        .build = build_row<Kind>,
        .values = row_values<Kind>,
        .rewrite = rewrite_row<Kind>,
        .open = open,
        .save = save,
    };
}

// An archive tells about itself in other words than the files of one kind.
constexpr Format zen_row{
    .name = Zen::name,
    .title = "Gothic world or archive",
    .game = "Gothic",
    .extensions = zen_extensions,
    .recognise = is_zen,
    .info = info_zen,
    .dump = dump_row<Zen>,
    .build = build_row<Zen>,
    .values = values_of_zen,
    .rewrite = rewrite_row<Zen>,
    .open = open_zen,
};

constexpr Format rows[] = {
    row<Man>("Gothic animation", man_extensions, is_man, open_man, save_man, Role::clip),
    row<Mdh>("Gothic hierarchy", mdh_extensions, is_mdh, open_mdh, save_mdh),
    row<Mdm>("Gothic model meshes", mdm_extensions, is_mdm, open_mdm, save_mdm),
    row<Mdl>("Gothic model", mdl_extensions, is_mdl, open_mdl, save_mdl),
    row<Mrm>("Gothic multi-resolution mesh", mrm_extensions, is_mrm, open_mrm, save_mrm),
    row<Mmb>("Gothic morph mesh", mmb_extensions, is_mmb, open_mmb, save_mmb),
    row<Msh>("Gothic plain mesh", msh_extensions, is_msh, open_msh),
    row<Msb>("Gothic model script, compiled", msb_extensions, is_compiled_script, open_msb, save_msb),
    row<Mds>("Gothic model script", mds_extensions, is_mds, open_mds, save_mds),
    in_larger_module(row<Mms>("Gothic morph script", mms_extensions, is_mms, open_mms)),
    in_larger_module(row<Asc>("Gothic ASCII export", asc_extensions, is_asc, open_asc, save_asc)),
    in_larger_module(row<Dat>("Gothic script, compiled", dat_extensions, is_dat)),
    row<Tex>("Gothic texture", tex_extensions, is_tex, open_tex, save_tex, Role::picture),
    in_larger_module(row<Fnt>("Gothic font", fnt_extensions, is_fnt, open_fnt, nullptr, Role::picture)),
    in_larger_module(zen_row),
};

} // namespace

std::span<const Format> zengin_rows() { return rows; }

} // namespace ossuary
