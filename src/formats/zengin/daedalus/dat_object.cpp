#include "ossuary/formats/zengin/dat_object.h"

#include <algorithm>
#include <bit>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t most_instructions = 10'000, most_instructions_in_all = 4'000'000;
constexpr std::size_t deepest_constructor_call = 16, largest_constructor_stack = 1024;

struct ObjectVariable {
    std::uint32_t symbol = 0;
    std::uint8_t index = 0;
    auto operator<=>(const ObjectVariable&) const = default;
};
using Operand = std::variant<std::int32_t, ObjectVariable>;

// In 32 bits, as the game counts; what overflows wraps.
std::optional<std::int32_t> calculate(DatOp op, std::int32_t left, std::int32_t right) {
    const auto a = static_cast<std::uint32_t>(left), b = static_cast<std::uint32_t>(right);
    const auto whole = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
    switch (op) {
    case DatOp::add:
    case DatOp::assign_add: return whole(a + b);
    case DatOp::subtract:
    case DatOp::assign_subtract: return whole(a - b);
    case DatOp::multiply:
    case DatOp::assign_multiply: return whole(a * b);
    case DatOp::divide:
    case DatOp::assign_divide:
    case DatOp::modulo:
        if (right == 0) return {};
        if (right == -1) return op == DatOp::modulo ? 0 : whole(0u - a);
        return op == DatOp::modulo ? left % right : left / right;
    case DatOp::bit_or: return whole(a | b);
    case DatOp::bit_and: return whole(a & b);
    case DatOp::logical_or: return left || right;
    case DatOp::logical_and: return left && right;
    case DatOp::shift_left: return whole(a << (b & 31));
    case DatOp::shift_right: return left >> (b & 31);
    case DatOp::less: return left < right;
    case DatOp::greater: return left > right;
    case DatOp::less_equal: return left <= right;
    case DatOp::greater_equal: return left >= right;
    case DatOp::equal: return left == right;
    case DatOp::not_equal: return left != right;
    default: return {};
    }
}

class Constructor {
public:
    Constructor(const DatIndex& index, std::uint32_t instance, std::size_t left)
        : symbols_(index.file().symbols), code_(index.file().code), instance_(instance), left_(left) {}

    Result<DatObject> run() {
        object_.name = symbols_[instance_].name;
        if (!symbols_[instance_].has_code()) return fail("dat: bad code: the instance has no constructor");
        at_ = static_cast<std::uint32_t>(symbols_[instance_].address);
        bool is_done = false;
        while (!is_done) {
            if (left_ == 0) return fail("dat: runs too long");
            --left_;
            if (auto stepped = step(is_done); !stepped) return Failure(stepped.error());
        }
        return std::move(object_);
    }
    std::size_t left() const { return left_; }

private:
    using Done = Result<void>;

