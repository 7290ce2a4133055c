#include "ossuary/formats/zengin/dat.h"
#include "dat_layout.h"

#include <algorithm>
#include <numeric>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view type_names[] = {"void", "float", "int", "string", "class", "func", "prototype", "instance"};
constexpr std::size_t least_symbol = 36; // without name and data
constexpr std::uint32_t most_count = 0xfff, most_flags = 0x3f, most_others = 0x3ff;
constexpr std::size_t longest_resync = 4;

class DatReader {
public:
    DatReader(Bytes bytes, Diagnostics* diagnostics, std::uint32_t most_symbols)
        : bytes_(bytes), reader_(bytes), diagnostics_(diagnostics), most_symbols_(most_symbols) {}

    Result<DatFile> read() {
        DatFile file;
        reader_("version", file.version);
        const auto count = reader_.read<std::uint32_t>("symbol_count");
        if (reader_.ok() && count > reader_.remaining() / (least_symbol + 4))
            reader_.fail("symbol_count", "dat: symbol count: " + std::to_string(count) + " symbols do not fit in " +
                                             std::to_string(reader_.remaining()) + " bytes");
        if (reader_.ok() && count > most_symbols_)
            reader_.fail("symbol_count", "dat: symbol count: " + std::to_string(count) + " symbols, more than the " +
                                             std::to_string(most_symbols_) + " allowed");
        reader_.list("sort_table", file.sort_table, count, 4);
        if (reader_.ok()) file.symbols.resize(count);
        for (std::size_t i = 0; i < file.symbols.size() && reader_.ok(); ++i) {
            const ByteReader::Scope scope(reader_, "symbols", static_cast<std::int64_t>(i));
            read_symbol(file.symbols[i]);
        }
        read_code(file);
        if (!reader_.ok()) {
            Error error = reader_.error();
            if (!error.message().starts_with("dat: ")) error.message().insert(0, "dat: truncated: ");
            return Failure(std::move(error));
        }
        if (file.version != 50)
            warn({.offset = 0, .field = "version"}, "dat: version " + std::to_string(file.version) + ", not 50");
        check(file);
        return file;
    }

private:
    void warn(Place place, std::string message) {
        report(diagnostics_, Severity::warning, std::move(place), std::move(message));
    }

    void read_text(std::string_view field, std::string& text, const char* endless) {
        const std::string_view rest = as_text(bytes_.subspan(reader_.offset()));
        const std::size_t end = rest.find('\n');
        if (!reader_.ok()) return;
        if (end == rest.npos) return reader_.fail(field, endless);
        text = rest.substr(0, end);
        reader_.skip(field, end + 1);
    }

    void read_symbol(DatSymbol& symbol) {
        reader_("has_name", symbol.has_name);
        if (symbol.has_name != 0)
            read_text("name", symbol.name, "dat: unterminated name: the file ends before a line feed does it");
        reader_("vary", symbol.vary);
        const auto properties = reader_.read<std::uint32_t>("properties");
        symbol.count = static_cast<std::uint16_t>(properties & most_count);
        symbol.type = static_cast<DatType>(properties >> 12 & 15);
        symbol.flags = static_cast<std::uint8_t>(properties >> 16 & most_flags);
        symbol.others = static_cast<std::uint16_t>(properties >> 22);
        if (symbol.type > DatType::instance_type)
            reader_.fail("properties", "dat: type: there is none with number " + std::to_string(properties >> 12 & 15));
        describe_position(reader_, symbol);
        visit_data(symbol, [&](std::string_view field, auto& data) { read_data(field, data, symbol.count); });
        if (symbol.type == DatType::string_type && symbol.has(DatSymbol::is_const)) resynchronise(symbol);
        reader_("parent", symbol.parent);
    }
    void read_data(std::string_view field, std::int32_t& value, std::size_t) { reader_(field, value); }
    template <class T> void read_data(std::string_view field, std::vector<T>& values, std::size_t count) {
        reader_.list(field, values, count, sizeof(T));
    }
    void read_data(std::string_view field, std::vector<std::string>& values, std::size_t count) {
        if (!reader_.fits(field, count, 1)) return;
        values.resize(count);
        for (std::string& text : values)
            read_text(field, text, "dat: truncated: the file ends before a line feed ends the text");
    }

    // A text with a line feed inside was cut there: its rest stands where the parent should.
    void resynchronise(DatSymbol& symbol) {
        const Bytes rest = bytes_.subspan(reader_.offset());
        const auto is_none = [&](std::size_t at) {
            return at + 4 <= rest.size() && load<std::int32_t>(rest.data() + at, Endian::little) == -1;
        };
        if (rest.empty() || is_none(0) || !is_white_space(static_cast<char>(rest[0]))) return;
        for (std::size_t at = 1; at <= longest_resync; ++at) {
            if (!is_none(at)) continue;
            const Bytes skipped = reader_.take("skipped", at);
            symbol.skipped.bytes.assign(skipped.begin(), skipped.end());
            return;
        }
    }

