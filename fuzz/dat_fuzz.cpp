// Any bytes as a compiled script (DAT), its code read in search of visuals, its constructors run.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/dat_object.h"

namespace ossuary::fuzz::try_dat {

using namespace zengin;

OSSUARY_FUZZ(dat) {
    const auto parse = [](Bytes bytes, Diagnostics* diagnostics) { return parse_dat(bytes, diagnostics); };
    check_lossless(bytes, parse, write_dat, dump_dat, build_dat);
    if (const auto file = parse_dat(bytes)) {
        const DatIndex index(*file);
        std::size_t left = 1 << 20, runs = 100'000;
        for (const std::uint32_t instance : index.instances()) {
            index.class_of(instance);
            visuals_of(index, instance, &left);
            static_cast<void>(construct(index, instance, &runs));
        }
    }
}

} // namespace ossuary::fuzz::try_dat
