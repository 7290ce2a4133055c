#include "cli/play_log.h"

#include <cmath>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/math.h"
#include "ossuary/base/pose_checksum.h"
#include "ossuary/model/event.h"

namespace ossuary::cli {

using namespace anim;

namespace {

// To the millionth, and never -0.
double rounded(double value) { return std::round(value * 1e6) / 1e6 + 0.0; }

// The frame of the pass, as the source counts where it does.
double frame_of(const Notice& notice) {
    if (notice.event && notice.event->event->frame >= 0 && notice.kind == NoticeKind::event)
        return notice.event->event->frame;
    const Move& move = *notice.move;
    Ticks within = notice.position;
    if (move.repeats && move.period > Ticks::zero()) {
        within = notice.position % move.period;
        if (within < Ticks::zero()) within += move.period;
    }
    return rounded(to_seconds(within) * move.frame_rate);
}

template <class T> Json vector_json(const T& value) {
    Json list = Json::array();
    for (std::size_t i = 0; i < T::size; ++i) list.push(rounded(value[i]));
    return list;
}

// The rotation with w not negative: q and -q are one.
void put_placement(Json& line, const Placement& at) {
    line.set("position", vector_json(at.position));
    line.set("rotation", vector_json(at.rotation.w < 0 ? -at.rotation : at.rotation));
}

bool moves(const Placement& way) { return length(way.position) > 1e-6 || std::abs(way.rotation.w) < 1 - 1e-12; }

Json line_of(Ticks time, std::string_view type) {
    Json line = Json::object();
    line.set("t", rounded(to_seconds(time)));
    line.set("type", type);
    return line;
}

// `name=value`, for what a line says beside its time, type, clip and layer.
std::string details(const Json& line) {
    std::string text;
    for (const Json::Member& member : line.members()) {
        if (member.name == "t" || member.name == "type" || member.name == "clip" || member.name == "layer") continue;
        const std::string value =
            member.value.is_string() ? std::string(member.value.string()) : ossuary::print_json(member.value);
        text += fmt::format("{}{}={}", text.empty() ? "" : "  ", member.name, printable(value));
    }
    return text;
}

} // namespace

void PlayLog::write(const Json& line) {
    if (session_.options.json) return session_.print(ossuary::print_json(line) + '\n');
    const Json* layer = line.find("layer");
    const std::string text = fmt::format("{:>10.3f}  {}  {}  {}  {}", line["t"].number(), pad(line["type"].string(), 9),
                                         pad_left(layer ? std::to_string(layer->integer()) : "", 2),
                                         pad(printable(line["clip"].string()), 20), details(line));
    session_.print(text.substr(0, text.find_last_not_of(' ') + 1) + '\n');
}

void PlayLog::notice(const Notice& notice) {
    using Kind = NoticeKind;
    Json line = line_of(notice.time, name_of(notice.kind));
    line.set("clip", notice.move->name);
    line.set("layer", notice.layer);
    line.set("frame", frame_of(notice));
    if (notice.pass != 0) line.set("pass", notice.pass);
    if (notice.step != 0) line.set("step", notice.step);
    if (notice.event) {
        const EventData& data = notice.event->event->data;
        line.set("event", kind_of(data));
        const Json fields = fields_of(data);
        for (const Json::Member& field : fields.members()) line.append(field.name, field.value);
    }
    write(line);
    if ((notice.kind != Kind::loop && notice.kind != Kind::stop) || !moves(notice.root)) return;
    Json root = line_of(notice.time, "root");
    root.set("clip", notice.move->name);
    root.set("layer", notice.layer);
    put_placement(root, notice.root);
    write(root);
}

void PlayLog::command(Ticks time, const Command& command, const Outcome& outcome) {
    Json line = line_of(time, "command");
    if (outcome.move) {
        line.set("clip", outcome.move->name);
        line.set("layer", outcome.move->layer);
    }
    std::string words = command.verb;
    for (const std::string& word : command.words) words += ' ' + word;
    line.set("command", words);
    line.set("verdict", name_of(outcome.verdict));
    if (outcome.verdict == Verdict::missing) {
        Json tried = Json::array();
        for (const anim::Candidate& candidate : outcome.answer.tried) tried.push(candidate.name);
        line.set("tried", std::move(tried));
    }
    write(line);
}

void PlayLog::pose(const Player& player) {
    std::vector<JointBlock> pose = make_pose(player.rig().joint_count());
    player.pose(pose);
    std::vector<Transform> joints;
    for (std::size_t joint = 0; joint < player.rig().joint_count(); ++joint) joints.push_back(get_joint(pose, joint));
    Json line = line_of(player.now(), "pose");
    line.set("checksum", hex_text(pose_checksum(joints), 16));
    write(line);
}

void PlayLog::end(const Player& player) {
    Json line = line_of(player.now(), "root");
    put_placement(line, player.travelled());
    write(line);
}

} // namespace ossuary::cli
