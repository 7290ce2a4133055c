// The mech as mechlib.zbd keeps it, and its pictures.
#include "ossuary/base/text.h"
#include "ossuary/formats/audio/wav.h"
#include "samples/sound_effects.h"
#include "samples/zbd.h"
#include "samples/zbd_mesh.h"

namespace ossuary::samples {

namespace {

// A mesh of the model in the game's axes: turned half about Y.
Part turned_part(const Mesh& mesh, const Surface& surface) {
    Part part;
    for (std::uint32_t i = 0; i < surface.index_count; i += 3) {
        const auto base = static_cast<std::uint32_t>(part.positions.size());
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::size_t v = mesh.indices[surface.first_index + i + k];
            const Vec3d at = to_double(mesh.positions[v]), normal = to_double(mesh.normals[v]);
            part.positions.push_back({-at.x, at.y, -at.z});
            part.normals.push_back({-normal.x, normal.y, -normal.z});
            part.uvs.push_back({static_cast<double>(mesh.uv0[v].x), static_cast<double>(mesh.uv0[v].y)});
        }
        part.triangles.push_back({base, base + 1, base + 2});
    }
    return part;
}

class MechWriter {
public:
    MechWriter(const Model& mech, bool is_coarse) : mech_(mech), is_coarse_(is_coarse) {}

    mw3::MechNode root(std::string_view name) {
        mw3::MechNode node;
        node.name = name;
        mw3::Object3d still;
        still.flags |= mw3::Object3d::no_transform;
        node.data = still;
        add_children(node, -1, no_bounds());
        return node;
    }

private:
    mw3::MechNode node_of(std::size_t joint) {
        const Joint& source = mech_.skeleton.joints[joint];
        mw3::MechNode node;
        node.name = std::string_view(source.name);
        const Vec3d place = to_double(source.rest.translation);
        node.data = object_at({-place.x, place.y, -place.z});
        node.data_ptr = node.parents_ptr = old_address;
        mw3::Bounds box = no_bounds();
        for (const Mesh& mesh : mech_.meshes) {
            if (mesh.joint != static_cast<std::int32_t>(joint)) continue;
            node.mesh = mesh_of(mesh);
            node.mesh_ptr = old_address;
            box = bounds_of(*node.mesh);
        }
        add_children(node, static_cast<std::int32_t>(joint), box);
        return node;
    }

    void add_children(mw3::MechNode& node, std::int32_t joint, const mw3::Bounds& of_mesh) {
        mw3::Bounds below = no_bounds();
        for (std::size_t i = 0; i < mech_.skeleton.joints.size(); ++i) {
            if (mech_.skeleton.joints[i].parent != joint) continue;
            const mw3::MechNode& child = node.children.emplace_back(node_of(i));
            grow(below, child.node_bbox, child.object3d()->matrix);
        }
        if (!node.children.empty()) node.children_ptr = old_address;
        node.flags |= mw3::node_flags::altitude_surface | mw3::node_flags::intersect_surface;
        set_boxes(node, of_mesh, below);
    }

    mw3::WorldMesh mesh_of(const Mesh& mesh) const {
        ZbdMesh made;
        if (is_coarse_) {
            Vec3d low = to_double(mesh.positions[0]), high = low;
            for (const Vec3& at : mesh.positions)
                for (std::size_t i = 0; i < 3; ++i) {
                    low[i] = std::min(low[i], static_cast<double>(at[i]));
                    high[i] = std::max(high[i], static_cast<double>(at[i]));
                }
            const Vec3d mid = (low + high) * 0.5;
            made.add(box({-mid.x, mid.y, -mid.z}, (high - low) * 0.5), mesh.surfaces[0].material);
            return made.take();
        }
        for (const Surface& surface : mesh.surfaces) {
            const Material& look = mech_.materials[static_cast<std::size_t>(surface.material)];
            made.add(turned_part(mesh, surface), surface.material, look.base_color_image >= 0);
        }
        return made.take();
    }

    const Model& mech_;
    bool is_coarse_;
};

} // namespace

mw3::Mechlib make_mechlib(const Model& mech) {
    std::vector<mw3::WorldMaterial> materials;
    for (const Material& material : mech.materials) {
        if (material.base_color_image < 0) {
            const Vec4& color = material.base_color;
            materials.push_back(coloured_material(color.x * 255, color.y * 255, color.z * 255));
            continue;
        }
        mw3::WorldMaterial& made = materials.emplace_back(textured_material());
        made.texture_ptr = old_address;
        made.texture_name = material.name;
    }
    mw3::Mechlib file;
    const auto add = [&file](std::string_view name, mw3::MechlibContent content) {
        mw3::MechlibEntry& entry = file.entries.emplace_back();
        entry.entry.name = name;
        entry.content = std::move(content);
    };
    add("format", std::uint32_t{1});
    add("version", std::uint32_t{27});
    add("mech_ossian.flt", MechWriter(mech, false).root("mech_ossian.flt"));
    add("mech_ossian_1.flt", MechWriter(mech, true).root("mech_ossian_1.flt"));
    add("materials", std::move(materials));
    return file;
}

mw3::TexturePackage make_mech_textures(const Model& mech) {
    mw3::TexturePackage package;
    for (const Image& image : mech.images) package.images.push_back(pack(image));
    for (const int scheme : {1, 2}) package.images.push_back(pack(mech_paint(scheme)));
    return package;
}

mw3::ZbdArchive make_reader() {
    using mw3::ReaderValue;
    const auto text = [](std::string_view value) { return ReaderValue{std::string(value)}; };
    const auto list = [](std::vector<ReaderValue> values) { return ReaderValue{std::move(values)}; };
    mw3::ZbdArchive file;
    mw3::ZbdEntry& entry = file.entries.emplace_back();
    entry.entry.name = std::string_view("dfn_ossian.zrd");
    entry.list =
        list({text("MODEL"), list({text("mech_ossian.flt")}), text("MOTIONS"),
              list({text("ossian_idle"), text("ossian_walk"), text("ossian_run")}), text("TONNAGE"),
              list({ReaderValue{std::int32_t{45}}}), text("TOP_SPEED"), list({ReaderValue{mw3::Real(86.4f)}})});
    return file;
}

mw3::ZbdArchive make_sound_archive() {
    mw3::ZbdArchive file;
    for (const SoundEffect& effect : make_gate_sounds()) {
        mw3::ZbdEntry& entry = file.entries.emplace_back();
        entry.entry.name = std::string_view(std::string(effect.name) + ".wav");
        entry.data = audio::write_wav(audio::make_wav(effect.pcm, effect.coding));
    }
    return file;
}

} // namespace ossuary::samples