    Done step(bool& is_done) {
        const DatOpcode* opcode = at_ < code_.size() ? find_opcode(std::to_integer<std::uint8_t>(code_[at_])) : nullptr;
        const std::uint32_t size = opcode ? size_of(opcode->operand) : 0;
        if (!opcode || size > code_.size() - at_) return fail("dat: bad code at " + std::to_string(at_));
        const std::byte* from = code_.data() + at_ + 1;
        const auto operand = size > 1 ? load<std::int32_t>(from, Endian::little) : 0;
        const auto element = size > 5 ? std::to_integer<std::uint8_t>(from[4]) : std::uint8_t{0};
        at_ += size;
        switch (opcode->op) {
        case DatOp::nop: return {};
        case DatOp::push_int: return push(operand);
        case DatOp::push_variable:
        case DatOp::push_element:
        case DatOp::push_instance: return push_variable(operand, element);
        case DatOp::set_instance:
            if (static_cast<std::uint32_t>(operand) != instance_) return fail("dat: another instance");
            return {};
        case DatOp::call:
            if (callers_.size() >= deepest_constructor_call) return fail("dat: runs too long");
            callers_.push_back(at_);
            [[fallthrough]];
        case DatOp::jump: at_ = static_cast<std::uint32_t>(operand); return {};
        case DatOp::jump_if_zero:
            return with_number([&](std::int32_t value) {
                if (value == 0) at_ = static_cast<std::uint32_t>(operand);
                return Done();
            });
        case DatOp::return_op:
            is_done = callers_.empty();
            if (is_done) return {};
            at_ = callers_.back();
            callers_.pop_back();
            return {};
        case DatOp::call_external: {
            const auto number = static_cast<std::uint32_t>(operand);
            return fail("dat: asks the game" + (number < symbols_.size() ? " by " + symbols_[number].name : ""));
        }
        case DatOp::unary_plus: return with_number([&](std::int32_t value) { return push(value); });
        case DatOp::negate:
            return with_number([&](std::int32_t value) {
                return push(static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(value)));
            });
        case DatOp::logical_not: return with_number([&](std::int32_t value) { return push(value == 0); });
        case DatOp::complement: return with_number([&](std::int32_t value) { return push(~value); });
        case DatOp::assign_int:
        case DatOp::assign_func:
        case DatOp::assign_instance:
        case DatOp::assign_float:
        case DatOp::assign_string:
        case DatOp::assign_string_ref: return assign(opcode->op);
        case DatOp::assign_add:
        case DatOp::assign_subtract:
        case DatOp::assign_multiply:
        case DatOp::assign_divide: return change(opcode->op);
        default:
            // The left one was pushed last.
            return with_number([&](std::int32_t left) {
                return with_number([&](std::int32_t right) {
                    const auto value = calculate(opcode->op, left, right);
                    return value ? push(*value) : Done(fail("dat: bad code: a division by zero"));
                });
            });
        }
    }

    Done push(Operand operand) {
        if (stack_.size() >= largest_constructor_stack) return fail("dat: runs too long");
        stack_.push_back(operand);
        return {};
    }
    Done push_variable(std::int32_t operand, std::uint8_t element) {
        const auto symbol = static_cast<std::uint32_t>(operand);
        if (symbol >= symbols_.size()) return fail("dat: bad code: there is no symbol " + std::to_string(operand));
        return push(ObjectVariable{symbol, element});
    }
    std::optional<Operand> pop() {
        if (stack_.empty()) return {};
        const Operand operand = stack_.back();
        stack_.pop_back();
        return operand;
    }
    std::optional<ObjectVariable> pop_variable() {
        const auto operand = pop();
        const ObjectVariable* variable = operand ? std::get_if<ObjectVariable>(&*operand) : nullptr;
        return variable ? std::optional(*variable) : std::nullopt;
    }
    template <class Use> Done with_number(const Use& use) {
        const auto operand = pop();
        if (!operand) return fail("dat: bad code: the stack is empty");
        const auto value = value_of(*operand);
        const std::int32_t* number = value ? std::get_if<std::int32_t>(&*value) : nullptr;
        return number ? use(*number) : Done(unreadable(*operand));
    }

    std::optional<DatObject::Value> value_of(const Operand& operand) const {
        if (const std::int32_t* number = std::get_if<std::int32_t>(&operand)) return *number;
        const auto& variable = std::get<ObjectVariable>(operand);
        if (const auto known = kept_.find(variable); known != kept_.end()) return known->second;
        const DatSymbol& symbol = symbols_[variable.symbol];
        if (symbol.has(DatSymbol::is_member)) return {};
        if (variable.index < symbol.ints.size()) return symbol.ints[variable.index];
        if (variable.index < symbol.floats.size()) return symbol.floats[variable.index];
        if (variable.index < symbol.strings.size()) return symbol.strings[variable.index];
        if (symbol.has_code()) return static_cast<std::int32_t>(variable.symbol);
        return {};
    }
    Failure unreadable(const Operand& operand) const {
        const auto* variable = std::get_if<ObjectVariable>(&operand);
        return fail("dat: not readable" + (variable ? ": " + symbols_[variable->symbol].name : std::string()));
    }

    Done assign(DatOp op) {
        const auto target = pop_variable();
        const auto operand = pop();
        if (!target || !operand) return fail("dat: bad code: nothing to assign");
        auto value = value_of(*operand);
        if (!value) return unreadable(*operand);
        const bool wants_text = op == DatOp::assign_string || op == DatOp::assign_string_ref;
        // A written number comes as its bits.
        if (const std::int32_t* bits = std::get_if<std::int32_t>(&*value); bits && op == DatOp::assign_float)
            *value = std::bit_cast<float>(*bits);
        const bool fits = wants_text                  ? std::holds_alternative<std::string>(*value)
                          : op == DatOp::assign_float ? std::holds_alternative<float>(*value)
                                                      : std::holds_alternative<std::int32_t>(*value);
        if (!fits) return fail("dat: bad code: a value of another type for " + symbols_[target->symbol].name);
        keep(*target, std::move(*value));
        return {};
    }
    Done change(DatOp op) {
        const auto target = pop_variable();
        if (!target) return fail("dat: bad code: nothing to change");
        return with_number([&](std::int32_t right) -> Done {
            const auto value = value_of(*target);
            const std::int32_t* left = value ? std::get_if<std::int32_t>(&*value) : nullptr;
            if (!left) return unreadable(*target);
            const auto changed = calculate(op, *left, right);
            if (!changed) return fail("dat: bad code: a division by zero");
            keep(*target, *changed);
            return {};
        });
    }
    void keep(const ObjectVariable& target, DatObject::Value value) {
        const DatSymbol& symbol = symbols_[target.symbol];
        if (symbol.has(DatSymbol::is_member)) {
            std::string field = symbol.name.substr(symbol.name.find('.') + 1);
            if (target.index > 0) field += '[' + std::to_string(target.index) + ']';
            object_.fields.insert_or_assign(std::move(field), value);
        }
        kept_.insert_or_assign(target, std::move(value));
    }

    const std::vector<DatSymbol>& symbols_;
    const ByteBuffer& code_;
    std::uint32_t instance_;
    std::size_t left_; // instructions that may still run
    std::uint32_t at_ = 0;
    std::vector<std::uint32_t> callers_;
    std::vector<Operand> stack_;
    std::map<ObjectVariable, DatObject::Value> kept_;
    DatObject object_;
};

