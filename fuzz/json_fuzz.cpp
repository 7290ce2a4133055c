// Any bytes as JSON: what parses must print to something that parses to the same.
#include <cstdint>
#include <cstdlib>

#include "ossuary/base/json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto value = ossuary::parse_json({reinterpret_cast<const char*>(data), size});
    if (!value) return 0;
    const auto again = ossuary::parse_json(ossuary::print_json(*value));
    if (!again || !(*again == *value)) std::abort();
    return 0;
}
