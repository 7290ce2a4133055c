#include "ossuary/formats/md5/md5.h"

#include <algorithm>
#include <cmath>

#include "lexer.h"

namespace ossuary::md5 {

Quatd rebuild_orientation(const Vec3d& stored) {
    const double rest = 1 - dot(stored, stored);
    return normalize(Quatd{stored.x, stored.y, stored.z, rest > 0 ? -std::sqrt(rest) : 0});
}

Vec3d stored_orientation(const Quatd& rotation) {
    const Quatd unit = normalize(rotation);
    return unit.w > 0 ? -unit.xyz() : unit.xyz();
}

std::optional<Kind> recognise_md5(Bytes bytes) {
    static constexpr std::pair<std::string_view, Kind> keywords[] = {
        {"numMeshes", Kind::mesh}, {"joints", Kind::mesh},    {"mesh", Kind::mesh},
        {"hierarchy", Kind::anim}, {"baseframe", Kind::anim}, {"numAnimatedComponents", Kind::anim},
        {"bounds", Kind::anim},    {"numCuts", Kind::camera}, {"cuts", Kind::camera},
        {"camera", Kind::camera}};
    Lexer lexer(bytes, nullptr, {});
    Token token;
    if (!lexer.next(token) || !token.is("MD5Version")) return {};
    // Counts that all kinds have stand in between, a keyword and a number each.
    for (int tokens = 0; tokens < 32 && lexer.next(token) && token.kind != TokenKind::end; ++tokens) {
        for (const auto& [keyword, kind] : keywords)
            if (token.is(keyword)) return kind;
        std::string ignored;
        if (token.is("commandline") && !lexer.read_commandline(ignored)) return {};
    }
    return {};
}

Basis md5_basis(Front front, double unit_scale) {
    if (front == Front::plus_x) return {.axis = {1, 2, 0}, .sign = {1, 1, 1}, .scale = unit_scale};
    return {.axis = {0, 2, 1}, .sign = {1, 1, -1}, .scale = unit_scale};
}

} // namespace ossuary::md5
