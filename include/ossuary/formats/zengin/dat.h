// DAT: compiled Daedalus scripts (GOTHIC.DAT, MENU.DAT, PARTICLEFX.DAT …): symbols, and the code behind them.
//
//     u8           version, 50 in all known files
//     u32          symbol count n
//     n × u32      sort table: symbols in the order of their names
//     n × symbol
//     u32          code size
//     bytes        code
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
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
bool recognise_dat(Bytes bytes);

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

// ---- the code: a stack machine with one-byte opcodes. Operands are little-endian, addresses count from the start of
// the code.

enum class DatOp : std::uint8_t {
    add = 0,
    subtract = 1,
    multiply = 2,
    divide = 3,
    modulo = 4,
    bit_or = 5,
    bit_and = 6,
    less = 7,
    greater = 8,
    assign_int = 9,
    logical_or = 11,
    logical_and = 12,
    shift_left = 13,
    shift_right = 14,
    less_equal = 15,
    equal = 16,
    not_equal = 17,
    greater_equal = 18,
    assign_add = 19,
    assign_subtract = 20,
    assign_multiply = 21,
    assign_divide = 22,
    unary_plus = 30,
    negate = 31,
    logical_not = 32,
    complement = 33,
    nop = 45,
    return_op = 60,
    call = 61,          // address
    call_external = 62, // symbol
    push_int = 64,      // number
    push_variable = 65, // symbol
    push_instance = 67, // symbol
    assign_string = 70,
    assign_string_ref = 71,
    assign_func = 72,
    assign_float = 73,
    assign_instance = 74,
    jump = 75,          // address
    jump_if_zero = 76,  // address
    set_instance = 80,  // symbol
    push_element = 245, // symbol, u8 index
};

enum class DatOperand : std::uint8_t { none, number, address, symbol, element };

struct DatOpcode {
    DatOp op;
    std::string_view mnemonic; // `pushv`
    DatOperand operand;
};
std::span<const DatOpcode> dat_opcodes();
// Null for bytes that are none.
const DatOpcode* find_opcode(std::uint8_t byte);
std::uint32_t size_of(DatOperand operand); // with the opcode: 1, 5 or 6

struct DatInstruction {
    std::uint32_t address = 0;
    DatOp op = DatOp::nop;
    std::int32_t operand = 0; // number, address or symbol
    std::uint8_t index = 0;   // of the element
    bool operator==(const DatInstruction&) const = default;
};

// The instructions from `begin` up to `end`. An unknown opcode (`dat: unknown opcode 99 at 18`) or an operand that
// crosses the end (`dat: truncated instruction at 23`) is reported and ends the list.
std::vector<DatInstruction> disassemble(Bytes code, std::uint32_t begin, std::uint32_t end,
                                        Diagnostics* diagnostics = nullptr);

// The whole code as lines, such that assembling them gives the same bytes: `pushv 4 ; GLOBAL`. What begins somewhere is
// announced by a line of comment; bytes that are no instructions become `bytes 63ff`.
std::vector<std::string> list_code(const DatIndex& index, Diagnostics* diagnostics = nullptr);
// What stands behind a semicolon is ignored, so are empty lines. Errors name the line, from 1.
Result<ByteBuffer> assemble(std::span<const std::string> lines);

// ---- which files an instance shows: found by reading its code, and that of what it calls, without running it

// What a name is used as.
enum class VisualUse : std::uint8_t {
    script,  // Mdl_SetVisual: a model script
    overlay, // Mdl_ApplyOverlayMds: a model script on top
    body,    // Mdl_SetVisualBody: an ASC
    head,    // Mdl_SetVisualBody: an MMS
    armor,   // Mdl_SetVisualBody: the instance of an item
    visual,  // the member VISUAL: of an item
    worn,    // the member VISUAL_CHANGE: what an item looks like on its wearer
    effect,  // the members VISNAME_S and SHPMESH_S of particle and visual effects
};
std::string_view name_of(VisualUse use);

struct InstanceVisual {
    VisualUse use = VisualUse::visual;
    std::string name; // as the script has it: asset_names.h finds the files
    bool operator==(const InstanceVisual&) const = default;
};

// In the order of the code, none twice. All branches are read as if each were taken, one after the other; what is not a
// constant, nor a parameter or variable that got one, is not found. Loops are read once, calls at most 16 deep, and not
// more than 64 kB of code for one instance. `left`, if given, is how many bytes may be read in all; it is counted down.
std::vector<InstanceVisual> visuals_of(const DatIndex& index, std::uint32_t instance, std::size_t* left = nullptr);

} // namespace ossuary::zengin
