#include "ossuary/formats/zengin/dat_machine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"

namespace ossuary::zengin {

namespace {

constexpr std::uint32_t no_place = 0xffff'ffff;
constexpr std::size_t longest_made_text = 1u << 20;

std::int32_t whole(std::uint32_t value) { return static_cast<std::int32_t>(value); }

// In 32 bits, as the game counts; what overflows wraps. False for a division by zero.
bool calculate(DatOp op, std::int32_t left, std::int32_t right, std::int32_t& result) {
    const auto a = static_cast<std::uint32_t>(left), b = static_cast<std::uint32_t>(right);
    switch (op) {
    case DatOp::add:
    case DatOp::assign_add: result = whole(a + b); return true;
    case DatOp::subtract:
    case DatOp::assign_subtract: result = whole(a - b); return true;
    case DatOp::multiply:
    case DatOp::assign_multiply: result = whole(a * b); return true;
    case DatOp::divide:
    case DatOp::assign_divide:
        if (right == 0) return false;
        result = right == -1 ? whole(0u - a) : left / right;
        return true;
    case DatOp::modulo:
        if (right == 0) return false;
        result = right == -1 ? 0 : left % right;
        return true;
    case DatOp::bit_or: result = whole(a | b); return true;
    case DatOp::bit_and: result = whole(a & b); return true;
    case DatOp::logical_or: result = left != 0 || right != 0; return true;
    case DatOp::logical_and: result = left != 0 && right != 0; return true;
    case DatOp::shift_left: result = whole(a << (b & 31)); return true;
    case DatOp::shift_right: result = left >> (b & 31); return true;
    case DatOp::less: result = left < right; return true;
    case DatOp::greater: result = left > right; return true;
    case DatOp::less_equal: result = left <= right; return true;
    case DatOp::greater_equal: result = left >= right; return true;
    case DatOp::equal: result = left == right; return true;
    default: result = left != right; return true;
    }
}

} // namespace

// ---- what an external sees

std::int32_t DatCall::integer(std::size_t argument) const {
    return argument < count_ ? machine_.number_of(machine_.stack_[first_ + argument]) : 0;
}
float DatCall::real(std::size_t argument) const {
    const float value = std::bit_cast<float>(integer(argument));
    return std::isfinite(value) ? value : 0;
}
std::string DatCall::text(std::size_t argument) const {
    const std::string* text = argument < count_ ? machine_.text_of(machine_.stack_[first_ + argument]) : nullptr;
    return text ? *text : std::string();
}
std::uint32_t DatCall::object(std::size_t argument) const {
    return argument < count_ ? machine_.object_of(machine_.stack_[first_ + argument]) : 0;
}
void DatCall::give(std::int32_t value) { gave_ = machine_.push_number(value); }
void DatCall::give(float value) { give(std::bit_cast<std::int32_t>(value)); }
void DatCall::give(std::string value) {
    if (value.size() > longest_made_text) value.resize(longest_made_text);
    if (!machine_.take_memory(value.size())) return;
    machine_.given_.push_back(std::move(value));
    gave_ =
        machine_.push({.kind = DatMachine::Kind::text, .value = static_cast<std::int32_t>(machine_.given_.size() - 1)});
}
void DatCall::give_object(std::uint32_t object) {
    gave_ = machine_.push({.kind = DatMachine::Kind::object, .value = static_cast<std::int32_t>(object)});
}

// ---- the machine

DatMachine::DatMachine(const DatIndex& index, const MachineLimits& limits)
    : index_(index), symbols_(index.file().symbols), code_(index.file().code), limits_(limits), steps_(limits.steps),
      memory_(limits.memory) {
    place_.assign(symbols_.size(), no_place);
    sizes_.resize(symbols_.size());
    is_changed_.resize(symbols_.size());
    is_unknown_.resize(symbols_.size());
    external_of_.resize(symbols_.size());
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
        const DatSymbol& symbol = symbols_[i];
        if (symbol.has(DatSymbol::is_member)) {
            const auto of_class = static_cast<std::size_t>(symbol.parent);
            if (symbol.parent < 0 || of_class >= symbols_.size()) continue;
            std::size_t& size = is_text(symbol) ? sizes_[of_class].texts : sizes_[of_class].numbers;
            place_[i] = static_cast<std::uint32_t>(std::min<std::size_t>(size, no_place));
            size += std::max<std::size_t>(symbol.count, 1);
            members_[static_cast<std::uint32_t>(of_class)].push_back(static_cast<std::uint32_t>(i));
        } else if (is_text(symbol)) {
            place_[i] = static_cast<std::uint32_t>(texts_.size());
            texts_.insert(texts_.end(), symbol.strings.begin(), symbol.strings.end());
        } else if (symbol.type == DatType::int_type) {
            place_[i] = static_cast<std::uint32_t>(numbers_.size());
            numbers_.insert(numbers_.end(), symbol.ints.begin(), symbol.ints.end());
        } else if (symbol.type == DatType::float_type) {
            place_[i] = static_cast<std::uint32_t>(numbers_.size());
            for (const float value : symbol.floats) numbers_.push_back(std::bit_cast<std::int32_t>(value));
        } else if (symbol.type == DatType::instance_type || symbol.type == DatType::func_type) {
            place_[i] = static_cast<std::uint32_t>(numbers_.size());
            numbers_.push_back(0);
        }
    }
    add_own_externals();
}

