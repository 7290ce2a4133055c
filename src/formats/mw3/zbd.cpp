#include "ossuary/formats/mw3/zbd.h"

#include "formats/mw3/archive_json.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/mw3/mechlib.h"
#include "ossuary/formats/mw3/motion.h"

namespace ossuary::mw3 {

namespace {

constexpr int deepest_list = 100;

class ListReader {
public:
    ListReader(Bytes bytes, std::size_t origin) : io_(bytes), origin_(origin) {}

    Result<ReaderValue> read() {
        ReaderValue value = read_value(0);
        if (!error_ && io_.remaining() > 0) stop("trailing-bytes", "bytes behind the list");
        if (error_) return Failure(*error_);
        return value;
    }

private:
    void stop(std::string_view name, std::string_view message) {
        if (!error_)
            error_ = Error({.offset = origin_ + io_.offset(), .field = "list"},
                           std::string(name) + ": " + std::string(message));
    }
    std::uint32_t word() {
        if (io_.remaining() < 4) {
            stop("truncated", "a value is cut off");
            return 0;
        }
        return io_.read<std::uint32_t>("value");
    }
    ReaderValue read_value(int depth) {
        ReaderValue made;
        const std::uint32_t type = word();
        if (error_) return made;
        if (type == 1) {
            made.value = static_cast<std::int32_t>(word());
        } else if (type == 2) {
            made.value = Real(std::bit_cast<float>(word()));
        } else if (type == 3) {
            const std::uint32_t length = word();
            if (!error_ && length > io_.remaining()) stop("truncated", "a text is cut off");
            if (!error_) made.value = std::string(as_text(io_.take("text", length)));
        } else if (type == 4) {
            const std::uint32_t count = word();
            if (!error_ && count == 0) stop("bad-count", "a list counts itself");
            if (!error_ && count - 1 > io_.remaining() / 8) stop("truncated", "a list is cut off");
            if (!error_ && depth >= deepest_list) stop("bad-count", "lists are nested too deep");
            std::vector<ReaderValue>& values = made.value.emplace<std::vector<ReaderValue>>();
            for (std::uint32_t i = 1; i < count && !error_; ++i) values.push_back(read_value(depth + 1));
        } else {
            stop("bad-enum", "expected a type 1 to 4");
        }
        return made;
    }

