// One description of the document serves dumping and building: Io is JsonDumper or JsonBuilder.
#include "formats/mw3/in_game_json.h"
#include "formats/mw3/rules.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {

template <class Io> void describe(Io& io, Event& event, Game game) {
    std::string name(name_of(event));
    io("event", name);
    std::optional<std::uint16_t> pad;
    if constexpr (building<Io>) {
        if (!make_event(name, event.data)) return io.stop("there is no event '" + name + "'");
        io("pad", pad);
        event.pad = pad.value_or(0);
    }
    io("start_offset", event.start_offset);
    io("start_time", event.start_time);
    if (!building<Io> && event.pad != 0) io("pad", event.pad);
    visit_event(
        [&]<class T>(T& record) {
            InGame<T> in{record, game};
            io("data", in);
        },
        event);
}

template <class Io> void describe(Io& io, Sequence& sequence, Game game) {
    std::size_t size = 0;
    for (const Event& event : sequence.events) size += size_of(event, game);
    auto events_size = static_cast<std::uint32_t>(size);
    describe_sequence(io, sequence, events_size);
    describe_all(io, "events", sequence.events, game);
}

template <class Io> void describe(Io& io, Definition& d, Game game) {
    Counts counts = counts_of(d);
    describe_definition(io, d, counts, game, [&](Io& at) {
        if (game != Game::pirates_moon) {
            InGame<Sequence> in{*d.reset, game};
            return at("reset", in);
        }
        if constexpr (building<Io>) {
            std::optional<As<Sequence, Game::pirates_moon>> reset;
            at("reset", reset);
            d.reset.reset();
            if (reset) d.reset = std::move(reset->value);
        } else {
            at("reset", d.reset ? JsonDumper::dump(InGame<Sequence>{*d.reset, game}) : Json());
        }
    });
    describe_items(io, "objects", d.objects, game);
    describe_items(io, "nodes", d.nodes, game);
    describe_items(io, "lights", d.lights, game);
    if (game != Game::recoil) describe_items(io, "puffers", d.puffers, game);
    describe_items(io, "dynamic_sounds", d.dynamic_sounds, game);
    describe_items(io, "static_sounds", d.static_sounds, game);
    if (game == Game::recoil) describe_items(io, "effects", d.effects, game);
    describe_items(io, "prereqs", d.prereqs, game);
    describe_items(io, "anim_refs", d.anim_refs, game);
    describe_all(io, "sequences", d.sequences, game);
}

template <class Io> void describe(Io& io, Script& script) {
    auto script_name_length = static_cast<std::uint8_t>(script.script_name.size() + 1);
    auto object_name_length = static_cast<std::uint8_t>(script.object_name.size() + 1);
    auto frame_count = static_cast<std::uint32_t>(script.frames.size());
    auto data_size = static_cast<std::uint32_t>(frames_size(script.frames, Game::pirates_moon));
    describe_script(io, script, script_name_length, object_name_length, frame_count, data_size);
    io("script_name", script.script_name);
    io("object_name", script.object_name);
    io("frames", script.frames);
}

template <class Io> void describe(Io& io, AnimFile& file, Game game) {
    if (game == Game::pirates_moon) io("timestamp", file.timestamp);
    io("toc", file.toc);
    InfoRecord info{file.info, static_cast<std::uint16_t>(file.definitions.size() + 1),
                    static_cast<std::uint32_t>(file.scripts.size())};
    InGame<InfoRecord> info_in{info, game};
    io("info", info_in);
    describe_all(io, "definitions", file.definitions, game);
    if (game == Game::pirates_moon) io("scripts", file.scripts);
}

namespace {

// A file in which everything can be counted in the fields that count it.
std::optional<Error> check_limits(const AnimFile& file) {
    const auto too_many = [](std::string path, std::size_t most) {
        return Error({.field = std::move(path)}, "bad-count: at most " + std::to_string(most) + " fit in a file");
    };
    if (file.definitions.size() > 65534) return too_many("definitions", 65534);
    for (std::size_t i = 0; i < file.definitions.size(); ++i) {
        const Definition& d = file.definitions[i];
        const std::string path = "definitions[" + std::to_string(i) + "].";
        if (d.sequences.size() > 255) return too_many(path + "sequences", 255);
        if (d.prereqs && d.prereqs->size() > 255) return too_many(path + "prereqs", 255);
        if (d.anim_refs && d.anim_refs->size() > 255) return too_many(path + "anim_refs", 255);
        std::string_view long_list;
        const auto list = [&](std::string_view name, const auto& items) {
            if (items && items->size() > 254) long_list = name;
        };
        list("objects", d.objects);
        list("nodes", d.nodes);
        list("lights", d.lights);
        list("puffers", d.puffers);
        list("dynamic_sounds", d.dynamic_sounds);
        list("static_sounds", d.static_sounds);
        list("effects", d.effects);
        if (!long_list.empty()) return too_many(path + std::string(long_list), 254);
    }
    for (std::size_t i = 0; i < file.scripts.size(); ++i)
        if (std::max(file.scripts[i].script_name.size(), file.scripts[i].object_name.size()) > 254)
            return too_many("scripts[" + std::to_string(i) + "].script_name", 254);
    return {};
}

template <Game G> Result<AnimFile> build_for(const Json& json) {
    auto built = JsonBuilder::build<As<AnimFile, G>>(json);
    if (!built) return Failure(built.error());
    built->value.game = G;
    return std::move(built->value);
}

} // namespace

Json dump_event_data(const Event& event, Game game) {
    return visit_event(
        [&]<class T>(const T& record) {
            return JsonDumper::dump(InGame<T>{const_cast<T&>(record), game}); // the dumper only reads
        },
        event);
}

Json dump_anim(const AnimFile& file) {
    Json json = JsonDumper::dump(InGame<AnimFile>{const_cast<AnimFile&>(file), file.game});
    if (file.game == Game::mechwarrior3) return json;
    Json versioned = Json::object();
    versioned.set("version", file.game == Game::recoil ? 28 : 50);
    for (const Json::Member& member : json.members()) versioned.append(member.name, member.value);
    return versioned;
}

Result<AnimFile> build_anim(const Json& json) {
    Json rest = json;
    const std::int64_t version = rest.find("version") ? rest["version"].integer() : 39;
    rest.erase("version");
    auto file = version == 39   ? build_for<Game::mechwarrior3>(rest)
                : version == 28 ? build_for<Game::recoil>(rest)
                : version == 50 ? build_for<Game::pirates_moon>(rest)
                                : Result<AnimFile>(fail({.field = "version"}, "expected 28, 39 or 50"));
    if (!file) return file;
    if (auto error = check_limits(*file)) return Failure(std::move(*error));
    // What could not be read again is not built.
    if (auto again = parse_anim(write_anim(*file)); !again) {
        again.error().place().offset.reset();
        return Failure(again.error());
    }
    return file;
}

} // namespace ossuary::mw3
