// The battle models and animations of Shining Force III.
#include <memory>

#include "assets/row_verbs.h"
#include "assets/rows.h"
#include "assets/sf3_open.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/png.h"
#include "ossuary/formats/sf3/model.h"

namespace ossuary {

namespace {

using namespace sf3;

template <auto Parse, auto Write, auto Dump, auto Build> struct Verbs {
    static auto parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) { return Parse(bytes, diagnostics); }
    static constexpr auto write = Write;
    static constexpr auto dump = Dump;
    static constexpr auto build = Build;
};
struct X8pc : Verbs<parse_x8pc, write_x8pc, dump_x8pc, build_x8pc> {
    static constexpr std::string_view name = "x8pc";
    static Json facts(const ModelFile& file, const NamedFile&, const FileLookup&, const OpenOptions& options) {
        return facts_of(file, tick_rate(options));
    }
};
struct X8an : Verbs<parse_x8an, write_x8an, dump_x8an, build_x8an> {
    static constexpr std::string_view name = "x8an";
    static Json facts(const AnimationFile& file, const NamedFile& named, const FileLookup& lookup, const OpenOptions&) {
        return facts_of(file, models_beside(named, file, lookup));
    }
};
struct Container : Verbs<parse_x8pc_container, write_x8pc_container, dump_x8pc_container, build_x8pc_container> {
    static constexpr std::string_view name = "x8pc-container";
    static Json facts(const ContainerFile& file, const NamedFile&, const FileLookup&, const OpenOptions&) {
        return facts_of(file);
    }
};

template <class Kind>
Result<Json> info(const NamedFile& file, const FileLookup& lookup, const OpenOptions& options,
                  Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    return joined(file_facts(file), Kind::facts(*parsed, file, lookup, options));
}

// ---- what lies within

// Textures as PNG files.
Result<std::vector<Member>> texture_members(const NamedFile& file, const OpenOptions&, Diagnostics* diagnostics) {
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
Result<std::vector<Member>> block_members(const NamedFile& file, const OpenOptions&, Diagnostics*) {
    const auto size = block_size(file.bytes);
    if (!size) return fail("E_CHUNK_RANGE: there are not two or more models of equal size");
    std::vector<Member> members;
    for (std::size_t at = 0; at < file.bytes.size(); at += *size) {
        const Bytes block = Bytes(file.bytes).subspan(at, *size);
        members.push_back({std::string(file_stem(file.name)) + '-' + std::to_string(members.size()) + ".bin",
                           [block]() -> Result<ByteBuffer> { return ByteBuffer(block.begin(), block.end()); }});
    }
    return members;
}

Result<void> refuse_container(const NamedFile& file, Model&, const FileLookup&, const OpenOptions&, Diagnostics*) {
    return fail("holds " + std::to_string(file.bytes.size() / block_size(file.bytes).value_or(file.bytes.size())) +
                " models; 'extract' takes them out");
}

constexpr std::string_view extensions[] = {".bin"};
constexpr std::string_view game = "Shining Force III";

constexpr Format rows[] = {
    {
        .name = X8pc::name,
        .title = "Shining Force III battle model",
        .game = game,
        .extensions = extensions,
        .prefix = "x8pc",
        .role = Role::model,
        .recognise = [](Bytes bytes) { return is_x8pc(bytes) && !block_size(bytes); },
        .info = info<X8pc>,
        .dump = dump_row<X8pc>,
        .build = build_row<X8pc>,
        .values = row_values<X8pc>,
        .rewrite = rewrite_row<X8pc>,
        .members = texture_members,
        .open = open_x8pc,
        .save = save_x8pc,
    },
    {
        .name = X8an::name,
        .title = "Shining Force III battle animations",
        .game = game,
        .extensions = extensions,
        .prefix = "x8an",
        .role = Role::clip,
        .recognise = is_x8an,
        .info = info<X8an>,
        .dump = dump_row<X8an>,
        .build = build_row<X8an>,
        .values = row_values<X8an>,
        .rewrite = rewrite_row<X8an>,
        .open = open_x8an,
        .save = save_x8an,
    },
    {
        .name = Container::name,
        .title = "Shining Force III battle models in one file",
        .game = game,
        .extensions = extensions,
        .prefix = "x8pc",
        .role = Role::model,
        .recognise = [](Bytes bytes) { return block_size(bytes).has_value(); },
        .info = info<Container>,
        .dump = dump_row<Container>,
        .build = build_row<Container>,
        .values = row_values<Container>,
        .rewrite = rewrite_row<Container>,
        .members = block_members,
        .open = refuse_container,
    },
};

} // namespace

std::span<const Format> sf3_rows() { return rows; }

} // namespace ossuary
