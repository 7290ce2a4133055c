// What the caller holds: room for its arguments, and the last answer with what it points to.
#pragma once

#include <memory>
#include <string>

#include "module/answer.h"
#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/result.h"
#include "ossuary/base/shared_bytes.h"

namespace ossuary::web {

struct Library {
    std::string text;
    Keepsake keep;
    SharedBytes held; // a file that was unpacked for the answer
    ByteBuffer room;

    bool answer(const Json& json);
    bool refuse(const Error& error);
    // The value, or null with the error told.
    template <class T> T* take(Result<std::unique_ptr<T>> made) {
        if (made) return made->release();
        refuse(made.error());
        return nullptr;
    }
    const float* take(const Result<const float*>& made);
    bool take(const Result<Json>& made);
};

// What passes to and fro was made by JSON.stringify; a request that is none is a mistake in library.ts.
template <class Make> auto asked(const char* request, std::uint32_t size, const Make& make) -> decltype(make(Json())) {
    const auto json = parse_json({request, size});
    if (!json) return Failure(json.error());
    return make(*json);
}

} // namespace ossuary::web
