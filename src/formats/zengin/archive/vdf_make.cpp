// Archives made from files.
#include <algorithm>
#include <limits>
#include <map>

#include "ossuary/base/deflate.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/chunk.h"
#include "vdf_layout.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t longest_name = 64, deepest = 64;
constexpr std::uint32_t vdf_block_size = 8192, directory_bit = 0x8000'0000u, last_bit = 0x4000'0000u,
                        archive_bit = 0x20;

struct Folder {
    std::map<std::string, Folder> folders;
    std::map<std::string, const VdfSource*> files;
};

std::string_view complaint_about(std::string_view name) {
    if (name.empty() || name == "." || name == "..") return "is no name for a file";
    if (name.size() > longest_name) return "is longer than the 64 bytes an archive has for a name";
    if (name.back() == ' ') return "ends in a blank, which an archive cannot keep";
    const auto is_forbidden = [](unsigned char c) {
        return c < ' ' || std::string_view("\\:*?\"<>|").find(static_cast<char>(c)) != std::string_view::npos;
    };
    return std::ranges::any_of(name, is_forbidden) ? "holds a character that names in an archive do without" : "";
}

Result<void> put(Folder& root, const VdfSource& source) {
    const auto refuse = [&](std::string message) { return fail(Place{.file = source.path}, std::move(message)); };
    Folder* folder = &root;
    std::string_view rest = source.path;
    for (std::size_t depth = 0;; ++depth) {
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        const std::string_view given = rest.substr(0, slash);
        const std::string name = upper_case(utf8_to_latin1(given));
        if (to_utf8(given) == given && latin1_to_utf8(utf8_to_latin1(given)) != given)
            return refuse('\'' + std::string(given) + "' has a letter beyond Latin-1, which an archive cannot keep");
        if (const std::string_view complaint = complaint_about(name); !complaint.empty())
            return refuse('\'' + latin1_to_utf8(name) + "' " + std::string(complaint));
        if (depth > deepest) return refuse("lies in more than 64 folders");
        const bool is_file = slash == rest.size();
        if (is_file ? folder->folders.contains(name) : folder->files.contains(name))
            return refuse('\'' + latin1_to_utf8(name) + "' is a file and a folder");
        if (is_file) {
            if (!folder->files.try_emplace(name, &source).second)
                return refuse("there is another file of that name; in an archive upper and lower case are the same");
            return {};
        }
        folder = &folder->folders[name];
        rest.remove_prefix(slash + 1);
    }
}

// Records and data in the order of the game's own archives: a list, then the lists of its directories; the data of the
// directories before those of the files beside them.
struct Plan {
    std::vector<VdfRecord> records;
    std::vector<const VdfSource*> data;
    std::uint64_t data_size = 0, unpacked_size = 0;

    void place(const Folder& folder) { // no deeper than put() lets folders be
        std::size_t at = records.size();
        for (const auto& [name, child] : folder.folders) records.push_back(record_of(name, 0, directory_bit, 0));
        for (const auto& [name, source] : folder.files)
            records.push_back(record_of(name, source->size, 0, archive_bit));
        if (records.size() > at) records.back().type |= last_bit;
        for (const auto& [name, child] : folder.folders) {
            records[at++].offset = static_cast<std::uint32_t>(records.size());
            place(child);
        }
        for (const auto& [name, source] : folder.files) {
            records[at++].offset = static_cast<std::uint32_t>(data_size); // from where the data begin
            data.push_back(source);
            data_size += source->stored.bytes.size();
            unpacked_size += source->size;
        }
    }

private:
    static VdfRecord record_of(std::string_view name, std::uint32_t size, std::uint32_t type,
                               std::uint32_t attributes) {
        VdfRecord record;
        record.name = FilledText<64, ' '>(name);
        record.size = size;
        record.type = type;
        record.attributes = attributes;
        return record;
    }
};

bool is_sound(std::string_view path) {
    const std::string extension = file_extension(path);
    return extension == ".wav" || extension == ".ogg";
}

Result<ByteBuffer> zipped_stream(Bytes content) {
    ByteWriter writer;
    writer.write(static_cast<std::uint32_t>(content.size()));
    writer.write(vdf_block_size);
    writer.write(static_cast<std::uint32_t>((content.size() + vdf_block_size - 1) / vdf_block_size));
    for (std::size_t at = 0; at < content.size(); at += vdf_block_size) {
        const Bytes block = content.subspan(at, std::min<std::size_t>(vdf_block_size, content.size() - at));
        const auto packed = deflate(block);
        if (!packed) return Failure(packed.error());
        writer.write(static_cast<std::uint32_t>(block.size()));
        writer.write(static_cast<std::uint32_t>(packed->size()));
        writer.write(vdf_block_size);
        writer.bytes(*packed);
    }
    return std::move(writer).take();
}

} // namespace

Result<VdfSource> pack_source(std::string path, SharedBytes content, bool zipped) {
    if (content.bytes.size() > std::numeric_limits<std::uint32_t>::max())
        return fail(Place{.file = path}, "archive too large: a file of 4 GiB does not go in");
    VdfSource source{std::move(path), static_cast<std::uint32_t>(content.bytes.size()), std::move(content)};
    if (!zipped || source.size == 0) return source;
    // What only looks like a stream would be unpacked by readers: better that it is one.
    if (is_sound(source.path) && !begins_as_stream(source.stored.bytes, source.size)) return source;
    auto stream = zipped_stream(source.stored.bytes);
    if (!stream) return Failure(stream.error());
    source.stored = SharedBytes(std::move(*stream));
    return source;
}

Result<ByteBuffer> make_vdf(std::vector<VdfSource> files, const VdfOptions& options) {
    if (options.comment.size() > 256) return fail("the comment is longer than 256 bytes");
    Folder root;
    for (const VdfSource& source : files)
        if (auto done = put(root, source); !done) return Failure(done.error());
    Plan plan;
    plan.place(root);
    const std::uint64_t data_offset = header_size + plan.records.size() * record_size;
    const std::uint64_t file_size = data_offset + plan.data_size;
    if (std::max(file_size, plan.unpacked_size) > std::numeric_limits<std::uint32_t>::max())
        return fail("archive too large: its data would lie beyond 4 GiB");
    for (VdfRecord& record : plan.records)
        if (!record.is_directory()) record.offset += static_cast<std::uint32_t>(data_offset);

    VdfHeader header;
    header.comment = FilledText<256, '\x1a'>(options.comment);
    header.signature = FilledText<16, '\x1a'>(options.game == VdfGame::gothic1 ? gothic1_signature : gothic2_signature);
    header.file_count = static_cast<std::uint32_t>(plan.data.size());
    header.timestamp = options.timestamp;
    header.data_size = static_cast<std::uint32_t>(plan.unpacked_size);
    header.flags = options.zipped ? zipped_volume : plain_volume;
    ByteBuffer bytes = write_pieces(header, {}, plan.records, {});
    bytes.reserve(static_cast<std::size_t>(file_size));
    for (const VdfSource* source : plan.data) {
        const Bytes stored = source->stored.bytes;
        bytes.insert(bytes.end(), stored.begin(), stored.end());
    }
    return bytes;
}

} // namespace ossuary::zengin
