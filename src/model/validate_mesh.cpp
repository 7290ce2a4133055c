#include "validate.h"

#include <algorithm>

namespace ossuary::validation {

void check_transform(Findings& findings, const Transform& transform, const std::string& path) {
    findings.check(is_finite(transform.translation), "is not finite", path, ".translation");
    findings.check(is_unit(transform.rotation), "is not of unit length", path, ".rotation");
    findings.check(is_finite(transform.scale), "is not finite", path, ".scale");
}

void check_extras(Findings& findings, const Json& extras, const std::string& path) {
    findings.check(extras.is_null() || extras.is_object(), "is neither empty nor an object", path, ".extras");
}

namespace {

void check_vertices(Findings& findings, const Mesh& mesh, const std::string& path) {
    const std::size_t count = mesh.positions.size();
    const auto check_count = [&](std::size_t entries, const char* name) {
        findings.check(entries == 0 || entries == count,
                       "has " + std::to_string(entries) + " entries for " + std::to_string(count) + " vertices", path,
                       name);
    };
    check_count(mesh.normals.size(), ".normals");
    check_count(mesh.tangents.size(), ".tangents");
    check_count(mesh.uv0.size(), ".uv0");
    check_count(mesh.uv1.size(), ".uv1");
    check_count(mesh.colors.size(), ".colors");
    for (std::size_t v = 0; v < count; ++v)
        findings.check(is_finite(mesh.positions[v]), "is not finite", path, ".positions", v);
    for (std::size_t v = 0; v < mesh.normals.size(); ++v)
        findings.check(is_unit(mesh.normals[v]), "is not of unit length", path, ".normals", v);
    for (std::size_t v = 0; v < mesh.tangents.size(); ++v) {
        const Vec4& t = mesh.tangents[v];
        findings.check(is_unit(Vec3{t.x, t.y, t.z}), "is not of unit length", path, ".tangents", v);
        findings.check(t.w == 1 || t.w == -1, "has a w that is neither 1 nor -1", path, ".tangents", v);
    }
    for (std::size_t v = 0; v < mesh.uv0.size(); ++v)
        findings.check(is_finite(mesh.uv0[v]), "is not finite", path, ".uv0", v);
    for (std::size_t v = 0; v < mesh.uv1.size(); ++v)
        findings.check(is_finite(mesh.uv1[v]), "is not finite", path, ".uv1", v);
    findings.check(mesh.morph_weights.empty() || mesh.morph_weights.size() == mesh.morphs.size(),
                   "does not have one entry per morph target", path, ".morph_weights");
    for (std::size_t m = 0; m < mesh.morph_weights.size(); ++m)
        findings.check(std::isfinite(mesh.morph_weights[m]), "is not finite", path, ".morph_weights", m);
    for (std::size_t m = 0; m < mesh.morphs.size(); ++m) {
        const MorphTarget& morph = mesh.morphs[m];
        findings.check(morph.positions.size() == count, "does not have one entry per vertex", path, ".morphs", m,
                       ".positions");
        findings.check(morph.normals.empty() || morph.normals.size() == count, "does not have one entry per vertex",
                       path, ".morphs", m, ".normals");
        for (std::size_t v = 0; v < morph.positions.size(); ++v)
            findings.check(is_finite(morph.positions[v]), "is not finite", path, ".morphs", m, ".positions", v);
    }
}

void check_surfaces(Findings& findings, const Mesh& mesh, const std::string& path, std::size_t materials) {
    std::uint64_t next = 0;
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        const Surface& surface = mesh.surfaces[s];
        findings.check(is_index_or_none(surface.material, materials), "is no material", path, ".surfaces", s,
                       ".material");
        findings.check(surface.first_index == next, "does not follow the surface before it", path, ".surfaces", s,
                       ".first_index");
        findings.check(surface.index_count % 3 == 0, "is not a multiple of three", path, ".surfaces", s,
                       ".index_count");
        next = std::uint64_t{surface.first_index} + surface.index_count;
        const std::uint64_t end = std::uint64_t{surface.first_vertex} + surface.vertex_count;
        findings.check(end <= mesh.positions.size(), "runs past the vertices", path, ".surfaces", s, ".vertex_count");
        for (std::uint64_t i = surface.first_index; i < std::min<std::uint64_t>(next, mesh.indices.size()); ++i) {
            const std::uint32_t vertex = mesh.indices[static_cast<std::size_t>(i)];
            if (vertex >= surface.first_vertex && vertex < end) continue;
            findings.check(false, "lies outside the vertices of its surface", path, ".indices",
                           static_cast<std::size_t>(i));
        }
    }
    findings.check(next == mesh.indices.size(), "does not cover all indices", path, ".surfaces");
}

void check_levels(Findings& findings, const Mesh& mesh, const std::string& path) {
    for (std::size_t l = 0; l < mesh.levels.size(); ++l) {
        const MeshLevel& level = mesh.levels[l];
        std::uint64_t next = 0;
        for (std::size_t s = 0; s < std::min(level.index_counts.size(), mesh.surfaces.size()); ++s) {
            const Surface& surface = mesh.surfaces[s];
            const std::uint64_t first = next;
            next += level.index_counts[s];
            findings.check(level.index_counts[s] % 3 == 0, "is not a multiple of three", path, ".levels", l,
                           ".index_counts", s);
            for (std::uint64_t i = first; i < std::min<std::uint64_t>(next, level.indices.size()); ++i) {
                const std::uint32_t vertex = level.indices[static_cast<std::size_t>(i)];
                const bool inside = vertex >= surface.first_vertex &&
                                    vertex < std::uint64_t{surface.first_vertex} + surface.vertex_count;
                findings.check(inside, "lies outside the vertices of its surface", path, ".levels", l, ".indices",
                               static_cast<std::size_t>(i));
            }
        }
        findings.check(level.index_counts.size() == mesh.surfaces.size() && next == level.indices.size(),
                       "does not divide the indices among the surfaces", path, ".levels", l, ".index_counts");
    }
}

void check_influences(Findings& findings, const Mesh& mesh, const std::string& path, std::size_t skin_joints) {
    const std::size_t count = mesh.positions.size();
    if (mesh.influence_start.size() != count + 1 || mesh.influence_start.front() != 0 ||
        mesh.influence_start.back() != mesh.influences.size()) {
        findings.add(path + ".influence_start", "does not divide the influences among the vertices");
        return;
    }
    for (std::size_t v = 0; v < count; ++v) {
        const std::uint32_t first = mesh.influence_start[v], end = mesh.influence_start[v + 1];
        if (first > end || end > mesh.influences.size()) {
            findings.check(false, "does not divide the influences among the vertices", path, ".influence_start", v);
            continue;
        }
        double sum = 0;
        for (std::uint32_t i = first; i < end; ++i) {
            const Influence& influence = mesh.influences[i];
            sum += static_cast<double>(influence.weight);
            findings.check(influence.joint < skin_joints, "is no joint of the skin", path, ".influences",
                           static_cast<std::size_t>(i), ".joint");
            findings.check(influence.weight >= 0, "is negative or not a number", path, ".influences",
                           static_cast<std::size_t>(i), ".weight");
        }
        findings.check(std::abs(sum - 1) < 1e-3, "has weights that do not add up to one", path, ".influence_start", v);
    }
}

} // namespace