    void read_code(DatFile& file) {
        const auto size = reader_.read<std::uint32_t>("code_size");
        if (reader_.ok() && size > reader_.remaining())
            reader_.fail("code_size", "dat: truncated code: " + std::to_string(size) + " bytes, only " +
                                          std::to_string(reader_.remaining()) + " are left");
        const Bytes code = reader_.take("code", reader_.ok() ? size : 0);
        file.code.assign(code.begin(), code.end());
        if (!reader_.ok() || reader_.remaining() == 0) return;
        warn({.offset = reader_.offset(), .field = "code_size"},
             "dat: " + std::to_string(reader_.remaining()) + " bytes behind the code");
        const Bytes trailing = reader_.take("trailing", reader_.remaining());
        file.trailing.bytes.assign(trailing.begin(), trailing.end());
    }

    void check(const DatFile& file) {
        std::vector<bool> sorted(file.symbols.size());
        for (const std::uint32_t number : file.sort_table)
            if (number < sorted.size()) sorted[number] = true;
        if (std::ranges::find(sorted, false) != sorted.end())
            warn({.offset = 5, .field = "sort_table"}, "dat: the sort table does not name every symbol once");
        for (std::size_t i = 0; i < file.symbols.size(); ++i) {
            const DatSymbol& symbol = file.symbols[i];
            const std::string field = "symbols[" + std::to_string(i) + "]";
            if (symbol.has_code() &&
                (symbol.address < 0 || static_cast<std::size_t>(symbol.address) >= file.code.size()))
                warn({.field = field + ".address"}, "dat: address " + std::to_string(symbol.address) + " of " +
                                                        to_utf8(symbol.name) + " is outside the code");
            if (symbol.parent < -1 || symbol.parent >= static_cast<std::int64_t>(file.symbols.size()))
                warn({.field = field + ".parent"},
                     "dat: parent " + std::to_string(symbol.parent) + " of " + to_utf8(symbol.name) + " is no symbol");
        }
    }

    Bytes bytes_;
    ByteReader reader_;
    Diagnostics* diagnostics_;
    std::uint32_t most_symbols_;
};

void write_text(ByteWriter& writer, const std::string& text) {
    writer.text(text);
    writer.write('\n');
}

void write_symbol(ByteWriter& writer, const DatSymbol& symbol) {
    auto& described = const_cast<DatSymbol&>(symbol); // a description only reads when it writes
    writer.write(symbol.has_name);
    if (symbol.has_name != 0) write_text(writer, symbol.name);
    writer.write(symbol.vary);
    writer.write(static_cast<std::uint32_t>(symbol.count | static_cast<std::uint32_t>(symbol.type) << 12 |
                                            static_cast<std::uint32_t>(symbol.flags) << 16 |
                                            static_cast<std::uint32_t>(symbol.others) << 22));
    describe_position(writer, described);
    visit_data(described, [&](std::string_view field, const auto& data) {
        if constexpr (std::is_same_v<decltype(data), const std::vector<std::string>&>)
            for (const std::string& text : data) write_text(writer, text);
        else
            writer(field, data);
    });
    writer.bytes(symbol.skipped.bytes);
    writer.write(symbol.parent);
}

// What the reader could not have read.
std::optional<std::string> fault_of(const DatSymbol& symbol) {
    if (symbol.has_name == 0 && !symbol.name.empty()) return "there is a name, but has_name is 0";
    if (symbol.count > most_count) return "count is above " + std::to_string(most_count);
    if (symbol.flags > most_flags) return "flags are above " + std::to_string(most_flags);
    if (symbol.others > most_others) return "others are above " + std::to_string(most_others);
    std::optional<std::string> fault;
    visit_data(const_cast<DatSymbol&>(symbol), [&](std::string_view field, const auto& data) {
        if constexpr (requires { data.size(); })
            if (data.size() != symbol.count)
                fault = std::string(field) + " has " + std::to_string(data.size()) + " entries, count says " +
                        std::to_string(symbol.count);
    });
    return fault;
}

} // namespace

std::string_view name_of(DatType type) { return type_names[static_cast<std::size_t>(type)]; }

bool parse_name(std::string_view name, DatType& type) {
    const auto found = std::ranges::find(type_names, name);
    if (found == std::end(type_names)) return false;
    type = static_cast<DatType>(found - std::begin(type_names));
    return true;
}

Result<DatFile> parse_dat(Bytes bytes, Diagnostics* diagnostics, std::uint32_t most_symbols) {
    return DatReader(bytes, diagnostics, most_symbols).read();
}

ByteBuffer write_dat(const DatFile& file) {
    ByteWriter writer;
    writer.write(file.version);
    writer.write(static_cast<std::uint32_t>(file.symbols.size()));
    writer.list("sort_table", file.sort_table);
    for (const DatSymbol& symbol : file.symbols) write_symbol(writer, symbol);
    writer.write(static_cast<std::uint32_t>(file.code.size()));
    writer.bytes(file.code);
    writer.bytes(file.trailing.bytes);
    return std::move(writer).take();
}

