// Any bytes as a ZEN archive.
#include "lossless.h"
#include "ossuary/formats/zengin/zen.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto parse = [](Bytes bytes, Diagnostics* diagnostics) { return parse_zen(bytes, diagnostics); };
    return fuzz::check_lossless(data, size, parse, write_zen, dump_zen, build_zen);
}
