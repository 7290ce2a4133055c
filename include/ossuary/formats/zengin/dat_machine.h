// Runs compiled scripts: constructors of instances with their prototypes, and functions, on the stack machine that
// their code is written for.
//
//     DatMachine machine(index);
//     Result<std::uint32_t> guard = machine.make(*index.find("GRD_200_GUARD"));
//     machine.read(*guard).text("NAME");
//
// Variables, and the locals and parameters of functions among them, are one of a kind, as in the games. A member is
// that of the instance which was chosen last (`setinst`), in a constructor that of the one being made; of none it
// reads as zero, and is not written. What the game would do is told by externals, functions by name; one that is not
// told returns zero and is named once. The same script gives the same values on every run.
//
// Nothing runs for ever: instructions, calls, the stack and the memory are bounded. Errors end with the place:
// `dat: runs too long at 18 in B_DRESS`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/dat.h"
#include "ossuary/formats/zengin/dat_object.h"

namespace ossuary::zengin {

struct MachineLimits {
    std::uint64_t steps = 1'000'000; // instructions, until refill()
    std::uint32_t depth = 256;       // calls in calls
    std::uint32_t stack = 16'384;    // values
    std::size_t memory = 64u << 20;  // bytes of objects and of texts that were assigned
};

class DatMachine;

// What an external is called with, and what it returns. Arguments count from 0; one of another kind, or one that was
// not given, is zero, an empty text or no object.
class DatCall {
public:
    std::int32_t integer(std::size_t argument) const; // of an instance its symbol
    float real(std::size_t argument) const;
    std::string text(std::size_t argument) const;
    std::uint32_t object(std::size_t argument) const; // 0: none
    void give(std::int32_t value);
    void give(float value);
    void give(std::string value);
    void give_object(std::uint32_t object);
    DatMachine& machine() const { return machine_; }

private:
    friend class DatMachine;
    DatCall(DatMachine& machine, std::size_t first, std::size_t count)
        : machine_(machine), first_(first), count_(count) {}

    DatMachine& machine_;
    std::size_t first_, count_; // arguments on the stack
    bool gave_ = false;
};
// It must not run the machine itself.
using DatExternal = std::function<void(DatCall&)>;

class DatMachine {
public:
    // The index, and its file, must outlive the machine.
    explicit DatMachine(const DatIndex& index, const MachineLimits& limits = {});

    // Those that only calculate are there from the start: ConcatStrings, IntToString, FloatToString, IntToFloat,
    // FloatToInt, Hlp_StrCmp, Hlp_GetInstanceID, Hlp_IsValidNpc, Hlp_IsValidItem, Hlp_GetNpc. What the script does not
    // declare is ignored.
    void set_external(std::string_view name, DatExternal external);
    // Externals that were called and not told, in the order of the first calls.
    const std::vector<std::string>& unknown_externals() const { return unknown_; }
    // How often a member of no instance was read or written.
    std::size_t lost_members() const { return lost_members_; }

    // Makes an object and runs its constructor; of a C_NPC it is SELF meanwhile and afterwards. Objects count from 1.
    Result<std::uint32_t> make(std::uint32_t instance);
    // Runs a function with numbers as its arguments; the number it returns, else 0.
    Result<std::int32_t> call(std::uint32_t function, std::span<const std::int32_t> arguments = {});

    // The fields of an object that were assigned, and the symbol it was made of.
    DatObject read(std::uint32_t object) const;
    std::uint32_t symbol_of(std::uint32_t object) const;
    // The object that was made of an instance last, or that a variable refers to; 0: none.
    std::uint32_t object_of(std::uint32_t symbol) const;

    std::uint64_t steps_left() const { return steps_; }
    void refill(std::uint64_t steps) { steps_ = steps; }
    // Forgets all objects, and what was assigned to variables.
    void reset();

    const DatIndex& index() const { return index_; }

private:
    friend class DatCall;

    enum class Kind : std::uint8_t { number, variable, object, text };
    struct Cell {
        Kind kind = Kind::number;
        std::uint8_t element = 0;
        std::uint32_t symbol = 0;
        std::int32_t value = 0; // the number, the object, the text; of a member the object that has it
    };
    struct Frame {
        std::uint32_t back = 0, current = 0;
        std::size_t floor = 0;
        bool is_known = false, returns = false;
    };
    struct Object {
        std::uint32_t symbol = 0, of_class = 0;
        std::vector<std::int32_t> numbers;
        std::vector<std::string> texts;
        std::vector<bool> assigned_numbers, assigned_texts;
    };
    struct ClassSize {
        std::size_t numbers = 0, texts = 0;
    };

    Result<void> run(std::uint32_t address);
    bool step();
    bool stop(std::string message);
    Error stopped() const;
    bool push(const Cell& cell);
    bool push_number(std::int32_t value) { return push({.value = value}); }
    bool push_symbol(std::uint32_t symbol, std::uint8_t element);
    bool pop(Cell& cell);
    bool pop_number(std::int32_t& value);
    bool enter(std::uint32_t address);
    bool leave(bool& is_done);
    bool call_external(std::uint32_t symbol);
    bool assign(DatOp op);
    bool change(DatOp op);
    bool operate(DatOp op);
    void add_own_externals();
    void clear_stack();

    bool is_text(const DatSymbol& symbol) const { return symbol.type == DatType::string_type; }
    // The place of a value; null where there is none. `to_write` notes what reset() has to undo.
    std::int32_t* number_at(const Cell& cell, bool to_write);
    std::string* text_at(const Cell& cell, bool to_write);
    Object* object_with(const Cell& cell);
    std::int32_t number_of(const Cell& cell);
    const std::string* text_of(const Cell& cell);
    std::uint32_t object_of(const Cell& cell);
    bool take_memory(std::size_t bytes);

    const DatIndex& index_;
    const std::vector<DatSymbol>& symbols_;
    Bytes code_;
    MachineLimits limits_;
    std::uint64_t steps_;
    std::size_t memory_;

    std::vector<std::uint32_t> place_; // per symbol: its first number, text or object; of a member in its object
    std::vector<std::int32_t> numbers_;
    std::vector<std::string> texts_;
    std::vector<ClassSize> sizes_;                                // per symbol, of classes
    std::map<std::uint32_t, std::vector<std::uint32_t>> members_; // of each class, in order
    std::vector<std::uint32_t> changed_;
    std::vector<bool> is_changed_;
    std::vector<Object> objects_;
    std::vector<std::uint32_t> external_of_; // per symbol: 1 and the place in externals_; 0: none
    std::vector<DatExternal> externals_;
    std::vector<bool> is_unknown_;
    std::vector<std::string> unknown_;
    std::size_t lost_members_ = 0;

    std::vector<Cell> stack_;
    std::vector<Frame> frames_;
    std::vector<std::string> given_; // texts of externals
    std::size_t given_on_stack_ = 0;
    std::uint32_t at_ = 0, instruction_ = 0, current_ = 0;
    bool is_done_ = false;
    std::string error_;
};

} // namespace ossuary::zengin
