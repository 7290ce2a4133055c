#include "cli/play_definition.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/pose_checksum.h"
#include "ossuary/formats/mw3/model.h"

namespace ossuary::cli {

namespace {

using namespace mw3;

Json line_of(const mw3::Notice& notice, Game game) {
    Json line = Json::object();
    line.set("t", std::round(to_seconds(notice.time) * 1e6) / 1e6);
    line.set("type", mw3::name_of(notice.kind));
    line.set("definition", notice.definition->anim_name.text());
    if (notice.sequence) line.set("sequence", notice.sequence->name.text());
    if (!notice.event) return line;
    line.set("event", mw3::name_of(*notice.event));
    Json names = Json::array();
    for (std::string& name : names_in(*notice.event, *notice.definition)) names.push(std::move(name));
    line.set("names", std::move(names));
    line.set("data", dump_event_data(*notice.event, game));
    return line;
}

std::string text_of(const Json& line) {
    std::string text = fmt::format("{:>10.3f}  {}  {}  {}  {}", line["t"].number(), pad(line["type"].string(), 15),
                                   pad(printable(line["definition"].string()), 16),
                                   pad(printable(line["sequence"].string()), 16), line["event"].string());
    for (const Json& name : line["names"].items()) text += fmt::format(" {}", printable(name.string()));
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
}

// The pose in the end, as one number that any step must give.
std::string checksum(const SequencePlayer& player, std::size_t nodes) {
    std::vector<Transformd> pose(nodes);
    player.pose(pose);
    std::vector<Transform> joints;
    for (const Transformd& at : pose) joints.push_back(to_float(at));
    return hex_text(pose_checksum(joints), 16);
}

Result<void> play_file(Session& session, const NamedFile& file, const std::string& name, Ticks duration,
                       const std::function<Ticks()>& next_step, std::uint64_t seed,
                       const std::function<void(const mw3::Notice&)>& also, Diagnostics& diagnostics) {
    const auto parsed = parse_anim(file.bytes, &diagnostics);
    if (!parsed) return Failure(parsed.error());
    const Definition* definition = parsed->find(name);
    if (!definition) {
        std::string names;
        for (const Definition& known : parsed->definitions)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", known.anim_name.text());
        return fail(fmt::format("there is no definition '{}' among {}", name, names));
    }
    const Skeleton nodes = nodes_of(*parsed, *definition);
    SequencePlayer player(*parsed, nodes, {.check_prerequisites = false, .seed = seed}, &diagnostics);
    player.surroundings().player_distance_squared = definition->exec_range[0];
    player.start(*definition);
    const auto print = [&](const Json& line) {
        session.print(session.options.json ? ossuary::print_json(line) + '\n' : text_of(line));
    };
    while (player.now() < duration) {
        const auto advanced = player.advance(std::min(next_step(), duration - player.now()));
        for (const mw3::Notice& notice : player.notices()) {
            print(line_of(notice, parsed->game));
            if (also) also(notice);
        }
        if (!advanced) return advanced;
    }
    Json last = Json::object();
    last.set("t", to_seconds(player.now()));
    last.set("type", "pose");
    last.set("definition", definition->anim_name.text());
    last.set("checksum", checksum(player, nodes.joints.size()));
    if (session.options.json) print(last);
    return {};
}

} // namespace

Result<void> play_definition(Session& session, const std::string& path, const std::string& definition, Ticks duration,
                             const std::function<Ticks()>& next_step, std::uint64_t seed,
                             const std::function<void(const mw3::Notice&)>& also) {
    const auto opened = session.files().open_file(path);
    if (!opened) return Failure(opened.error());
    if (!opened->format->has_definitions)
        return fail(Place{.file = path}, "--def goes with an anim.zbd of MechWarrior 3");
    Diagnostics diagnostics;
    const auto played = play_file(session, opened->file, definition, duration, next_step, seed, also, diagnostics);
    name_file(diagnostics, path);
    session.warn(diagnostics);
    if (!played) return Failure(Error(played.error()).in_file(path));
    return {};
}

} // namespace ossuary::cli
