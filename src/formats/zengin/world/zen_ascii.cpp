// ZEN archives as text.
#include <unordered_map>

#include "ossuary/base/diagnostic.h"
#include "zen_parts.h"

namespace ossuary::zengin {

namespace {

class AsciiReader {
public:
    explicit AsciiReader(ZenScan& scan) : scan_(scan), text_(as_text(scan.archive.source)) {}

    bool read() {
        while (scan_.ok()) {
            const std::size_t before = scan_.at;
            std::size_t start = text_.find_first_not_of(" \t\r\n", before);
            if (start == text_.npos) {
                scan_.archive.trailing = scan_.run(before, text_.size() - before);
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
        const bool closes = line == "[]", opens = !closes && line.starts_with('[') && line.ends_with(']');
        const std::size_t depth = scan_.open.size() - (closes && !scan_.open.empty());
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

    bool read_entry(std::string_view line, std::size_t start) {
        const std::size_t equals = line.find('='), colon = line.find(':', equals + 1);
        ZenType type{};
        if (equals == line.npos || colon == line.npos || equals == 0 ||
            !parse_name(line.substr(equals + 1, colon - equals - 1), type) || line.find('\r') != line.npos)
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
    std::unordered_map<std::string_view, std::uint32_t> names_;
};

} // namespace

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
