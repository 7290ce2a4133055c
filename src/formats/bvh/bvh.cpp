#include "ossuary/formats/bvh/bvh.h"
#include "formats/bvh/bvh_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"

namespace ossuary::bvh {

namespace {

constexpr std::array<std::string_view, 6> channel_names = {"Xposition", "Yposition", "Zposition",
                                                           "Xrotation", "Yrotation", "Zrotation"};
constexpr std::size_t most_channels = 6; // of one joint

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
    return text;
}

// The first failure sticks; every function that reads returns false from then on.
class Parser {
public:
    Parser(Bytes bytes, Diagnostics* diagnostics) : scanner_(text_of(bytes)), diagnostics_(diagnostics) {}

    Result<File> parse() {
        if (!(take("HIERARCHY") || fail("expected 'HIERARCHY'")) || !read_hierarchy() || !read_motion())
            return Failure(std::move(error_));
        return std::move(file_);
    }

private:
    bool fail_at(const char* where, std::string message) {
        error_ = Error(scanner_.place_at(where), std::move(message));
        return false;
    }
    bool fail(std::string message) {
        scanner_.skip_white_space();
        const std::string_view found = word();
        message +=
            scanner_.at_end() ? ", found the end of the file" : ", found '" + std::string(found.substr(0, 40)) + '\'';
        return fail_at(scanner_.cursor(), std::move(message));
    }
    // The word at the cursor, which stays. A brace or a colon is a word of its own end.
    std::string_view word() {
        scanner_.skip_white_space();
        const char* at = scanner_.cursor();
        if (at != scanner_.end() && (*at == '{' || *at == '}')) return {at, 1};
        while (at != scanner_.end() && !is_white_space(*at) && *at != '{' && *at != '}') ++at;
        return {scanner_.cursor(), static_cast<std::size_t>(at - scanner_.cursor())};
    }
    bool take(std::string_view expected) {
        const std::string_view found = word();
        if (!equal_ignoring_case(found, expected)) return false;
        scanner_.move_to(found.data() + found.size());
        return true;
    }
    bool expect(std::string_view expected) {
        return take(expected) || fail("expected '" + std::string(expected) + '\'');
    }
    bool read_number(double& value, std::string_view what) {
        scanner_.skip_white_space();
        const char* at = scanner_.cursor();
        if (!scan_number(&at, scanner_.end(), &value) || !ends_number(at)) return fail("expected " + std::string(what));
        scanner_.move_to(at);
        return true;
    }
    bool ends_number(const char* at) const {
        return at == scanner_.end() || is_white_space(*at) || *at == '{' || *at == '}';
    }
    bool read_count(double most, std::uint32_t& value, std::string_view what) {
        scanner_.skip_white_space();
        const char* start = scanner_.cursor();
        double number = 0;
        if (!read_number(number, what)) return false;
        if (!(number >= 0 && number <= most && number == std::floor(number)))
            return fail_at(start, "expected " + std::string(what) + " from 0 to " + number_text(most) + ", found " +
                                      number_text(number));
        value = static_cast<std::uint32_t>(number);
        return true;
    }

