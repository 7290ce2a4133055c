#include "samples/paint.h"

#include <cmath>

#include "samples/assembly.h"
#include "samples/formula.h"
#include "samples/skull.h"

namespace ossuary::samples {

Paint mix(const Paint& from, const Paint& to, double t) {
    return {mix(from.r, to.r, t), mix(from.g, to.g, t), mix(from.b, to.b, t), mix(from.a, to.a, t)};
}

Image paint(std::string name, const Painter& painter, std::uint32_t size) {
    Image image;
    image.name = std::move(name);
    image.width = image.height = size;
    image.bytes.reserve(std::size_t{4} * size * size);
    for (std::uint32_t y = 0; y < size; ++y) {
        for (std::uint32_t x = 0; x < size; ++x) {
            const Paint p = painter((x + 0.5) / size, (y + 0.5) / size);
            for (const double value : {p.r, p.g, p.b, p.a})
                image.bytes.push_back(static_cast<std::byte>(clamp01(value) * 255 + 0.5));
        }
    }
    return image;
}

namespace {

// 1 on the middle line of a noise field, 0 away from it: cracks, seams, veins.
double vein(double u, double v, std::int32_t cells, double width, std::int32_t seed) {
    return smooth(width, 0, std::abs(cloud(u, v, cells, 3, seed) - 0.5));
}

Paint scaled(const Paint& p, double by) { return {p.r * by, p.g * by, p.b * by, p.a}; }

} // namespace

Paint paint_bone(double u, double v) {
    const double stain = cloud(u, v, 5, 4, 3), grain = noise(u * 64, v * 16, 64, 9),
                 pore = noise(u * 96, v * 96, 96, 12);
    Paint p = mix(Paint{0.91, 0.84, 0.69}, Paint{0.72, 0.58, 0.40}, smooth(0.42, 0.70, stain));
    p = mix(p, Paint{0.50, 0.37, 0.23}, 0.75 * smooth(0.66, 0.86, cloud(u, v, 7, 3, 31)));
    p = scaled(p, 0.93 + 0.12 * grain);
    p = scaled(p, 1 - 0.22 * smooth(0.80, 0.95, pore));
    return mix(p, Paint{0.30, 0.21, 0.13}, 0.55 * vein(u, v, 3, 0.012, 17));
}

Paint paint_metal(double u, double v) {
    const double brushed = noise(u * 24, v * 180, 256, 2), pit = noise(u * 52, v * 52, 52, 5);
    Paint p = mix(Paint{0.42, 0.43, 0.45}, Paint{0.66, 0.67, 0.67}, brushed * 0.6 + 0.4 * cloud(u, v, 6, 3, 8));
    const double rust = smooth(0.57, 0.78, cloud(u, v, 7, 4, 14));
    p = mix(p, Paint{0.40, 0.25, 0.15}, rust * 0.65);
    return scaled(p, 1 - 0.45 * smooth(0.72, 0.9, pit));
}

Paint paint_wood(double u, double v) {
    const double plank = u * 6, across = plank - std::floor(plank);
    const auto index = static_cast<std::int32_t>(std::floor(plank));
    const double grain = noise(u * 90, v * 7 + scatter(index, 0, 4) * 9, 256, 6), ring = cloud(u, v, 4, 4, 7);
    Paint p = mix(Paint{0.34, 0.22, 0.13}, Paint{0.47, 0.32, 0.19}, 0.5 * grain + 0.5 * ring);
    p = scaled(p, 0.85 + 0.3 * scatter(index, 1, 4));
    return mix(p, Paint{0.10, 0.065, 0.04}, smooth(0.06, 0.0, std::min(across, 1 - across)));
}

namespace {

Paint paint_skull(double u, double v) {
    Paint p = paint_bone(u, v);
    const double lat = 1 - v;
    if (std::abs(u - 0.5) < 0.16 && lat > 0.25 && lat < 0.62) {
        const double off = skull_socket(u, v);
        p = mix(p, Paint{0.42, 0.30, 0.19}, 0.8 * smooth(0.011, 0.0, off));
        p = mix(p, Paint{0.055, 0.035, 0.03}, smooth(0.0035, -0.0015, off));
    }
    // Where the plates of the cranium have grown together.
    const double wave = 0.012 * (noise(u * 60, 0.5, 64, 20) - 0.5) + 0.008 * sine(u * 9);
    const double crown = smooth(0.006, 0.0, std::abs(v - 0.30 - wave)) * smooth(0.30, 0.36, std::abs(u - 0.5) + 0.12);
    p = mix(p, Paint{0.34, 0.24, 0.15}, 0.7 * crown);
    // A blow above the left eye that did not heal.
    const double track = u - 0.555 - 0.10 * (0.38 - v) - 0.012 * (noise(v * 40, 0.5, 64, 23) - 0.5);
    const double scar = smooth(0.005, 0.001, std::abs(track)) * smooth(0.20, 0.24, v) * smooth(0.45, 0.42, v);
    p = mix(p, Paint{0.16, 0.10, 0.07}, 0.9 * scar);
    if (v > 0.92) // the foot of the picture is for the teeth
        p = mix(Paint{0.94, 0.88, 0.72}, Paint{0.66, 0.52, 0.32}, smooth(0.945, 0.985, v) * 0.9);
    return p;
}

// Woven, faded, with a border near the hem; the lower edge is frayed into threads.
Paint paint_cloth(double u, double v) {
    const double weave = 0.5 + 0.25 * sine(u * 96) + 0.25 * sine(v * 96 + 0.5 * sine(u * 96));
    const double fade = cloud(u, v, 4, 4, 50), streak = noise(u * 40, v * 4, 64, 53);
    Paint p = mix(Paint{0.125, 0.165, 0.185}, Paint{0.27, 0.335, 0.345}, smooth(0.25, 0.85, fade * 0.7 + streak * 0.3));
    const double border = smooth(0.012, 0.0, std::abs(v - 0.765) - 0.028);
    const double zigzag = std::abs((u * 16 - std::floor(u * 16)) - 0.5) * 2;
    const double pattern = smooth(0.22, 0.10, std::abs((v - 0.765) / 0.028 * 0.5 + 0.5 - zigzag));
    const double worn = smooth(0.72, 0.42, cloud(u, v, 9, 3, 61));
    p = mix(p, mix(Paint{0.36, 0.145, 0.10}, Paint{0.66, 0.50, 0.24}, pattern), border * (0.35 + 0.65 * worn));
    p = mix(p, Paint{0.20, 0.15, 0.10}, 0.6 * smooth(0.55, 1.0, v) * smooth(0.4, 0.7, cloud(u, v, 6, 3, 70))); // mud
    p = scaled(p, 0.82 + 0.3 * weave);
    // Threads of different length; and the moths have been at it.
    const double tear = 0.84 + 0.09 * noise(u * 14, 0.5, 14, 80) + 0.07 * noise(u * 64, 0.5, 64, 81);
    const double hole = noise(u * 20, v * 20, 20, 90) * smooth(0.3, 0.8, v);
    p.a = v > tear || hole > 0.82 ? 0 : 1;
    return p;
}

Paint paint_glass(double u, double v) {
    const double edge = std::min(std::min(u, 1 - u) * 0.8, std::min(v, 1 - v));
    const double lead = std::abs((u + v) * 2 - std::floor((u + v) * 2) - 0.5);
    const double lead2 = std::abs((u - v) * 2 - std::floor((u - v) * 2) - 0.5);
    const bool frame = edge < 0.085 || std::min(lead, lead2) < 0.035;
    const double dirt = cloud(u, v, 6, 3, 100);
    Paint p = frame ? scaled(paint_metal(u, v), 0.5) : Paint{0.75, 0.60, 0.30};
    p.a = frame || dirt > 0.66 ? 1 : 0;
    return p;
}

Paint paint_glow(double u, double v, int frame) {
    const double phase = frame / 8.0;
    const double sway = 0.05 * sine(phase) * (1 - v), x = (u - 0.5 - sway) * 2, y = (v - 0.52) * 2;
    const double r = std::sqrt(x * x + y * y);
    const double flicker = 1 + 0.10 * sine(phase) + 0.06 * sine(2 * phase + 0.2);
    const double halo = smooth(1, 0, r) * smooth(1, 0, r) * 0.55 * flicker;
    // The flame is a drop: narrow above, round below.
    const double width = y < 0.1 ? 0.20 * clamp01((y + 0.55 * flicker) / 0.65) : 0.20 * clamp01((0.32 - y) / 0.22);
    const double flame = width > 0 ? smooth(width * 1.25, width * 0.4, std::abs(x)) : 0;
    const double light = halo + flame;
    return {light * 1.0, light * mix(0.50, 0.78, flame), light * mix(0.14, 0.42, flame), clamp01(light)};
}

} // namespace

Paint paint_ground(double u, double v) {
    const double patch = cloud(u, v, 4, 5, 120), blade = noise(u * 110, v * 110, 110, 125);
    const Paint grass = mix(Paint{0.22, 0.26, 0.13}, Paint{0.36, 0.38, 0.19}, blade);
    const Paint earth = mix(Paint{0.30, 0.23, 0.15}, Paint{0.40, 0.32, 0.22}, blade);
    return mix(grass, earth, smooth(0.48, 0.62, patch));
}

Paint paint_banner(double u, double v) {
    const double weave = 0.9 + 0.1 * sine(u * 90) * sine(v * 90), fade = cloud(u, v, 4, 4, 140);
    Paint p = mix(Paint{0.42, 0.08, 0.07}, Paint{0.55, 0.16, 0.11}, fade);
    const double edge = std::min(std::min(u, 1 - u), std::min(v, 0.9 - v) * 1.4);
    p = mix(p, Paint{0.72, 0.56, 0.26}, smooth(0.012, 0.008, std::abs(edge - 0.07)) * 0.9);
    // His own head for a device: cranium, jaw, sockets, teeth.
    const double x = std::abs(u - 0.5) * 1.0, y = v - 0.40;
    const double cranium = x * x / 0.0484 + (y + 0.03) * (y + 0.03) / 0.0324;
    const bool jaw = x < 0.115 && y > 0.05 && y < 0.215;
    const double eye = (x - 0.085) * (x - 0.085) / 0.0030 + (y + 0.02) * (y + 0.02) / 0.0030;
    const bool nose = y > 0.05 && y < 0.10 && x < (y - 0.05) * 0.5 + 0.004;
    const double gap = x * 22 - std::floor(x * 22);
    const bool tooth_line = y > 0.135 && y < 0.205 && (gap < 0.18 || std::abs(y - 0.17) < 0.006);
    if ((cranium < 1 || jaw) && eye > 1 && !nose && !tooth_line)
        p = mix(Paint{0.86, 0.79, 0.62}, p, 0.12 + 0.25 * smooth(0.5, 0.8, fade));
    p = scaled(p, weave);
    const double tear = 0.90 + 0.06 * noise(u * 12, 0.5, 12, 150) + 0.04 * noise(u * 50, 0.5, 50, 151);
    p.a = v > tear ? 0 : 1;
    return p;
}

Material painted(std::vector<Image>& images, const char* name, const Painter& painter) {
    Material material;
    material.name = name;
    material.base_color_image = static_cast<std::int32_t>(images.size());
    images.push_back(paint(name, painter));
    return material;
}

void add_materials(Model& model) {
    const auto add = [&](const char* name, const Painter& painter) {
        model.materials.push_back(painted(model.images, name, painter));
        return model.materials.size() - 1;
    };
    model.materials[add("bone", paint_bone)].roughness = 0.75f;
    model.materials[add("skull", paint_skull)].roughness = 0.7f;
    Material& cloth = model.materials[add("cloth", paint_cloth)];
    cloth.alpha = AlphaMode::mask;
    cloth.double_sided = true;
    cloth.wrap_v = Wrap::clamp; // the frayed edge must not meet the seam above
    Material& metal = model.materials[add("metal", paint_metal)];
    metal.metallic = 0.75f;
    metal.roughness = 0.45f;
    model.materials[add("wood", paint_wood)].roughness = 0.85f;
    Material& glass = model.materials[add("glass", paint_glass)];
    glass.alpha = AlphaMode::mask;
    glass.double_sided = true;
    glass.roughness = 0.3f;

    Material glow;
    glow.name = "glow";
    glow.alpha = AlphaMode::add;
    glow.double_sided = true;
    glow.unlit = true;
    glow.wrap_u = glow.wrap_v = Wrap::clamp;
    glow.frame_rate = 12;
    for (int frame = 0; frame < 8; ++frame) {
        glow.frames.push_back(static_cast<std::int32_t>(model.images.size()));
        model.images.push_back(
            paint("glow_" + std::to_string(frame), [frame](double u, double v) { return paint_glow(u, v, frame); }));
    }
    glow.base_color_image = glow.frames.front();
    model.materials.push_back(std::move(glow));
}

} // namespace ossuary::samples
