#include "dat_layout.h"
#include "ossuary/formats/zengin/dat.h"

#include <algorithm>
#include <array>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

using enum DatOperand;

constexpr DatOpcode opcodes[] = {
    {DatOp::add, "add", none},
    {DatOp::subtract, "sub", none},
    {DatOp::multiply, "mul", none},
    {DatOp::divide, "div", none},
    {DatOp::modulo, "mod", none},
    {DatOp::bit_or, "bitor", none},
    {DatOp::bit_and, "bitand", none},
    {DatOp::less, "lt", none},
    {DatOp::greater, "gt", none},
    {DatOp::assign_int, "movi", none},
    {DatOp::logical_or, "or", none},
    {DatOp::logical_and, "and", none},
    {DatOp::shift_left, "shl", none},
    {DatOp::shift_right, "shr", none},
    {DatOp::less_equal, "le", none},
    {DatOp::equal, "eq", none},
    {DatOp::not_equal, "ne", none},
    {DatOp::greater_equal, "ge", none},
    {DatOp::assign_add, "addi", none},
    {DatOp::assign_subtract, "subi", none},
    {DatOp::assign_multiply, "muli", none},
    {DatOp::assign_divide, "divi", none},
    {DatOp::unary_plus, "plus", none},
    {DatOp::negate, "neg", none},
    {DatOp::logical_not, "not", none},
    {DatOp::complement, "cmpl", none},
    {DatOp::nop, "nop", none},
    {DatOp::return_op, "ret", none},
    {DatOp::call, "call", address},
    {DatOp::call_external, "callx", symbol},
    {DatOp::push_int, "pushi", number},
    {DatOp::push_variable, "pushv", symbol},
    {DatOp::push_instance, "pushinst", symbol},
    {DatOp::assign_string, "movs", none},
    {DatOp::assign_string_ref, "movss", none},
    {DatOp::assign_func, "movfn", none},
    {DatOp::assign_float, "movf", none},
    {DatOp::assign_instance, "movinst", none},
    {DatOp::jump, "jmp", address},
    {DatOp::jump_if_zero, "jz", address},
    {DatOp::set_instance, "setinst", symbol},
    {DatOp::push_element, "pushvv", element},
};

// By byte: the place in the table behind 1, 0 for none.
constexpr auto places = [] {
    std::array<std::uint8_t, 256> made{};
    for (std::size_t i = 0; i < std::size(opcodes); ++i)
        made[static_cast<std::size_t>(opcodes[i].op)] = static_cast<std::uint8_t>(i + 1);
    return made;
}();

constexpr std::size_t longest_quote = 40;

// What an operand names, for people.
std::string comment_on(const DatIndex& index, const DatInstruction& instruction, DatOperand operand) {
    const std::vector<DatSymbol>& symbols = index.file().symbols;
    const auto number = static_cast<std::uint32_t>(instruction.operand);
    if (operand == address) {
        const auto target = index.symbol_at(number);
        return target ? " ; " + symbols[*target].name : std::string();
    }
    if ((operand != symbol && operand != element) || number >= symbols.size()) return {};
    const DatSymbol& named = symbols[number];
    std::string comment = " ; " + named.name;
    const std::size_t entry = instruction.index;
    if (named.has(DatSymbol::is_const) && entry < named.strings.size())
        comment += " \"" + named.strings[entry].substr(0, longest_quote) + '"';
    else if (named.has(DatSymbol::is_const) && entry < named.ints.size())
        comment += " = " + std::to_string(named.ints[entry]);
    return comment;
}

std::string line_of(const DatIndex& index, const DatInstruction& instruction) {
    const DatOpcode& opcode = *find_opcode(static_cast<std::uint8_t>(instruction.op));
    std::string line(opcode.mnemonic);
    if (opcode.operand == number)
        line += ' ' + std::to_string(instruction.operand);
    else if (opcode.operand != none)
        line += ' ' + std::to_string(static_cast<std::uint32_t>(instruction.operand));
    if (opcode.operand == element) line += ' ' + std::to_string(instruction.index);
    return line + comment_on(index, instruction, opcode.operand);
}

std::string bytes_line(Bytes bytes) {
    return "bytes " + std::string(to_json(RawBytes{{bytes.begin(), bytes.end()}}).string());
}

