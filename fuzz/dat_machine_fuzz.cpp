// Any bytes as a compiled script that is run: every constructor and every function, within bounds.
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/dat_machine.h"
#include "target.h"

namespace ossuary::fuzz::try_dat_machine {

using namespace zengin;

OSSUARY_FUZZ(dat_machine) {
    const auto file = parse_dat(bytes);
    if (!file) return;
    const DatIndex index(*file);
    DatMachine machine(index, {.steps = 100'000, .depth = 64, .stack = 1024, .memory = 1u << 20});
    for (std::uint32_t i = 0; i < file->symbols.size() && machine.steps_left() > 0; ++i) {
        if (file->symbols[i].type == DatType::instance_type) {
            if (const auto object = machine.make(i)) machine.read(*object);
        } else if (file->symbols[i].type == DatType::func_type) {
            static_cast<void>(machine.call(i));
        }
    }
    machine.reset();
}

} // namespace ossuary::fuzz::try_dat_machine
