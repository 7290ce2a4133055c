// DAT: compiled Daedalus scripts (GOTHIC.DAT, MENU.DAT, PARTICLEFX.DAT …): symbols, and the code behind them.
//
//     u8           version, 50 in all known files
//     u32          symbol count n
//     n × u32      sort table: symbols in the order of their names
//     n × symbol
//     u32          code size
//     bytes        code (dat_code.h)
//
// A symbol:
//
//     u32          has name; unless 0 the name follows, ended by 0x0A. A first byte of 0xFF: the compiler's own
//     i32          vary: of a class its size, of a member its offset, of a function the type it returns
//     u32          bits 0–11 count, 12–15 type, 16–21 flags, 22 set in real files, others 0
//     5 × u32      where in the sources: file, first line, lines, first character, characters
//     data         none for members; `count` floats, ints or strings (each ended by 0x0A); one i32 of the other types:
//                  the offset of a class, the address of a function, prototype or instance in the code; none of void
//     i32          parent: the class of a member, the class or prototype of an instance; -1 for none
//
// Texts are kept as bytes. Only 0x0A ends one here. Errors begin with `dat: ` and the name of what is wrong.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::zengin {

enum class DatType : std::uint8_t {
    void_type,
    float_type,
    int_type,
    string_type,
    class_type,
    func_type,
    prototype_type,
    instance_type
};
std::string_view name_of(DatType type); // `void`, `float` …
bool parse_name(std::string_view name, DatType& type);

struct DatSymbol {
    static constexpr std::uint8_t is_const = 1, is_returning = 2, is_member = 4, is_external = 8, is_merged = 16;

    std::uint32_t has_name = 1;
    std::string name; // upper case
    std::int32_t vary = 0;
    std::uint16_t count = 0; // 12 bits: of an array its length, of a function its parameters, of a class its members
    DatType type = DatType::void_type;
    std::uint8_t flags = 0;   // 6 bits
    std::uint16_t others = 1; // the bits above the flags, 10
    std::uint32_t file_index = 0, line_start = 0, line_count = 0, char_start = 0, char_count = 0;
    std::vector<float> floats;
    std::vector<std::int32_t> ints;
    std::vector<std::string> strings;
    std::int32_t address = 0; // or offset, of a class
    // Some compilers let a line feed into a text, which ends it too early: the up to four bytes before the parent.
    RawBytes skipped;
    std::int32_t parent = -1;

    bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
    // A function, prototype or instance that is written out in the code, not a variable of such a type.
    bool has_code() const {
        return type >= DatType::func_type && has(is_const) && !has(is_member) && !has(is_external);
    }
    bool operator==(const DatSymbol&) const = default;
};

struct DatFile {
    std::uint8_t version = 50;
    std::vector<std::uint32_t> sort_table;
    std::vector<DatSymbol> symbols;
    ByteBuffer code;
    RawBytes trailing; // behind the code
    bool operator==(const DatFile&) const = default;
};

inline constexpr std::uint32_t most_dat_symbols = 1'000'000;

// Warns of a sort table that is none, of addresses outside the code and parents that are no symbols.
Result<DatFile> parse_dat(Bytes bytes, Diagnostics* diagnostics = nullptr,
                          std::uint32_t most_symbols = most_dat_symbols);
ByteBuffer write_dat(const DatFile& file);
// In JSON the code is a list of lines of assembly, one for each instruction, with comments; build_dat assembles them.
Json dump_dat(const DatFile& file);
Result<DatFile> build_dat(const Json& json);

// True if the bytes begin as a DAT of the known version whose counts can be right.
bool is_dat(Bytes bytes);

// ---- looking things up

// Made once for a file, which must outlive it.
class DatIndex {
public:
    explicit DatIndex(const DatFile& file);

    const DatFile& file() const { return file_; }
    // The symbol of that name, given in any case; of two the first.
    std::optional<std::uint32_t> find(std::string_view name) const;
    // Its class, through prototypes; nothing where the parents lead to none.
    std::optional<std::uint32_t> class_of(std::uint32_t symbol) const;
    // What is written out at that address; of several the first symbol.
    std::optional<std::uint32_t> symbol_at(std::uint32_t address) const;
    // From its address up to where the next one begins. Empty for what has no code.
    struct Range {
        std::uint32_t begin = 0, end = 0;
    };
    Range code_of(std::uint32_t symbol) const;
    // Where something begins in the code, in order, 0 among them.
    const std::vector<std::uint32_t>& starts() const { return starts_; }
    // The constant instances: what the script defines.
    std::vector<std::uint32_t> instances() const;

private:
    const DatFile& file_;
    std::vector<std::uint32_t> by_name_; // sorted by upper-case name, then by number
    std::vector<std::uint32_t> starts_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_address_; // address, symbol
};

// ---- descriptions, for JSON

template <class Io> void describe_position(Io& io, DatSymbol& symbol) {
    io("file_index", symbol.file_index);
    io("line_start", symbol.line_start);
    io("line_count", symbol.line_count);
    io("char_start", symbol.char_start);
    io("char_count", symbol.char_count);
}

// Calls `visit(field, data)` for the data that a symbol of this type has, if any.
template <class Visit> void visit_data(DatSymbol& symbol, Visit visit) {
    if (symbol.has(DatSymbol::is_member)) return;
    switch (symbol.type) {
    case DatType::void_type: return;
    case DatType::float_type: return visit("floats", symbol.floats);
    case DatType::int_type: return visit("ints", symbol.ints);
    case DatType::string_type: return visit("strings", symbol.strings);
    case DatType::class_type: return visit("offset", symbol.address);
    default: return visit("address", symbol.address);
    }
}

template <class Io> void describe(Io& io, DatSymbol& symbol) {
    io("has_name", symbol.has_name);
    io("name", symbol.name);
    io("vary", symbol.vary);
    io("count", symbol.count);
    io("type", symbol.type);
    io("flags", symbol.flags);
    io("others", symbol.others);
    describe_position(io, symbol);
    visit_data(symbol, [&](std::string_view field, auto& data) { io(field, data); });
    io("skipped", symbol.skipped);
    io("parent", symbol.parent);
}
template <class Io> void describe(Io& io, DatFile& file) {
    io("version", file.version);
    io("sort_table", file.sort_table);
    io("symbols", file.symbols);
    io("trailing", file.trailing);
}

} // namespace ossuary::zengin
