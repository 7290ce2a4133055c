#include "ossuary/codec/decode.h"

#include <algorithm>
#include <cmath>

#include "codec/resident.h"
#include "codec/tables.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::codec {

namespace {

// The translations and scales of a pose, which are few.
template <class Put> void put_linear(const ClipTables& tables, const Key& a, const Key& b, float t, Put put) {
    const Layout& layout = tables.rig->layout;
    const std::size_t scales = (3 * layout.movers.size() + group_lanes - 1) / group_lanes * group_lanes;
    const auto at = [&](std::size_t lane) {
        return lerp_one(a.linear[lane / group_lanes].lane[lane % group_lanes],
                        b.linear[lane / group_lanes].lane[lane % group_lanes], t);
    };
    for (std::size_t i = 0; i < layout.movers.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) put(layout.movers[i], k, at(3 * i + k));
    for (std::size_t i = 0; i < layout.scalers.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) put(layout.scalers[i], 7 + k, at(scales + 3 * i + k));
}

} // namespace

std::shared_ptr<const RigTables> make_tables(const PackedRig& rig) { return std::make_shared<const RigTables>(rig); }

Cursor::Cursor(const ClipTables& tables) : state_(std::make_unique<CursorState>(tables)) {}
Cursor::Cursor(Cursor&&) noexcept = default;
Cursor& Cursor::operator=(Cursor&&) noexcept = default;
Cursor::~Cursor() = default;
std::size_t Cursor::size_in_bytes() const { return sizeof(*this) + state_->size_in_bytes(); }

Decoder::Decoder(std::unique_ptr<ClipTables> tables, const KernelTable& kernels)
    : tables_(std::move(tables)), kernels_(&kernels) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

Result<Decoder> Decoder::make(const PackedRig& rig, const PackedClip& clip, Isa isa) {
    return make(make_tables(rig), clip, isa);
}

Result<Decoder> Decoder::make(std::shared_ptr<const RigTables> rig, const PackedClip& clip, Isa isa) {
    if (clip.tier != Tier::resident) return fail(Place{.field = clip.name}, "an archived clip plays after to_resident");
    if (clip.frames == 0) return fail(Place{.field = clip.name}, "the clip has no frame");
    if (!(clip.rate >= 0) || !std::isfinite(clip.rate)) return fail(Place{.field = clip.name + ".rate"}, "is no rate");
    if (clip.offset_joints.size() != clip.offsets.size())
        return fail(Place{.field = clip.name + ".offsets"}, "not one for each joint named");
    for (const auto* joints : {&clip.offset_joints, &clip.resting})
        for (const std::uint32_t joint : *joints)
            if (joint >= rig->rig.size()) return fail(Place{.field = clip.name}, "names a joint that is not there");
    if (clip.exact_root && (rig->rig.size() == 0 || clip.root.size() != std::size_t{7} * clip.frames))
        return fail(Place{.field = clip.name + ".root"}, "not one pose for each frame");
    if (auto sound = check_resident(clip, rig->layout.dofs); !sound) return Failure(sound.error());
    return Decoder(std::make_unique<ClipTables>(std::move(rig), clip), kernels_for(isa));
}

std::size_t Decoder::joints() const { return tables_->rig->rig.size(); }
std::size_t Decoder::frames() const { return tables_->clip.frames; }
double Decoder::rate() const { return tables_->clip.rate; }
const PackedRig& Decoder::rig() const { return tables_->rig->rig; }
const PackedClip& Decoder::clip() const { return tables_->clip; }
std::size_t Decoder::size_in_bytes() const { return sizeof(*this) + tables_->size_in_bytes(); }

Cursor Decoder::make_cursor() const { return Cursor(*tables_); }
bool Decoder::made(const Cursor& cursor) const { return cursor.state_ && cursor.state_->tables == tables_.get(); }
Position Decoder::position_at(double time) const { return codec::position_at(tables_->clip, time); }