    ByteReader io_;
    std::size_t origin_;
    std::optional<Error> error_;
};

void write_value(ByteWriter& io, const ReaderValue& value) {
    io.write(static_cast<std::uint32_t>(value.value.index() + 1));
    if (const auto* number = std::get_if<std::int32_t>(&value.value)) {
        io.write(*number);
    } else if (const auto* real = std::get_if<Real>(&value.value)) {
        io.write(static_cast<float>(*real));
    } else if (const auto* text = std::get_if<std::string>(&value.value)) {
        io.write(static_cast<std::uint32_t>(text->size()));
        io.text(*text);
    } else {
        const auto& values = std::get<std::vector<ReaderValue>>(value.value);
        io.write(static_cast<std::uint32_t>(values.size() + 1));
        for (const ReaderValue& one : values) write_value(io, one);
    }
}

bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

} // namespace

Json to_json(const ReaderValue& value) {
    if (const auto* number = std::get_if<std::int32_t>(&value.value)) return Json(*number);
    Json json = Json::object();
    if (const auto* real = std::get_if<Real>(&value.value)) {
        json.set("float", float_to_json(*real));
    } else if (const auto* text = std::get_if<std::string>(&value.value)) {
        if (is_plain(*text)) return Json(*text);
        json.set("bytes", to_hex(as_bytes(*text)));
    } else {
        json = Json::array();
        for (const ReaderValue& one : std::get<std::vector<ReaderValue>>(value.value)) json.push(to_json(one));
    }
    return json;
}

bool from_json(const Json& json, ReaderValue& value) {
    if (json.is_string()) {
        value.value = std::string(json.string());
    } else if (json.is_array()) {
        auto& values = value.value.emplace<std::vector<ReaderValue>>(json.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!from_json(json[i], values[i])) return false;
    } else if (const Json* real = json.find("float"); real && json.size() == 1) {
        return from_json(*real, value.value.emplace<Real>());
    } else if (const Json* bytes = json.find("bytes"); bytes && json.size() == 1) {
        std::string text(bytes->string().size() / 2, '\0');
        if (!bytes->is_string() || !from_hex(bytes->string(), std::as_writable_bytes(std::span(text)))) return false;
        value.value = std::move(text);
    } else {
        if (!json.is_integer() || json.integer() < INT32_MIN || json.integer() > INT32_MAX) return false;
        value.value = static_cast<std::int32_t>(json.integer());
    }
    return true;
}

template <class Io> void describe(Io& io, ZbdEntry& entry) {
    describe(io, entry.entry);
    if constexpr (building<Io>) {
        std::optional<std::string> data;
        io("list", entry.list);
        io("data", data);
        if (entry.list.has_value() == data.has_value()) return io.stop("expected either 'list' or 'data'");
        if (!data) return;
        entry.data.resize(data->size() / 2);
        if (!from_hex(*data, entry.data)) io.stop("data: expected hexadecimal digits");
    } else if (entry.list) {
        io("list", *entry.list);
    } else {
        io("data", to_hex(entry.data));
    }
}

namespace {

struct ZbdDocument {
    ZbdArchive archive;
};
template <class Io> void describe(Io& io, ZbdDocument& document) {
    ZbdArchive& archive = document.archive;
    io("footer_version", archive.footer_version);
    if constexpr (building<Io>) {
        io("checksum", archive.checksum);
        if (archive.footer_version != 1 && archive.footer_version != 2) io.stop("bad-version: expected 1 or 2");
    } else if (archive.checksum) {
        io("checksum", *archive.checksum);
    }
    io("entries", archive.entries);
    describe_gaps(io, archive.gaps);
}

} // namespace

Result<ReaderValue> parse_reader_list(Bytes bytes, std::size_t origin) { return ListReader(bytes, origin).read(); }

ByteBuffer write_reader_list(const ReaderValue& value) {
    ByteWriter io;
    write_value(io, value);
    return std::move(io).take();
}

bool recognise_zbd(Bytes bytes) {
    const std::vector<std::string_view> names = archive_names(bytes);
    const auto is_name = [](std::string_view name) { return !name.empty() && is_plain(name); };
    return !names.empty() && std::ranges::all_of(names, is_name) && !recognise_motion(bytes) &&
           !recognise_mechlib(bytes);
}

Result<ZbdArchive> parse_zbd(Bytes bytes, Diagnostics* diagnostics) {
    const auto archive = parse_archive(bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    if (archive->entries.empty() && bytes.size() > 12)
        return fail({.offset = bytes.size() - 4, .field = "footer.count"}, "bad-count: an archive without entries");
    ZbdArchive file{.footer_version = archive->footer_version};
    if (file.footer_version == 2 && archive_checksum(*archive) != archive->checksum) file.checksum = archive->checksum;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < archive->entries.size(); ++i) {
        ZbdEntry& entry = file.entries.emplace_back();
        entry.entry = archive->entries[i];
        const Bytes data = archive->data[i];
        total += data.size();
        const std::string path = "entries[" + std::to_string(i) + "]";
        if (total > 16 * std::uint64_t{bytes.size()})
            return fail({.offset = entry.entry.start, .field = path},
                        "bad-entry: entries overlap more than sixteen times over");
        if (equal_ignoring_case(file_extension(entry.entry.name.text()), ".zrd")) {
            auto list = parse_reader_list(data, entry.entry.start);
            if (list) {
                entry.list = std::move(*list);
                continue;
            }
            Place place = list.error().place();
            place.field = path + '.' + place.field;
            report(diagnostics, Severity::warning, std::move(place), list.error().message());
        }
        entry.data.assign(data.begin(), data.end());
    }
    file.gaps = gaps_of(*archive, bytes);
    return file;
}

ByteBuffer write_zbd(const ZbdArchive& file) {
    Archive archive{.footer_version = file.footer_version};
    std::vector<ByteBuffer> lists(file.entries.size());
    for (std::size_t i = 0; i < file.entries.size(); ++i) {
        const ZbdEntry& entry = file.entries[i];
        if (entry.list) lists[i] = write_reader_list(*entry.list);
        archive.entries.push_back(entry.entry);
        archive.data.push_back(entry.list ? Bytes(lists[i]) : Bytes(entry.data));
    }
    if (file.footer_version == 2) archive.checksum = file.checksum ? *file.checksum : archive_checksum(archive);
    return write_archive(std::move(archive), file.gaps);
}

Json dump_zbd(const ZbdArchive& file) { return JsonDumper::dump(ZbdDocument{file}); }

Result<ZbdArchive> build_zbd(const Json& json) {
    auto built = JsonBuilder::build<ZbdDocument>(json);
    if (!built) return Failure(built.error());
    // What could not be read again is not built.
    if (auto again = parse_zbd(write_zbd(built->archive)); !again) {
        again.error().place().offset.reset();
        return Failure(again.error());
    }
    return std::move(built->archive);
}

} // namespace ossuary::mw3
