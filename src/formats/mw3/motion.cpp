#include "ossuary/formats/mw3/motion.h"
#include "formats/mw3/motion_layout.h"

#include <cmath>
#include <cstring>

#include "formats/mw3/archive_json.h"
#include "formats/mw3/checker.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {

namespace {

constexpr std::uint32_t motion_version = 4;
constexpr std::uint32_t part_flags = 12; // rotation and translation
constexpr std::size_t header_size = 24, least_part_size = 8, key_size = 28;

// The first 24 bytes.
struct Header {
    std::uint32_t version = motion_version;
    Real loop_time = 1;
    std::uint32_t frame_count = 1;
    std::uint32_t part_count = 0;
    Real minus_one = -1;
    Real plus_one = 1;
};
template <class Io> void describe(Io& io, Header& header) {
    io("version", header.version);
    io("loop_time", header.loop_time);
    io("frame_count", header.frame_count);
    io("part_count", header.part_count);
    io("minus_one", header.minus_one);
    io("plus_one", header.plus_one);
}

template <std::size_t N> bool same_bits(const Floats<N>& a, const Floats<N>& b) {
    return std::memcmp(a.values.data(), b.values.data(), sizeof a.values) == 0;
}

class EntryReader {
public:
    EntryReader(Bytes bytes, std::size_t origin, std::string_view path, Diagnostics* diagnostics)
        : io_(bytes), origin_(origin), check_(diagnostics), whole_(check_, path) {}

    Result<Motion> read() {
        Header header;
        if (!need("", header_size)) return check_.failure();
        check_.enter(header, Game::mechwarrior3, origin_);
        describe(io_, header);
        if (header.version != motion_version)
            check_.error("bad-version", "version", std::to_string(header.version) + ", expected 4");
        if (!positive(header.loop_time)) check_.error("out-of-range", "loop_time", "expected seconds above 0");
        if (header.frame_count == 0) check_.error("bad-count", "frame_count", "a motion has at least one frame");
        if (header.part_count > io_.remaining() / least_part_size)
            check_.error("truncated", "part_count",
                         std::to_string(header.part_count) + " parts do not fit in " + std::to_string(io_.remaining()) +
                             " bytes");
        check_.in_range(header.minus_one == -1, "minus_one", "-1");
        check_.in_range(header.plus_one == 1, "plus_one", "1");
        Motion motion{header.loop_time, header.minus_one, header.plus_one, header.frame_count, {}};
        for (std::uint32_t i = 0; i < header.part_count && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "parts", i);
            read_part(motion.parts.emplace_back(), std::uint64_t{header.frame_count} + 1);
        }
        if (check_.ok() && io_.remaining() > 0)
            stop("trailing-bytes", "parts", std::to_string(io_.remaining()) + " bytes behind the last part");
        if (!check_.ok()) return check_.failure();
        return motion;
    }

private:
    void stop(std::string_view name, std::string_view field, const std::string& message) {
        check_.error_at(origin_ + io_.offset(), name, field, message);
    }
    bool need(std::string_view field, std::uint64_t size) {
        if (size <= io_.remaining()) return true;
        stop("truncated", field,
             "needs " + std::to_string(size) + " bytes, only " + std::to_string(io_.remaining()) + " are left");
        return false;
    }

    void read_part(MotionPart& part, std::uint64_t keys) {
        if (!need("name_length", 4)) return;
        const std::size_t length = load<std::uint32_t>(io_.take("name_length", 4).data(), Endian::little);
        if (!need("name", length)) return;
        part.name = as_text(io_.take("name", length));
        for (std::size_t i = 0; i < part.name.size(); ++i)
            if (static_cast<unsigned char>(part.name[i]) > 0x7F)
                return check_.error_at(origin_ + io_.offset() - length + i, "non-ascii", "name", "a byte above 0x7f");
        if (!need("flags", 4)) return;
        if (io_.read<std::uint32_t>("flags") != part_flags)
            return check_.error_at(origin_ + io_.offset() - 4, "bad-flags", "flags",
                                   "expected 12, rotation and translation");
        if (!need("translations", keys * key_size)) return;
        const std::size_t at = io_.offset();
        io_.list("translations", part.translations, keys, 12);
        io_.list("rotations_wxyz", part.rotations, keys, 16);
        if (!check_.wants_deviations()) return;
        const bool closes = same_bits(part.translations.front(), part.translations.back()) &&
                            same_bits(part.rotations.front(), part.rotations.back());
        if (!closes)
            check_.deviation_at(origin_ + at, "loop-key", "translations", "the last key differs from the first");
    }

