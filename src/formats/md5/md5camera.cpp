#include "ossuary/formats/md5/md5camera.h"
#include "formats/md5/md5camera_layout.h"

#include <algorithm>
#include <cmath>

#include "document.h"
#include "file_reader.h"
#include "lexer.h"
#include "ossuary/base/diagnostic.h"
#include "text_writer.h"

namespace ossuary::md5 {

namespace {

constexpr std::string_view camera_keywords[] = {"commandline", "numFrames", "frameRate", "numCuts", "cuts", "camera"};
constexpr std::size_t least_entry = 26, least_cut = 2;

class CameraReader : public FileReader<CameraReader, CameraFile> {
public:
    CameraReader(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options)
        : FileReader(bytes, diagnostics, options, camera_keywords) {}

private:
    friend FileReader;

    bool finish(const Token& end) {
        if (!require(end, {"numFrames", "camera"})) return false;
        if (!sections_.has("cuts") && cut_count_ > 0) return lexer_.fail(end, "'cuts'");
        if (!sections_.has("commandline")) lexer_.warn(end.at, "file has no command line");
        if (!sections_.has("frameRate")) lexer_.warn(end.at, "file has no frame rate; 24 is assumed");
        if (!sections_.has("cuts")) lexer_.warn(end.at, "file has no 'cuts' section");
        frame_count_ = static_cast<std::int32_t>(file_.frames.size()); // what there is, where `lenient` allowed it
        if (!check_cuts()) return false;
        if (!file_.cuts.empty() && file_.cuts.back() == frame_count_ - 1)
            lexer_.warn(cut_at_.back(), "nothing follows the last cut");
        return true;
    }

    bool read_section(const Token& token) {
        if (token.is("numFrames")) {
            if (sections_.has("camera")) return lexer_.fail(token, "'numFrames' before 'camera'");
            return sections_.enter(lexer_, token, "numFrames") && read_frame_count();
        }
        if (token.is("frameRate")) return sections_.enter(lexer_, token, "frameRate") && read_frame_rate();
        if (token.is("numCuts")) {
            if (sections_.has("cuts")) return lexer_.fail(token, "'numCuts' before 'cuts'");
            return sections_.enter(lexer_, token, "numCuts") && read_cut_count();
        }
        if (token.is("cuts")) return sections_.enter(lexer_, token, "cuts") && read_cuts();
        if (token.is("camera")) {
            if (!sections_.has("numFrames")) return lexer_.fail(token, "'numFrames' before 'camera'");
            return sections_.enter(lexer_, token, "camera") && read_camera();
        }
        return lexer_.fail(token, "'numFrames', 'frameRate', 'numCuts', 'cuts' or 'camera'");
    }

    bool read_frame_count() {
        return read_positive_count(frame_count_, "frame count", "frame", least_entry) && check_cut_count() &&
               check_cuts();
    }

    bool read_cut_count() {
        if (!lexer_.read_count(cut_count_, "cut count", least_cut)) return false;
        cut_count_at_ = lexer_.token();
        return check_cut_count();
    }

    bool check_cut_count() {
        if (frame_count_ == 0 || cut_count_ <= frame_count_) return true;
        return lexer_.fail_at(cut_count_at_, "cut count in 0.." + std::to_string(frame_count_));
    }

    bool read_cuts() {
        if (!lexer_.expect('{')) return false;
        file_.cuts.reserve(static_cast<std::size_t>(cut_count_));
        Token token;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.is('}')) break;
            lexer_.put_back(token);
            std::int64_t cut = 0;
            if (!lexer_.read_integer(cut, "cut frame")) return false;
            file_.cuts.push_back(static_cast<std::int32_t>(std::clamp<std::int64_t>(cut, INT32_MIN, INT32_MAX)));
            cut_at_.push_back(lexer_.token());
            if (!check_cut(file_.cuts.size() - 1)) return false;
        }
        return !sections_.has("numCuts") || check_count(token.at, cut_count_, std::ssize(file_.cuts), "cuts");
    }

