#include "ossuary/base/record_json.h"

#include <algorithm>

namespace ossuary {

void JsonBuilder::stop(std::string message) {
    if (!error_) error_ = Error({.field = path_.empty() ? "document" : path_}, std::move(message));
}

void JsonBuilder::push_name(std::string_view field) {
    if (!path_.empty()) path_ += '.';
    path_ += field;
}

void JsonBuilder::check_all_asked() {
    if (error_) return;
    for (const Json::Member& member : object_->members()) {
        if (std::find(asked_.begin(), asked_.end(), member.name) != asked_.end()) continue;
        push_name(member.name);
        return stop("unknown field");
    }
}

} // namespace ossuary