void DatMachine::set_external(std::string_view name, DatExternal external) {
    const auto symbol = index_.find(name);
    if (!symbol || !symbols_[*symbol].has(DatSymbol::is_external)) return;
    externals_.push_back(std::move(external));
    external_of_[*symbol] = static_cast<std::uint32_t>(externals_.size());
}

void DatMachine::add_own_externals() {
    set_external("CONCATSTRINGS", [](DatCall& call) { call.give(call.text(0) + call.text(1)); });
    set_external("INTTOSTRING", [](DatCall& call) { call.give(std::to_string(call.integer(0))); });
    set_external("FLOATTOSTRING", [](DatCall& call) { call.give(number_text(call.real(0))); });
    set_external("INTTOFLOAT", [](DatCall& call) { call.give(static_cast<float>(call.integer(0))); });
    set_external("FLOATTOINT", [](DatCall& call) {
        constexpr float most = 2147483520.0f;
        call.give(static_cast<std::int32_t>(std::clamp(call.real(0), -most, most)));
    });
    set_external("HLP_STRCMP", [](DatCall& call) {
        call.give(static_cast<std::int32_t>(upper_case(call.text(0)) == upper_case(call.text(1))));
    });
    set_external("HLP_GETINSTANCEID", [](DatCall& call) {
        const std::uint32_t object = call.object(0);
        call.give(object ? static_cast<std::int32_t>(call.machine().symbol_of(object)) : -1);
    });
    for (const std::string_view name : {"HLP_ISVALIDNPC", "HLP_ISVALIDITEM"})
        set_external(name, [](DatCall& call) { call.give(static_cast<std::int32_t>(call.object(0) != 0)); });
    set_external("HLP_GETNPC", [](DatCall& call) {
        call.give_object(call.machine().object_of(static_cast<std::uint32_t>(call.integer(0))));
    });
}

