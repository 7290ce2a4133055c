#include "validate.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"

namespace ossuary {

using namespace validation;

namespace {

bool is_sound(const Vec3& value) { return is_finite(value); }
bool is_sound(const Quat& value) { return is_unit(value); }
bool is_sound(float value) { return std::isfinite(value); }

template <class T> void check_channel(Findings& findings, const Channel<T>& channel, const std::string& path) {
    for (std::size_t i = 0; i < channel.values.size(); ++i)
        findings.check(is_sound(channel.values[i]), "is not finite or not of unit length", path, ".values", i);
    if (channel.times.empty()) {
        findings.check(channel.values.size() < 2 || (channel.rate > 0 && std::isfinite(channel.rate)),
                       "is missing for a uniform channel", path, ".rate");
        return;
    }
    findings.check(channel.times.size() == channel.values.size(), "does not match the number of values", path,
                   ".times");
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        const bool increases = i == 0 ? channel.times[i] >= 0 : channel.times[i] > channel.times[i - 1];
        findings.check(increases && std::isfinite(channel.times[i]), "does not increase", path, ".times", i);
    }
}

void check_skeleton(Findings& findings, const Skeleton& skeleton) {
    for (std::size_t i = 0; i < skeleton.joints.size(); ++i) {
        const Joint& joint = skeleton.joints[i];
        const std::string path = "skeleton.joints[" + std::to_string(i) + ']';
        findings.check(is_index_or_none(joint.parent, i), "does not come before its child", path, ".parent");
        check_transform(findings, joint.rest, path + ".rest");
        check_extras(findings, joint.extras, path);
    }
}

void check_clip(Findings& findings, const Model& model, const Clip& clip, const std::string& path) {
    findings.check(clip.duration >= 0 && std::isfinite(clip.duration), "is negative or not finite", path, ".duration");
    findings.check(clip.joints.size() == model.skeleton.joints.size(), "does not have one track per joint", path,
                   ".joints");
    for (std::size_t i = 0; i < clip.joints.size(); ++i) {
        const std::string track = path + ".joints[" + std::to_string(i) + ']';
        check_channel(findings, clip.joints[i].translation, track + ".translation");
        check_channel(findings, clip.joints[i].rotation, track + ".rotation");
        check_channel(findings, clip.joints[i].scale, track + ".scale");
    }
    for (std::size_t i = 0; i < clip.morphs.size(); ++i) {
        const MorphTrack& morph = clip.morphs[i];
        const std::string track = path + ".morphs[" + std::to_string(i) + ']';
        if (morph.mesh >= model.meshes.size()) {
            findings.add(track + ".mesh", "is no mesh");
            continue;
        }
        findings.check(morph.weights.size() == model.meshes[morph.mesh].morphs.size(),
                       "does not have one channel per morph target", track, ".weights");
        for (std::size_t w = 0; w < morph.weights.size(); ++w)
            check_channel(findings, morph.weights[w], track + ".weights[" + std::to_string(w) + ']');
    }
    for (std::size_t i = 0; i < clip.cameras.size(); ++i) {
        const std::string track = path + ".cameras[" + std::to_string(i) + ']';
        findings.check(clip.cameras[i].camera < model.cameras.size(), "is no camera", track, ".camera");
        check_channel(findings, clip.cameras[i].vertical_fov, track + ".vertical_fov");
    }
    for (std::size_t i = 0; i < clip.lights.size(); ++i) {
        const std::string track = path + ".lights[" + std::to_string(i) + ']';
        findings.check(clip.lights[i].light < model.lights.size(), "is no light", track, ".light");
        check_channel(findings, clip.lights[i].color, track + ".color");
        check_channel(findings, clip.lights[i].intensity, track + ".intensity");
        check_channel(findings, clip.lights[i].range, track + ".range");
    }
    double last = 0;
    for (std::size_t i = 0; i < clip.events.events.size(); ++i) {
        const double time = clip.events.events[i].time;
        findings.check(time >= last && std::isfinite(time), "is out of order", path, ".events", i, ".time");
        last = time;
    }
    findings.check(is_index_or_none(clip.hints.root_joint, model.skeleton.joints.size()), "is no joint", path,
                   ".hints.root_joint");
    check_extras(findings, clip.extras, path);
}

} // namespace

Diagnostics validate(const Model& model) {
    Findings findings;
    const std::size_t joints = model.skeleton.joints.size();
    check_skeleton(findings, model.skeleton);
    for (std::size_t i = 0; i < model.skins.size(); ++i) {
        const std::string path = "skins[" + std::to_string(i) + ']';
        const Skin& skin = model.skins[i];
        findings.check(skin.inverse_bind.size() == skin.joints.size(), "does not have one matrix per joint", path,
                       ".inverse_bind");
        for (std::size_t j = 0; j < skin.joints.size(); ++j)
            findings.check(skin.joints[j] < joints, "is no joint", path, ".joints", j);
    }
    for (std::size_t i = 0; i < model.meshes.size(); ++i)
        check_mesh(findings, model.meshes[i], "meshes[" + std::to_string(i) + ']', joints, model.materials.size(),
                   &model.skins);
    for (std::size_t i = 0; i < model.lines.size(); ++i)
        check_lines(findings, model.lines[i], "lines[" + std::to_string(i) + ']', joints);
    check_materials(findings, model.materials, model.images);
    for (std::size_t i = 0; i < model.variants.size(); ++i) {
        const std::string path = "variants[" + std::to_string(i) + ']';
        const std::vector<std::int32_t>& materials = model.variants[i].materials;
        findings.check(materials.size() <= model.materials.size(), "has more entries than there are materials", path,
                       ".materials");
        for (std::size_t m = 0; m < materials.size(); ++m)
            findings.check(materials[m] >= 0 && static_cast<std::size_t>(materials[m]) < model.materials.size(),
                           "is no material", path, ".materials", m);
    }
    for (std::size_t i = 0; i < model.cameras.size(); ++i) {
        const std::string path = "cameras[" + std::to_string(i) + ']';
        findings.check(is_index_or_none(model.cameras[i].joint, joints), "is no joint", path, ".joint");
        findings.check(model.cameras[i].vertical_fov > 0 && model.cameras[i].vertical_fov < 3.1415926f,
                       "is not between 0 and 180 degrees", path, ".vertical_fov");
        findings.check(model.cameras[i].near_plane > 0, "is not positive", path, ".near_plane");
        check_extras(findings, model.cameras[i].extras, path);
    }
    check_lights(findings, model.lights, joints);
    for (std::size_t i = 0; i < model.clips.size(); ++i)
        check_clip(findings, model, model.clips[i], "clips[" + std::to_string(i) + ']');
    for (std::size_t i = 0; i < model.transitions.size(); ++i)
        check_extras(findings, model.transitions[i].extras, "transitions[" + std::to_string(i) + "]");
    check_extras(findings, model.extras, "model");
    return std::move(findings.diagnostics);
}

} // namespace ossuary