    // From the first ROOT to the end of the last tree. The open joints are a list, so depth costs no stack.
    bool read_hierarchy() {
        std::int32_t open = -1;
        for (;;) {
            if (open < 0) {
                if (take("MOTION")) return !file_.nodes.empty() || fail_at(scanner_.cursor(), "there is no joint");
                if (!expect("ROOT") || !begin_node(open)) return false;
            } else if (take("}")) {
                open = file_.nodes[static_cast<std::size_t>(open)].parent;
            } else if (take("JOINT")) {
                if (!begin_node(open)) return false;
            } else if (take("End")) {
                if (!expect("Site") || !read_end_site(open)) return false;
            } else {
                return fail("expected 'JOINT', 'End Site' or '}'");
            }
        }
    }
    // A name, which may hold blanks, and `{ OFFSET … CHANNELS …`.
    bool begin_node(std::int32_t& open) {
        const char* start = scanner_.cursor();
        const char* at = start;
        while (at != scanner_.end() && *at != '\n' && *at != '\r' && *at != '{') ++at;
        Node node;
        node.name = trimmed({start, static_cast<std::size_t>(at - start)});
        node.parent = open;
        if (node.name.empty()) return fail_at(at, "expected the joint's name");
        scanner_.move_to(at);
        if (!expect("{") || !read_offset(node) || !read_channels(node)) return false;
        open = static_cast<std::int32_t>(file_.nodes.size());
        file_.nodes.push_back(std::move(node));
        return true;
    }
    bool read_end_site(std::int32_t open) {
        Node node;
        node.parent = open;
        node.end_site = true;
        if (!expect("{") || !read_offset(node) || !expect("}")) return false;
        file_.nodes.push_back(std::move(node));
        return true;
    }
    bool read_offset(Node& node) {
        return expect("OFFSET") && read_number(node.offset.x, "the offset's x") &&
               read_number(node.offset.y, "the offset's y") && read_number(node.offset.z, "the offset's z");
    }
    bool read_channels(Node& node) {
        std::uint32_t count = 0;
        if (!take("CHANNELS")) return true; // some writers leave out the line of a joint that has none
        if (!read_count(most_channels, count, "a number of channels")) return false;
        for (std::uint32_t i = 0; i < count; ++i) {
            ChannelKind kind{};
            const std::string_view name = word();
            if (!parse_name(name, kind)) return fail("expected a channel such as Xrotation");
            if (std::find(node.channels.begin(), node.channels.end(), kind) != node.channels.end())
                return fail_at(name.data(), "a second " + std::string(name_of(kind)) + " of one joint");
            node.channels.push_back(kind);
            scanner_.move_to(name.data() + name.size());
        }
        return true;
    }

    bool read_motion() {
        if (!expect("Frames:")) return false;
        // A value takes a digit and a blank; so a short file cannot ask for much.
        const std::size_t channels = file_.channel_count();
        scanner_.skip_white_space();
        const char* count_at = scanner_.cursor();
        if (!read_count(4294967295.0, file_.frame_count, "a number of frames")) return false;
        const double most = static_cast<double>(scanner_.remaining()) / 2;
        if (static_cast<double>(file_.frame_count) * static_cast<double>(std::max<std::size_t>(channels, 1)) > most)
            return fail_at(count_at, std::to_string(file_.frame_count) + " frames of " + std::to_string(channels) +
                                         " values do not fit in the " + std::to_string(scanner_.remaining()) +
                                         " bytes that are left");
        if (!expect("Frame") || !expect("Time:")) return false;
        scanner_.skip_white_space();
        const char* time_at = scanner_.cursor();
        if (!read_number(file_.frame_time, "the frame time")) return false;
        if (!(file_.frame_time > 0) && file_.frame_count > 1)
            return fail_at(time_at, "the frame time must be more than 0, found " + number_text(file_.frame_time));
        return read_values(channels);
    }
    bool read_values(std::size_t channels) {
        file_.values.resize(channels * file_.frame_count);
        const char* at = scanner_.cursor();
        const char* end = scanner_.end();
        for (double& value : file_.values) {
            while (at != end && is_white_space(*at)) ++at;
            if (scan_number(&at, end, &value) && ends_number(at)) [[likely]]
                continue;
            const auto index = static_cast<std::size_t>(&value - file_.values.data());
            scanner_.move_to(at);
            return fail("expected value " + std::to_string(index % channels + 1) + " of " + std::to_string(channels) +
                        " of frame " + std::to_string(index / channels + 1));
        }
        scanner_.move_to(at);
        scanner_.skip_white_space();
        if (!scanner_.at_end())
            report(diagnostics_, Severity::warning, scanner_.place(), "what follows the last frame is not read");
        return true;
    }

    TextScanner scanner_;
    Diagnostics* diagnostics_;
    Error error_;
    File file_;
};

// Fixed notation, which every reader takes; a negative zero stays one.
void append_value(std::string& text, double value) {
    if (value == 0 && std::signbit(value)) text += '-';
    append_fixed(text, value);
}

class Writer {
public:
    explicit Writer(const File& file) : file_(file) {}

