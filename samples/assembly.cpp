#include "samples/assembly.h"

namespace ossuary::samples {

Binding held_by(int bone) {
    return [bone](const Vec3d&, const Vec2d&) { return std::vector<Weight>{{bone, 1}}; };
}

void Assembly::add(const Part& part, std::int32_t material, std::string_view surface) {
    const auto base = static_cast<std::uint32_t>(mesh_.positions.size());
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
        mesh_.positions.push_back(to_float(part.positions[i]));
        mesh_.normals.push_back(to_float(part.normals[i]));
        mesh_.uv0.push_back({static_cast<float>(part.uvs[i].x), static_cast<float>(part.uvs[i].y)});
    }
    if (mesh_.surfaces.empty() || mesh_.surfaces.back().material != material || mesh_.surfaces.back().name != surface) {
        Surface run;
        run.name = std::string(surface);
        run.material = material;
        run.first_index = static_cast<std::uint32_t>(mesh_.indices.size());
        run.first_vertex = base;
        mesh_.surfaces.push_back(std::move(run));
    }
    for (const auto& triangle : part.triangles)
        for (const std::uint32_t i : triangle) mesh_.indices.push_back(base + i);
    Surface& run = mesh_.surfaces.back();
    run.index_count = static_cast<std::uint32_t>(mesh_.indices.size()) - run.first_index;
    run.vertex_count = static_cast<std::uint32_t>(mesh_.positions.size()) - run.first_vertex;
}

void Assembly::add(const Part& part, std::int32_t material, const Binding& binding, std::string_view surface) {
    add(part, material, surface);
    if (mesh_.influence_start.empty()) mesh_.influence_start.push_back(0);
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
        std::vector<Weight> weights = binding(part.positions[i], part.uvs[i]);
        double sum = 0;
        std::erase_if(weights, [](const Weight& w) { return w.amount < 0.004; });
        for (const Weight& w : weights) sum += w.amount;
        // The strongest takes up what rounding leaves, so that the floats sum to one as well as they can.
        std::size_t strongest = 0;
        float others = 0;
        for (std::size_t k = 1; k < weights.size(); ++k)
            if (weights[k].amount > weights[strongest].amount) strongest = k;
        std::vector<Influence> influences;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const auto amount = static_cast<float>(weights[k].amount / sum);
            influences.push_back({static_cast<std::uint32_t>(weights[k].bone), amount});
            if (k != strongest) others += amount;
        }
        influences[strongest].weight = 1 - others;
        mesh_.influences.insert(mesh_.influences.end(), influences.begin(), influences.end());
        mesh_.influence_start.push_back(static_cast<std::uint32_t>(mesh_.influences.size()));
    }
}

Mesh Assembly::take(std::string name) {
    mesh_.name = std::move(name);
    return std::move(mesh_);
}

namespace {

template <class T> void append_copies(std::vector<T>& values, std::uint32_t first, std::uint32_t count) {
    if (values.empty()) return;
    const std::vector<T> copies(values.begin() + first, values.begin() + first + count);
    values.insert(values.end(), copies.begin(), copies.end());
}

} // namespace

void line_cloth(Mesh& mesh, const std::vector<Material>& materials) {
    const std::vector<Surface> surfaces = mesh.surfaces;
    for (const Surface& cloth : surfaces) {
        if (cloth.material < 0 || !materials[static_cast<std::size_t>(cloth.material)].double_sided) continue;
        const auto first_vertex = static_cast<std::uint32_t>(mesh.positions.size());
        append_copies(mesh.positions, cloth.first_vertex, cloth.vertex_count);
        append_copies(mesh.normals, cloth.first_vertex, cloth.vertex_count);
        append_copies(mesh.tangents, cloth.first_vertex, cloth.vertex_count);
        append_copies(mesh.uv0, cloth.first_vertex, cloth.vertex_count);
        append_copies(mesh.uv1, cloth.first_vertex, cloth.vertex_count);
        append_copies(mesh.colors, cloth.first_vertex, cloth.vertex_count);
        for (std::size_t v = first_vertex; v < mesh.normals.size(); ++v) mesh.normals[v] = -mesh.normals[v];
        for (std::size_t v = first_vertex; v < mesh.tangents.size(); ++v) mesh.tangents[v].w = -mesh.tangents[v].w;
        for (std::uint32_t v = cloth.first_vertex; v < cloth.first_vertex + cloth.vertex_count; ++v) {
            if (mesh.influence_start.empty()) break;
            append_copies(mesh.influences, mesh.influence_start[v],
                          mesh.influence_start[v + 1] - mesh.influence_start[v]);
            mesh.influence_start.push_back(static_cast<std::uint32_t>(mesh.influences.size()));
        }
        Surface lining = cloth;
        lining.first_index = static_cast<std::uint32_t>(mesh.indices.size());
        lining.first_vertex = first_vertex;
        for (std::uint32_t i = cloth.first_index; i < cloth.first_index + cloth.index_count; i += 3)
            for (const std::uint32_t corner : {i, i + 2, i + 1})
                mesh.indices.push_back(mesh.indices[corner] - cloth.first_vertex + first_vertex);
        mesh.surfaces.push_back(lining);
    }
}

} // namespace ossuary::samples
