#include "module/opened_model.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "ossuary/anim/blend.h"
#include "ossuary/anim/sample.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/math.h"
#include "ossuary/codec/decode.h"

namespace ossuary::web {

using namespace anim;

namespace {

constexpr std::size_t local_floats = 10, matrix_floats = 16;

LoopPolicy policy_of(std::uint32_t looping, LoopPolicy own) {
    switch (looping) {
    case 1: return LoopPolicy::clamp;
    case 2: return LoopPolicy::wrap;
    case 3: return LoopPolicy::wrap_interpolated;
    default: return own;
    }
}

void put_local(const Transform& t, float* to) {
    const float values[local_floats] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                                        t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
    std::copy(std::begin(values), std::end(values), to);
}

void put_columns(const ObjectMatrix& matrix, float* to) {
    for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t column = 0; column < 4; ++column) to[column * 4 + row] = matrix.m[row * 4 + column];
}

double sum_of(std::span<const LayerRecord> layers) {
    double sum = 0;
    for (const LayerRecord& layer : layers) sum += layer.weight;
    return sum;
}

} // namespace

void put_default_morphs(const Model& model, std::span<float> weights) {
    std::ranges::fill(weights, 0.0f);
    std::size_t first = 0;
    for (const Mesh& mesh : model.meshes) {
        std::ranges::copy(mesh.morph_weights, weights.begin() + static_cast<std::ptrdiff_t>(first));
        first += mesh.morphs.size();
    }
}

Result<std::vector<Clip>> clips_of(const Model& model, const Json& numbers) {
    std::vector<Clip> clips;
    for (const Json& number : numbers.items()) {
        const std::uint64_t index = number.unsigned_integer(model.clips.size());
        if (index >= model.clips.size()) return fail("there is no clip " + print_json(number));
        clips.push_back(model.clips[static_cast<std::size_t>(index)]);
    }
    return clips;
}

Result<std::unique_ptr<OpenedModel>> OpenedModel::make(Model model, Diagnostics diagnostics) {
    auto rig = Rig::make(model.skeleton);
    if (!rig) return Failure(rig.error());
    std::unique_ptr<OpenedModel> opened(new OpenedModel);
    opened->model_ = std::move(model);
    opened->rig_ = std::move(*rig);
    opened->diagnostics_ = std::move(diagnostics);
    for (const Mesh& mesh : opened->model_.meshes) opened->morph_count_ += mesh.morphs.size();
    opened->ready_.resize(opened->model_.clips.size());
    opened->morphs_.resize(opened->morph_count_);
    return opened;
}

Result<const OpenedModel::Ready*> OpenedModel::ready(std::size_t clip) {
    if (clip >= ready_.size()) return fail("there is no clip " + std::to_string(clip));
    if (!ready_[clip]) {
        auto prepared = PreparedClip::make(model_.clips[clip], rig_);
        if (!prepared) return Failure(prepared.error());
        ready_[clip] =
            std::make_unique<Ready>(Ready{std::move(*prepared), loop_policy(model_.clips[clip], model_.skeleton)});
    }
    return ready_[clip].get();
}

// Within one pass: what is not sampled by SampleJob knows no passes.
double OpenedModel::clip_time(const LayerRecord& layer, const Ready& clip) const {
    const LoopPolicy policy = policy_of(layer.looping, clip.looping);
    const double period = clip.clip.period(policy);
    if (policy == LoopPolicy::clamp || !(period > 0)) return layer.time;
    const double rest = std::fmod(layer.time, period);
    return rest < 0 ? rest + period : rest;
}

Result<void> OpenedModel::sample(const LayerRecord& layer, PoseSpan output) {
    const auto clip = ready(layer.clip);
    if (!clip) return Failure(clip.error());
    if (layer.packed >= 0) {
        const auto number = static_cast<std::size_t>(layer.packed);
        if (number >= twins_.size() || twins_[number]->clip != layer.clip)
            return fail("the clip has no packed twin " + std::to_string(number));
        if (!std::isfinite(layer.time)) return fail("the time is not finite");
        twins_[number]->decoder->sample(clip_time(layer, **clip), *twins_[number]->cursor, output);
        return {};
    }
    const SampleJob job{.clip = &(*clip)->clip,
                        .time = layer.time,
                        .loop = policy_of(layer.looping, (*clip)->looping),
                        .output = output};
    return job.run();
}

Result<void> OpenedModel::blend(std::span<const LayerRecord> layers, PoseSpan output) {
    const double sum = sum_of(layers);
    if (!(sum >= 0) || !std::isfinite(sum)) return fail("the weights of a pose must be finite and not negative");
    if (sum == 0) {
        std::ranges::copy(rig_.rest, output.begin());
        return {};
    }
    if (layers.size() == 1) return sample(layers.front(), output);
    const std::size_t blocks = rig_.block_count();
    layers_.resize(blocks * layers.size());
    std::vector<BlendLayer> parts;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const PoseSpan part = PoseSpan(layers_).subspan(i * blocks, blocks);
        if (auto sampled = sample(layers[i], part); !sampled) return sampled;
        parts.push_back({part, static_cast<float>(layers[i].weight / sum), {}});
    }
    const BlendJob job{.layers = parts, .rest = rig_.rest, .output = output, .joint_count = rig_.joint_count()};
    return job.run();
}

