// The rows of the battle models and animations of Shining Force III.
#include <memory>

#include "formats/sf3/row_open.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/sf3/model.h"

namespace ossuary::sf3 {

namespace {

struct X8pc : PlainKind<parse_x8pc, write_x8pc, dump_x8pc, build_x8pc> {
    static constexpr std::string_view name = "x8pc";
    static Json facts(const ModelFile& file, const NamedFile&, const FileLookup&, const OptionValues& options) {
        return facts_of(file, tick_rate(options));
    }
};
struct X8an : PlainKind<parse_x8an, write_x8an, dump_x8an, build_x8an> {
    static constexpr std::string_view name = "x8an";
    static Json facts(const AnimationFile& file, const NamedFile& named, const FileLookup& lookup,
                      const OptionValues&) {
        return facts_of(file, models_beside(named, file, lookup));
    }
};
struct Container : PlainKind<parse_x8pc_container, write_x8pc_container, dump_x8pc_container, build_x8pc_container> {
    static constexpr std::string_view name = "x8pc-container";
    static Json facts(const ContainerFile& file, const NamedFile&, const FileLookup&, const OptionValues&) {
        return facts_of(file);
    }
};

// ---- what lies within

// Textures as PNG files.
Result<std::vector<Member>> texture_members(const NamedFile& file, const OptionValues&, Diagnostics* diagnostics) {
    auto parsed = parse_x8pc(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto textures = std::make_shared<const std::vector<Texture>>(std::move(parsed->textures));
    std::vector<Member> members;
    for (std::size_t t = 0; t < textures->size(); ++t) {
        const std::string name = std::string(t < 10 ? "texture_0" : "texture_") + std::to_string(t);
        members.push_back(
            {name + ".png", [textures, t, name] { return image::write_png(to_image((*textures)[t], name)); }});
    }
    return members;
}

// The models of a container as files of their own.
Result<std::vector<Member>> block_members(const NamedFile& file, const OptionValues&, Diagnostics*) {
    const auto size = block_size(file.bytes);
    if (!size) return fail("E_CHUNK_RANGE: there are not two or more models of equal size");
    std::vector<Member> members;
    for (std::size_t at = 0; at < file.bytes.size(); at += *size) {
        const SharedBytes block = file.bytes.part(at, *size);
        members.push_back({std::string(file_stem(file.name)) + '-' + std::to_string(members.size()) + ".bin",
                           [block]() -> Result<ByteBuffer> { return block.to_buffer(); }});
    }
    return members;
}

Result<void> refuse_container(const NamedFile& file, Model&, const FileLookup&, const OptionValues&, Diagnostics*) {
    const auto size = block_size(file.bytes);
    if (!size) return fail("E_CHUNK_RANGE: there are not two or more models of equal size");
    return fail("holds " + std::to_string(file.bytes.size() / *size) + " models; 'extract' takes them out");
}

constexpr std::string_view extensions[] = {".bin"};
constexpr std::string_view game = "Shining Force III";
constexpr Option open_options[] = {{.name = "tick-rate",
                                    .kind = OptionKind::number,
                                    .value = "N",
                                    .help = "Ticks per second, which the files do not say (default: 30)",
                                    .scope = OptionScope::file}};
constexpr Option save_options[] = {frame_rate_option};

constexpr Format rows[] = {
    only_in_full_module(with_verbs<X8pc>({
        .title = "Shining Force III battle model",
        .game = game,
        .extensions = extensions,
        .prefix = "x8pc",
        .role = Role::model,
        .open_options = open_options,
        .save_options = save_options,
        .recognise = [](Bytes bytes) { return recognise_x8pc(bytes) && !block_size(bytes); },
        .members = texture_members,
        .open = open_x8pc,
        .save = save_x8pc,
    })),
    only_in_full_module(with_verbs<X8an>({
        .title = "Shining Force III battle animations",
        .game = game,
        .extensions = extensions,
        .prefix = "x8an",
        .role = Role::clip,
        .open_options = open_options,
        .save_options = save_options,
        .recognise = recognise_x8an,
        .open = open_x8an,
        .save = save_x8an,
    })),
    only_in_full_module(with_verbs<Container>({
        .title = "Shining Force III battle models in one file",
        .game = game,
        .extensions = extensions,
        .prefix = "x8pc",
        .role = Role::model,
        .recognise = [](Bytes bytes) { return block_size(bytes).has_value(); },
        .members = block_members,
        .open = refuse_container,
    })),
};

} // namespace

} // namespace ossuary::sf3

namespace ossuary {

std::span<const Format> sf3_rows() { return sf3::rows; }

} // namespace ossuary