// Decodes what the cursor does not have of the two frames around a time.
void Decoder::prepare(const Position& at, CursorState& state) const {
    const auto decode = [&](Key& key, std::size_t frame) {
        const std::size_t segment = frame / segment_frames;
        if (state.segment != static_cast<std::int64_t>(segment)) {
            state.open.bytes = tables_->clip.data.data() + part_begin(tables_->clip, segment);
            kernels_->open(tables_->kernel, state.open);
            state.segment = static_cast<std::int64_t>(segment);
        }
        kernels_->values(tables_->kernel, state.open, frame % segment_frames, state.values.data());
        kernels_->movements(tables_->kernel, state.values.data(), key.rotations.data());
        for (std::size_t i = 0; i < key.linear.size(); ++i) key.linear[i] = state.values[tables_->rig->linear + i];
        key.frame = static_cast<std::int64_t>(frame);
    };
    const auto first = static_cast<std::int64_t>(at.first), second = static_cast<std::int64_t>(at.second);
    const auto holds = [&](int key, std::int64_t frame) { return state.keys[key].frame == frame; };
    // Playing on, the key that was after is now before, or the other way round.
    if (!holds(state.earlier, first) && (holds(1 - state.earlier, first) || holds(state.earlier, second)))
        state.earlier = 1 - state.earlier;
    if (!holds(state.earlier, first)) decode(state.keys[state.earlier], at.first);
    if (!holds(1 - state.earlier, second)) decode(state.keys[1 - state.earlier], at.second);
}

void Decoder::sample(double time, Cursor& cursor, PoseSpan pose) const { sample(position_at(time), cursor, pose); }

void Decoder::sample(const Position& at, Cursor& cursor, PoseSpan pose) const {
    CursorState& state = *cursor.state_;
    prepare(at, state);
    const Key &a = state.keys[state.earlier], &b = state.keys[1 - state.earlier];
    kernels_->turn(tables_->kernel, a.rotations.data(), b.rotations.data(), at.fraction, state.turned.data());
    kernels_->route(tables_->kernel, state.turned.data(), pose.data());
    put_linear(*tables_, a, b, at.fraction, [&](std::size_t joint, std::size_t channel, float value) {
        pose[joint / block_joints].lane[channel][joint % block_joints] = value;
    });
    if (tables_->clip.exact_root) set_joint(pose, 0, plain_joint(*tables_, at, 0));
}

void Decoder::sample_at(const Position& at, CursorState& state, std::size_t first, std::span<Transform> pose) const {
    prepare(at, state);
    const Key &a = state.keys[state.earlier], &b = state.keys[1 - state.earlier];
    kernels_->turn(tables_->kernel, a.rotations.data(), b.rotations.data(), at.fraction, state.turned.data());
    const RigTables& rig = *tables_->rig;
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const std::size_t j = first + i;
        const Quaternions<float>& q = rig.joints[j].by_w;
        pose[i] = {tables_->offsets[j], {q.x, q.y, q.z, q.w}, rig.rig.joints[j].scale};
        if (rig.joints[j].kind == JointKind::constant) continue;
        const std::uint32_t lane = rig.rotation_lane[j];
        const Group<float>* from = state.turned.data() + 4 * (lane / group_lanes);
        for (std::size_t c = 0; c < 4; ++c) pose[i].rotation[c] = from[c].lane[lane % group_lanes];
    }
    put_linear(*tables_, a, b, at.fraction, [&](std::size_t joint, std::size_t channel, float value) {
        if (joint < first || joint >= first + pose.size()) return;
        Transform& to = pose[joint - first];
        (channel < 3 ? to.translation[channel] : to.scale[channel - 7]) = value;
    });
    if (tables_->clip.exact_root && first == 0 && !pose.empty()) pose[0] = plain_joint(*tables_, at, 0);
}

void Decoder::sample_range(double time, Cursor& cursor, std::size_t first, std::span<Transform> pose) const {
    sample_at(position_at(time), *cursor.state_, first, pose);
}

void Decoder::sample(double time, Cursor& cursor, std::span<Transform> pose) const {
    sample_range(time, cursor, 0, pose.first(joints()));
}

void Decoder::sample_frame(std::size_t frame, Cursor& cursor, std::span<Transform> pose) const {
    sample_at({frame, frame, 0}, *cursor.state_, 0, pose.first(joints()));
}

Transform Decoder::sample_joint(double time, std::size_t joint) const {
    return plain_joint(*tables_, position_at(time), joint);
}

void Decoder::sample(const Position& at, PoseSpan pose) const {
    std::copy(tables_->constants.begin(), tables_->constants.end(), pose.begin());
    for (std::size_t j = 0; j < joints(); ++j) set_joint(pose, j, plain_joint(*tables_, at, j));
}

void Decoder::sample_plainly(double time, std::span<Transform> pose) const {
    const Position at = position_at(time);
    for (std::size_t j = 0; j < joints(); ++j) pose[j] = plain_joint(*tables_, at, j);
}

} // namespace ossuary::codec
