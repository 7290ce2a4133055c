// Any bytes as JSON: what parses must print to something that parses again, and prints the same.
#include <cstdint>
#include <cstdlib>

#include "ossuary/base/json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto value = ossuary::parse_json({reinterpret_cast<const char*>(data), size});
    if (!value) return 0;
    const std::string printed = ossuary::print_json(*value);
    const auto again = ossuary::parse_json(printed);
    if (!again || ossuary::print_json(*again) != printed) std::abort();
    return 0;
}