Result<std::uint32_t> DatMachine::make(std::uint32_t instance) {
    if (instance >= symbols_.size() || !symbols_[instance].has_code())
        return fail("dat: bad code: the instance has no constructor");
    const auto of_class = index_.class_of(instance);
    if (!of_class) return fail("dat: bad code: the instance has no class");
    const ClassSize size = sizes_[*of_class];
    if (!take_memory(sizeof(Object) + size.numbers * (sizeof(std::int32_t) + 1) +
                     size.texts * (sizeof(std::string) + 1)))
        return fail("dat: too much memory");
    Object& made = objects_.emplace_back();
    made.symbol = instance;
    made.of_class = *of_class;
    made.numbers.resize(size.numbers);
    made.texts.resize(size.texts);
    made.assigned_numbers.resize(size.numbers);
    made.assigned_texts.resize(size.texts);
    const auto object = static_cast<std::uint32_t>(objects_.size());

    const auto refer = [&](std::uint32_t symbol) {
        if (std::int32_t* place = number_at({.kind = Kind::variable, .symbol = symbol}, true)) *place = whole(object);
    };
    refer(instance);
    if (symbols_[*of_class].name == "C_NPC")
        if (const auto self = index_.find("SELF"); self && symbols_[*self].type == DatType::instance_type) refer(*self);
    current_ = object;
    clear_stack();
    if (auto done = run(static_cast<std::uint32_t>(symbols_[instance].address)); !done) return Failure(done.error());
    return object;
}

Result<std::int32_t> DatMachine::call(std::uint32_t function, std::span<const std::int32_t> arguments) {
    if (function >= symbols_.size() || !symbols_[function].has_code())
        return fail("dat: bad code: the function is not written out");
    clear_stack();
    for (const std::int32_t argument : arguments)
        if (!push_number(argument)) return Failure(stopped());
    current_ = 0;
    if (auto done = run(static_cast<std::uint32_t>(symbols_[function].address)); !done) return Failure(done.error());
    return stack_.empty() ? 0 : number_of(stack_.back());
}

DatObject DatMachine::read(std::uint32_t object) const {
    DatObject read;
    if (object == 0 || object > objects_.size()) return read;
    const Object& from = objects_[object - 1];
    read.name = symbols_[from.symbol].name;
    const auto members = members_.find(from.of_class);
    if (members == members_.end()) return read;
    for (const std::uint32_t i : members->second) {
        const DatSymbol& symbol = symbols_[i];
        const std::string field = symbol.name.substr(symbol.name.find('.') + 1);
        for (std::size_t element = 0; element < std::max<std::size_t>(symbol.count, 1); ++element) {
            const std::size_t place = place_[i] + element;
            if (is_text(symbol) ? !from.assigned_texts[place] : !from.assigned_numbers[place]) continue;
            DatObject::Value value;
            if (is_text(symbol))
                value = from.texts[place];
            else if (symbol.type == DatType::float_type)
                value = std::bit_cast<float>(from.numbers[place]);
            else
                value = from.numbers[place];
            read.fields.insert_or_assign(element == 0 ? field : field + '[' + std::to_string(element) + ']',
                                         std::move(value));
        }
    }
    return read;
}

std::uint32_t DatMachine::symbol_of(std::uint32_t object) const {
    return object > 0 && object <= objects_.size() ? objects_[object - 1].symbol : no_place;
}

std::uint32_t DatMachine::object_of(std::uint32_t symbol) const {
    if (symbol >= symbols_.size() || symbols_[symbol].type != DatType::instance_type ||
        symbols_[symbol].has(DatSymbol::is_member))
        return 0;
    return static_cast<std::uint32_t>(numbers_[place_[symbol]]);
}

void DatMachine::reset() {
    for (const std::uint32_t i : changed_) {
        const DatSymbol& symbol = symbols_[i];
        is_changed_[i] = false;
        for (std::size_t k = 0; k < symbol.strings.size() && is_text(symbol); ++k)
            texts_[place_[i] + k] = symbol.strings[k];
        for (std::size_t k = 0; k < symbol.ints.size(); ++k) numbers_[place_[i] + k] = symbol.ints[k];
        for (std::size_t k = 0; k < symbol.floats.size(); ++k)
            numbers_[place_[i] + k] = std::bit_cast<std::int32_t>(symbol.floats[k]);
        if (symbol.type == DatType::instance_type || symbol.type == DatType::func_type) numbers_[place_[i]] = 0;
    }
    changed_.clear();
    objects_.clear();
    clear_stack();
    memory_ = limits_.memory;
}

