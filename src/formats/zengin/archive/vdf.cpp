#include "ossuary/formats/zengin/vdf.h"

#include <algorithm>
#include <tuple>

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/chunk.h"
#include "vdf_layout.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t signature_offset = 256;
constexpr std::string_view signatures[] = {gothic1_signature, gothic2_signature, "PSVDSC_V2.00"};

} // namespace

// ---- the records

template <std::size_t Size, char Filling> Json to_json(const FilledText<Size, Filling>& field) {
    return Json(latin1_to_utf8(field.text()));
}
template <std::size_t Size, char Filling> bool from_json(const Json& json, FilledText<Size, Filling>& field) {
    if (!json.is_string()) return false;
    const std::string raw = utf8_to_latin1(json.string());
    if (raw.size() > Size || latin1_to_utf8(raw) != json.string()) return false;
    field = FilledText<Size, Filling>(raw);
    return true;
}
template <class Io, std::size_t Size, char Filling> void describe(Io& io, FilledText<Size, Filling>& field) {
    io("text", field.bytes);
}
template <class Io> void describe_before_counts(Io& io, VdfHeader& header) {
    io("comment", header.comment);
    io("signature", header.signature);
}
template <class Io> void describe_after_count(Io& io, VdfHeader& header) {
    io("file_count", header.file_count);
    io("timestamp", header.timestamp);
    io("data_size", header.data_size);
    io("catalog_offset", header.catalog_offset);
    io("flags", header.flags);
}
template <class Io> void describe(Io& io, VdfRecord& record) {
    io("name", record.name);
    io("offset", record.offset);
    io("size", record.size);
    io("type", record.type);
    io("attributes", record.attributes);
}

namespace {

// The archive as JSON has it: what a Vdf keeps as one view is in pieces here.
struct Pieces {
    VdfHeader header;
    RawBytes before_catalog; // usually nothing
    std::vector<VdfRecord> records;
    RawBytes data;
};
template <class Io> void describe(Io& io, Pieces& pieces) {
    describe_before_counts(io, pieces.header);
    describe_after_count(io, pieces.header);
    io("before_catalog", pieces.before_catalog);
    io("records", pieces.records);
    io("data", pieces.data);
}

std::size_t catalog_of(const VdfHeader& header) { return header.catalog_offset ? header.catalog_offset : header_size; }

} // namespace

ByteBuffer write_pieces(const VdfHeader& header, Bytes before_catalog, std::span<const VdfRecord> records, Bytes data) {
    ByteWriter writer;
    writer.buffer().reserve(header_size + before_catalog.size() + records.size() * record_size + data.size());
    auto& fields = const_cast<VdfHeader&>(header); // a description only reads when it writes
    describe_before_counts(writer, fields);
    writer.write(static_cast<std::uint32_t>(records.size()));
    describe_after_count(writer, fields);
    writer.bytes(before_catalog);
    for (const VdfRecord& record : records) writer("", record);
    writer.bytes(data);
    return std::move(writer).take();
}

namespace {

Place at_record(const Vdf& vdf, std::size_t index, std::string field = {}) {
    return {.offset = catalog_of(vdf.header) + index * record_size,
            .field = "records[" + std::to_string(index) + ']' + (field.empty() ? "" : '.' + field)};
}

// ---- the tree

// Walks over the lists of the catalog, each once, and notes the entries in their order.
class TreeWalk {
public:
    TreeWalk(Vdf& vdf, const ContainerLimits& limits) : vdf_(vdf), limits_(limits), seen_(vdf.records.size()) {}

    Result<void> run() {
        if (vdf_.records.empty()) return {};
        vdf_.entries.reserve(vdf_.records.size());
        if (auto entered = enter(0, VdfEntry::none, 0); !entered) return entered;
        while (!lists_.empty()) {
            List& list = lists_.back();
            if (list.next == list.end) {
                add_files(list);
                lists_.pop_back();
                continue;
            }
            const std::uint32_t index = list.next++;
            if (!vdf_.records[index].is_directory()) continue;
            const auto entry = static_cast<std::uint32_t>(vdf_.entries.size());
            vdf_.entries.push_back({index, list.parent});
            if (auto entered = enter(vdf_.records[index].offset, entry, index); !entered) return entered;
        }
        return {};
    }

