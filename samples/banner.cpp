// A banner in the wind: cloth that moves by morph targets alone.
#include "ossuary/model/event.h"
#include "samples/assembly.h"
#include "samples/formula.h"
#include "samples/motion.h"
#include "samples/paint.h"
#include "samples/samples.h"

namespace ossuary::samples {

namespace {

constexpr double top = 2.62, width = 0.9, drop = 1.55;

struct Ripple {
    const char* name;
    double waves; // from the bar to the hem
    double skew;  // across
    double phase; // in turns; a pair a quarter apart makes a travelling wave
    double size;
};
constexpr Ripple ripples[] = {
    {"roll_a", 0.75, 0.15, 0, 0.16},
    {"roll_b", 0.75, 0.15, 0.25, 0.16},
    {"ripple_a", 1.6, 0.7, 0, 0.045},
    {"ripple_b", 1.6, 0.7, 0.25, 0.045},
};
// Each ripple is two targets, there and back: tools clamp weights to 0 … 1.
constexpr double both_ways[] = {1, -1};

Vec3d cloth_at(double u, double v, const Ripple* ripple, double way) {
    const double x = (u - 0.5) * width * (1 - 0.06 * v), hang = 0.02 * sine(u * 3) * v;
    Vec3d p{x, top - 0.03 - drop * v - 0.02 * v * cosine(u * 2),
            0.035 + hang + 0.20 * v}; // the wind holds it off the pole
    if (ripple) p.z += way * ripple->size * v * sine(ripple->waves * v + ripple->skew * u + ripple->phase);
    return p;
}

Part banner_cloth(const Ripple* ripple = nullptr, double way = 0) {
    Part part = sheet(10, 12, [&](double u, double v) { return cloth_at(u, v, ripple, way); });
    for (auto& t : part.triangles) std::swap(t[1], t[2]); // v runs down
    smooth_normals(part);
    return part;
}

} // namespace

Model make_banner() {
    Model banner;
    banner.name = "banner";
    banner.source.format = "samples";
    banner.materials.push_back(painted(banner.images, "banner", paint_banner));
    banner.materials.back().alpha = AlphaMode::mask;
    banner.materials.back().double_sided = true;
    banner.materials.back().wrap_u = banner.materials.back().wrap_v = Wrap::clamp;
    banner.materials.push_back(painted(banner.images, "wood", paint_wood));
    banner.materials.push_back(painted(banner.images, "metal", paint_metal));
    banner.materials.back().metallic = 0.75f;

    Joint root;
    root.name = "BANNER";
    banner.skeleton.joints.push_back(std::move(root));

    Assembly flag, pole;
    const Part still = banner_cloth();
    flag.add(still, 0, "cloth");
    banner.meshes.push_back(flag.take("banner"));
    for (const Ripple& ripple : ripples) {
        for (const double way : both_ways) {
            const Part bent = banner_cloth(&ripple, way);
            MorphTarget target;
            target.name = ripple.name + std::string(way > 0 ? "" : "_back");
            for (std::size_t i = 0; i < still.positions.size(); ++i) {
                target.positions.push_back(to_float(bent.positions[i] - still.positions[i]));
                target.normals.push_back(to_float(bent.normals[i] - still.normals[i]));
            }
            banner.meshes.back().morphs.push_back(std::move(target));
        }
    }

    const auto grain = [](Part part) { return mapped(std::move(part), {0.16, 2}, {0.34, 0}); };
    pole.add(grain(lathe({0, 0, 0}, {0, top + 0.12, 0}, {{0, 0}, {0, 0.032}, {0.5, 0.027}, {1, 0.022}}, 8)), 1, "wood");
    pole.add(grain(lathe({-0.52, top, 0.03}, {0.52, top, 0.03}, {{0, 0}, {0, 0.018}, {1, 0.018}, {1, 0}}, 6)), 1,
             "wood");
    pole.add(mapped(lathe({0, top + 0.11, 0}, {0, top + 0.36, 0}, {{0, 0.026}, {0.2, 0.03}, {0.35, 0.05}, {1, 0}}, 6),
                    {0.4, 0.4}, {0.2, 0.3}),
             2, "metal");
    banner.meshes.push_back(pole.take("pole"));
    for (Mesh& mesh : banner.meshes) mesh.joint = 0;

    constexpr int frames = 90;
    Clip wave;
    wave.name = "wave";
    wave.duration = frames / moves_rate;
    wave.frame_rate = moves_rate;
    wave.loop = LoopMode::wrap;
    wave.joints.resize(1);
    MorphTrack track;
    for (const Ripple& ripple : ripples) {
        const double beat = ripple.waves < 1 ? 1 : 3; // ripples run three times while the cloth rolls once
        const bool second = ripple.phase > 0;
        for (const double way : both_ways) {
            Channel<float> weight;
            weight.rate = moves_rate;
            for (int f = 0; f <= frames; ++f) {
                const double turn = beat * (f % frames) / frames;
                weight.values.push_back(static_cast<float>(std::max(0.0, way * (second ? -sine(turn) : cosine(turn)))));
            }
            track.weights.push_back(std::move(weight));
        }
    }
    wave.morphs.push_back(std::move(track));
    wave.events.add(0, sound("BANNER_FLAP", 1500), 0);
    wave.events.add(45 / moves_rate, sound("BANNER_FLAP", 1500), 45);
    wave.hints.next = "wave";
    banner.clips.push_back(std::move(wave));
    return banner;
}

} // namespace ossuary::samples