void DatMachine::clear_stack() {
    stack_.clear();
    for (const std::string& text : given_) memory_ += text.size();
    given_.clear();
    given_on_stack_ = 0;
}

// ---- running

Result<void> DatMachine::run(std::uint32_t address) {
    frames_.clear();
    error_.clear();
    at_ = address;
    is_done_ = false;
    while (!is_done_)
        if (!step()) return Failure(stopped());
    return {};
}

bool DatMachine::stop(std::string message) {
    error_ = std::move(message);
    return false;
}

Error DatMachine::stopped() const {
    std::string message = error_ + " at " + std::to_string(instruction_);
    const std::vector<std::uint32_t>& starts = index_.starts();
    const auto next = std::ranges::upper_bound(starts, instruction_);
    const auto inside = next == starts.begin() ? std::nullopt : index_.symbol_at(*(next - 1));
    if (inside) message += " in " + to_utf8(symbols_[*inside].name);
    return Error(std::move(message));
}

bool DatMachine::step() {
    instruction_ = at_;
    if (steps_ == 0) return stop("dat: runs too long");
    --steps_;
    if (at_ >= code_.size()) return stop("dat: bad code: it goes on behind its end");
    const std::byte* from = code_.data() + at_ + 1;
    const std::size_t left = code_.size() - at_ - 1;
    const auto op = static_cast<DatOp>(std::to_integer<std::uint8_t>(code_[at_]));
    std::uint32_t operand = 0;
    if (op >= DatOp::call && op != DatOp::assign_string && op != DatOp::assign_string_ref && op != DatOp::assign_func &&
        op != DatOp::assign_float && op != DatOp::assign_instance) {
        const std::size_t size = op == DatOp::push_element ? 5 : 4;
        if (left < size)
            return stop(find_opcode(static_cast<std::uint8_t>(op)) ? "dat: bad code: truncated instruction"
                                                                   : "dat: bad code: unknown opcode");
        operand = load<std::uint32_t>(from, Endian::little);
        at_ += static_cast<std::uint32_t>(1 + size);
    } else {
        ++at_;
    }
    switch (op) {
    case DatOp::push_int: return push_number(whole(operand));
    case DatOp::push_variable:
    case DatOp::push_instance: return push_symbol(operand, 0);
    case DatOp::push_element: return push_symbol(operand, std::to_integer<std::uint8_t>(from[4]));
    case DatOp::assign_int:
    case DatOp::assign_func:
    case DatOp::assign_float:
    case DatOp::assign_instance:
    case DatOp::assign_string:
    case DatOp::assign_string_ref: return assign(op);
    case DatOp::add:
    case DatOp::subtract:
    case DatOp::multiply:
    case DatOp::divide:
    case DatOp::modulo:
    case DatOp::bit_or:
    case DatOp::bit_and:
    case DatOp::less:
    case DatOp::greater:
    case DatOp::logical_or:
    case DatOp::logical_and:
    case DatOp::shift_left:
    case DatOp::shift_right:
    case DatOp::less_equal:
    case DatOp::equal:
    case DatOp::not_equal:
    case DatOp::greater_equal: return operate(op);
    case DatOp::assign_add:
    case DatOp::assign_subtract:
    case DatOp::assign_multiply:
    case DatOp::assign_divide: return change(op);
    case DatOp::unary_plus:
    case DatOp::negate:
    case DatOp::logical_not:
    case DatOp::complement: {
        std::int32_t value = 0;
        if (!pop_number(value)) return false;
        return push_number(op == DatOp::negate        ? whole(0u - static_cast<std::uint32_t>(value))
                           : op == DatOp::logical_not ? value == 0
                           : op == DatOp::complement  ? ~value
                                                      : value);
    }
    case DatOp::jump: at_ = operand; return true;
    case DatOp::jump_if_zero: {
        std::int32_t value = 0;
        if (!pop_number(value)) return false;
        if (value == 0) at_ = operand;
        return true;
    }
    case DatOp::call: return enter(operand);
    case DatOp::return_op: return leave(is_done_);
    case DatOp::call_external: return call_external(operand);
    case DatOp::set_instance:
        if (operand >= symbols_.size()) return stop("dat: bad code: there is no symbol " + std::to_string(operand));
        current_ = object_of({.kind = Kind::variable, .symbol = operand});
        return true;
    case DatOp::nop: return true;
    }
    return stop("dat: bad code: unknown opcode " + std::to_string(static_cast<unsigned>(op)));
}

