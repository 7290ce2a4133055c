// Any bytes as a compiled script (DAT), its code read in search of visuals, its constructors run.
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/dat_object.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto parse = [](Bytes bytes, Diagnostics* diagnostics) { return parse_dat(bytes, diagnostics); };
    fuzz::check_lossless(data, size, parse, write_dat, dump_dat, build_dat);
    if (const auto file = parse_dat(Bytes(reinterpret_cast<const std::byte*>(data), size))) {
        const DatIndex index(*file);
        std::size_t left = 1 << 20, runs = 100'000;
        for (const std::uint32_t instance : index.instances()) {
            index.class_of(instance);
            visuals_of(index, instance, &left);
            static_cast<void>(construct(index, instance, &runs));
        }
    }
    return 0;
}
