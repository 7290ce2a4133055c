#include "ossuary/formats/md5/md5anim.h"
#include "formats/md5/md5anim_layout.h"

#include <algorithm>
#include <bit>

#include "document.h"
#include "file_reader.h"
#include "lexer.h"
#include "ossuary/base/diagnostic.h"
#include "text_writer.h"

namespace ossuary::md5 {

namespace {

constexpr std::string_view anim_keywords[] = {
    "commandline", "numFrames", "numJoints", "frameRate", "numAnimatedComponents",
    "hierarchy",   "bounds",    "baseframe", "frame"};
constexpr std::size_t least_anim_joint = 8, least_frame = 9, least_component = 2;

std::int32_t flag_count(std::int32_t flags) { return std::popcount(static_cast<std::uint32_t>(flags)); }

class AnimReader : public FileReader<AnimReader, AnimFile> {
public:
    AnimReader(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options)
        : FileReader(bytes, diagnostics, options, anim_keywords) {}

private:
    friend FileReader;

    bool read_section(const Token& token) {
        if (token.is("frame")) {
            sections_.pass(lexer_, token, "frame");
            return read_frame(token);
        }
        if (token.is("numFrames")) return read_frame_count(token);
        if (token.is("numJoints")) return read_joint_count(token);
        if (token.is("frameRate")) return sections_.enter(lexer_, token, "frameRate") && read_frame_rate();
        if (token.is("numAnimatedComponents")) return read_component_count(token);
        if (token.is("hierarchy")) return sections_.enter(lexer_, token, "hierarchy") && read_hierarchy();
        if (token.is("bounds")) return sections_.enter(lexer_, token, "bounds") && read_bounds();
        if (token.is("baseframe")) return sections_.enter(lexer_, token, "baseframe") && read_base_frame();
        return lexer_.fail(token, "'numFrames', 'numJoints', 'frameRate', 'numAnimatedComponents', 'hierarchy', "
                                  "'bounds', 'baseframe' or 'frame'");
    }

    // A count must come before what it counts.
    bool enter_count(const Token& token, std::string_view name, std::initializer_list<std::string_view> counted) {
        for (const std::string_view data : counted)
            if (sections_.has(data))
                return lexer_.fail(token, '\'' + std::string(name) + "' before '" + std::string(data) + '\'');
        return sections_.enter(lexer_, token, name);
    }

    bool read_frame_count(const Token& token) {
        if (!enter_count(token, "numFrames", {"bounds", "frame"})) return false;
        return read_positive_count(file_.num_frames, "frame count", "frame", least_frame) &&
               (frame_count_at_ = lexer_.token(), true);
    }

    bool read_joint_count(const Token& token) {
        if (!enter_count(token, "numJoints", {"hierarchy", "baseframe"})) return false;
        return read_positive_count(joint_count_, "joint count", "joint", least_anim_joint);
    }

    bool read_component_count(const Token& token) {
        if (!enter_count(token, "numAnimatedComponents", {"frame"}) ||
            !lexer_.read_count(file_.num_animated_components, "animated component count", least_component))
            return false;
        component_count_at_ = lexer_.token();
        return check_components();
    }

    // Each joint has six values at most, and its run lies within the frame. Called when either side becomes known.
    bool check_components() {
        if (!sections_.has("numAnimatedComponents")) return true;
        const std::int64_t joints = sections_.has("hierarchy") ? std::ssize(file_.hierarchy) : joint_count_;
        if (joints > 0 && file_.num_animated_components > 6 * joints)
            return lexer_.fail_at(component_count_at_, "animated component count in 0.." + std::to_string(6 * joints));
        for (std::size_t i = 0; i < file_.hierarchy.size(); ++i)
            if (!check_run(i)) return false;
        return true;
    }

    bool check_run(std::size_t joint) {
        const HierarchyEntry& entry = file_.hierarchy[joint];
        const std::int64_t first = entry.first_component, count = flag_count(entry.flags);
        if (count == 0 || (first >= 0 && first + count <= file_.num_animated_components)) return true;
        return lexer_.fail_found(run_at_[joint],
                                 "component range within " + std::to_string(file_.num_animated_components),
                                 std::to_string(first) + '+' + std::to_string(count));
    }