bool DatMachine::push(const Cell& cell) {
    if (stack_.size() >= limits_.stack) return stop("dat: the stack is full");
    stack_.push_back(cell);
    if (cell.kind == Kind::text) ++given_on_stack_;
    return true;
}

bool DatMachine::push_symbol(std::uint32_t symbol, std::uint8_t element) {
    if (symbol >= symbols_.size()) return stop("dat: bad code: there is no symbol " + std::to_string(symbol));
    Cell cell{.kind = Kind::variable, .element = element, .symbol = symbol};
    if (symbols_[symbol].has(DatSymbol::is_member)) cell.value = whole(current_);
    return push(cell);
}

bool DatMachine::pop(Cell& cell) {
    if (stack_.empty()) return stop("dat: bad code: the stack is empty");
    cell = stack_.back();
    stack_.pop_back();
    if (cell.kind == Kind::text) --given_on_stack_;
    return true;
}

bool DatMachine::pop_number(std::int32_t& value) {
    Cell cell;
    if (!pop(cell)) return false;
    value = cell.kind == Kind::number ? cell.value : number_of(cell);
    return true;
}

bool DatMachine::enter(std::uint32_t address) {
    if (frames_.size() >= limits_.depth) return stop("dat: calls go too deep");
    Frame frame{.back = at_, .current = current_, .floor = stack_.size()};
    if (const auto called = index_.symbol_at(address)) {
        const DatSymbol& symbol = symbols_[*called];
        frame.is_known = true;
        if (symbol.type == DatType::func_type) {
            frame.floor -= std::min<std::size_t>(frame.floor, symbol.count);
            frame.returns = symbol.has(DatSymbol::is_returning);
        }
    }
    frames_.push_back(frame);
    at_ = address;
    return true;
}

// What a function leaves behind beside its result is gone with it.
bool DatMachine::leave(bool& is_done) {
    is_done = frames_.empty();
    if (is_done) return true;
    const Frame frame = frames_.back();
    frames_.pop_back();
    at_ = frame.back;
    current_ = frame.current;
    if (!frame.is_known) return true;
    Cell result;
    const bool has_result = frame.returns && stack_.size() > frame.floor;
    if (has_result) {
        if (!pop(result)) return false;
        // A number is what it is now; the variable may be another's soon.
        if (result.kind == Kind::variable && !is_text(symbols_[result.symbol]) &&
            symbols_[result.symbol].type != DatType::instance_type)
            result = {.value = number_of(result)};
    }
    for (Cell left; stack_.size() > frame.floor;)
        if (!pop(left)) return false;
    return !has_result || push(result);
}

bool DatMachine::call_external(std::uint32_t number) {
    if (number >= symbols_.size()) return stop("dat: bad code: there is no symbol " + std::to_string(number));
    const DatSymbol& function = symbols_[number];
    const std::size_t count = std::min<std::size_t>(function.count, stack_.size());
    const std::size_t first = stack_.size() - count;
    bool gave = false;
    if (const std::uint32_t known = external_of_[number]) {
        DatCall call(*this, first, count);
        error_.clear();
        externals_[known - 1](call);
        if (!error_.empty()) return false;
        gave = call.gave_;
    } else if (!is_unknown_[number]) {
        is_unknown_[number] = true;
        unknown_.push_back(function.name);
    }
    // The result, if any, lies above the arguments.
    const bool returns = function.has(DatSymbol::is_returning) || gave;
    Cell result{};
    if (gave && !pop(result)) return false;
    const bool gave_text = gave && result.kind == Kind::text;
    for (Cell left; stack_.size() > first;)
        if (!pop(left)) return false;
    if (!gave_text && given_on_stack_ == 0) {
        for (const std::string& text : given_) memory_ += text.size();
        given_.clear();
    }
    if (!returns) return true;
    if (!gave && function.vary == static_cast<std::int32_t>(DatType::string_type)) {
        given_.emplace_back();
        result = {.kind = Kind::text, .value = whole(static_cast<std::uint32_t>(given_.size() - 1))};
    } else if (!gave && function.vary == static_cast<std::int32_t>(DatType::instance_type)) {
        result.kind = Kind::object;
    }
    return push(result);
}

