#include "module/library.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::web {

bool Library::answer(const Json& json) {
    text = print_json(json);
    return true;
}

bool Library::refuse(const Error& error) {
    Json json = to_json(error);
    json.set("text", error.text());
    text = print_json(json);
    return false;
}

const float* Library::take(const Result<const float*>& made) {
    if (made) return *made;
    refuse(made.error());
    return nullptr;
}

bool Library::take(const Result<Json>& made) { return made ? answer(*made) : refuse(made.error()); }

} // namespace ossuary::web
