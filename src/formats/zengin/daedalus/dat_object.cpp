#include "ossuary/formats/zengin/dat_object.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/dat_machine.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t most_instructions = 10'000, most_instructions_in_all = 4'000'000;

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

namespace {

// Externals that nobody told, and members of nobody: the values may be others in the game.
void report_unknown(const DatMachine& machine, std::size_t from, std::string_view who, Diagnostics* diagnostics) {
    for (std::size_t i = from; i < machine.unknown_externals().size(); ++i)
        report(diagnostics, Severity::note, {},
               "dat: asks the game by " + to_utf8(machine.unknown_externals()[i]) + ", first in " + std::string(who) +
                   ", and gets zero");
}

Result<DatObject> construct_with(DatMachine& machine, std::uint32_t instance, std::size_t& left) {
    const std::size_t allowed = std::min(left, most_instructions);
    machine.reset();
    machine.refill(allowed);
    const auto object = machine.make(instance);
    left -= allowed - static_cast<std::size_t>(machine.steps_left());
    if (!object) return Failure(object.error());
    return machine.read(*object);
}

} // namespace

Result<DatObject> construct(const DatIndex& index, std::uint32_t instance, std::size_t* left,
                            Diagnostics* diagnostics) {
    std::size_t own = most_instructions;
    DatMachine machine(index);
    auto object = construct_with(machine, instance, left ? *left : own);
    if (object) report_unknown(machine, 0, to_utf8(object->name), diagnostics);
    return object;
}

std::vector<DatObject> objects_of(const DatIndex& index, std::string_view class_name, Diagnostics* diagnostics) {
    std::vector<DatObject> objects;
    const auto wanted = index.find(class_name);
    if (!wanted) return objects;
    std::size_t left = most_instructions_in_all;
    DatMachine machine(index);
    for (const std::uint32_t instance : index.instances()) {
        if (index.class_of(instance) != wanted) continue;
        const std::size_t known = machine.unknown_externals().size();
        const std::string name = to_utf8(index.file().symbols[instance].name);
        if (auto object = construct_with(machine, instance, left))
            objects.push_back(std::move(*object));
        else
            report(diagnostics, Severity::warning, {},
                   "the instance " + name + " is left out: " + object.error().message());
        report_unknown(machine, known, name, diagnostics);
    }
    return objects;
}

} // namespace ossuary::zengin
