#include "ossuary/formats/zengin/textures.h"

#include <map>

#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/asset_names.h"

namespace ossuary::zengin {

namespace {

constexpr std::uint32_t most_frames = 256; // of an animated texture

class TextureFinder {
public:
    TextureFinder(Model& model, const PartLookup& find, Diagnostics* diagnostics)
        : model_(model), find_(find), diagnostics_(diagnostics) {}

    void complete(ossuary::Material& material, bool keep_opaque) {
        const std::string name(file_name(material.extras["texture"].string()));
        if (name.empty() || material.base_color_image >= 0) return;
        const bool asked_before = known_.contains(lower_case(name));
        material.base_color_image = picture(name);
        if (material.base_color_image < 0) {
            if (!asked_before) warn("no picture was found for the texture " + name);
            return;
        }
        if (!keep_opaque && material.alpha == AlphaMode::opaque) material.alpha = alpha_of(material.base_color_image);
        find_frames(material, name);
    }

private:
    void find_frames(ossuary::Material& material, const std::string& name) {
        if (!is_animated_texture(name)) return;
        std::vector<std::int32_t> frames{material.base_color_image};
        for (std::uint32_t frame = 1; frame < most_frames; ++frame) {
            const std::int32_t next = picture(texture_frame(name, frame));
            if (next < 0) break;
            frames.push_back(next);
        }
        if (frames.size() < 2) return;
        // Without a rate of its own the whole row takes a second.
        const double rate = material.extras["gothic"]["tex_ani_fps"].number();
        material.frame_rate = rate > 0 ? rate : static_cast<double>(frames.size());
        material.frames = std::move(frames);
    }

    std::int32_t picture(const std::string& name) {
        const auto [known, is_new] = known_.try_emplace(lower_case(name), -1);
        if (!is_new) return known->second;
        for (const std::string& file : candidates(AssetKind::texture, name)) {
            const auto bytes = find_(file);
            if (!bytes) continue;
            Result<Image> image = image::from_file(file, *bytes);
            if (!image) {
                warn(file + ": " + image.error().text());
                continue;
            }
            known->second = static_cast<std::int32_t>(model_.images.size());
            model_.images.push_back(*std::move(image));
            break;
        }
        return known->second;
    }

    AlphaMode alpha_of(std::int32_t image) {
        const auto alpha = image::guess_alpha(model_.images[static_cast<std::size_t>(image)]);
        return alpha && *alpha != AlphaMode::opaque ? AlphaMode::mask : AlphaMode::opaque;
    }

    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    Model& model_;
    const PartLookup& find_;
    Diagnostics* diagnostics_;
    std::map<std::string, std::int32_t> known_; // by name; -1: not found
};

} // namespace

void add_textures(Model& model, const PartLookup& find, bool keep_opaque, Diagnostics* diagnostics) {
    if (!find) return;
    TextureFinder finder(model, find, diagnostics);
    for (ossuary::Material& material : model.materials) finder.complete(material, keep_opaque);
}

} // namespace ossuary::zengin
