// The rows of Gothic 1 and 2: models, animations, scripts, textures, worlds and archives.
#include "facts.h"
#include "formats/zengin/archive/vdf_row.h"
#include "formats/zengin/chunks/chunk_layout.h"
#include "formats/zengin/texture/picture_rows.h"
#include "formats/zengin/world/zen_row.h"
#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/image/texture_options.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/outfit.h"
#include "row_open.h"
#include "row_save.h"

namespace ossuary::zengin {

namespace {

// The verbs of a kind of file that takes no options, with the facts of facts.h.
template <auto Parse, auto Write, auto Dump, auto Build> struct Plain : PlainKind<Parse, Write, Dump, Build> {
    static Json facts(const auto& file) { return bytes_as_characters(facts_of(file)); }
};
// The same for files of chunks, whose sizes are put right if that is asked for.
template <auto Parse, auto Write, auto Dump, auto Build> struct Chunked : Plain<Parse, Write, Dump, Build> {
    static auto parse(Bytes bytes, const OptionValues& options, Diagnostics* diagnostics) {
        if (options.flag("lenient"))
            if (const auto mended = with_right_sizes(bytes, diagnostics)) return Parse(*mended, diagnostics);
        return Parse(bytes, diagnostics);
    }
};
struct Man : Chunked<parse_man, write_man, dump_man, build_man> {
    static constexpr std::string_view name = "man";
};
struct Mdh : Chunked<parse_mdh, write_mdh, dump_mdh, build_mdh> {
    static constexpr std::string_view name = "mdh";
};
struct Mdm : Chunked<parse_mdm, write_mdm, dump_mdm, build_mdm> {
    static constexpr std::string_view name = "mdm";
};
struct Mdl : Chunked<parse_mdl, write_mdl, dump_mdl, build_mdl> {
    static constexpr std::string_view name = "mdl";
};
struct Mrm : Chunked<parse_mrm, write_mrm, dump_mrm, build_mrm> {
    static constexpr std::string_view name = "mrm";
};
struct Mmb : Chunked<parse_mmb, write_mmb, dump_mmb, build_mmb> {
    static constexpr std::string_view name = "mmb";
};
struct Msh : Chunked<parse_msh, write_msh, dump_msh, build_msh> {
    static constexpr std::string_view name = "msh";
};
struct Msb : Chunked<parse_msb, write_msb, dump_msb, build_msb> {
    static constexpr std::string_view name = "msb";
};
struct Tex : Plain<parse_tex, write_tex, dump_tex, build_tex> {
    static constexpr std::string_view name = "tex";
};
struct Fnt : Plain<parse_fnt, write_fnt, dump_fnt, build_fnt> {
    static constexpr std::string_view name = "fnt";
};
struct Dat
    : Plain<[](Bytes bytes, Diagnostics* found) { return parse_dat(bytes, found); }, write_dat, dump_dat, build_dat> {
    static constexpr std::string_view name = "dat";
};
struct Mds : Plain<[](Bytes bytes, Diagnostics* found) { return parse_mds(bytes, found); }, write_mds, dump_script,
                   build_script> {
    static constexpr std::string_view name = "mds";
};
struct Mms
    : Plain<[](Bytes bytes, Diagnostics* found) { return parse_mms(bytes, found); }, write_mms, dump_mms, build_mms> {
    static constexpr std::string_view name = "mms";
};
struct Asc {
    static constexpr std::string_view name = "asc";
    static auto parse(Bytes bytes, const OptionValues& options, Diagnostics* diagnostics) {
        return parse_asc(bytes, diagnostics, {.lenient = options.flag("lenient")});
    }
    static std::string write(const AscFile& file) { return write_asc(file); }
    static constexpr auto dump = dump_asc;
    static constexpr auto build = build_asc;
    static Json facts(const AscFile& file) { return bytes_as_characters(facts_of(file)); }
};
struct OutfitKind : PlainKind<parse_outfit, write_outfit, dump_outfit, build_outfit> {
    static constexpr std::string_view name = "outfit";
    static Json facts(const Outfit& outfit, const NamedFile&, const FileLookup& lookup, const OptionValues&) {
        return facts_of(outfit, lookup);
    }
};
struct Zen : PlainKind<[](Bytes bytes, Diagnostics* found) { return parse_zen(bytes, found); }, write_zen, dump_zen,
                       build_zen> {
    static constexpr std::string_view name = "zen";
};
struct VdfKind : PlainKind<[](Bytes bytes, Diagnostics* found) { return parse_vdf(bytes, found); }, write_vdf, dump_vdf,
                           build_vdf> {
    static constexpr std::string_view name = "vdf";
};

// ---- what the bytes begin with

bool is_compiled_script(Bytes bytes) {
    return recognise_msb(bytes) && first_chunk(bytes).size == first_chunk(bytes).payload.size();
}

std::vector<std::string> shipped_as(std::string_view name) {
    const auto kind = visual_kind(name);
    return kind ? candidates(*kind, name) : std::vector<std::string>();
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
constexpr std::string_view outfit_extensions[] = {".outfit"};
constexpr std::string_view dat_extensions[] = {".dat"};
constexpr std::string_view tex_extensions[] = {".tex"};
constexpr std::string_view fnt_extensions[] = {".fnt"};
constexpr std::string_view zen_extensions[] = {".zen", ".pml", ".sav"};
constexpr std::string_view vdf_extensions[] = {".vdf", ".mod"};

constexpr std::string_view game = "Gothic";

constexpr Option lenient_option{.name = "lenient",
                                .help = "Take files with wrong counts and missing parts, with warnings",
                                .scope = OptionScope::file};
constexpr Option model_options[] = {opaque_option};
constexpr Option part_options[] = {lenient_option, opaque_option};
constexpr Option outfit_options[] = {
    lenient_option,
    opaque_option,
    {.name = "body", .kind = OptionKind::text, .value = "ASC", .help = "The body to show, HUM_BODY_NAKED0"},
    {.name = "armor", .kind = OptionKind::text, .value = "ASC", .help = "Armour in place of the body"},
    {.name = "head", .kind = OptionKind::text, .value = "MMS", .help = "The head to put on, HUM_HEAD_BALD"},
    {.name = "slot",
     .kind = OptionKind::text,
     .value = "SLOT=MESH",
     .help = "Put a mesh into a slot, ZS_RIGHTHAND=SWORD.MRM; may be repeated"},
    {.name = "skin", .kind = OptionKind::text, .value = "N", .help = "Which textures the body has, _V0 _V1 …"},
    {.name = "face", .kind = OptionKind::text, .value = "N", .help = "Which textures the head has, _V0 _V1 …"},
    {.name = "color", .kind = OptionKind::text, .value = "N", .help = "The colour of the skin, _C0 _C1 …"}};
constexpr Option gothic1_option{.name = "gothic1", .help = "Write files of the first game (default: the second)"};
constexpr Option saved_options[] = {gothic1_option, frame_rate_option};
constexpr Option saved_clip_options[] = {gothic1_option, frame_rate_option, clip_option};
constexpr Option saved_source_options[] = {frame_rate_option};
constexpr Option saved_asc_options[] = {frame_rate_option, clip_option};

constexpr Format rows[] = {
    with_verbs<Man>({
        .title = "Gothic animation",
        .game = game,
        .extensions = man_extensions,
        .role = Role::clip,
        .one_clip = true,
        .open_options = part_options,
        .save_options = saved_clip_options,
        .recognise = recognise_man,
        .open = open_man,
        .save = save_man,
    }),
    with_verbs<Mdh>({
        .title = "Gothic hierarchy",
        .game = game,
        .extensions = mdh_extensions,
        .open_options = part_options,
        .save_options = saved_options,
        .recognise = recognise_mdh,
        .skeleton_mark = hierarchy_mark,
        .open = open_mdh,
        .save = save_mdh,
    }),
    with_verbs<Mdm>({
        .title = "Gothic model meshes",
        .game = game,
        .extensions = mdm_extensions,
        .joins = true,
        .open_options = part_options,
        .save_options = saved_options,
        .recognise = recognise_mdm,
        .open = open_mdm,
        .save = save_mdm,
    }),
    with_verbs<Mdl>({
        .title = "Gothic model",
        .game = game,
        .extensions = mdl_extensions,
        .open_options = part_options,
        .save_options = saved_options,
        .recognise = recognise_mdl,
        .skeleton_mark = hierarchy_mark,
        .open = open_mdl,
        .save = save_mdl,
    }),
    with_verbs<Mrm>({
        .title = "Gothic multi-resolution mesh",
        .game = game,
        .extensions = mrm_extensions,
        .has_bones = false,
        .open_options = part_options,
        .save_options = saved_options,
        .recognise = recognise_mrm,
        .open = open_mrm,
        .save = save_mrm,
    }),
    with_verbs<Mmb>({
        .title = "Gothic morph mesh",
        .game = game,
        .extensions = mmb_extensions,
        .has_bones = false,
        .open_options = part_options,
        .save_options = saved_options,
        .recognise = recognise_mmb,
        .open = open_mmb,
        .save = save_mmb,
    }),
    only_in_full_module(with_verbs<Msh>({
        .title = "Gothic plain mesh",
        .game = game,
        .extensions = msh_extensions,
        .has_bones = false,
        .open_options = part_options,
        .recognise = recognise_msh,
        .open = open_msh,
    })),
    with_verbs<Msb>({
        .title = "Gothic model script, compiled",
        .game = game,
        .extensions = msb_extensions,
        .is_script = true,
        .open_options = outfit_options,
        .save_options = saved_options,
        .recognise = is_compiled_script,
        .open = open_msb,
        .save = save_msb,
    }),
    with_verbs<Mds>({
        .title = "Gothic model script",
        .game = game,
        .extensions = mds_extensions,
        .is_text = true,
        .is_script = true,
        .open_options = outfit_options,
        .save_options = saved_source_options,
        .recognise = recognise_mds,
        .shipped_as = shipped_as,
        .open = open_mds,
        .save = save_mds,
    }),
    only_in_full_module(with_verbs<Mms>({
        .title = "Gothic morph script",
        .game = game,
        .extensions = mms_extensions,
        .is_text = true,
        .has_bones = false,
        .open_options = model_options,
        .recognise = recognise_mms,
        .open = open_mms,
    })),
    only_in_full_module(with_verbs<Asc>({
        .title = "Gothic ASCII export",
        .game = game,
        .extensions = asc_extensions,
        .is_text = true,
        .joins = true,
        .open_options = part_options,
        .save_options = saved_asc_options,
        .recognise = recognise_asc,
        .open = open_asc,
        .save = save_asc,
    })),
    only_in_full_module(with_verbs<OutfitKind>({
        .title = "Gothic outfit",
        .game = game,
        .extensions = outfit_extensions,
        .is_text = true,
        .is_script = true,
        .open_options = part_options,
        .recognise = recognise_outfit,
        .open = open_outfit,
    })),
    only_in_full_module(with_verbs<Dat>({
        .title = "Gothic script, compiled",
        .game = game,
        .extensions = dat_extensions,
        .recognise = recognise_dat,
    })),
    with_verbs<Tex>({
        .title = "Gothic texture",
        .game = game,
        .extensions = tex_extensions,
        .role = Role::picture,
        .save_options = image::texture_options,
        .recognise = recognise_tex,
        .open = open_tex,
        .save = save_tex,
    }),
    only_in_full_module(with_verbs<Fnt>({
        .title = "Gothic font",
        .game = game,
        .extensions = fnt_extensions,
        .role = Role::picture,
        .recognise = recognise_fnt,
        .open = open_fnt,
    })),
    only_in_full_module(with_verbs<Zen>({
        .title = "Gothic world or archive",
        .game = game,
        .extensions = zen_extensions,
        .has_bones = false,
        .open_options = model_options,
        .recognise = recognise_zen,
        .info = info_zen,
        .values = values_of_zen,
        .open = open_zen,
    })),
    with_verbs<VdfKind>({
        .title = "Gothic archive",
        .game = game,
        .extensions = vdf_extensions,
        .recognise = recognise_vdf,
        .info = info_vdf,
        .values = values_of_vdf,
        .mount = mount_vdf,
        .members = members_of_vdf,
    }),
};

} // namespace

} // namespace ossuary::zengin

namespace ossuary {

std::span<const Format> zengin_rows() { return zengin::rows; }

} // namespace ossuary
