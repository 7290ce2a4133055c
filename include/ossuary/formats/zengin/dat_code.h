// The code of a DAT: a stack machine with one-byte opcodes. Operands are little-endian, addresses count from the start
// of the code.
#pragma once

#include <span>

#include "ossuary/formats/zengin/dat.h"

namespace ossuary::zengin {

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

} // namespace ossuary::zengin
