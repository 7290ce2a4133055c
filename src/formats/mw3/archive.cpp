#include "ossuary/formats/mw3/archive.h"
#include "formats/mw3/archive_layout.h"

#include "formats/mw3/checker.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"

namespace ossuary::mw3 {

namespace {

constexpr std::size_t entry_size = 148;
constexpr std::uint32_t implied_length = 1;

struct Footer {
    std::uint32_t version = 0, count = 0, checksum = 0;
    std::size_t size = 0;
    bool fits = false; // the directory it speaks of is there
};

Footer footer_at(Bytes bytes, std::uint32_t version) {
    Footer footer{.version = version, .size = version == 1 ? std::size_t{8} : 12};
    if (bytes.size() < footer.size) return footer;
    const std::byte* at = bytes.data() + bytes.size() - footer.size;
    if (load<std::uint32_t>(at, Endian::little) != version) return footer;
    footer.count = load<std::uint32_t>(at + 4, Endian::little);
    if (version == 2) footer.checksum = load<std::uint32_t>(at + 8, Endian::little);
    footer.fits = footer.count <= (bytes.size() - footer.size) / entry_size;
    return footer;
}

std::uint32_t word_at_end(Bytes bytes, std::size_t distance) {
    return bytes.size() < distance ? 0 : load<std::uint32_t>(bytes.data() + bytes.size() - distance, Endian::little);
}

// Entries in version 2 whose lengths say nothing.
bool has_implied_lengths(std::uint32_t version, std::span<const ArchiveEntry> entries) {
    return version == 2 &&
           std::ranges::all_of(entries, [](const ArchiveEntry& entry) { return entry.length == implied_length; });
}

Result<Archive> parse_with(Bytes bytes, const Footer& footer, Diagnostics* diagnostics) {
    Archive archive{.footer_version = footer.version, .checksum = footer.checksum};
    const std::size_t directory = bytes.size() - footer.size - entry_size * footer.count;
    ByteReader io(bytes);
    io.seek("entries", directory);
    archive.entries.resize(footer.count);
    Checker check(diagnostics);
    for (std::size_t i = 0; i < archive.entries.size(); ++i) {
        ArchiveEntry& entry = archive.entries[i];
        const Checker::Scope scope(check, "entries", static_cast<std::int64_t>(i));
        check.enter(entry, Game::mechwarrior3, io.offset());
        describe(io, entry);
        check.text("name", entry.name);
        if (entry.length == 0)
            check.error("bad-entry", "length", "an entry has at least one byte");
        else if (entry.start > directory || entry.length > directory - entry.start)
            check.error("bad-entry", "start",
                        std::to_string(entry.length) + " bytes from " + std::to_string(entry.start) +
                            " do not lie before the directory at " + std::to_string(directory));
        if (!check.ok()) return check.failure();
    }
    const bool implied = has_implied_lengths(footer.version, archive.entries);
    for (std::size_t i = 0; i < archive.entries.size(); ++i) {
        const ArchiveEntry& entry = archive.entries[i];
        std::size_t length = entry.length;
        if (implied) {
            const std::size_t end = i + 1 < archive.entries.size() ? archive.entries[i + 1].start : directory;
            if (end <= entry.start)
                return fail({.offset = directory + entry_size * i, .field = "entries[" + std::to_string(i) + "].start"},
                            "bad-entry: entries without length must ascend");
            length = end - entry.start;
        }
        archive.data.push_back(bytes.subspan(entry.start, length));
    }
    return archive;
}

} // namespace

bool recognise_archive(Bytes bytes) { return footer_at(bytes, 1).fits || footer_at(bytes, 2).fits; }

std::vector<std::string_view> archive_names(Bytes bytes) {
    std::vector<std::string_view> names;
    for (const std::uint32_t version : {1u, 2u}) {
        const Footer footer = footer_at(bytes, version);
        if (!footer.fits || footer.count == 0) continue;
        const Bytes directory = bytes.last(footer.size + entry_size * footer.count);
        for (std::size_t i = 0; i < footer.count; ++i) {
            const std::string_view name = as_text(directory.subspan(entry_size * i + 8, 64));
            names.push_back(name.substr(0, std::min(name.find('\0'), name.size())));
        }
        return names;
    }
    return names;
}

Result<Archive> parse_archive(Bytes bytes, Diagnostics* diagnostics) {
    if (bytes.size() < 8)
        return fail({.offset = 0, .field = "footer"}, "truncated: an archive has a footer of at least 8 bytes");
    const Footer first = footer_at(bytes, 1), second = footer_at(bytes, 2);
    const bool is_first = word_at_end(bytes, 8) == 1, is_second = word_at_end(bytes, 12) == 2;
    // In version 2 with one entry, count 1 and checksum 0 look like version 1 without entries.
    Result<Archive> parsed = fail("");
    if (is_first && first.fits && (first.count > 0 || bytes.size() == 8)) {
        Diagnostics found;
        parsed = parse_with(bytes, first, &found);
        if (parsed || !(is_second && second.fits)) {
            if (diagnostics) diagnostics->insert(diagnostics->end(), found.begin(), found.end());
            return parsed;
        }
    }
    if (is_second && second.fits) return parse_with(bytes, second, diagnostics);
    if (is_first || is_second) {
        const Footer& footer = is_first && !(is_second && first.count == 0) ? first : second;
        return fail({.offset = bytes.size() - footer.size + 4, .field = "footer.count"},
                    "bad-count: " + std::to_string(footer.count) + " entries in a file of " +
                        std::to_string(bytes.size()) + " bytes");
    }
    return fail({.offset = bytes.size() - 8, .field = "footer.version"},
                "bad-version: the last bytes are no footer of an archive of version 1 or 2");
}

std::vector<Gap> gaps_of(const Archive& archive, Bytes bytes) {
    std::vector<Bytes> used = archive.data;
    ossuary::sort(used, {}, [](Bytes data) { return data.data(); });
    const std::size_t footer = archive.footer_version == 1 ? 8 : 12;
    const std::size_t directory = bytes.size() - footer - entry_size * archive.entries.size();
    std::vector<Gap> gaps;
    std::size_t at = 0;
    const auto skip_to = [&](std::size_t next) {
        if (next > at)
            gaps.push_back(
                {static_cast<std::uint32_t>(at),
                 {bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin() + static_cast<std::ptrdiff_t>(next)}});
    };
    for (const Bytes data : used) {
        const auto start = static_cast<std::size_t>(data.data() - bytes.data());
        skip_to(start);
        at = std::max(at, start + data.size());
    }
    skip_to(directory);
    return gaps;
}

namespace {

// A stretch of the data area and what it holds.
struct Piece {
    std::size_t start;
    Bytes bytes;
};

// The data area with everything at its place; nothing where a place is taken by something else or left empty.
std::optional<ByteBuffer> laid_as_stored(const Archive& archive, std::span<const Gap> gaps, bool implied) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < archive.entries.size(); ++i) {
        if (!implied && archive.entries[i].length != archive.data[i].size()) return {};
        pieces.push_back({archive.entries[i].start, archive.data[i]});
    }
    for (const Gap& gap : gaps) pieces.push_back({gap.offset, gap.bytes});
    ossuary::sort(pieces, {}, &Piece::start);
    ByteBuffer area;
    for (const Piece& piece : pieces) {
        if (piece.start > area.size()) return {};
        const std::size_t shared = std::min(area.size() - piece.start, piece.bytes.size());
        const auto there = area.begin() + static_cast<std::ptrdiff_t>(piece.start);
        if (!std::ranges::equal(piece.bytes.first(shared), std::span(there, shared))) return {};
        area.insert(area.end(), piece.bytes.begin() + static_cast<std::ptrdiff_t>(shared), piece.bytes.end());
    }
    if (!implied) return area;
    // Where lengths are implied, the next start says them.
    for (std::size_t i = 0; i < archive.entries.size(); ++i) {
        const std::size_t end = i + 1 < archive.entries.size() ? archive.entries[i + 1].start : area.size();
        if (end - archive.entries[i].start != archive.data[i].size()) return {};
    }
    return area;
}

} // namespace

