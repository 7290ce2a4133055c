// Room codec: the figures of docs/performance.md. Sizes and errors are counters of the encoding benchmarks; times are
// per pose, and `ns_per_joint` divides them. The data are the ten captured clips, at 30 and 120 frames a second, and
// Bob; where the shared samples are absent, nothing runs.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include <benchmark/benchmark.h>

#include "ossuary/codec/decode.h"
#include "ossuary/codec/encode.h"
#include "ossuary/codec/osa.h"
#include "ossuary/formats/bvh/bvh.h"
#include "ossuary/formats/md5/md5anim.h"

namespace {

using namespace ossuary;

std::filesystem::path samples() {
    const char* folder = std::getenv("OSSUARY_SHARED");
    return (folder ? std::filesystem::path(folder)
                   : std::filesystem::path(OSSUARY_SOURCE_DIR).parent_path() / "shared") /
           "samples";
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Frame 0, a T-pose, left out; of the rest every n-th.
void thin(Clip& clip, std::size_t every) {
    const auto channel = [&](auto& each) {
        if (each.values.size() < 2) return;
        std::remove_reference_t<decltype(each.values)> kept;
        for (std::size_t i = 0; i < each.values.size(); i += every) kept.push_back(each.values[i]);
        each.values = std::move(kept);
        each.rate /= static_cast<double>(every);
    };
    for (JointTrack& track : clip.joints) {
        channel(track.translation);
        channel(track.rotation);
    }
    clip.frame_rate /= static_cast<double>(every);
    clip.duration = static_cast<double>(clip.joints[0].rotation.values.size() - 1) / clip.frame_rate;
}

std::vector<Model> captured(std::size_t every) {
    std::vector<Model> models;
    for (const char* name :
         {"02_01", "02_03", "05_02", "09_01", "111_01", "143_01", "16_02", "35_01", "85_01", "90_01"}) {
        const std::string text = text_of(samples() / "bvh" / (std::string(name) + ".bvh"));
        const auto file = bvh::parse_bvh(as_bytes(text));
        if (!file) return {};
        auto model = bvh::to_model(*file, name, {.unit_scale = 0.0254 / 0.45, .skip_frames = 1});
        if (!model) return {};
        thin(model->clips[0], every);
        models.push_back(std::move(*model));
    }
    return models;
}

std::vector<Model> bob() {
    const std::string text = text_of(samples() / "md5/Bob.md5anim");
    const auto file = md5::parse_md5anim(as_bytes(text), nullptr, {});
    if (!file) return {};
    md5::ToClipOptions options;
    options.basis = md5::md5_basis();
    auto model = md5::to_model(*file, "Bob", options, nullptr);
    return model ? std::vector{std::move(*model)} : std::vector<Model>();
}

const std::vector<Model>& data(const std::string& name) {
    static const std::map<std::string, std::vector<Model>> all{
        {"30fps", captured(4)}, {"120fps", captured(1)}, {"bob", bob()}};
    return all.at(name);
}

codec::EncodeOptions options_for(const std::string& name, codec::Effort effort) {
    codec::EncodeOptions options;
    options.precision = name == "bob" ? 1.2e-4 : 1.47e-4;
    options.effort = effort;
    return options;
}

std::vector<codec::ClipSource> sources_of(const std::vector<Model>& models) {
    std::vector<codec::ClipSource> sources;
    for (const Model& model : models) sources.push_back({&model.clips[0], &model.skeleton});
    return sources;
}

// ---- encoding: every file by itself, or all on one rig

struct Sizes {
    std::size_t resident = 0, archive = 0, raw = 0;
    double keys = 0, between = 0;
};

void add(Sizes& sizes, const codec::PackedRig& rig, const std::vector<codec::Encoded>& encoded) {
    codec::OsaFile resident{rig, {}}, archive{rig, {}};
    for (const codec::Encoded& each : encoded) {
        resident.clips.push_back(each.clip);
        archive.clips.push_back(*codec::to_archive(rig, each.clip));
        sizes.raw += each.raw_bytes;
        sizes.keys = std::max(sizes.keys, each.error.worst_at_keys);
        sizes.between = std::max(sizes.between, each.error.worst_between);
    }
    sizes.resident += codec::write_osa(resident)->size();
    sizes.archive += codec::write_osa(archive)->size();
}

void count(benchmark::State& state, const Sizes& sizes) {
    state.counters["resident_bytes"] = static_cast<double>(sizes.resident);
    state.counters["archive_bytes"] = static_cast<double>(sizes.archive);
    state.counters["ratio"] = static_cast<double>(sizes.raw) / static_cast<double>(sizes.resident);
    state.counters["keys_cm"] = sizes.keys * 100;
    state.counters["between_cm"] = sizes.between * 100;
}

void encode_alone(benchmark::State& state, const std::string& name, codec::Effort effort) {
    if (data(name).empty()) return state.SkipWithError("the shared samples are not here");
    Sizes sizes;
    for (auto _ : state) {
        sizes = {};
        for (const codec::ClipSource& source : sources_of(data(name))) {
            auto one = codec::encode_alone(source, options_for(name, effort));
            std::vector<codec::Encoded> encoded;
            encoded.push_back(std::move(one->encoded));
            add(sizes, one->rig, encoded);
        }
    }
    count(state, sizes);
}

void encode_together(benchmark::State& state, const std::string& name, codec::Effort effort) {
    if (data(name).empty()) return state.SkipWithError("the shared samples are not here");
    const auto sources = sources_of(data(name));
    Sizes sizes;
    for (auto _ : state) {
        sizes = {};
        const auto options = options_for(name, effort);
        const auto rig = codec::fit_rig(sources, options);
        std::vector<codec::Encoded> encoded;
        for (const codec::ClipSource& source : sources) encoded.push_back(*codec::encode(source, *rig, options));
        add(sizes, *rig, encoded);
    }
    count(state, sizes);
}

// 250 frames of 31 joints: one clip, all that an encoder does.
void encode_250_frames(benchmark::State& state, codec::Effort effort) {
    if (data("30fps").empty()) return state.SkipWithError("the shared samples are not here");
    const auto source = sources_of(data("30fps"))[4];
    for (auto _ : state) benchmark::DoNotOptimize(codec::encode_alone(source, options_for("30fps", effort)));
}

// ---- decoding

struct Playable {
    codec::EncodedAlone packed;
    codec::Decoder decoder;
    double duration;
};

const Playable& playable(const std::string& name) {
    static std::map<std::string, std::unique_ptr<Playable>> made;
    auto& one = made[name];
    if (!one) {
        const auto& models = data(name);
        const auto source = sources_of(models)[models.size() > 1 ? 4 : 0];
        auto packed = codec::encode_alone(source, options_for(name, codec::Effort::normal));
        auto decoder = codec::Decoder::make(packed->rig, packed->encoded.clip);
        one = std::make_unique<Playable>(Playable{std::move(*packed), std::move(*decoder), source.clip->duration});
    }
    return *one;
}

std::vector<double> random_times(double duration) {
    std::mt19937 random(1);
    std::vector<double> times(4096);
    for (double& time : times) time = duration * static_cast<double>(random() % 1'000'000) / 999'999;
    return times;
}

template <class Sample> void decode(benchmark::State& state, const std::string& name, Sample sample) {
    if (data(name).empty()) return state.SkipWithError("the shared samples are not here");
    const Playable& one = playable(name);
    const std::size_t joints = one.decoder.joints();
    codec::Cursor cursor = one.decoder.make_cursor();
    std::vector<JointBlock> pose(block_count(joints));
    const std::vector<double> times = random_times(one.duration);
    std::size_t i = 0;
    for (auto _ : state) {
        sample(one, cursor, pose, times[i % times.size()], i);
        benchmark::DoNotOptimize(pose.data());
        benchmark::ClobberMemory();
        ++i;
    }
    state.counters["ns_per_joint"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(joints) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void play(benchmark::State& state, const std::string& name, double step) {
    double time = 0;
    decode(state, name, [&](const Playable& one, codec::Cursor& cursor, PoseSpan pose, double, std::size_t) {
        one.decoder.sample(time, cursor, pose);
        time += step;
        if (time > one.duration) time = 0;
        if (time < 0) time = one.duration;
    });
}

void jump(benchmark::State& state, const std::string& name) {
    decode(state, name, [](const Playable& one, codec::Cursor& cursor, PoseSpan pose, double time, std::size_t) {
        one.decoder.sample(time, cursor, pose);
    });
}

void one_joint(benchmark::State& state, const std::string& name) {
    decode(state, name, [](const Playable& one, codec::Cursor&, PoseSpan pose, double time, std::size_t i) {
        set_joint(pose, 0, one.decoder.sample_joint(time, i % one.decoder.joints()));
    });
    state.counters.erase("ns_per_joint");
}

void expand(benchmark::State& state, const std::string& name) {
    if (data(name).empty()) return state.SkipWithError("the shared samples are not here");
    const Playable& one = playable(name);
    const auto archived = codec::to_archive(one.packed.rig, one.packed.encoded.clip);
    for (auto _ : state) benchmark::DoNotOptimize(codec::to_resident(one.packed.rig, *archived));
    state.counters["ns_per_joint_and_frame"] =
        benchmark::Counter(static_cast<double>(state.iterations()) *
                               static_cast<double>(one.decoder.joints() * one.decoder.frames()) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

using codec::Effort;
BENCHMARK_CAPTURE(encode_alone, best, "30fps", Effort::best)->Name("codec/ten_files_30fps/best")->Iterations(1);
BENCHMARK_CAPTURE(encode_alone, normal, "30fps", Effort::normal)->Name("codec/ten_files_30fps/normal")->Iterations(1);
BENCHMARK_CAPTURE(encode_alone, fast, "30fps", Effort::fast)->Name("codec/ten_files_30fps/fast")->Iterations(1);
BENCHMARK_CAPTURE(encode_together, best, "30fps", Effort::best)->Name("codec/one_rig_30fps/best")->Iterations(1);
BENCHMARK_CAPTURE(encode_alone, slow, "120fps", Effort::best)->Name("codec/ten_files_120fps/best")->Iterations(1);
BENCHMARK_CAPTURE(encode_alone, bob, "bob", Effort::best)->Name("codec/bob/best")->Iterations(1);
BENCHMARK_CAPTURE(encode_250_frames, best, Effort::best)->Name("codec/encode_250_frames/best");
BENCHMARK_CAPTURE(encode_250_frames, normal, Effort::normal)->Name("codec/encode_250_frames/normal");
BENCHMARK_CAPTURE(encode_250_frames, fast, Effort::fast)->Name("codec/encode_250_frames/fast");
BENCHMARK_CAPTURE(play, forward, "30fps", 1 / 60.0)->Name("codec/forward/30fps");
BENCHMARK_CAPTURE(play, backward, "30fps", -1 / 60.0)->Name("codec/backward/30fps");
BENCHMARK_CAPTURE(play, forward, "120fps", 1 / 60.0)->Name("codec/forward/120fps");
BENCHMARK_CAPTURE(play, forward, "bob", 1 / 60.0)->Name("codec/forward/bob");
BENCHMARK_CAPTURE(jump, captured, "30fps")->Name("codec/random/30fps");
BENCHMARK_CAPTURE(jump, captured, "120fps")->Name("codec/random/120fps");
BENCHMARK_CAPTURE(jump, bob, "bob")->Name("codec/random/bob");
BENCHMARK_CAPTURE(one_joint, captured, "30fps")->Name("codec/one_joint/30fps");
BENCHMARK_CAPTURE(expand, captured, "30fps")->Name("codec/expand/30fps");

BENCHMARK_MAIN();