    // Each cut lies behind the one before it and within the frames.
    bool check_cut(std::size_t i) {
        const std::int64_t least = i == 0 ? 1 : std::int64_t{file_.cuts[i - 1]} + 1;
        const std::int64_t cut = file_.cuts[i];
        if (frame_count_ == 0 || (cut >= least && cut < frame_count_)) return true;
        return lexer_.fail_at(cut_at_[i],
                              "cut frame in " + std::to_string(least) + ".." + std::to_string(frame_count_ - 1));
    }

    bool check_cuts() {
        for (std::size_t i = 0; i < file_.cuts.size(); ++i)
            if (!check_cut(i)) return false;
        return true;
    }

    bool read_camera() {
        if (!lexer_.expect('{')) return false;
        file_.frames.reserve(static_cast<std::size_t>(frame_count_));
        Token token;
        for (;;) {
            if (!lexer_.next(token)) return false;
            if (token.is('}')) break;
            lexer_.put_back(token);
            CameraFrame& frame = file_.frames.emplace_back();
            if (!lexer_.read_vec3(frame.position) || !lexer_.read_vec3(frame.orientation)) return false;
            lexer_.check_unit(frame.orientation);
            if (!lexer_.read_number(frame.fov)) return false;
            if (!(frame.fov > 0 && frame.fov < 180)) return lexer_.fail_token("field of view between 0 and 180");
        }
        if (file_.frames.empty()) return lexer_.fail(token, "at least 1 camera entry");
        return check_count(token.at, frame_count_, std::ssize(file_.frames), "camera entries");
    }

    std::int32_t frame_count_ = 0, cut_count_ = 0;
    const char* cut_count_at_ = nullptr;
    std::vector<const char*> cut_at_;
};

} // namespace

bool recognise_md5camera(Bytes bytes) { return recognise_md5(bytes) == Kind::camera; }

Result<CameraFile> parse_md5camera(Bytes bytes, Diagnostics* diagnostics, const ParseOptions& options) {
    return CameraReader(bytes, diagnostics, options).read();
}

std::string write_md5camera(const CameraFile& file) {
    TextWriter out(file.commandline);
    out.reserve(file.frames.size() * 80);
    out << "\nnumFrames " << file.frames.size() << "\nframeRate " << file.frame_rate << "\nnumCuts " << file.cuts.size()
        << "\n\ncuts {\n";
    for (const std::int32_t cut : file.cuts) out << '\t' << cut << '\n';
    out << "}\n\ncamera {\n";
    for (const CameraFrame& frame : file.frames)
        out << '\t' << frame.position << ' ' << frame.orientation << ' ' << frame.fov << '\n';
    out << "}\n";
    return std::move(out).take();
}

Json dump_md5camera(const CameraFile& file) {
    return dump_document(file, "md5camera", [](CameraFile& copy, auto edit) { edit(copy.commandline); });
}

Result<CameraFile> build_md5camera(const Json& json) {
    return build_document<CameraFile>(
        json, "md5camera", [](CameraFile& file, auto edit) { edit(file.commandline); }, write_md5camera,
        parse_md5camera);
}

double CameraFile::duration() const { return frames.empty() ? 0 : time_of(frames.size() - 1); }

double CameraFile::time_of(std::size_t entry) const {
    const auto passed = std::lower_bound(cuts.begin(), cuts.end(), static_cast<std::int64_t>(entry)) - cuts.begin();
    return static_cast<double>(static_cast<std::ptrdiff_t>(entry) - passed) / frame_rate;
}

std::vector<std::array<std::int32_t, 2>> CameraFile::shots() const {
    std::vector<std::array<std::int32_t, 2>> shots;
    const auto last = static_cast<std::int32_t>(frames.size()) - 1;
    std::int32_t first = 0;
    for (const std::int32_t cut : cuts) {
        shots.push_back({first, cut});
        first = cut + 1;
    }
    if (first <= last) shots.push_back({first, last});
    return shots;
}

} // namespace ossuary::md5
