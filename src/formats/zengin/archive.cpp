#include "ossuary/formats/zengin/archive.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view magic = "ZenGin Archive", end_line = "END", objects_word = "objects ";
constexpr std::size_t most_fields = 64;

// A line that can only be one thing.
void expect_line(PayloadReader& io, std::string_view field, std::string_view expected, std::string_view error) {
    std::string line;
    const std::size_t start = io.offset();
    io(field, line);
    if (io.ok() && line != expected)
        io.fail(field, std::string(error) + ": expected '" + std::string(expected) + "', found '" + line + "'",
                io.offset() - start);
}

} // namespace

void read_archive_header(PayloadReader& io, ArchiveHeader& header) {
    const PayloadReader::Scope scope(io, "archive");
    io.set_usual_end('\n');
    expect_line(io, "magic", magic, "BadArchiveMagic");
    io("ver", header.ver);
    if (io.ok() && header.ver != "ver 1" && header.ver != "ver 0")
        io.fail("ver", "BadArchiveVersion: expected 'ver 1' or 'ver 0', found '" + header.ver + "'",
                header.ver.size() + 1);
    io("archiver", header.archiver);
    io("fmt", header.fmt);
    if (io.ok() && header.fmt != "BINARY")
        io.fail("fmt", "UnsupportedArchiveFormat: expected 'BINARY', found '" + header.fmt + "'",
                header.fmt.size() + 1);
    header.fields.clear();
    for (std::string line; io.ok();) {
        io("fields", line);
        if (line == end_line || !io.ok()) break;
        if (header.fields.size() == most_fields)
            io.fail("fields", "BadArchiveHeader: no END after " + std::to_string(most_fields) + " lines");
        header.fields.push_back(line);
    }
    io("objects_line", header.objects_line);
    if (io.ok() && !header.objects_line.starts_with(objects_word))
        io.fail("objects_line",
                "BadArchiveHeader: expected 'objects' and a number, found '" + header.objects_line + "'",
                header.objects_line.size() + 1);
    expect_line(io, "end", end_line, "BadArchiveHeader");
    expect_line(io, "end", "", "BadArchiveHeader");
}

void write_archive_header(PayloadWriter& io, const ArchiveHeader& header, std::size_t object_count) {
    io.set_usual_end('\n');
    io.text(std::string(magic));
    io.text(header.ver);
    io.text(header.archiver);
    io.text(header.fmt);
    for (const std::string& line : header.fields) io.text(line);
    io.text(std::string(end_line));
    std::string objects = header.objects_line;
    if (objects.empty()) {
        objects = std::to_string(object_count);
        objects.resize(std::max<std::size_t>(objects.size(), 9), ' ');
        objects.insert(0, objects_word);
    }
    io.text(objects);
    io.text(std::string(end_line));
    io.text({});
}

} // namespace ossuary::zengin