Result<void> OpenedModel::add_morphs(std::span<const LayerRecord> layers, std::span<float> weights) {
    put_default_morphs(model_, weights);
    const double sum = sum_of(layers);
    if (weights.empty() || !(sum > 0)) return {};
    const std::vector<float> plain(weights.begin(), weights.end());
    for (const LayerRecord& layer : layers) {
        const auto clip = ready(layer.clip);
        if (!clip) return Failure(clip.error());
        const double time = clip_time(layer, **clip);
        for (const MorphTrack& track : model_.clips[layer.clip].morphs) {
            std::size_t first = 0;
            for (std::uint32_t mesh = 0; mesh < track.mesh; ++mesh) first += model_.meshes[mesh].morphs.size();
            for (std::size_t i = 0; i < track.weights.size(); ++i) {
                const auto otherwise = static_cast<double>(plain[first + i]);
                weights[first + i] += static_cast<float>(
                    (ossuary::sample(track.weights[i], time, otherwise) - otherwise) * layer.weight / sum);
            }
        }
    }
    return {};
}

void OpenedModel::put_matrices(std::size_t poses, float* output) {
    matrices_.resize(poses * rig_.joint_count());
    (void)LocalToObjectJob{
        .rig = &rig_, .poses = PoseView(locals_).first(poses * rig_.block_count()), .output = matrices_}
        .run();
    for (const ObjectMatrix& matrix : matrices_) {
        put_columns(matrix, output);
        output += matrix_floats;
    }
}

const float* OpenedModel::arranged(PoseView local, std::span<const float> morphs) {
    const std::size_t joints = rig_.joint_count();
    output_.reserve(1); // what has neither joints nor morphs has a pose too, and null is a failure
    output_.resize(joints * (local_floats + matrix_floats) + morphs.size());
    if (local.data() != locals_.data()) locals_.assign(local.begin(), local.end());
    for (std::size_t joint = 0; joint < joints; ++joint)
        put_local(get_joint(locals_, joint), output_.data() + joint * local_floats);
    put_matrices(1, output_.data() + joints * local_floats);
    std::ranges::copy(morphs, output_.end() - static_cast<std::ptrdiff_t>(morphs.size()));
    return output_.data();
}

Result<const float*> OpenedModel::pose(std::span<const LayerRecord> layers) {
    locals_.resize(rig_.block_count());
    if (auto blended = blend(layers, locals_); !blended) return Failure(blended.error());
    if (auto added = add_morphs(layers, morphs_); !added) return Failure(added.error());
    return arranged(locals_, morphs_);
}

Result<const float*> OpenedModel::poses(std::span<const LayerRecord> layers, std::size_t count) {
    const std::size_t blocks = rig_.block_count();
    locals_.resize(count * blocks);
    std::size_t next = 0;
    for (std::size_t pose = 0; pose < count; ++pose) {
        const std::size_t first = next;
        while (next < layers.size() && layers[next].pose == pose) ++next;
        const PoseSpan local = PoseSpan(locals_).subspan(pose * blocks, blocks);
        if (auto blended = blend(layers.subspan(first, next - first), local); !blended) return Failure(blended.error());
    }
    if (next < layers.size()) return fail("the layers of a pose must follow one another, and the poses too");
    output_.reserve(1);
    output_.resize(count * rig_.joint_count() * matrix_floats);
    put_matrices(count, output_.data());
    return output_.data();
}

Result<const float*> OpenedModel::curve(std::size_t clip, std::size_t joint, std::size_t count, bool object_space) {
    if (clip >= model_.clips.size()) return fail("there is no clip " + std::to_string(clip));
    if (joint >= rig_.joint_count()) return fail("there is no joint " + std::to_string(joint));
    constexpr std::size_t row_floats = 1 + local_floats;
    std::vector<float> rows(count * row_floats);
    locals_.resize(rig_.block_count());
    matrices_.resize(rig_.joint_count());
    Quat last;
    for (std::size_t i = 0; i < count; ++i) {
        const double time = count < 2 ? 0 : model_.clips[clip].duration * static_cast<double>(i) / double(count - 1);
        const LayerRecord layer{
            .time = time, .weight = 1, .clip = static_cast<std::uint32_t>(clip), .looping = 1, .packed = -1};
        if (auto sampled = sample(layer, locals_); !sampled) return Failure(sampled.error());
        Transform at = get_joint(locals_, joint);
        if (object_space) {
            (void)LocalToObjectJob{.rig = &rig_, .poses = locals_, .output = matrices_}.run();
            const Affined matrix = to_double(to_affine(matrices_[joint]));
            at.translation = to_float(matrix.t);
            if (const auto parts = decompose(matrix, 1)) at = to_float(*parts);
        }
        if (dot(at.rotation, last) < 0) at.rotation = -at.rotation;
        last = at.rotation;
        rows[i * row_floats] = static_cast<float>(time);
        put_local(at, rows.data() + i * row_floats + 1);
    }
    rows.reserve(1);
    output_ = std::move(rows);
    return output_.data();
}

Result<std::size_t> OpenedModel::pack(std::size_t clip, const codec::EncodeOptions& options) {
    if (clip >= model_.clips.size()) return fail("there is no clip " + std::to_string(clip));
    auto packed = codec::encode_alone({&model_.clips[clip], &model_.skeleton}, options);
    if (!packed) return Failure(packed.error());
    auto twin = std::make_unique<Twin>();
    twin->clip = clip;
    twin->rig = std::move(packed->rig);
    twin->encoded = std::move(packed->encoded);
    auto decoder = codec::Decoder::make(twin->rig, twin->encoded.clip);
    if (!decoder) return Failure(decoder.error());
    twin->decoder = std::make_unique<codec::Decoder>(std::move(*decoder));
    twin->cursor = std::make_unique<codec::Cursor>(twin->decoder->make_cursor());
    twins_.push_back(std::move(twin));
    return twins_.size() - 1;
}

} // namespace ossuary::web
