#include "cli/npc.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/zengin/outfit.h"

namespace ossuary::cli {

namespace {

constexpr std::string_view usual_script = "GOTHIC.DAT";

// A script with its index.
struct GameScript {
    zengin::DatFile file;
    std::optional<zengin::DatIndex> index;
};

Result<std::shared_ptr<GameScript>> read_script(Session& session, const std::string& path) {
    const std::string wanted = path.empty() ? std::string(usual_script) : path;
    const auto bytes = session.files().read(wanted);
    if (!bytes) return Failure(bytes.error());
    Diagnostics found;
    auto parsed = zengin::parse_dat(*bytes, &found);
    name_file(found, wanted);
    session.warn(found);
    if (!parsed) return Failure(Error(parsed.error()).in_file(wanted));
    auto script = std::make_shared<GameScript>();
    script->file = std::move(*parsed);
    script->index.emplace(script->file);
    return script;
}

Result<zengin::Outfit> outfit_of(Session& session, const NpcChoice& choice, const std::string& path) {
    const auto script = read_script(session, path);
    if (!script) return Failure(script.error());
    const zengin::DatIndex& index = *(*script)->index;
    zengin::Wardrobe wardrobe(index);
    const auto npc = index.find(choice.name);
    const std::vector<std::uint32_t> people = wardrobe.people();
    if (!npc || std::ranges::find(people, *npc) == people.end()) {
        std::vector<std::string> names;
        for (const std::uint32_t person : people) names.push_back(to_utf8((*script)->file.symbols[person].name));
        if (names.empty()) return fail("the script has no people (instances of C_NPC)");
        return no_such("person", choice.name, names);
    }
    Diagnostics found;
    auto outfit = wardrobe.outfit(*npc, {.stowed = choice.stowed}, &found);
    name_file(found, choice.name);
    session.warn(found);
    if (!outfit) return Failure(Error(outfit.error()).in_file(choice.name));
    return outfit;
}

bool is_listed(std::string_view name, const std::vector<std::string>& globs) {
    return globs.empty() ||
           std::ranges::any_of(globs, [&](const std::string& glob) { return matches_glob(name, glob); });
}

void print_rows(Session& session, const Json& rows) {
    if (session.options.json) return session.print_json(rows);
    std::string text;
    for (const Json& row : rows.items()) {
        text += fmt::format("{:<32}", printable(row["name"].string()));
        for (const Json::Member& member : row.members())
            if (member.name != "name" && member.value.is_string() && !member.value.string().empty())
                text += fmt::format("  {}: {}", member.name, printable(member.value.string()));
        text += '\n';
    }
    session.print(text);
}

} // namespace

void add_npc_options(Verb& verb, NpcChoice& choice) {
    verb.add(
        "People",
        {{.names = "--npc",
          .field = choice.name,
          .help = "A character by its name in the scripts of a --game: body, head, armour, weapons and clips",
          .value = "NAME"},
         {.names = "--stowed", .field = choice.stowed, .help = "Weapons on belt and back (default: in the hands)"}});
}

Result<void> settle_npc(Session& session, const NpcChoice& choice, std::vector<std::string>& paths,
                        std::string_view verb) {
    if (choice.name.empty()) {
        if (choice.stowed) throw UsageError{"--stowed goes with --npc"};
        if (paths.empty())
            throw UsageError{
                fmt::format("{0} needs PATH…, as in: ossuary {0} hero.glb, or --npc NAME and --game DIR", verb)};
        return {};
    }
    if (session.mounting.empty()) throw UsageError{"--npc wants --game or --mount, where the scripts and models are"};
    if (paths.size() > 1) throw UsageError{"--npc takes one path at most, that of the script"};
    const auto outfit = outfit_of(session, choice, paths.empty() ? std::string() : paths.front());
    if (!outfit) return Failure(outfit.error());
    const std::string path = outfit->name + ".outfit";
    session.files().add(path, SharedBytes(to_buffer(zengin::write_outfit(*outfit))));
    paths = {path};
    return {};
}

Result<void> settle_npc_as_glb(Session& session, const NpcChoice& choice, std::vector<std::string>& paths) {
    if (choice.name.empty()) return {};
    if (auto settled = settle_npc(session, choice, paths, ""); !settled) return settled;
    const auto opened = open_model(session, paths, OptionValues(), nullptr);
    if (!opened) return Failure(opened.error());
    auto bytes = gltf::write_glb(*opened->model);
    if (!bytes) return Failure(bytes.error());
    const std::string path = std::string(file_stem(paths.front())) + ".glb";
    session.files().add(path, SharedBytes(std::move(*bytes)));
    paths = {path};
    return {};
}

void list_npcs(Session& session, const std::vector<std::string>& globs, const std::string& path) {
    const auto script = read_script(session, path);
    if (!script) return session.error(script.error());
    zengin::Wardrobe wardrobe(*(*script)->index);
    Json rows = Json::array();
    Diagnostics found;
    for (const std::uint32_t npc : wardrobe.people()) {
        const std::string name = to_utf8((*script)->file.symbols[npc].name);
        if (!is_listed(name, globs)) continue;
        Json row = Json::object();
        row.set("name", name);
        if (const auto outfit = wardrobe.outfit(npc, {}, &found)) {
            for (const auto& [key, value] : {std::pair("script", outfit->script), std::pair("body", outfit->body),
                                             std::pair("armor", outfit->armor), std::pair("head", outfit->head)})
                row.set(key, to_utf8(value));
            for (const zengin::OutfitSlot& slot : outfit->slots) row.set(slot.slot, to_utf8(slot.visual));
        } else {
            row.set("error", outfit.error().message());
        }
        rows.push(std::move(row));
    }
    session.warn(found);
    print_rows(session, rows);
}

void list_items(Session& session, const std::vector<std::string>& globs, const std::string& path) {
    const auto script = read_script(session, path);
    if (!script) return session.error(script.error());
    zengin::Wardrobe wardrobe(*(*script)->index);
    Json rows = Json::array();
    for (const std::uint32_t item : wardrobe.items()) {
        const std::string name = to_utf8((*script)->file.symbols[item].name);
        if (!is_listed(name, globs)) continue;
        Json row = Json::object();
        row.set("name", name);
        if (const auto look = wardrobe.item(item)) {
            row.set("kind", look->kind);
            row.set("visual", to_utf8(look->visual));
            row.set("worn", to_utf8(look->worn));
        } else {
            row.set("error", look.error().message());
        }
        rows.push(std::move(row));
    }
    print_rows(session, rows);
}

} // namespace ossuary::cli