bool DatMachine::operate(DatOp op) {
    std::int32_t left = 0, right = 0, result = 0;
    // The left one was pushed last.
    if (!pop_number(left) || !pop_number(right)) return false;
    if (!calculate(op, left, right, result)) return stop("dat: bad code: a division by zero");
    return push_number(result);
}

bool DatMachine::assign(DatOp op) {
    Cell target, source;
    if (stack_.size() < 2) return stop("dat: bad code: nothing to assign");
    if (!pop(target) || !pop(source)) return false;
    if (target.kind != Kind::variable) return stop("dat: bad code: nothing to assign to");
    const DatSymbol& symbol = symbols_[target.symbol];
    const auto of_another_type = [&] {
        return stop("dat: bad code: a value of another type for " + to_utf8(symbol.name));
    };
    const bool is_lost = symbol.has(DatSymbol::is_member) && !object_with(target);
    if (op == DatOp::assign_string || op == DatOp::assign_string_ref) {
        const std::string* text = text_of(source);
        if (!text || !is_text(symbol)) return of_another_type();
        if (is_lost) return ++lost_members_, true;
        std::string* place = text_at(target, true);
        if (!place) return stop("dat: bad code: " + to_utf8(symbol.name) + " has no such element");
        memory_ += place->size();
        if (!take_memory(text->size())) return false;
        if (place != text) *place = *text;
        return true;
    }
    const bool is_float = op == DatOp::assign_float;
    if (is_text(symbol) || source.kind == Kind::text ||
        (source.kind == Kind::variable && is_text(symbols_[source.symbol])) ||
        is_float != (symbol.type == DatType::float_type))
        return of_another_type();
    const std::int32_t value = op == DatOp::assign_instance ? whole(object_of(source)) : number_of(source);
    if (is_lost) return ++lost_members_, true;
    std::int32_t* place = number_at(target, true);
    if (!place) return stop("dat: bad code: " + to_utf8(symbol.name) + " has no such element");
    *place = value;
    return true;
}

bool DatMachine::change(DatOp op) {
    Cell target;
    std::int32_t right = 0, result = 0;
    if (stack_.size() < 2) return stop("dat: bad code: nothing to change");
    if (!pop(target) || !pop_number(right)) return false;
    if (target.kind != Kind::variable || symbols_[target.symbol].type != DatType::int_type)
        return stop("dat: bad code: nothing to change");
    if (symbols_[target.symbol].has(DatSymbol::is_member) && !object_with(target)) return ++lost_members_, true;
    std::int32_t* place = number_at(target, true);
    if (!place) return stop("dat: bad code: " + to_utf8(symbols_[target.symbol].name) + " has no such element");
    if (!calculate(op, *place, right, result)) return stop("dat: bad code: a division by zero");
    *place = result;
    return true;
}

// ---- values

DatMachine::Object* DatMachine::object_with(const Cell& cell) {
    const auto object = static_cast<std::size_t>(static_cast<std::uint32_t>(cell.value));
    if (object == 0 || object > objects_.size()) return nullptr;
    // A member of another class than that of the object is none of its members.
    return symbols_[cell.symbol].parent == whole(objects_[object - 1].of_class) ? &objects_[object - 1] : nullptr;
}