void check_mesh(Findings& findings, const Mesh& mesh, const std::string& path, std::size_t joints,
                std::size_t materials, const std::vector<Skin>* skins) {
    check_vertices(findings, mesh, path);
    check_surfaces(findings, mesh, path, materials);
    check_levels(findings, mesh, path);
    check_extras(findings, mesh.extras, path);
    findings.check(is_index_or_none(mesh.joint, joints), "is no joint", path, ".joint");
    for (std::size_t i = 0; i < mesh.instances.size(); ++i)
        findings.check(mesh.instances[i] < joints, "is no joint", path, ".instances", i);
    findings.check(mesh.instances.empty() || (mesh.joint >= 0 && mesh.skin < 0),
                   "belong to a mesh with a joint and without a skin", path, ".instances");
    const std::size_t skin_count = skins ? skins->size() : 0;
    findings.check(is_index_or_none(mesh.skin, skin_count), "is no skin", path, ".skin");
    if (is_index(mesh.skin, skin_count))
        check_influences(findings, mesh, path, (*skins)[static_cast<std::size_t>(mesh.skin)].joints.size());
    else
        findings.check(mesh.influences.empty(), "has influences without a skin", path, ".influences");
}

void check_lines(Findings& findings, const LineSet& lines, const std::string& path, std::size_t joints) {
    for (std::size_t i = 0; i < lines.points.size(); ++i)
        findings.check(is_finite(lines.points[i]), "is not finite", path, ".points", i);
    for (std::size_t i = 0; i < lines.lines.size(); ++i)
        findings.check(lines.lines[i][0] < lines.points.size() && lines.lines[i][1] < lines.points.size(),
                       "is no point", path, ".lines", i);
    findings.check(is_index_or_none(lines.joint, joints), "is no joint", path, ".joint");
    check_extras(findings, lines.extras, path);
}

