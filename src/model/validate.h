// Checks shared by models and worlds. Private to the room.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/model/model.h"

namespace ossuary::validation {

// Collects what is broken, each with its path.
class Findings {
public:
    void add(std::string field, std::string message) {
        diagnostics.push_back({Severity::error, {.field = std::move(field)}, std::move(message)});
    }
    template <class... Parts> void check(bool holds, std::string message, const Parts&... path) {
        if (!holds) add((std::string() + ... + part(path)), std::move(message));
    }
    Diagnostics diagnostics;

private:
    static std::string part(const char* text) { return text; }
    static std::string part(const std::string& text) { return text; }
    static std::string part(std::size_t index) { return '[' + std::to_string(index) + ']'; }
};

inline bool is_finite(const Vec2& v) { return std::isfinite(v.x) && std::isfinite(v.y); }
inline bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
inline bool is_unit(const Vec3& v) { return std::abs(length(v) - 1) < 1e-3f; }
inline bool is_unit(const Quat& q) { return std::abs(std::sqrt(dot(q, q)) - 1) < 1e-4f; }
inline bool is_index(std::int32_t index, std::size_t count) {
    return index >= 0 && static_cast<std::size_t>(index) < count;
}
inline bool is_index_or_none(std::int32_t index, std::size_t count) { return index == -1 || is_index(index, count); }

void check_transform(Findings& findings, const Transform& transform, const std::string& path);
void check_extras(Findings& findings, const Json& extras, const std::string& path);
// `skins` may be null where meshes cannot be skinned.
void check_mesh(Findings& findings, const Mesh& mesh, const std::string& path, std::size_t joints,
                std::size_t materials, const std::vector<Skin>* skins);
void check_lines(Findings& findings, const LineSet& lines, const std::string& path, std::size_t joints);
void check_lights(Findings& findings, const std::vector<Light>& lights, std::size_t joints);
void check_materials(Findings& findings, const std::vector<Material>& materials, const std::vector<Image>& images);

} // namespace ossuary::validation
