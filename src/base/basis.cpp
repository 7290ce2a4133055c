#include "ossuary/base/basis.h"

#include <string>

#include "ossuary/base/diagnostic.h"

namespace ossuary {

Affined Basis::matrix(const Affined& m) const {
    const Basis back = inverse();
    const auto column = [&](const Vec3d& unit) { return direction(m.direction(back.direction(unit))); };
    return {column({1, 0, 0}), column({0, 1, 0}), column({0, 0, 1}), point(m.t)};
}

Basis Basis::inverse() const {
    Basis back;
    for (std::size_t i = 0; i < 3; ++i) {
        back.axis[static_cast<std::size_t>(axis[i])] = static_cast<std::int8_t>(i);
        back.sign[static_cast<std::size_t>(axis[i])] = sign[i];
    }
    back.scale = 1 / scale;
    return back;
}

std::string Basis::text() const {
    std::string text;
    for (std::size_t i = 0; i < 3; ++i) {
        if (i > 0) text += ',';
        if (sign[i] < 0) text += '-';
        text += "xyz"[axis[i]];
    }
    return text;
}

Result<Basis> Basis::parse(std::string_view text, double scale) {
    const auto refuse = [] { return fail("expected three different axes, such as x,z,-y, and a scale above 0"); };
    Basis basis;
    basis.scale = scale;
    std::array<bool, 3> used{};
    for (std::size_t i = 0; i < 3; ++i) {
        if (i > 0) {
            if (!text.starts_with(',')) return refuse();
            text.remove_prefix(1);
        }
        basis.sign[i] = text.starts_with('-') ? -1 : 1;
        if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
        const std::size_t axis = text.empty() ? 3 : static_cast<std::size_t>(text[0] - 'x');
        if (axis > 2 || used[axis]) return refuse();
        used[axis] = true;
        basis.axis[i] = static_cast<std::int8_t>(axis);
        text.remove_prefix(1);
    }
    if (!text.empty() || !(scale > 0)) return refuse();
    return basis;
}

} // namespace ossuary