    std::string write() {
        text_ = "HIERARCHY\n";
        for (std::size_t n = 0; n < file_.nodes.size(); ++n) {
            close_to(file_.nodes[n].parent);
            write_node(static_cast<std::int32_t>(n));
        }
        close_to(-1);
        text_ += "MOTION\nFrames: " + std::to_string(file_.frame_count) + "\nFrame Time: ";
        append_fixed(text_, file_.frame_time);
        text_ += '\n';
        const std::size_t channels = file_.channel_count();
        for (std::size_t f = 0; f < file_.frame_count; ++f) {
            for (std::size_t c = 0; c < channels; ++c) {
                if (c > 0) text_ += ' ';
                append_value(text_, file_.values[f * channels + c]);
            }
            text_ += '\n';
        }
        return std::move(text_);
    }

private:
    void line(std::string_view text) { text_.append(open_.size(), '\t').append(text) += '\n'; }
    void close_to(std::int32_t parent) {
        while (!open_.empty() && open_.back() != parent) {
            open_.pop_back();
            line("}");
        }
    }
    void write_node(std::int32_t index) {
        const Node& node = file_.nodes[static_cast<std::size_t>(index)];
        line(node.end_site ? "End Site" : (node.parent < 0 ? "ROOT " : "JOINT ") + node.name);
        line("{");
        open_.push_back(index);
        std::string offset = "OFFSET";
        for (std::size_t i = 0; i < 3; ++i) append_value(offset += ' ', node.offset[i]);
        line(offset);
        if (node.end_site) return;
        std::string channels = "CHANNELS " + std::to_string(node.channels.size());
        for (const ChannelKind kind : node.channels) channels.append(" ").append(name_of(kind));
        line(channels);
    }

    const File& file_;
    std::string text_;
    std::vector<std::int32_t> open_; // the joints whose braces are open
};

} // namespace

std::string_view name_of(ChannelKind kind) { return channel_names[static_cast<std::size_t>(kind)]; }

bool parse_name(std::string_view name, ChannelKind& kind) {
    for (std::size_t i = 0; i < channel_names.size(); ++i) {
        if (!equal_ignoring_case(name, channel_names[i])) continue;
        kind = static_cast<ChannelKind>(i);
        return true;
    }
    return false;
}

std::size_t File::channel_count() const {
    std::size_t count = 0;
    for (const Node& node : nodes) count += node.channels.size();
    return count;
}

double File::frame_rate() const {
    if (!(frame_time > 0)) return 0;
    const double rate = 1 / frame_time, whole = std::round(rate);
    if (whole < 1) return rate;
    std::string digits;
    append_fixed(digits, frame_time);
    const std::size_t point = digits.find('.');
    const auto decimals = static_cast<double>(point == digits.npos ? 0 : digits.size() - point - 1);
    return std::abs(1 / whole - frame_time) <= 0.5 * std::pow(10, -decimals) ? whole : rate;
}

bool recognise_bvh(Bytes bytes) {
    TextScanner scanner(text_of(bytes));
    scanner.skip_white_space();
    constexpr std::string_view mark = "HIERARCHY";
    const std::string_view rest = scanner.text().substr(scanner.offset());
    return rest.size() > mark.size() && equal_ignoring_case(rest.substr(0, mark.size()), mark) &&
           is_white_space(rest[mark.size()]);
}

Result<File> parse_bvh(Bytes bytes, Diagnostics* diagnostics) { return Parser(bytes, diagnostics).parse(); }

std::string write_bvh(const File& file) { return Writer(file).write(); }

Json dump_bvh(const File& file) {
    File printable = file;
    for (Node& node : printable.nodes) node.name = to_utf8(node.name);
    return dump_record(printable);
}

// What was built must be a file: written and read again it has to be the same.
Result<File> build_bvh(const Json& json) {
    auto file = build_record<File>(json);
    if (!file) return file;
    for (std::size_t n = 0; n < file->nodes.size(); ++n) {
        const Node& node = file->nodes[n];
        const Place place{.field = "nodes[" + std::to_string(n) + ']'};
        if (node.parent < -1 || node.parent >= static_cast<std::int32_t>(n))
            return ossuary::fail(place, "the parent must come before the joint");
        if (node.end_site && (node.parent < 0 || !node.channels.empty() || !node.name.empty()))
            return ossuary::fail(place, "an end site has a parent, no name and no channels");
    }
    const std::string text = write_bvh(*file);
    const auto again = parse_bvh(as_bytes(text));
    if (!again) return Failure(Error("what was built cannot be read: " + again.error().text()));
    if (*again != *file) return ossuary::fail("the nodes are not in the order of a file: children follow their parent");
    return file;
}

} // namespace ossuary::bvh