    bool read_hierarchy() {
        if (!lexer_.expect('{')) return false;
        file_.hierarchy.reserve(static_cast<std::size_t>(joint_count_));
        Token token;
        std::int32_t roots = 0, components = 0;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.is('}')) break;
            if (token.kind != TokenKind::string && token.kind != TokenKind::word)
                return lexer_.fail(token, "joint name");
            const auto index = std::ssize(file_.hierarchy);
            HierarchyEntry& entry = file_.hierarchy.emplace_back();
            entry.name = token.text;
            std::int64_t parent = 0, flags = 0;
            if (!lexer_.read_integer(parent, "parent index")) return false;
            if (parent < -1 || parent >= index) return lexer_.fail_token("parent index below " + std::to_string(index));
            if (!lexer_.read_integer(flags, "flags")) return false;
            if (flags < 0 || flags > 63) return lexer_.fail_token("flags in 0..63");
            if (!lexer_.read_int32(entry.first_component, "first component")) return false;
            run_at_.push_back(lexer_.token());
            entry.parent = static_cast<std::int32_t>(parent);
            entry.flags = static_cast<std::int32_t>(flags);
            roots += parent < 0;
            components += flag_count(entry.flags);
        }
        const auto joints = std::ssize(file_.hierarchy);
        if (joints == 0) return lexer_.fail(token, "at least 1 joint");
        if (sections_.has("numJoints") && !check_count(token.at, joint_count_, joints, "joints")) return false;
        if (roots > 1) lexer_.warn(token.at, "animation has " + std::to_string(roots) + " root joints");
        // Without a count of their own there are as many components as flags.
        if (!sections_.has("numAnimatedComponents")) file_.num_animated_components = components;
        return check_components() && check_base_frame();
    }

