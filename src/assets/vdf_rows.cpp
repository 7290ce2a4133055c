// Gothic's archives.
#include <map>

#include "assets/row_verbs.h"
#include "assets/rows.h"
#include "ossuary/base/hash.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary {

namespace {

using namespace zengin;

struct VdfKind {
    static constexpr std::string_view name = "vdf";
    static Result<Vdf> parse(Bytes bytes, const OpenOptions&, Diagnostics* diagnostics) {
        return parse_vdf(bytes, diagnostics);
    }
    static constexpr auto write = write_vdf;
    static constexpr auto dump = dump_vdf;
    static constexpr auto build = build_vdf;
};

Json header_facts(const Vdf& vdf) {
    Json facts = Json::object();
    facts.set("comment", latin1_to_utf8(vdf.header.comment.text()));
    facts.set("signature", latin1_to_utf8(vdf.header.signature.text()));
    facts.set("timestamp", dos_time_text(vdf.header.timestamp));
    facts.set("zipped", vdf.header.flags == zipped_volume);
    return facts;
}

Result<Json> info(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    const auto vdf = parse_vdf(file.bytes, diagnostics);
    if (!vdf) return Failure(vdf.error());
    Json files = Json::array();
    std::uint64_t unpacked = 0;
    std::size_t directories = 0;
    for (const VdfEntry& entry : vdf->entries) {
        const VdfRecord& record = vdf->records[entry.record];
        directories += record.is_directory();
        if (record.is_directory()) continue;
        unpacked += record.size;
        Json row = Json::object();
        row.set("name", latin1_to_utf8(path_of(*vdf, entry)));
        row.set("bytes", record.size);
        files.push(std::move(row));
    }
    Json facts = joined(file_facts(file), header_facts(*vdf));
    facts.set("file_count", files.size());
    facts.set("directories", directories);
    facts.set("bytes_unpacked", unpacked);
    facts.set("files", std::move(files));
    return facts;
}

// What an archive holds, file by file: how it lies there does not count.
Result<Json> values(const NamedFile& file, const FileLookup&, const OpenOptions&, Diagnostics* diagnostics) {
    const auto vdf = parse_vdf(file.bytes, diagnostics);
    if (!vdf) return Failure(vdf.error());
    std::map<std::string, Json> files;
    for (const VdfEntry& entry : vdf->entries) {
        const VdfRecord& record = vdf->records[entry.record];
        if (record.is_directory()) continue;
        const auto content = read_entry(*vdf, record);
        Json row = Json::object();
        row.set("bytes", record.size);
        if (content)
            row.set("crc32", crc32(content->bytes));
        else
            row.set("error", content.error().message);
        row.set("attributes", record.attributes);
        files[latin1_to_utf8(path_of(*vdf, entry))] = std::move(row); // of two the later one counts
    }
    Json by_path = Json::object();
    for (auto& [path, row] : files) by_path.append(path, std::move(row));
    Json all = header_facts(*vdf);
    all.set("files", std::move(by_path));
    return all;
}

Result<std::vector<Member>> members(const NamedFile& file, const OpenOptions&, Diagnostics* diagnostics) {
    auto parsed = parse_vdf(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto vdf = std::make_shared<const Vdf>(std::move(*parsed));
    std::vector<Member> members;
    for (const VdfEntry& entry : vdf->entries) {
        if (vdf->records[entry.record].is_directory()) continue;
        members.push_back({path_of(*vdf, entry), [vdf, number = entry.record]() -> Result<ByteBuffer> {
                               const auto content = read_entry(*vdf, vdf->records[number]);
                               if (!content) return Failure(content.error());
                               return ByteBuffer(content->bytes.begin(), content->bytes.end());
                           }});
    }
    return members;
}

constexpr std::string_view extensions[] = {".vdf", ".mod"};

constexpr Format rows[] = {{
    .name = VdfKind::name,
    .title = "Gothic archive",
    .game = "Gothic",
    .extensions = extensions,
    .role = Role::model,
    .recognise = is_vdf,
    .info = info,
    .dump = dump_row<VdfKind>,
    .build = build_row<VdfKind>,
    .values = values,
    .rewrite = rewrite_row<VdfKind>,
    .members = members,
}};

} // namespace

std::span<const Format> vdf_rows() { return rows; }

} // namespace ossuary
