// A channel whose keys are all equal as the constant form of a channel: one value.
#pragma once

#include <algorithm>

#include "ossuary/model/clip.h"

namespace ossuary::zengin {

template <class T> void collapse_if_constant(Channel<T>& channel) {
    if (std::all_of(channel.values.begin(), channel.values.end(),
                    [&](const T& value) { return value == channel.values.front(); })) {
        channel.values.resize(1);
        channel.rate = 0;
    }
}

} // namespace ossuary::zengin
