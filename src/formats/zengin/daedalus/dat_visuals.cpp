#include "ossuary/formats/zengin/dat.h"

#include <algorithm>
#include <map>
#include <variant>

namespace ossuary::zengin {

namespace {

constexpr std::size_t deepest_call = 16;
constexpr std::size_t most_code = 65536; // bytes read for one instance

// The externals that dress a character: which argument, from 0, is used as what.
struct Argument {
    std::string_view function;
    std::size_t place;
    VisualUse use;
};
constexpr Argument arguments[] = {
    {"MDL_SETVISUAL", 1, VisualUse::script},        {"MDL_SETVISUALBODY", 1, VisualUse::body},
    {"MDL_SETVISUALBODY", 4, VisualUse::head},      {"MDL_SETVISUALBODY", 7, VisualUse::armor},
    {"MDL_APPLYOVERLAYMDS", 1, VisualUse::overlay}, {"MDL_APPLYOVERLAYMDSTIMED", 1, VisualUse::overlay},
};
// Members, by what follows the name of their class.
struct MemberUse {
    std::string_view member;
    VisualUse use;
};
constexpr MemberUse members[] = {
    {".VISUAL", VisualUse::visual},
    {".VISUAL_CHANGE", VisualUse::worn},
    {".VISNAME_S", VisualUse::effect},
    {".SHPMESH_S", VisualUse::effect},
};

// What is known of a value: nothing, a number, a text, or the variable it lies in.
struct Variable {
    std::uint32_t symbol = 0;
    std::uint8_t index = 0;
    auto operator<=>(const Variable&) const = default;
};
using Value = std::variant<std::monostate, std::int32_t, std::string, Variable>;

class VisualReader {
public:
    VisualReader(const DatIndex& index, std::size_t left)
        : index_(index), symbols_(index.file().symbols), left_(left) {}

    std::vector<InstanceVisual> read(std::uint32_t instance) {
        enter(instance);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            if (frame.next == frame.code.size())
                leave();
            else
                step(frame.code[frame.next++]); // may enter another, which moves the frames
        }
        return std::move(found_);
    }
    std::size_t left() const { return left_; }

private:
    struct Frame {
        std::uint32_t symbol;
        std::vector<DatInstruction> code;
        std::size_t next;
        std::size_t floor; // of the stack, without the arguments
    };

    void enter(std::uint32_t symbol) {
        const DatIndex::Range range = index_.code_of(symbol);
        const std::size_t taken = symbols_[symbol].type == DatType::func_type ? symbols_[symbol].count : 0;
        const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(range.end - range.begin, left_));
        frames_.push_back({symbol, disassemble(index_.file().code, range.begin, range.begin + size), 0,
                           stack_.size() - std::min(taken, stack_.size())});
        left_ -= size;
    }
    void leave() {
        const Frame& frame = frames_.back();
        stack_.resize(std::min(stack_.size(), frame.floor));
        if (symbols_[frame.symbol].has(DatSymbol::is_returning)) stack_.emplace_back();
        frames_.pop_back();
    }

    Value pop() {
        if (stack_.empty()) return {};
        Value value = std::move(stack_.back());
        stack_.pop_back();
        return value;
    }
    // What lies in a variable, if that is known; any other value is itself.
    Value known(Value value) const {
        const Variable* variable = std::get_if<Variable>(&value);
        if (!variable) return value;
        if (const auto kept = kept_.find(*variable); kept != kept_.end()) return kept->second;
        const DatSymbol& symbol = symbols_[variable->symbol];
        if (!symbol.has(DatSymbol::is_const)) return {};
        if (variable->index < symbol.strings.size()) return symbol.strings[variable->index];
        if (variable->index < symbol.ints.size()) return symbol.ints[variable->index];
        if (symbol.type == DatType::instance_type) return static_cast<std::int32_t>(variable->symbol);
        return {};
    }
    void push_variable(const DatInstruction& instruction) {
        const auto symbol = static_cast<std::uint32_t>(instruction.operand);
        if (symbol < symbols_.size())
            stack_.emplace_back(Variable{symbol, instruction.index});
        else
            stack_.emplace_back();
    }

