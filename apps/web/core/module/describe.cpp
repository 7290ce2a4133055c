#include "module/describe.h"

#include <algorithm>

#include "ossuary/base/record_json.h"
#include "ossuary/model/names.h"

namespace ossuary::web {

namespace {

template <class T, class Each> Json each(const std::vector<T>& values, const Each& entry_of) {
    Json list = Json::array();
    for (const T& value : values) list.push(entry_of(value));
    return list;
}

Json skeleton_json(const Skeleton& skeleton, Keepsake& keep) {
    auto& parents = keep.integers();
    auto& rest = keep.floats();
    for (const Joint& joint : skeleton.joints) {
        const auto& [t, q, s] = joint.rest;
        parents.push_back(joint.parent);
        rest.insert(rest.end(), {t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z});
    }
    Json json = Json::object();
    json.append("names", each(skeleton.joints, [](const Joint& joint) { return Json(joint.name); }));
    json.append("parents", span_of(parents));
    json.append("rest", span_of(rest));
    return json;
}

Json surface_json(const Surface& surface) {
    Json json = Json::object();
    json.append("name", surface.name);
    json.append("material", surface.material);
    json.append("firstIndex", surface.first_index);
    json.append("indexCount", surface.index_count);
    return json;
}

Json morph_json(const MorphTarget& morph) {
    Json json = Json::object();
    json.append("name", morph.name);
    json.append("positions", floats_of(morph.positions));
    json.append("normals", floats_of(morph.normals));
    return json;
}

Json mesh_json(const Mesh& mesh) {
    static_assert(sizeof(Influence) == 8 && sizeof(ColorRgba8) == 4);
    Json json = Json::object();
    json.append("name", mesh.name);
    json.append("positions", floats_of(mesh.positions));
    json.append("normals", floats_of(mesh.normals));
    json.append("tangents", floats_of(mesh.tangents));
    json.append("uv0", floats_of(mesh.uv0));
    json.append("uv1", floats_of(mesh.uv1));
    json.append("colors", span_json("u8", mesh.colors.data(), mesh.colors.size() * 4));
    json.append("indices", span_of(mesh.indices));
    json.append("surfaces", each(mesh.surfaces, surface_json));
    json.append("skin", mesh.skin);
    json.append("joint", mesh.joint);
    json.append("influenceStart", span_of(mesh.influence_start));
    // Pairs of an integer and a float; the caller takes them apart.
    json.append("influences", span_json("u32", mesh.influences.data(), mesh.influences.size() * 2));
    json.append("morphs", each(mesh.morphs, morph_json));
    return json;
}

Json skin_json(const Skin& skin, Keepsake& keep) {
    auto& matrices = keep.floats();
    for (const Affine& matrix : skin.inverse_bind) {
        const auto columns = matrix.columns();
        matrices.insert(matrices.end(), columns.begin(), columns.end());
    }
    Json json = Json::object();
    json.append("joints", span_of(skin.joints));
    json.append("inverseBind", span_of(matrices));
    return json;
}

Json material_json(const Material& material) {
    Json json = Json::object();
    json.append("name", material.name);
    json.append("baseColor", dump_record(material.base_color));
    json.append("emissive", dump_record(material.emissive));
    json.append("metallic", material.metallic);
    json.append("roughness", material.roughness);
    json.append("baseColorImage", material.base_color_image);
    json.append("normalImage", material.normal_image);
    json.append("emissiveImage", material.emissive_image);
    json.append("alpha", name_of(material.alpha));
    json.append("alphaCutoff", material.alpha_cutoff);
    json.append("doubleSided", material.double_sided);
    json.append("unlit", material.unlit);
    json.append("wrapU", name_of(material.wrap_u));
    json.append("wrapV", name_of(material.wrap_v));
    json.append("filter", name_of(material.filter));
    json.append("frames", dump_record(material.frames));
    json.append("frameRate", material.frame_rate);
    return json;
}

Json image_json(const Image& image) {
    Json json = Json::object();
    json.append("name", image.name);
    json.append("source", image.source);
    json.append("encoding", name_of(image.encoding));
    json.append("width", image.width);
    json.append("height", image.height);
    return json;
}

Json camera_json(const Camera& camera) {
    Json json = Json::object();
    json.append("name", camera.name);
    json.append("joint", camera.joint);
    json.append("verticalFov", camera.vertical_fov);
    json.append("aspect", camera.aspect);
    return json;
}

Json event_json(const Event& event) {
    Json json = Json::object();
    json.append("time", event.time);
    json.append("frame", event.frame);
    json.append("kind", kind_of(event.data));
    json.append("name", name_in(event.data));
    if (const auto* window = std::get_if<WindowEvent>(&event.data)) json.append("end", window->end);
    Json fields = fields_of(event.data);
    json.append("fields", fields.is_object() ? std::move(fields) : Json::object());
    return json;
}

Json clip_json(const Clip& clip) {
    const auto moves = [](const JointTrack& track) {
        return !track.translation.is_rest() || !track.rotation.is_rest() || !track.scale.is_rest();
    };
    Json json = Json::object();
    json.append("name", clip.name);
    json.append("duration", clip.duration);
    json.append("frameRate", clip.frame_rate);
    json.append("loop", name_of(clip.loop));
    json.append("events", each(clip.events.events, event_json));
    json.append("animatedJoints", std::ranges::count_if(clip.joints, moves));
    json.append("layer", clip.hints.layer);
    json.append("blendIn", clip.hints.blend_in);
    json.append("blendOut", clip.hints.blend_out);
    json.append("next", clip.hints.next);
    json.append("reversed", clip.hints.direction == Direction::reverse);
    json.append("rootJoint", clip.hints.root_joint);
    return json;
}

Json box_json(const Model& model) {
    auto box = bounds(model);
    if (!box)
        for (const Affined& joint : rest_object_pose(model.skeleton)) {
            const Vec3 at = to_float(joint.t);
            if (!box) box = Box{at, at};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                box->min[axis] = std::min(box->min[axis], at[axis]);
                box->max[axis] = std::max(box->max[axis], at[axis]);
            }
        }
    if (!box) return {};
    Json json = Json::object();
    json.append("min", dump_record(box->min));
    json.append("max", dump_record(box->max));
    return json;
}

} // namespace

Json describe(const OpenedModel& opened, Keepsake& keep) {
    const Model& model = opened.model();
    Json json = Json::object();
    json.append("name", model.name);
    json.append("source", model.source.format);
    json.append("skeleton", skeleton_json(model.skeleton, keep));
    json.append("meshes", each(model.meshes, mesh_json));
    json.append("skins", each(model.skins, [&](const Skin& skin) { return skin_json(skin, keep); }));
    json.append("materials", each(model.materials, material_json));
    json.append("images", each(model.images, image_json));
    json.append("cameras", each(model.cameras, camera_json));
    json.append("clips", each(model.clips, clip_json));
    json.append("bounds", box_json(model));
    json.append("diagnostics", to_json(opened.diagnostics()));
    return json;
}

} // namespace ossuary::web
