#include "archive_header.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view end_line = "END", objects_word = "objects ";
constexpr std::size_t most_fields = 64, longest_line = 4096;

// A line of a header, of a sane length.
void read_line(PayloadReader& io, std::string_view field, std::string& line, const ArchiveErrors& errors) {
    const Bytes ahead = io.rest().first(std::min(io.remaining(), longest_line + 1));
    if (std::ranges::none_of(ahead, [](std::byte b) { return b == std::byte{'\n'} || b == std::byte{0}; }))
        return io.fail(field, std::string(errors.header) + ": the line does not end");
    io(field, line);
}

// A line that can only be one thing.
void expect_line(PayloadReader& io, std::string_view field, std::string_view expected, std::string_view error,
                 const ArchiveErrors& errors) {
    std::string line;
    const std::size_t start = io.offset();
    read_line(io, field, line, errors);
    if (io.ok() && without_return(line) != expected)
        io.fail(field, std::string(error) + ": expected '" + std::string(expected) + "', found '" + line + "'",
                io.offset() - start);
}

} // namespace

void read_archive_start(PayloadReader& io, ArchiveHeader& header, const ArchiveErrors& errors) {
    const PayloadReader::Scope scope(io, "archive");
    io.set_usual_end('\n');
    expect_line(io, "archive_magic", archive_magic, errors.magic, errors);
    read_line(io, "ver", header.ver, errors);
    if (io.ok() && without_return(header.ver) != "ver 1" && without_return(header.ver) != "ver 0")
        io.fail("ver", std::string(errors.version) + ": expected 'ver 1' or 'ver 0', found '" + header.ver + "'",
                header.ver.size() + 1);
    read_line(io, "archiver", header.archiver, errors);
    read_line(io, "fmt", header.fmt, errors);
    header.fields.clear();
    for (std::string line; io.ok();) {
        read_line(io, "fields", line, errors);
        if (without_return(line) == end_line || !io.ok()) break;
        if (header.fields.size() == most_fields)
            io.fail("fields", std::string(errors.header) + ": no END after " + std::to_string(most_fields) + " lines");
        header.fields.push_back(line);
    }
}

void read_object_count(PayloadReader& io, ArchiveHeader& header, const ArchiveErrors& errors) {
    const PayloadReader::Scope scope(io, "archive");
    read_line(io, "objects_line", header.objects_line, errors);
    if (io.ok() && !header.objects_line.starts_with(objects_word))
        io.fail("objects_line",
                std::string(errors.header) + ": expected 'objects' and a number, found '" + header.objects_line + "'",
                header.objects_line.size() + 1);
    expect_line(io, "end", end_line, errors.header, errors);
}

void read_archive_header(PayloadReader& io, ArchiveHeader& header) {
    const ArchiveErrors errors;
    read_archive_start(io, header, errors);
    if (io.ok() && header.fmt != "BINARY")
        io.fail("archive.fmt", "UnsupportedArchiveFormat: expected 'BINARY', found '" + header.fmt + "'");
    read_object_count(io, header, errors);
    expect_line(io, "archive.end", "", errors.header, errors);
}

void write_archive_start(PayloadWriter& io, const ArchiveHeader& header) {
    io.set_usual_end('\n');
    io.text(std::string(archive_magic));
    io.text(header.ver);
    io.text(header.archiver);
    io.text(header.fmt);
    for (const std::string& line : header.fields) io.text(line);
    io.text(std::string(end_line));
}

void write_object_count(PayloadWriter& io, const ArchiveHeader& header, std::size_t object_count) {
    std::string objects = header.objects_line;
    if (objects.empty()) {
        objects = std::to_string(object_count);
        objects.resize(std::max<std::size_t>(objects.size(), 9), ' ');
        objects.insert(0, objects_word);
    }
    io.text(objects);
    io.text(std::string(end_line));
}

void write_archive_header(PayloadWriter& io, const ArchiveHeader& header, std::size_t object_count) {
    write_archive_start(io, header);
    write_object_count(io, header, object_count);
    io.text({});
}

std::optional<BinaryObjectHead> read_object_head(Bytes bytes) {
    if (bytes.size() < 12) return {};
    BinaryObjectHead head{.size = load<std::uint32_t>(bytes.data(), Endian::little),
                          .version = load<std::uint16_t>(bytes.data() + 4, Endian::little),
                          .index = load<std::uint32_t>(bytes.data() + 6, Endian::little)};
    if (head.size < 12 || head.size > bytes.size()) return {};
    const std::string_view texts = as_text(bytes.first(head.size).subspan(10));
    const std::size_t name_end = texts.find('\0');
    if (name_end == texts.npos) return {};
    const std::size_t class_end = texts.find('\0', name_end + 1);
    if (class_end == texts.npos) return {};
    head.name = texts.substr(0, name_end);
    head.class_chain = texts.substr(name_end + 1, class_end - name_end - 1);
    head.bytes = 10 + class_end + 1;
    return head;
}

} // namespace ossuary::zengin