    ByteReader io_;
    std::size_t origin_;
    Checker check_;
    Checker::Scope whole_;
};

Archive archive_of(const MotionFile& file, std::vector<ByteBuffer>& data) {
    Archive archive{.footer_version = file.footer_version, .checksum = file.checksum};
    for (const MotionEntry& entry : file.entries) {
        data.push_back(write_motion_entry(entry.motion));
        archive.entries.push_back(entry.entry);
    }
    archive.data.assign(data.begin(), data.end());
    return archive;
}

// ---- JSON

Json to_json(const Motion& motion) {
    Json json = Json::object();
    json.set("loop_time", float_to_json(motion.loop_time));
    json.set("frame_count", motion.frame_count);
    Json parts = Json::array();
    for (const MotionPart& part : motion.parts) parts.push(JsonDumper::dump(part));
    json.set("parts", std::move(parts));
    if (motion.minus_one != -1.0f) json.set("minus_one", float_to_json(motion.minus_one));
    if (motion.plus_one != 1.0f) json.set("plus_one", float_to_json(motion.plus_one));
    return json;
}

// A motion as it is built: the count of frames follows from the keys.
struct BuiltMotion {
    Motion motion;
};
template <class Io> void describe(Io& io, BuiltMotion& built) {
    Motion& motion = built.motion;
    io("loop_time", motion.loop_time);
    io("frame_count", motion.frame_count);
    io("parts", motion.parts);
    std::optional<Real> minus_one, plus_one;
    io("minus_one", minus_one);
    io("plus_one", plus_one);
    motion.minus_one = minus_one.value_or(-1);
    motion.plus_one = plus_one.value_or(1);
}

struct BuiltEntry {
    ArchiveEntry entry;
    BuiltMotion motion;
};
template <class Io> void describe(Io& io, BuiltEntry& built) {
    describe(io, built.entry);
    io("motion", built.motion);
}

struct BuiltFile {
    std::uint32_t footer_version = 1;
    std::optional<std::uint32_t> checksum;
    std::vector<BuiltEntry> entries;
    std::optional<std::vector<Gap>> gaps;
};
template <class Io> void describe(Io& io, BuiltFile& built) {
    io("footer_version", built.footer_version);
    io("checksum", built.checksum);
    io("entries", built.entries);
    io("gaps", built.gaps);
}

std::optional<Error> count_frames(Motion& motion, std::size_t index) {
    for (std::size_t i = 0; i < motion.parts.size(); ++i) {
        const MotionPart& part = motion.parts[i];
        const std::string path = "entries[" + std::to_string(index) + "].motion.parts[" + std::to_string(i) + "]";
        if (part.translations.size() < 2)
            return Error({.field = path + ".translations"}, "bad-count: expected at least two keys");
        if (part.rotations.size() != part.translations.size())
            return Error({.field = path + ".rotations_wxyz"}, "bad-count: expected as many keys as translations");
        if (i > 0 && part.translations.size() != motion.parts[0].translations.size())
            return Error({.field = path + ".translations"}, "bad-count: expected as many keys as the first part has");
    }
    if (!motion.parts.empty()) motion.frame_count = static_cast<std::uint32_t>(motion.parts[0].translations.size() - 1);
    return {};
}

} // namespace

Result<Motion> parse_motion_entry(Bytes bytes, std::size_t origin, std::string_view path, Diagnostics* diagnostics) {
    return EntryReader(bytes, origin, path, diagnostics).read();
}