    void step(const DatInstruction& instruction) {
        switch (instruction.op) {
        case DatOp::push_int: stack_.emplace_back(instruction.operand); break;
        case DatOp::push_variable:
        case DatOp::push_instance:
        case DatOp::push_element: push_variable(instruction); break;
        case DatOp::unary_plus:
        case DatOp::negate:
        case DatOp::logical_not:
        case DatOp::complement:
            pop();
            stack_.emplace_back();
            break;
        case DatOp::assign_int:
        case DatOp::assign_string:
        case DatOp::assign_string_ref:
        case DatOp::assign_func:
        case DatOp::assign_float:
        case DatOp::assign_instance: assign(); break;
        case DatOp::assign_add:
        case DatOp::assign_subtract:
        case DatOp::assign_multiply:
        case DatOp::assign_divide: forget(); break;
        case DatOp::jump_if_zero: pop(); break;
        case DatOp::call: call(instruction); break;
        case DatOp::call_external: call_external(instruction); break;
        case DatOp::return_op:
        case DatOp::jump:
        case DatOp::set_instance:
        case DatOp::nop: break;
        default: // the operators of two values
            pop();
            pop();
            stack_.emplace_back();
        }
    }

    void assign() {
        const Value target = pop();
        Value value = known(pop());
        const Variable* variable = std::get_if<Variable>(&target);
        if (!variable) return;
        if (const std::string* text = std::get_if<std::string>(&value))
            for (const MemberUse& member : members)
                if (symbols_[variable->symbol].name.ends_with(member.member)) add(member.use, *text);
        kept_[*variable] = std::move(value);
    }
    void forget() {
        const Value target = pop();
        pop();
        if (const Variable* variable = std::get_if<Variable>(&target)) kept_[*variable] = {};
    }

    void call(const DatInstruction& instruction) {
        const auto target = index_.symbol_at(static_cast<std::uint32_t>(instruction.operand));
        if (target && frames_.size() < deepest_call) enter(*target);
    }
    void call_external(const DatInstruction& instruction) {
        const auto number = static_cast<std::uint32_t>(instruction.operand);
        if (number >= symbols_.size()) return;
        const DatSymbol& function = symbols_[number];
        std::vector<Value> given(function.count);
        for (std::size_t i = given.size(); i > 0; --i) given[i - 1] = known(pop());
        for (const Argument& argument : arguments)
            if (argument.function == function.name && argument.place < given.size())
                use(argument.use, given[argument.place]);
        if (function.has(DatSymbol::is_returning)) stack_.emplace_back();
    }

    void use(VisualUse as, const Value& value) {
        if (const std::string* text = std::get_if<std::string>(&value)) return add(as, *text);
        // Armour is told by the number of its item.
        const std::int32_t* number = std::get_if<std::int32_t>(&value);
        if (as == VisualUse::armor && number && *number >= 0 && static_cast<std::size_t>(*number) < symbols_.size() &&
            symbols_[static_cast<std::size_t>(*number)].type == DatType::instance_type)
            add(as, symbols_[static_cast<std::size_t>(*number)].name);
    }
    void add(VisualUse as, const std::string& name) {
        InstanceVisual visual{as, name};
        if (!name.empty() && std::ranges::find(found_, visual) == found_.end()) found_.push_back(std::move(visual));
    }

    const DatIndex& index_;
    const std::vector<DatSymbol>& symbols_;
    std::size_t left_; // bytes of code that may still be read
    std::vector<Frame> frames_;
    std::vector<Value> stack_;
    std::map<Variable, Value> kept_;
    std::vector<InstanceVisual> found_;
};

} // namespace

std::string_view name_of(VisualUse use) {
    constexpr std::string_view names[] = {"script", "overlay", "body", "head", "armor", "visual", "worn", "effect"};
    return names[static_cast<std::size_t>(use)];
}

std::vector<InstanceVisual> visuals_of(const DatIndex& index, std::uint32_t instance, std::size_t* left) {
    const std::size_t allowed = left ? std::min(*left, most_code) : most_code;
    VisualReader reader(index, allowed);
    auto visuals = reader.read(instance);
    if (left) *left -= allowed - reader.left();
    return visuals;
}

} // namespace ossuary::zengin
