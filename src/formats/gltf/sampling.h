// Samplers and transforms of textures as JSON, in the one form that is written and compared.
#pragma once

#include "ossuary/base/json.h"
#include "ossuary/model/material.h"

namespace ossuary::gltf {

inline constexpr int nearest_filter = 9728, linear_filter = 9729, mipmap_filter = 9987;
inline constexpr int repeat_wrap = 10497, clamp_wrap = 33071, mirror_wrap = 33648;

inline int wrap_code(Wrap wrap) {
    switch (wrap) {
    case Wrap::repeat: return repeat_wrap;
    case Wrap::clamp: return clamp_wrap;
    case Wrap::mirror: return mirror_wrap;
    }
    return repeat_wrap;
}

inline Json sampler_json(Wrap wrap_u, Wrap wrap_v, Filter filter) {
    const bool sharp = filter == Filter::nearest;
    Json json = Json::object();
    json.append("magFilter", sharp ? nearest_filter : linear_filter);
    json.append("minFilter", sharp ? nearest_filter : mipmap_filter);
    json.append("wrapS", wrap_code(wrap_u));
    json.append("wrapT", wrap_code(wrap_v));
    return json;
}

// The content of KHR_texture_transform; never empty.
inline Json transform_json(const UvTransform& uv) {
    const auto pair = [](const Vec2& v) { return Json(Json::Array{v.x, v.y}); };
    Json transform = Json::object();
    if (uv.offset != Vec2{} || uv == UvTransform{}) transform.append("offset", pair(uv.offset));
    if (uv.rotation != 0) transform.append("rotation", uv.rotation);
    if (uv.scale != Vec2{1, 1}) transform.append("scale", pair(uv.scale));
    return transform;
}

} // namespace ossuary::gltf