void check_lights(Findings& findings, const std::vector<Light>& lights, std::size_t joints) {
    const auto is_amount = [](float value) { return value >= 0 && std::isfinite(value); };
    for (std::size_t i = 0; i < lights.size(); ++i) {
        const std::string path = "lights[" + std::to_string(i) + ']';
        const Light& light = lights[i];
        findings.check(is_index_or_none(light.joint, joints), "is no joint", path, ".joint");
        findings.check(is_finite(light.position), "is not finite", path, ".position");
        findings.check(is_unit(light.rotation), "is not of unit length", path, ".rotation");
        findings.check(is_amount(light.color.x) && is_amount(light.color.y) && is_amount(light.color.z),
                       "is negative or not finite", path, ".color");
        findings.check(is_amount(light.intensity), "is negative or not finite", path, ".intensity");
        findings.check(is_amount(light.range), "is negative or not finite", path, ".range");
        const bool has_cones =
            light.inner_cone >= 0 && light.inner_cone < light.outer_cone && light.outer_cone <= 1.5707964f;
        findings.check(has_cones || light.type != LightType::spot, "is not between the inner one and a right angle",
                       path, ".outer_cone");
        check_extras(findings, light.extras, path);
    }
}

void check_materials(Findings& findings, const std::vector<Material>& materials, const std::vector<Image>& images) {
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::string path = "images[" + std::to_string(i) + ']';
        const Image& image = images[i];
        const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
        findings.check(image.encoding != ImageEncoding::rgba8 || image.bytes.size() == pixels * 4,
                       "does not hold width × height × 4 bytes", path, ".bytes");
        check_extras(findings, image.extras, path);
    }
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const std::string path = "materials[" + std::to_string(i) + ']';
        const Material& material = materials[i];
        findings.check(is_index_or_none(material.base_color_image, images.size()), "is no image", path,
                       ".base_color_image");
        findings.check(is_index_or_none(material.normal_image, images.size()), "is no image", path, ".normal_image");
        findings.check(is_index_or_none(material.emissive_image, images.size()), "is no image", path,
                       ".emissive_image");
        findings.check(is_index_or_none(material.metallic_roughness_image, images.size()), "is no image", path,
                       ".metallic_roughness_image");
        findings.check(is_index_or_none(material.occlusion_image, images.size()), "is no image", path,
                       ".occlusion_image");
        findings.check(std::isfinite(material.normal_scale), "is not finite", path, ".normal_scale");
        findings.check(material.occlusion_strength >= 0 && material.occlusion_strength <= 1, "is not between 0 and 1",
                       path, ".occlusion_strength");
        const UvSets& sets = material.uv_sets;
        findings.check(
            std::max({sets.base_color, sets.normal, sets.emissive, sets.metallic_roughness, sets.occlusion}) <= 1,
            "is neither 0 nor 1", path, ".uv_sets");
        for (std::size_t f = 0; f < material.frames.size(); ++f)
            findings.check(is_index(material.frames[f], images.size()), "is no image", path, ".frames", f);
        const auto is_finite = [](const Vec2& v) { return std::isfinite(v.x) && std::isfinite(v.y); };
        const UvTransform& uv = material.uv;
        findings.check(is_finite(uv.offset) && is_finite(uv.scale) && std::isfinite(uv.rotation), "is not finite", path,
                       ".uv");
        findings.check(is_finite(material.uv_scroll), "is not finite", path, ".uv_scroll");
        findings.check(material.environment >= 0 && material.environment <= 1, "is not between 0 and 1", path,
                       ".environment");
        findings.check(material.wave.amplitude >= 0 && std::isfinite(material.wave.amplitude),
                       "is negative or not finite", path, ".wave.amplitude");
        findings.check(material.wave.grid_size >= 0 && std::isfinite(material.wave.grid_size),
                       "is negative or not finite", path, ".wave.grid_size");
        check_extras(findings, material.extras, path);
    }
}

} // namespace ossuary::validation
