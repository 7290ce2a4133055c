#include "vdf_row.h"

#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/format/row_verbs.h"

namespace ossuary::zengin {

namespace {

Json header_facts(const Vdf& vdf) {
    Json facts = Json::object();
    facts.set("comment", latin1_to_utf8(vdf.header.comment.text()));
    facts.set("signature", latin1_to_utf8(vdf.header.signature.text()));
    facts.set("timestamp", dos_time_text(vdf.header.timestamp));
    facts.set("zipped", vdf.header.flags == zipped_volume);
    return facts;
}

int priority_of(std::string_view name) {
    if (file_extension(name) == ".mod") return mod_archives;
    return lower_case(file_stem(name)).ends_with("_addon") ? add_on_archives : base_archives;
}

} // namespace

Result<Json> info_vdf(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics* diagnostics) {
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

Result<Json> values_of_vdf(const NamedFile& file, const FileLookup&, const OptionValues&, Diagnostics* diagnostics) {
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
            row.set("error", content.error().message());
        row.set("attributes", record.attributes);
        files[latin1_to_utf8(path_of(*vdf, entry))] = std::move(row); // of two the later one counts
    }
    Json by_path = Json::object();
    for (auto& [path, row] : files) by_path.append(path, std::move(row));
    Json all = header_facts(*vdf);
    all.set("files", std::move(by_path));
    return all;
}

Result<std::vector<Member>> members_of_vdf(const NamedFile& file, const OptionValues&, Diagnostics* diagnostics) {
    auto parsed = parse_vdf(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto vdf = std::make_shared<const Vdf>(std::move(*parsed));
    std::vector<Member> members;
    for (const VdfEntry& entry : vdf->entries) {
        if (vdf->records[entry.record].is_directory()) continue;
        members.push_back({latin1_to_utf8(path_of(*vdf, entry)), [vdf, number = entry.record]() -> Result<ByteBuffer> {
                               const auto content = read_entry(*vdf, vdf->records[number]);
                               if (!content) return Failure(content.error());
                               return ByteBuffer(content->bytes.begin(), content->bytes.end());
                           }});
    }
    return members;
}

Result<Volume> mount_vdf(std::string name, const SharedBytes& archive, const ContainerLimits& limits,
                         Diagnostics* diagnostics) {
    auto parsed = parse_vdf(archive, diagnostics, limits);
    if (!parsed) return Failure(parsed.error());
    const auto vdf = std::make_shared<const Vdf>(std::move(*parsed));
    Volume volume{.name = std::move(name), .kind = VolumeKind::archive, .time = vdf->header.timestamp};
    volume.priority = priority_of(volume.name);
    volume.files.reserve(vdf->entries.size());
    std::vector<std::string> folders(vdf->entries.size()); // with a slash behind; a folder comes before what is in it
    for (std::size_t i = 0; i < vdf->entries.size(); ++i) {
        const VdfEntry& entry = vdf->entries[i];
        const VdfRecord& record = vdf->records[entry.record];
        if (!record.is_directory() && is_out_of_bounds(*vdf, record)) continue;
        std::string path;
        path.reserve(64);
        if (entry.parent != VdfEntry::none) path = folders[entry.parent];
        path += latin1_to_utf8(name_of(record));
        if (record.is_directory())
            folders[i] = std::move(path += '/');
        else
            volume.files.push_back({std::move(path), record.size, entry.record, vdf->header.timestamp});
    }
    volume.read = [vdf, limits](std::uint32_t number) { return read_entry(*vdf, vdf->records[number], limits); };
    return volume;
}

} // namespace ossuary::zengin