    bool read_bounds() {
        if (!lexer_.expect('{')) return false;
        Token token;
        std::int64_t entries = 0;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.is('}')) break;
            lexer_.put_back(token);
            Bounds box;
            if (!lexer_.read_vec3(box.min) || !lexer_.read_vec3(box.max)) return false;
            if (entries++ < file_.num_frames || !sections_.has("numFrames")) file_.bounds.push_back(box);
        }
        if (sections_.has("numFrames") && entries != file_.num_frames)
            lexer_.warn(token.at,
                        "expected " + std::to_string(file_.num_frames) + " bounds, found " + std::to_string(entries));
        return true;
    }

    bool read_base_frame() {
        if (!lexer_.expect('{')) return false;
        Token token;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.is('}')) break;
            lexer_.put_back(token);
            Placement& placement = file_.base_frame.emplace_back();
            if (!lexer_.read_vec3(placement.position) || !lexer_.read_vec3(placement.orientation)) return false;
            lexer_.check_unit(placement.orientation);
        }
        base_frame_end_ = token.at;
        return check_base_frame();
    }

    bool check_base_frame() {
        if (!sections_.has("hierarchy") || base_frame_end_ == nullptr) return true;
        if (file_.base_frame.size() == file_.hierarchy.size()) return true;
        return lexer_.fail_found(base_frame_end_, std::to_string(file_.hierarchy.size()) + " base frame entries",
                                 std::to_string(file_.base_frame.size()));
    }

    // Makes room for all frames, once their number and size are known and the rest of the file can hold them.
    bool begin_frames(const Token& token) {
        if (!sections_.has("numFrames")) return lexer_.fail(token, "'numFrames' before 'frame'");
        if (!sections_.has("numAnimatedComponents") && !sections_.has("hierarchy"))
            return lexer_.fail(token, "'numAnimatedComponents' before 'frame'");
        const auto frames = static_cast<std::uint64_t>(file_.num_frames);
        const auto components = static_cast<std::uint64_t>(file_.num_animated_components);
        if (frames * components > lexer_.remaining() / least_component)
            return lexer_.fail_at(frame_count_at_, "count that fits in the file");
        file_.components.resize(static_cast<std::size_t>(frames * components));
        seen_.resize(static_cast<std::size_t>(frames));
        return true;
    }

    bool read_frame(const Token& token) {
        if (seen_.empty() && !begin_frames(token)) return false;
        std::int64_t number = 0;
        if (!lexer_.read_integer(number, "frame number")) return false;
        if (number < 0 || number >= file_.num_frames)
            return lexer_.fail_token("frame number in 0.." + std::to_string(file_.num_frames - 1));
        const auto frame = static_cast<std::size_t>(number);
        if (seen_[frame])
            return lexer_.fail_found(lexer_.token(), "each frame once",
                                     "second 'frame " + std::to_string(frame) + '\'');
        seen_[frame] = true;
        if (!lexer_.expect('{')) return false;

        const auto count = static_cast<std::size_t>(file_.num_animated_components);
        std::size_t found = lexer_.read_numbers({file_.components.data() + frame * count, count});
        Token close;
        if (found < count) { // a number was not one: if the frame just ends there, its length is what is wrong
            if (!lexer_.stopped_at('}', close)) return false;
        } else {
            double extra = 0;
            for (;; ++found) {
                if (!lexer_.next(close)) return false;
                if (close.is('}')) break;
                lexer_.put_back(close);
                if (close.kind == TokenKind::end) return lexer_.fail(close, "'}'");
                if (!lexer_.read_number(extra)) return false;
            }
        }
        if (found == count) return true;
        return lexer_.fail_found(close.at, std::to_string(count) + " components in frame " + std::to_string(frame),
                                 std::to_string(found));
    }

    bool finish(const Token& end) {
        if (!require(end, {"numFrames", "hierarchy", "baseframe"})) return false;
        if (!sections_.has("commandline")) lexer_.warn(end.at, "file has no command line");
        if (!sections_.has("frameRate")) lexer_.warn(end.at, "file has no frame rate; 24 is assumed");
        if (!sections_.has("numAnimatedComponents"))
            lexer_.warn(end.at, "file has no component count; as many as flags are assumed");
        if (!sections_.has("bounds")) lexer_.warn(end.at, "file has no bounds");
        if (seen_.empty()) {
            if (!lexer_.lenient()) return lexer_.fail(end, "'frame 0'");
            const auto frames = static_cast<std::uint64_t>(file_.num_frames);
            if (frames * static_cast<std::uint64_t>(file_.num_animated_components) > lexer_.size() / least_component)
                return lexer_.fail_at(frame_count_at_, "count that fits in the file");
            file_.components.resize(static_cast<std::size_t>(file_.num_frames) *
                                    static_cast<std::size_t>(file_.num_animated_components));
            seen_.resize(static_cast<std::size_t>(file_.num_frames));
        }
        const auto missing = std::count(seen_.begin(), seen_.end(), false);
        if (missing == 0) return true;
        const auto first = std::find(seen_.begin(), seen_.end(), false) - seen_.begin();
        if (!lexer_.lenient()) return lexer_.fail(end, "'frame " + std::to_string(first) + '\'');
        lexer_.warn(end.at, std::to_string(missing) + " frames are missing (the first is " + std::to_string(first) +
                                "); each repeats the one before it");
        for (std::size_t frame = 0; frame < seen_.size(); ++frame)
            if (!seen_[frame]) repeat_previous(frame);
        return true;
    }

    // The first frame has none before it and takes the base frame.
    void repeat_previous(std::size_t frame) {
        const auto count = static_cast<std::size_t>(file_.num_animated_components);
        double* values = file_.components.data() + frame * count;
        if (frame > 0) {
            std::copy_n(values - count, count, values);
            return;
        }
        for (std::size_t j = 0; j < file_.hierarchy.size(); ++j) {
            const HierarchyEntry& entry = file_.hierarchy[j];
            auto k = static_cast<std::size_t>(std::max(entry.first_component, 0));
            for (std::size_t bit = 0; bit < 6; ++bit) {
                if ((entry.flags >> bit & 1) == 0) continue;
                const Placement& base = file_.base_frame[j];
                values[k++] = bit < 3 ? base.position[bit] : base.orientation[bit - 3];
            }
        }
    }

    std::int32_t joint_count_ = 0;
    const char *frame_count_at_ = nullptr, *component_count_at_ = nullptr, *base_frame_end_ = nullptr;
    std::vector<const char*> run_at_; // each joint's `firstComponent`
    std::vector<bool> seen_;          // which frames have been read
};

} // namespace

