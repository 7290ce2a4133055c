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

} // namespace ossuary::samples