    std::size_t unreached() const { return vdf_.records.size() - reached_; }

private:
    struct List {
        std::uint32_t begin, end, next, parent;
    };

    // Finds the end of the list that begins there. Its records must be met for the first time.
    Result<void> enter(std::uint32_t begin, std::uint32_t parent, std::uint32_t from) {
        const std::size_t count = vdf_.records.size();
        if (lists_.size() > limits_.depth)
            return fail(at_record(vdf_, from), "vdf: directory nesting too deep: more than " +
                                                   std::to_string(limits_.depth) + " in each other");
        if (begin >= count)
            return fail(at_record(vdf_, from, "offset"),
                        "vdf: bad directory index: record " + std::to_string(begin) + " of " + std::to_string(count));
        std::uint32_t end = begin;
        do {
            if (end == count)
                return fail(at_record(vdf_, begin),
                            "vdf: unterminated directory list: no record is marked as its last");
            if (seen_[end]) return fail(at_record(vdf_, end), "vdf: catalog cycle: the record is in two lists");
            seen_[end] = true;
            ++reached_;
        } while (!vdf_.records[end++].is_last());
        lists_.push_back({begin, end, begin, parent});
        return {};
    }

    void add_files(const List& list) {
        for (std::uint32_t i = list.begin; i < list.end; ++i)
            if (!vdf_.records[i].is_directory()) vdf_.entries.push_back({i, list.parent});
    }

    Vdf& vdf_;
    const ContainerLimits& limits_;
    std::vector<bool> seen_;
    std::size_t reached_ = 0;
    std::vector<List> lists_;
};

// The first of its kind by name, and how many there are: one line for a thousand of them.
struct Oddity {
    std::size_t count = 0;
    std::string first;
    Place place;

    void add(const Vdf& vdf, const VdfEntry& entry) {
        if (count++ > 0) return;
        first = latin1_to_utf8(path_of(vdf, entry));
        place = at_record(vdf, entry.record);
    }
    void report_to(Diagnostics* diagnostics, std::string_view what) const {
        if (count == 0) return;
        std::string message = std::string(what) + first;
        if (count > 1) message += " and " + std::to_string(count - 1) + " more";
        report(diagnostics, Severity::warning, place, std::move(message));
    }
};

// Two files of one directory with one name. Sorted by hashes first: comparing names takes longer.
void find_doubles(const Vdf& vdf, Oddity& doubles) {
    struct Named {
        std::uint64_t hash;
        std::uint32_t entry;
    };
    const auto name = [&](const Named& named) { return name_of(vdf.records[vdf.entries[named.entry].record]); };
    std::vector<Named> files;
    files.reserve(vdf.entries.size());
    for (std::uint32_t i = 0; i < vdf.entries.size(); ++i) {
        const VdfEntry& entry = vdf.entries[i];
        if (!vdf.records[entry.record].is_directory())
            files.push_back({folded_hash(name_of(vdf.records[entry.record]), entry.parent), i});
    }
    ossuary::sort(files,
                  [](const Named& a, const Named& b) { return std::tie(a.hash, a.entry) < std::tie(b.hash, b.entry); });
    for (std::size_t i = 1; i < files.size(); ++i)
        if (files[i].hash == files[i - 1].hash && equal_ignoring_case(name(files[i]), name(files[i - 1])) &&
            vdf.entries[files[i].entry].parent == vdf.entries[files[i - 1].entry].parent)
            doubles.add(vdf, vdf.entries[files[i].entry]);
}

void report_oddities(const Vdf& vdf, std::size_t unreached, Diagnostics* diagnostics) {
    if (vdf.header.flags != plain_volume && vdf.header.flags != zipped_volume)
        report(diagnostics, Severity::warning, {.offset = 292, .field = "flags"},
               "vdf: unknown volume flags " + std::to_string(vdf.header.flags) + ": taken for a plain volume");
    if (unreached > 0)
        report(diagnostics, Severity::warning, {.field = "records"},
               "vdf: " + std::to_string(unreached) + " unreachable records");
    Oddity outside, doubles;
    for (const VdfEntry& entry : vdf.entries)
        if (is_out_of_bounds(vdf, vdf.records[entry.record])) outside.add(vdf, entry);
    find_doubles(vdf, doubles);
    outside.report_to(diagnostics, "vdf: entry out of bounds: ");
    doubles.report_to(diagnostics, "vdf: duplicate name, the last one counts: ");
}

} // namespace

