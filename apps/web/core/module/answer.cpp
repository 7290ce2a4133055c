#include "module/answer.h"

#include <cstdint>
#include <string_view>

#include "ossuary/base/json.h"

namespace ossuary::web {

Json span_json(std::string_view kind, const void* first, std::size_t count) {
    Json json = Json::object();
    json.append("span", kind);
    json.append("at", reinterpret_cast<std::uintptr_t>(first));
    json.append("length", count);
    return json;
}

} // namespace ossuary::web
