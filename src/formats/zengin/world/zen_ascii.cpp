// ZEN archives as text.
#include <algorithm>
#include <unordered_map>

#include "ossuary/base/diagnostic.h"
#include "zen_parts.h"

namespace ossuary::zengin {

namespace {

bool is_entry(std::string_view line) {
    const std::size_t equals = line.find('='), colon = line.find(':', equals + 1);
    ZenType type{};
    return equals != line.npos && colon != line.npos && equals != 0 &&
           parse_name(line.substr(equals + 1, colon - equals - 1), type) && line.find('\r') == line.npos;
}
bool is_object(std::string_view line) { return line.starts_with('[') && line.ends_with(']'); }

class AsciiReader {
public:
    explicit AsciiReader(ZenScan& scan) : scan_(scan), text_(as_text(scan.archive.source)) {}

    bool read() {
        while (scan_.ok()) {
            const std::size_t before = scan_.at;
            std::size_t start = text_.find_first_not_of(" \t\r\n", before);
            if (start == text_.npos) {
                scan_.archive.trailing = scan_.run(before, text_.size() - before);
                if (continued_ > 0)
                    scan_.warn("zen: " + std::to_string(continued_) + (continued_ == 1 ? " line is" : " lines are") +
                                   " no entry; they belong to the text before, the first is line " +
                                   std::to_string(line_number(first_continued_)),
                               first_continued_);
                return scan_.finish();
            }
            scan_.at = start;
            if (!read_line(before)) return false;
        }
        return false;
    }

private:
    bool read_line(std::size_t before) {
        const std::size_t start = scan_.at;
        std::size_t feed = text_.find('\n', start);
        const std::size_t next = feed == text_.npos ? text_.size() : feed + 1;
        std::size_t end = feed == text_.npos ? text_.size() : feed;
        if (end > start && text_[end - 1] == '\r') --end;
        const std::string_view line = text_.substr(start, end - start);
        const std::uint32_t item = scan_.item_count();
        const bool closes = line == "[]", opens = !closes && is_object(line);
        const std::size_t depth = scan_.open.size() - (closes && !scan_.open.empty());
        if (!closes && !opens && !is_entry(line) && continues_text()) {
            continue_text(start, end, next);
            scan_.at = next;
            return true;
        }
        note_spacing(item, text_.substr(before, start - before), depth, before, end, next);
        if (closes  ? !scan_.close_object()
            : opens ? !scan_.open_object(scan_.run(start + 1, line.size() - 2))
                    : !read_entry(line, start))
            return false;
        scan_.at = next;
        if (!opens) return true;
        return scan_.archive.name(scan_.archive.objects.back()) != mesh_block_name ||
               scan_.take_mesh_block(text_.size());
    }

    // Texts may hold line feeds: what is no line by itself belongs to the text before.
    bool continues_text() const {
        const std::vector<ZenItem>& items = scan_.archive.items;
        return !items.empty() && items.back().kind == ZenItem::Kind::entry && items.back().type == ZenType::string;
    }
    void continue_text(std::size_t start, std::size_t end, std::size_t next) {
        if (continued_++ == 0) first_continued_ = start;
        const std::uint32_t number = scan_.item_count() - 1;
        ZenItem& item = scan_.archive.items.back();
        const std::size_t begin = item.value.offset;
        item.value = scan_.run(begin, end - begin);
        const ZenText after = scan_.run(end, next - end);
        auto& spacings = scan_.archive.spacings;
        if (!spacings.empty() && spacings.back().item == number) {
            spacings.back().end = after;
        } else if (next - end != 1 || text_[end] != '\n') {
            const std::size_t line = text_.rfind('\n', begin) + 1; // indented as usual, or there were a note
            spacings.push_back({number, scan_.run(line, scan_.open.size()), after});
        }
    }

    bool read_entry(std::string_view line, std::size_t start) {
        const std::size_t equals = line.find('='), colon = line.find(':', equals + 1);
        ZenType type{};
        if (!is_entry(line) || !parse_name(line.substr(equals + 1, colon - equals - 1), type))
            return scan_.fail("zen: malformed line " + std::to_string(line_number(start)) +
                              ": expected [object], [] or key=type:value");
        const auto [known, is_new] =
            names_.emplace(line.substr(0, equals), static_cast<std::uint32_t>(scan_.archive.names.size()));
        if (is_new) scan_.archive.names.push_back(scan_.run(start, equals));
        scan_.archive.items.push_back({.value = scan_.run(start + colon + 1, line.size() - colon - 1),
                                       .number = known->second,
                                       .type = type,
                                       .kind = ZenItem::Kind::entry});
        return true;
    }

    // The line is indented by as many tabs as objects are open, and ends with one line feed; or that is noted.
    void note_spacing(std::uint32_t item, std::string_view before, std::size_t depth, std::size_t at, std::size_t end,
                      std::size_t next) {
        const bool indented = before.size() == depth && before.find_first_not_of('\t') == before.npos;
        if (indented && next - end == 1 && text_[end] == '\n') return;
        scan_.archive.spacings.push_back({item, scan_.run(at, before.size()), scan_.run(end, next - end)});
    }

    std::size_t line_number(std::size_t offset) const {
        return 1 + static_cast<std::size_t>(std::ranges::count(text_.substr(0, offset), '\n'));
    }

    ZenScan& scan_;
    std::string_view text_;
    std::size_t continued_ = 0, first_continued_ = 0; // lines that belong to a text
    std::unordered_map<std::string_view, std::uint32_t> names_;
};

} // namespace

bool is_ascii_text(std::string_view text) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const bool is_first = begin == 0, is_last = end == text.size();
        std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        if (line.ends_with('\r') && !is_last) line.remove_suffix(1);
        if (is_first) {
            if (line.find('\r') != line.npos) return false;
            continue;
        }
        if (line.ends_with('\r')) return false;
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.empty() ? is_last : is_object(line) || is_entry(line)) return false;
    }
    return true;
}

bool read_ascii(ZenScan& scan) { return AsciiReader(scan).read(); }

void write_ascii(const ZenArchive& archive, ByteBuffer& buffer) {
    std::size_t depth = 0;
    auto spacing = archive.spacings.begin();
    for (std::uint32_t i = 0; i < archive.items.size(); ++i) {
        const ZenItem& item = archive.items[i];
        if (item.kind == ZenItem::Kind::bytes) {
            append(buffer, archive.bytes(item.value));
            continue;
        }
        if (item.kind == ZenItem::Kind::close && depth > 0) --depth;
        while (spacing != archive.spacings.end() && spacing->item < i) ++spacing;
        const bool spaced = spacing != archive.spacings.end() && spacing->item == i;
        if (spaced)
            append(buffer, archive.bytes(spacing->before));
        else
            buffer.insert(buffer.end(), depth, std::byte{'\t'});
        if (item.kind == ZenItem::Kind::entry) {
            append(buffer, archive.name(item));
            append(buffer, "=");
            append(buffer, name_of(item.type));
            append(buffer, ":");
            append(buffer, archive.bytes(item.value));
        } else {
            append(buffer, "[");
            if (item.kind == ZenItem::Kind::open) append(buffer, head_text(archive, archive.objects[item.number]));
            append(buffer, "]");
        }
        if (item.kind == ZenItem::Kind::open) ++depth;
        append(buffer, spaced ? archive.text(spacing->end) : "\n");
    }
    append(buffer, archive.bytes(archive.trailing));
}

} // namespace ossuary::zengin