std::int32_t* DatMachine::number_at(const Cell& cell, bool to_write) {
    const DatSymbol& symbol = symbols_[cell.symbol];
    const std::uint32_t place = place_[cell.symbol];
    if (place == no_place || is_text(symbol)) return nullptr;
    if (symbol.has(DatSymbol::is_member)) {
        Object* object = object_with(cell);
        const std::size_t at = std::size_t{place} + cell.element;
        if (!object || cell.element >= std::max<std::size_t>(symbol.count, 1)) return nullptr;
        if (to_write) object->assigned_numbers[at] = true;
        return &object->numbers[at];
    }
    const std::size_t count = symbol.type == DatType::int_type     ? symbol.ints.size()
                              : symbol.type == DatType::float_type ? symbol.floats.size()
                                                                   : 1;
    if (cell.element >= count) return nullptr;
    if (to_write && !is_changed_[cell.symbol]) {
        is_changed_[cell.symbol] = true;
        changed_.push_back(cell.symbol);
    }
    return &numbers_[std::size_t{place} + cell.element];
}

std::string* DatMachine::text_at(const Cell& cell, bool to_write) {
    const DatSymbol& symbol = symbols_[cell.symbol];
    const std::uint32_t place = place_[cell.symbol];
    if (place == no_place || !is_text(symbol)) return nullptr;
    if (symbol.has(DatSymbol::is_member)) {
        Object* object = object_with(cell);
        const std::size_t at = std::size_t{place} + cell.element;
        if (!object || cell.element >= std::max<std::size_t>(symbol.count, 1)) return nullptr;
        if (to_write) object->assigned_texts[at] = true;
        return &object->texts[at];
    }
    if (cell.element >= symbol.strings.size()) return nullptr;
    if (to_write && !is_changed_[cell.symbol]) {
        is_changed_[cell.symbol] = true;
        changed_.push_back(cell.symbol);
    }
    return &texts_[std::size_t{place} + cell.element];
}

std::int32_t DatMachine::number_of(const Cell& cell) {
    if (cell.kind == Kind::number) return cell.value;
    if (cell.kind == Kind::text) return 0;
    if (cell.kind == Kind::object) return whole(symbol_of(static_cast<std::uint32_t>(cell.value)));
    const DatSymbol& symbol = symbols_[cell.symbol];
    if (symbol.has_code()) return whole(cell.symbol);
    const std::int32_t* place = number_at(cell, false);
    if (!place) {
        if (symbol.has(DatSymbol::is_member)) ++lost_members_;
        return 0;
    }
    return symbol.type == DatType::instance_type ? whole(symbol_of(static_cast<std::uint32_t>(*place))) : *place;
}

const std::string* DatMachine::text_of(const Cell& cell) {
    static const std::string none;
    if (cell.kind == Kind::text)
        return static_cast<std::size_t>(cell.value) < given_.size() ? &given_[static_cast<std::size_t>(cell.value)]
                                                                    : &none;
    if (cell.kind != Kind::variable || !is_text(symbols_[cell.symbol])) return nullptr;
    const std::string* place = text_at(cell, false);
    if (!place && symbols_[cell.symbol].has(DatSymbol::is_member)) ++lost_members_;
    return place ? place : &none;
}

std::uint32_t DatMachine::object_of(const Cell& cell) {
    if (cell.kind == Kind::object) return static_cast<std::uint32_t>(cell.value);
    if (cell.kind == Kind::number) return object_of(static_cast<std::uint32_t>(cell.value));
    if (cell.kind != Kind::variable || symbols_[cell.symbol].type != DatType::instance_type) return 0;
    const std::int32_t* place = number_at(cell, false);
    return place ? static_cast<std::uint32_t>(*place) : 0;
}

bool DatMachine::take_memory(std::size_t bytes) {
    if (bytes > memory_) return stop("dat: too much memory");
    memory_ -= bytes;
    return true;
}

} // namespace ossuary::zengin