bool recognise_md5anim(Bytes bytes) { return recognise_md5(bytes) == Kind::anim; }

Result<AnimFile> parse_md5anim(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options) {
    return AnimReader(bytes, diagnostics, options).read();
}

std::string write_md5anim(const AnimFile& file) {
    static constexpr std::string_view component_names[] = {"Tx", "Ty", "Tz", "Qx", "Qy", "Qz"};
    TextWriter out(file.commandline);
    out.reserve(file.components.size() * 11 + file.hierarchy.size() * 120 + file.bounds.size() * 70);
    out << "\nnumFrames " << file.num_frames << "\nnumJoints " << file.hierarchy.size() << "\nframeRate "
        << file.frame_rate << "\nnumAnimatedComponents " << file.num_animated_components << "\n\nhierarchy {\n";
    for (const HierarchyEntry& entry : file.hierarchy) {
        out << '\t';
        out.quoted(entry.name) << '\t' << entry.parent << ' ' << entry.flags << ' ' << entry.first_component << "\t// ";
        if (static_cast<std::size_t>(entry.parent) < file.hierarchy.size())
            out.remark(file.hierarchy[static_cast<std::size_t>(entry.parent)].name);
        if (entry.flags != 0) {
            out << (entry.parent >= 0 ? " (" : "(");
            for (std::size_t bit = 0; bit < 6; ++bit)
                if (entry.flags >> bit & 1) out << ' ' << component_names[bit];
            out << " )";
        }
        out << '\n';
    }
    out << "}\n\nbounds {\n";
    for (const Bounds& box : file.bounds) out << '\t' << box.min << ' ' << box.max << '\n';
    out << "}\n\nbaseframe {\n";
    for (const Placement& base : file.base_frame) out << '\t' << base.position << ' ' << base.orientation << '\n';
    out << "}\n";

    const auto count = static_cast<std::size_t>(file.num_animated_components);
    std::vector<bool> starts_line(count, false); // one line of a frame per joint
    for (const HierarchyEntry& entry : file.hierarchy)
        if (entry.flags != 0 && static_cast<std::size_t>(entry.first_component) < count)
            starts_line[static_cast<std::size_t>(entry.first_component)] = true;
    for (std::size_t frame = 0; frame < static_cast<std::size_t>(file.num_frames); ++frame) {
        out << "\nframe " << frame << " {";
        for (std::size_t i = 0; i < count; ++i) {
            if (i == 0 || starts_line[i]) out << "\n\t";
            out << ' ' << file.components[frame * count + i];
        }
        out << "\n}\n";
    }
    return std::move(out).take();
}

Json to_json(const Bounds& bounds) { return JsonDumper::dump(std::array{bounds.min, bounds.max}); }

bool from_json(const Json& json, Bounds& bounds) {
    const auto corners = JsonBuilder::build<std::array<Vec3d, 2>>(json);
    if (corners) bounds = {(*corners)[0], (*corners)[1]};
    return corners.has_value();
}

template <class Edit> static void edit_texts(AnimFile& file, Edit edit) {
    edit(file.commandline);
    for (HierarchyEntry& entry : file.hierarchy) edit(entry.name);
}

Json dump_md5anim(const AnimFile& file) {
    return dump_document(file, "md5anim", [](AnimFile& copy, auto edit) { edit_texts(copy, edit); });
}

Result<AnimFile> build_md5anim(const Json& json) {
    return build_document<AnimFile>(
        json, "md5anim", [](AnimFile& file, auto edit) { edit_texts(file, edit); }, write_md5anim, parse_md5anim);
}

} // namespace ossuary::md5
