// What those of the model's enumerations are called in JSON that have no names of their own.
#pragma once

#include <string_view>

#include "ossuary/model/clip.h"
#include "ossuary/model/material.h"

namespace ossuary {

inline std::string_view name_of(ImageEncoding encoding) {
    constexpr std::string_view names[] = {"rgba8", "png", "jpeg", "dds", "tga", "ktx2", "webp"};
    return names[static_cast<std::size_t>(encoding)];
}
inline std::string_view name_of(Wrap wrap) {
    constexpr std::string_view names[] = {"repeat", "clamp", "mirror"};
    return names[static_cast<std::size_t>(wrap)];
}
inline std::string_view name_of(Filter filter) {
    constexpr std::string_view names[] = {"linear", "nearest"};
    return names[static_cast<std::size_t>(filter)];
}
inline std::string_view name_of(LoopMode loop) {
    constexpr std::string_view names[] = {"unknown", "once", "wrap"};
    return names[static_cast<std::size_t>(loop)];
}
inline std::string_view name_of(Interpolation interpolation) {
    constexpr std::string_view names[] = {"linear", "step"};
    return names[static_cast<std::size_t>(interpolation)];
}
inline std::string_view name_of(Direction direction) {
    constexpr std::string_view names[] = {"forward", "reverse"};
    return names[static_cast<std::size_t>(direction)];
}

} // namespace ossuary