template <class T> const T* field_of(const DatObject& object, std::string_view field) {
    const auto found = object.fields.find(field);
    return found == object.fields.end() ? nullptr : std::get_if<T>(&found->second);
}

} // namespace

std::int32_t DatObject::integer(std::string_view field, std::int32_t otherwise) const {
    const auto* value = field_of<std::int32_t>(*this, field);
    return value ? *value : otherwise;
}
float DatObject::real(std::string_view field, float otherwise) const {
    const auto* value = field_of<float>(*this, field);
    return value ? *value : otherwise;
}
std::string DatObject::text(std::string_view field, std::string_view otherwise) const {
    const auto* value = field_of<std::string>(*this, field);
    return value ? *value : std::string(otherwise);
}

Result<DatObject> construct(const DatIndex& index, std::uint32_t instance, std::size_t* left) {
    const std::size_t allowed = left ? std::min(*left, most_instructions) : most_instructions;
    Constructor constructor(index, instance, allowed);
    auto object = constructor.run();
    if (left) *left -= allowed - constructor.left();
    return object;
}

std::vector<DatObject> objects_of(const DatIndex& index, std::string_view class_name, Diagnostics* diagnostics) {
    std::vector<DatObject> objects;
    const auto wanted = index.find(class_name);
    if (!wanted) return objects;
    std::size_t left = most_instructions_in_all;
    for (const std::uint32_t instance : index.instances()) {
        if (index.class_of(instance) != wanted) continue;
        if (auto object = construct(index, instance, &left))
            objects.push_back(std::move(*object));
        else
            report(diagnostics, Severity::warning, {},
                   "the instance " + index.file().symbols[instance].name + " is left out: " + object.error().message());
    }
    return objects;
}

} // namespace ossuary::zengin