// ---- the four verbs

bool recognise_vdf(Bytes bytes) {
    if (bytes.size() < header_size) return false;
    const FilledText<16, '\x1a'> signature(as_text(bytes.subspan(signature_offset, 16)));
    return std::ranges::find(signatures, signature.text()) != std::end(signatures);
}

Result<Vdf> parse_vdf(Bytes file, Diagnostics* diagnostics) { return parse_vdf(SharedBytes(file), diagnostics); }

Result<Vdf> parse_vdf(const SharedBytes& file, Diagnostics* diagnostics, const ContainerLimits& limits) {
    const std::size_t size = file.bytes.size();
    if (size < header_size)
        return fail(Place{.offset = size}, "vdf: truncated header: needs 296 bytes, there are " + std::to_string(size));
    if (!recognise_vdf(file.bytes)) return fail(Place{.offset = signature_offset}, "vdf: bad signature");
    Vdf vdf;
    vdf.file = file;
    ByteReader reader(file.bytes);
    describe_before_counts(reader, vdf.header);
    const auto count = reader.read<std::uint32_t>("entry_count");
    describe_after_count(reader, vdf.header);
    const std::size_t catalog = catalog_of(vdf.header);
    if (catalog < header_size || catalog > size || count > (size - catalog) / record_size)
        return fail(Place{.offset = 288, .field = "catalog_offset"},
                    "vdf: catalog out of bounds: " + std::to_string(count) + " records at byte " +
                        std::to_string(catalog) + " of " + std::to_string(size));
    if (count > limits.records)
        return fail(Place{.offset = 272, .field = "entry_count"}, "vdf: too many records: " + std::to_string(count) +
                                                                      ", the limit is " +
                                                                      std::to_string(limits.records));
    reader.seek("records", catalog);
    reader.list("records", vdf.records, count, record_size);
    TreeWalk walk(vdf, limits);
    if (auto walked = walk.run(); !walked) return Failure(walked.error());
    if (diagnostics) report_oddities(vdf, walk.unreached(), diagnostics);
    return vdf;
}

ByteBuffer write_vdf(const Vdf& vdf) {
    const std::size_t catalog = catalog_of(vdf.header);
    return write_pieces(vdf.header, vdf.file.bytes.subspan(header_size, catalog - header_size), vdf.records,
                        vdf.file.bytes.subspan(catalog + vdf.records.size() * record_size));
}

Json dump_vdf(const Vdf& vdf) {
    const std::size_t catalog = catalog_of(vdf.header);
    const auto copy = [&](Bytes bytes) { return RawBytes{{bytes.begin(), bytes.end()}}; };
    return dump_record(Pieces{vdf.header, copy(vdf.file.bytes.subspan(header_size, catalog - header_size)), vdf.records,
                              copy(vdf.file.bytes.subspan(catalog + vdf.records.size() * record_size))});
}

Result<Vdf> build_vdf(const Json& json) {
    auto pieces = build_record<Pieces>(json);
    if (!pieces) return Failure(pieces.error());
    if (header_size + pieces->before_catalog.bytes.size() != catalog_of(pieces->header))
        return fail(Place{.field = "before_catalog"}, "does not reach from the header to the catalog's offset");
    return parse_vdf(
        SharedBytes(write_pieces(pieces->header, pieces->before_catalog.bytes, pieces->records, pieces->data.bytes)));
}

// ---- names

std::string_view name_of(const VdfRecord& record) {
    std::size_t size = record.name.bytes.size();
    const auto is_filling = [](char c) { return is_white_space(c) || c == '\0'; };
    while (size > 0 && is_filling(record.name.bytes[size - 1])) --size;
    return {record.name.bytes.data(), size};
}

std::string path_of(const Vdf& vdf, const VdfEntry& entry) {
    std::vector<std::string_view> names;
    for (const VdfEntry* at = &entry;; at = &vdf.entries[at->parent]) {
        names.push_back(name_of(vdf.records[at->record]));
        if (at->parent == VdfEntry::none) break;
    }
    std::string path(names.back());
    for (std::size_t i = names.size() - 1; i-- > 0;) path.append("/").append(names[i]);
    return path;
}

} // namespace ossuary::zengin
