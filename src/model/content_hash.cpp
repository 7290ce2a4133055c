#include "ossuary/base/hash.h"
#include "ossuary/model/model.h"

namespace ossuary {

namespace {

// Walks everything a model holds, in a fixed order, each list with its length first.
class Walker {
public:
    template <Scalar T> void add(T value) { hash.add(value); }
    void add(const std::string& text) { hash.add(std::string_view(text)); }
    void add(const Json& json) { add(print_json(json)); }
    void add(const Vec2& v) { add(v.x), add(v.y); }
    void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
    void add(const Vec4& v) { add(v.x), add(v.y), add(v.z), add(v.w); }
    void add(const Quat& q) { add(q.x), add(q.y), add(q.z), add(q.w); }
    void add(const Transform& f) { add(f.translation), add(f.rotation), add(f.scale); }
    void add(const Affine& m) { add(m.x), add(m.y), add(m.z), add(m.t); }
    void add(const ColorRgba8& c) { add(c.r), add(c.g), add(c.b), add(c.a); }
    void add(const Influence& i) { add(i.joint), add(i.weight); }
    void add(const MorphTarget& m) { add(m.name), add(m.positions), add(m.normals); }
    void add(const Surface& s) {
        add(s.name), add(s.material), add(s.first_index), add(s.index_count), add(s.first_vertex), add(s.vertex_count);
    }
    void add(const MeshLevel& l) { add(l.indices), add(l.index_counts); }
    void add(const Joint& j) { add(j.name), add(j.parent), add(j.rest), add(j.extras); }
    void add(const Skin& s) { add(s.name), add(s.joints), add(s.inverse_bind); }
    void add(const Mesh& m) {
        add(m.name), add(m.positions), add(m.normals), add(m.tangents), add(m.uv0), add(m.uv1), add(m.colors);
        add(m.indices), add(m.surfaces), add(m.skin), add(m.joint), add(m.influence_start), add(m.influences);
        add(m.morphs), add(m.extras);
        if (!m.levels.empty()) add(m.levels);
        if (!m.instances.empty()) add(m.instances);
    }
    void add(const std::array<std::uint32_t, 2>& line) { add(line[0]), add(line[1]); }
    void add(const LineSet& l) { add(l.name), add(l.points), add(l.lines), add(l.joint), add(l.extras); }
    void add(const Image& i) {
        add(i.name), add(i.source), add(i.encoding), add(i.width), add(i.height), add(i.extras);
        add(static_cast<std::uint64_t>(i.bytes.size())), hash.add(Bytes(i.bytes));
    }
    void add(const Material& m) {
        add(m.name), add(m.base_color), add(m.emissive), add(m.metallic), add(m.roughness), add(m.base_color_image);
        add(m.normal_image), add(m.emissive_image), add(m.alpha), add(m.alpha_cutoff), add(m.double_sided),
            add(m.unlit);
        add(m.wrap_u), add(m.wrap_v), add(m.filter), add(m.frames), add(m.frame_rate), add(m.extras);
        // Surfaces without any of these are what they were before there were any.
        const Material plain;
        if (m.uv == plain.uv && m.uv_scroll == plain.uv_scroll && m.environment == plain.environment &&
            m.wave == plain.wave && m.substance == plain.substance)
            return;
        add(m.uv.offset), add(m.uv.rotation), add(m.uv.scale), add(m.uv_scroll), add(m.environment);
        add(m.wave.mode), add(m.wave.speed), add(m.wave.amplitude), add(m.wave.grid_size), add(m.substance);
    }
    void add(const Camera& c) {
        add(c.name), add(c.joint), add(c.vertical_fov), add(c.aspect), add(c.near_plane), add(c.far_plane),
            add(c.extras);
    }
    template <class T> void add(const Channel<T>& c) { add(c.values), add(c.times), add(c.rate), add(c.interpolation); }
    void add(const JointTrack& t) { add(t.translation), add(t.rotation), add(t.scale); }
    void add(const MorphTrack& t) { add(t.mesh), add(t.weights); }
    void add(const CameraTrack& t) { add(t.camera), add(t.vertical_fov); }
    void add(const Event& e) {
        add(e.time), add(e.frame), add(static_cast<std::uint64_t>(e.data.index())), add(fields_of(e.data));
    }
    void add(const Clip& c) {
        add(c.name), add(c.duration), add(c.frame_rate), add(c.loop), add(c.joints), add(c.morphs), add(c.cameras);
        add(c.events.events), add(c.hints.layer), add(c.hints.blend_in), add(c.hints.blend_out), add(c.hints.next);
        add(c.hints.direction), add(c.hints.root_joint), add(c.extras);
    }
    void add(const Model& m) {
        add(m.name), add(m.source.format), add(m.source.basis.text()), add(m.source.basis.scale),
            add(m.skeleton.joints);
        add(m.meshes), add(m.skins), add(m.materials), add(m.images), add(m.cameras), add(m.clips), add(m.extras);
        if (!m.lines.empty()) add(m.lines);
    }
    template <class T> void add(const std::vector<T>& list) {
        add(static_cast<std::uint64_t>(list.size()));
        for (const T& entry : list) add(entry);
    }

    ContentHash hash;
};

} // namespace

std::uint64_t content_hash(const Model& model) {
    Walker walker;
    walker.add(model);
    return walker.hash.value();
}

} // namespace ossuary
