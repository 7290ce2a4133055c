#include "source.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"

namespace ossuary::sf3 {

std::string entry_name(std::string_view list, std::size_t index) {
    return std::string(list) + '[' + std::to_string(index) + ']';
}

std::string hex(unsigned value) { return hex_text(value & 0xFFFF, value > 0xFF ? 4 : 2); }

Failure Source::fail(std::string_view code, std::size_t offset, std::string_view field,
                     const std::string& message) const {
    std::string where = path;
    if (!where.empty() && !field.empty()) where += '.';
    where += field;
    return ossuary::fail({.offset = origin + offset, .field = std::move(where)}, std::string(code) + ": " + message);
}

} // namespace ossuary::sf3
