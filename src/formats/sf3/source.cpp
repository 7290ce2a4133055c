#include "source.h"

namespace ossuary::sf3 {

Failure Source::fail(std::string_view code, std::size_t offset, std::string_view field,
                     const std::string& message) const {
    std::string where = path;
    if (!where.empty() && !field.empty()) where += '.';
    where += field;
    return ossuary::fail({.offset = origin + offset, .field = std::move(where)}, std::string(code) + ": " + message);
}

} // namespace ossuary::sf3