ByteBuffer write_archive(Archive archive, std::span<const Gap> gaps) {
    const bool implied = has_implied_lengths(archive.footer_version, archive.entries);
    ByteWriter io;
    if (auto area = laid_as_stored(archive, gaps, implied)) {
        io.buffer() = std::move(*area);
    } else {
        for (std::size_t i = 0; i < archive.entries.size(); ++i) {
            archive.entries[i].start = static_cast<std::uint32_t>(io.offset());
            if (!implied) archive.entries[i].length = static_cast<std::uint32_t>(archive.data[i].size());
            io.bytes(archive.data[i]);
        }
    }
    for (ArchiveEntry& entry : archive.entries) describe(io, entry);
    io.write(archive.footer_version);
    io.write(static_cast<std::uint32_t>(archive.entries.size()));
    if (archive.footer_version == 2) io.write(archive.checksum);
    return std::move(io).take();
}

std::uint32_t archive_checksum(const Archive& archive) {
    constexpr std::uint32_t polynomial = 0x04C11DB7;
    static const std::array<std::uint32_t, 256> table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t value = i << 24;
            for (int bit = 0; bit < 8; ++bit) value = (value << 1) ^ (value >> 31 ? polynomial : 0);
            made[i] = value;
        }
        return made;
    }();
    std::uint32_t crc = 0;
    for (const Bytes data : archive.data)
        for (const std::byte b : data) crc = table[(crc >> 24) ^ std::to_integer<std::uint32_t>(b)] ^ (crc << 8);
    return crc;
}

} // namespace ossuary::mw3