std::string_view take_word(std::string_view& text) {
    while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && !is_white_space(text[end])) ++end;
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

// Appends what one line says; the complaint if it says nothing sound.
std::string assemble_line(std::string_view line, ByteWriter& code) {
    std::string_view rest = line.substr(0, line.find(';'));
    const std::string_view word = take_word(rest);
    if (word.empty()) return {};
    if (word == "bytes") {
        RawBytes raw;
        const std::string_view digits = take_word(rest);
        if (!from_json(Json(digits), raw)) return "expected bytes in hexadecimal";
        code.bytes(raw.bytes);
    } else {
        const auto opcode = std::ranges::find(opcodes, word, &DatOpcode::mnemonic);
        if (opcode == std::end(opcodes)) return "there is no instruction " + std::string(word);
        code.write(opcode->op);
        if (opcode->operand != none) {
            const auto operand = parse_integer(take_word(rest));
            const bool is_signed = opcode->operand == number;
            if (!operand || *operand < (is_signed ? INT32_MIN : 0) || *operand > (is_signed ? INT32_MAX : UINT32_MAX))
                return std::string(word) + " needs a number";
            code.write(static_cast<std::uint32_t>(*operand));
        }
        if (opcode->operand == element) {
            const auto index = parse_integer(take_word(rest));
            if (!index || *index < 0 || *index > UINT8_MAX) return std::string(word) + " needs an index below 256";
            code.write(static_cast<std::uint8_t>(*index));
        }
    }
    return take_word(rest).empty() ? std::string() : "more than " + std::string(word) + " takes";
}

} // namespace

std::span<const DatOpcode> dat_opcodes() { return opcodes; }

const DatOpcode* find_opcode(std::uint8_t byte) { return places[byte] == 0 ? nullptr : &opcodes[places[byte] - 1]; }

std::uint32_t size_of(DatOperand operand) { return operand == none ? 1 : operand == element ? 6 : 5; }

std::vector<DatInstruction> disassemble(Bytes code, std::uint32_t begin, std::uint32_t end, Diagnostics* diagnostics) {
    std::vector<DatInstruction> instructions;
    for (std::uint32_t at = begin; at < end;) {
        const auto byte = std::to_integer<std::uint8_t>(code[at]);
        const DatOpcode* opcode = find_opcode(byte);
        if (!opcode) {
            report(diagnostics, Severity::warning, {.field = "code"},
                   "dat: unknown opcode " + std::to_string(byte) + " at " + std::to_string(at));
            break;
        }
        const std::uint32_t size = size_of(opcode->operand);
        if (size > end - at) {
            report(diagnostics, Severity::warning, {.field = "code"},
                   "dat: truncated instruction at " + std::to_string(at));
            break;
        }
        DatInstruction& instruction = instructions.emplace_back(DatInstruction{at, opcode->op});
        if (size > 1) instruction.operand = load<std::int32_t>(code.data() + at + 1, Endian::little);
        if (opcode->operand == element) instruction.index = std::to_integer<std::uint8_t>(code[at + 5]);
        at += size;
    }
    return instructions;
}

std::vector<std::string> list_code(const DatIndex& index, Diagnostics* diagnostics) {
    const Bytes code = index.file().code;
    const std::vector<std::uint32_t>& starts = index.starts();
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::uint32_t begin = starts[i];
        const auto end = i + 1 < starts.size() ? starts[i + 1] : static_cast<std::uint32_t>(code.size());
        if (const auto symbol = index.symbol_at(begin))
            lines.push_back("; " + index.file().symbols[*symbol].name + " at " + std::to_string(begin));
        std::uint32_t at = begin;
        for (const DatInstruction& instruction : disassemble(code, begin, end, diagnostics)) {
            lines.push_back(line_of(index, instruction));
            at = instruction.address + size_of(find_opcode(static_cast<std::uint8_t>(instruction.op))->operand);
        }
        if (at < end) lines.push_back(bytes_line(code.subspan(at, end - at)));
    }
    return lines;
}

Result<ByteBuffer> assemble(std::span<const std::string> lines) {
    ByteWriter code;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (std::string fault = assemble_line(lines[i], code); !fault.empty())
            return fail({.line = static_cast<std::uint32_t>(i + 1), .field = "code"}, std::move(fault));
    return std::move(code).take();
}

} // namespace ossuary::zengin