Json dump_dat(const DatFile& file) {
    Json dumped = dump_record(file);
    Json lines = Json::array();
    for (std::string& line : list_code(DatIndex(file))) lines.push(Json(std::move(line)));
    dumped.set("code", std::move(lines));
    return bytes_as_characters(dumped);
}

Result<DatFile> build_dat(const Json& json) {
    Result<Json> raw = characters_as_bytes(json, "\n");
    if (!raw) return Failure(raw.error());
    std::vector<std::string> lines;
    for (const Json& line : (*raw)["code"].items()) lines.emplace_back(line.string());
    if (!(*raw)["code"].is_array()) return fail({.field = "code"}, "expected a list of lines");
    auto code = assemble(lines);
    if (!code) return Failure(code.error());
    raw->erase("code");

    auto file = build_record<DatFile>(*raw);
    if (!file) return file;
    file->code = std::move(*code);
    if (file->sort_table.size() != file->symbols.size())
        return fail({.field = "sort_table"}, "expected an entry for each symbol");
    for (std::size_t i = 0; i < file->symbols.size(); ++i)
        if (auto fault = fault_of(file->symbols[i]))
            return fail({.field = "symbols[" + std::to_string(i) + "]"}, std::move(*fault));
    return file;
}

bool recognise_dat(Bytes bytes) {
    if (bytes.size() < 9 || bytes[0] != std::byte{50}) return false;
    const auto count = load<std::uint32_t>(bytes.data() + 1, Endian::little);
    if (count > (bytes.size() - 5) / (least_symbol + 4)) return false;
    // Without symbols the code size follows; otherwise the first in the order of names.
    const auto next = load<std::uint32_t>(bytes.data() + 5, Endian::little);
    return count == 0 ? next <= bytes.size() - 9 : next < count;
}

// ---- looking things up

DatIndex::DatIndex(const DatFile& file) : file_(file) {
    by_name_.resize(file.symbols.size());
    std::iota(by_name_.begin(), by_name_.end(), 0u);
    ossuary::sort(by_name_, [&](std::uint32_t a, std::uint32_t b) {
        const int order = file.symbols[a].name.compare(file.symbols[b].name);
        return order != 0 ? order < 0 : a < b;
    });
    starts_.push_back(0);
    for (std::uint32_t i = 0; i < file.symbols.size(); ++i) {
        const DatSymbol& symbol = file.symbols[i];
        if (!symbol.has_code() || symbol.address < 0) continue;
        const auto address = static_cast<std::uint32_t>(symbol.address);
        if (address >= file.code.size()) continue;
        by_address_.emplace_back(address, i);
        starts_.push_back(address);
    }
    ossuary::sort(by_address_);
    ossuary::sort(starts_);
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
}

std::optional<std::uint32_t> DatIndex::find(std::string_view name) const {
    const std::string upper = upper_case(name);
    const auto found = std::ranges::lower_bound(
        by_name_, upper, {}, [&](std::uint32_t i) -> const std::string& { return file_.symbols[i].name; });
    if (found == by_name_.end() || file_.symbols[*found].name != upper) return {};
    return *found;
}

std::optional<std::uint32_t> DatIndex::class_of(std::uint32_t symbol) const {
    // An instance of a prototype of a class: parents that go on longer than that go round.
    for (int step = 0; step < 8; ++step) {
        if (file_.symbols[symbol].type == DatType::class_type) return symbol;
        const std::int32_t parent = file_.symbols[symbol].parent;
        if (parent < 0 || static_cast<std::size_t>(parent) >= file_.symbols.size()) return {};
        symbol = static_cast<std::uint32_t>(parent);
    }
    return {};
}

std::optional<std::uint32_t> DatIndex::symbol_at(std::uint32_t address) const {
    const auto found = std::ranges::lower_bound(by_address_, std::pair(address, 0u));
    if (found == by_address_.end() || found->first != address) return {};
    return found->second;
}

DatIndex::Range DatIndex::code_of(std::uint32_t symbol) const {
    const DatSymbol& asked = file_.symbols[symbol];
    const auto size = static_cast<std::uint32_t>(file_.code.size());
    if (!asked.has_code() || asked.address < 0 || static_cast<std::uint32_t>(asked.address) >= size) return {};
    const auto begin = static_cast<std::uint32_t>(asked.address);
    const auto next = std::ranges::upper_bound(starts_, begin);
    return {begin, next == starts_.end() ? size : *next};
}

std::vector<std::uint32_t> DatIndex::instances() const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < file_.symbols.size(); ++i)
        if (file_.symbols[i].type == DatType::instance_type && file_.symbols[i].has(DatSymbol::is_const))
            found.push_back(i);
    return found;
}

} // namespace ossuary::zengin
