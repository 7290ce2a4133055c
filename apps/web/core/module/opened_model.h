// A model that was opened, with what playing it needs: made ready when it is first asked for, and kept.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "module/abi.h"
#include "module/answer.h"
#include "ossuary/anim/object_space.h"
#include "ossuary/anim/prepared_clip.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "ossuary/model/model.h"

namespace ossuary::web {

// Copies of the clips with these numbers, in their order.
Result<std::vector<Clip>> clips_of(const Model& model, const Json& numbers);

// The weights of all morph targets, mesh by mesh, where no clip says otherwise.
void put_default_morphs(const Model& model, std::span<float> weights);

class OpenedModel {
public:
    // Fails if the skeleton is not one.
    static Result<std::unique_ptr<OpenedModel>> make(Model model, Diagnostics diagnostics);

    const Model& model() const { return model_; }
    const anim::Rig& rig() const { return rig_; }
    const Diagnostics& diagnostics() const { return diagnostics_; }
    std::size_t morph_count() const { return morph_count_; }

    // The pose these layers make, in the form ossuary_pose tells. Valid until the next one.
    Result<const float*> pose(std::span<const LayerRecord> layers);
    Result<const float*> poses(std::span<const LayerRecord> layers, std::size_t count);
    Result<const float*> curve(std::size_t clip, std::size_t joint, std::size_t count, bool object_space);
    // The same form, of a pose somebody else made. `morphs` has morph_count() weights.
    const float* arranged(PoseView local, std::span<const float> morphs);

    // Packs a clip; poses find the twin by the number that is returned.
    Result<std::size_t> pack(std::size_t clip, const codec::EncodeOptions& settings);
    struct Twin {
        std::size_t clip = 0;
        codec::PackedRig rig;
        codec::Encoded encoded;
        std::unique_ptr<codec::Decoder> decoder;
        std::unique_ptr<codec::Cursor> cursor;
    };
    const Twin& twin(std::size_t number) const { return *twins_[number]; }

    // Does something with a model of these clips alone, in this order: the model's own for that time.
    template <class Do> auto with_clips(std::vector<Clip> clips, const Do& action) {
        std::swap(model_.clips, clips);
        auto result = action(static_cast<const Model&>(model_));
        std::swap(model_.clips, clips);
        return result;
    }

private:
    struct Ready {
        anim::PreparedClip clip;
        anim::LoopPolicy looping;
    };
    OpenedModel() = default;
    Result<const Ready*> ready(std::size_t clip);
    Result<void> sample(const LayerRecord& layer, PoseSpan output);
    Result<void> blend(std::span<const LayerRecord> layers, PoseSpan output);
    Result<void> add_morphs(std::span<const LayerRecord> layers, std::span<float> weights);
    double clip_time(const LayerRecord& layer, const Ready& clip) const;
    void put_matrices(std::size_t poses, float* output);

    Model model_;
    anim::Rig rig_;
    Diagnostics diagnostics_;
    std::size_t morph_count_ = 0;
    std::vector<std::unique_ptr<Ready>> ready_; // by clip
    std::vector<std::unique_ptr<Twin>> twins_;
    // Room to work in.
    std::vector<JointBlock> locals_, layers_;
    std::vector<anim::ObjectMatrix> matrices_;
    std::vector<float> morphs_, output_;
};

} // namespace ossuary::web