ByteBuffer write_motion_entry(const Motion& motion) {
    ByteWriter io;
    std::size_t size = header_size;
    for (const MotionPart& part : motion.parts)
        size += least_part_size + part.name.size() + key_size * part.translations.size();
    io.buffer().reserve(size);
    Header header{motion_version,     motion.loop_time,
                  motion.frame_count, static_cast<std::uint32_t>(motion.parts.size()),
                  motion.minus_one,   motion.plus_one};
    describe(io, header);
    for (const MotionPart& part : motion.parts) {
        io.write(static_cast<std::uint32_t>(part.name.size()));
        io.text(part.name);
        io.write(part_flags);
        io.list("translations", part.translations);
        io.list("rotations_wxyz", part.rotations);
    }
    return std::move(io).take();
}

bool recognise_motion(Bytes bytes) {
    const auto archive = parse_archive(bytes);
    if (!archive) return false;
    if (archive->data.empty()) return bytes.size() == 8;
    // Lists of reader archives begin with the same number.
    if (archive->entries.front().name.text().ends_with(".zrd")) return false;
    const Bytes first = archive->data.front();
    return first.size() >= header_size && load<std::uint32_t>(first.data(), Endian::little) == motion_version;
}

Result<MotionFile> parse_motion(Bytes bytes, Diagnostics* diagnostics) {
    const auto archive = parse_archive(bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    MotionFile file{.footer_version = archive->footer_version, .checksum = archive->checksum};
    // Entries may share their bytes: what is read of them all is bounded by the file, not by their number.
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < archive->entries.size(); ++i) {
        const std::string path = "entries[" + std::to_string(i) + "].motion";
        total += archive->data[i].size();
        if (total > 16 * std::uint64_t{bytes.size()})
            return fail({.offset = 0, .field = path}, "bad-entry: entries overlap more than sixteen times over");
        auto motion = parse_motion_entry(archive->data[i], archive->entries[i].start, path, diagnostics);
        if (!motion) return Failure(motion.error());
        file.entries.push_back({archive->entries[i], std::move(*motion)});
    }
    file.gaps = gaps_of(*archive, bytes);
    return file;
}

ByteBuffer write_motion(const MotionFile& file) {
    std::vector<ByteBuffer> data;
    return write_archive(archive_of(file, data), file.gaps);
}

Json dump_motion(const MotionFile& file) {
    Json json = Json::object();
    json.set("footer_version", file.footer_version);
    if (file.footer_version == 2) json.set("checksum", file.checksum);
    Json entries = Json::array();
    for (const MotionEntry& entry : file.entries) {
        Json one = JsonDumper::dump(entry.entry);
        one.set("motion", to_json(entry.motion));
        entries.push(std::move(one));
    }
    json.set("entries", std::move(entries));
    if (file.gaps.empty()) return json;
    Json gaps = Json::array();
    for (const Gap& gap : file.gaps) gaps.push(to_json(gap));
    json.set("gaps", std::move(gaps));
    return json;
}

Result<MotionFile> build_motion(const Json& json) {
    auto built = JsonBuilder::build<BuiltFile>(json);
    if (!built) return Failure(built.error());
    if (built->footer_version != 1 && built->footer_version != 2)
        return fail({.field = "footer_version"}, "bad-version: expected 1 or 2");
    MotionFile file{.footer_version = built->footer_version, .checksum = built->checksum.value_or(0)};
    for (BuiltEntry& entry : built->entries) {
        if (auto error = count_frames(entry.motion.motion, file.entries.size())) return Failure(std::move(*error));
        file.entries.push_back({entry.entry, std::move(entry.motion.motion)});
    }
    if (built->gaps) file.gaps = std::move(*built->gaps);
    // What could not be read again is not built.
    if (const auto again = parse_motion(write_motion(file)); !again) return Failure(again.error());
    return file;
}

} // namespace ossuary::mw3
