#include "ossuary/formats/zengin/model.h"

#include <map>

#include "formats/zengin/chunks/material_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/material.h"
#include "ossuary/formats/zengin/tex.h"
#include "tex_layout.h"

namespace ossuary::zengin {

namespace {

constexpr std::uint32_t most_texture_frames = 256; // of an animated texture

Result<Image> read_picture(std::string_view file, Bytes bytes, Diagnostics* diagnostics) {
    if (!as_text(bytes).starts_with("ZTEX") && file_extension(file) != ".tex") return image::from_file(file, bytes);
    return parse_tex(bytes, diagnostics).map([&](const TextureFile& texture) { return to_image(texture, file); });
}

class TextureFinder {
public:
    TextureFinder(Model& model, const FileLookup& find, Diagnostics* diagnostics)
        : model_(model), find_(find), diagnostics_(diagnostics) {}

    void complete(ossuary::Material& material, bool keep_alpha) {
        const std::string name(file_name(material.texture));
        if (name.empty() || material.base_color_image >= 0) return;
        const bool asked_before = known_.contains(lower_case(name));
        material.base_color_image = picture(name);
        if (material.base_color_image < 0) {
            if (!asked_before)
                report(diagnostics_, Severity::warning, {}, "no picture was found for the texture " + name);
            material.base_color_image = picture(std::string(default_texture));
            return;
        }
        if (!keep_alpha) settle_alpha(material, model_.images[static_cast<std::size_t>(material.base_color_image)]);
        find_frames(material, name);
    }

private:
    void find_frames(ossuary::Material& material, const std::string& name) {
        if (!is_animated_texture(name)) return;
        std::vector<std::int32_t> frames{material.base_color_image};
        for (std::uint32_t frame = 1; frame < most_texture_frames; ++frame) {
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
        if (auto found = find_texture(name, find_, diagnostics_)) {
            known->second = static_cast<std::int32_t>(model_.images.size());
            model_.images.push_back(*std::move(found));
        }
        return known->second;
    }

    static void settle_alpha(ossuary::Material& material, const Image& image) {
        const bool is_dxt1 = image.extras["gothic"]["pixel_format"].string() == name_of(TexFormat::dxt1);
        const auto source = build_zengin<Material>(material.extras["gothic"]);
        const bool is_opaque = is_dxt1 && (!source || alpha_mode(*source, is_dxt1) == AlphaMode::opaque);
        if (is_opaque && material.alpha == AlphaMode::blend && material.substance != Substance::water)
            material.alpha = AlphaMode::opaque;
        if (is_opaque || material.alpha != AlphaMode::opaque) return;
        const auto alpha = image::guess_alpha(image);
        if (alpha && *alpha != AlphaMode::opaque) material.alpha = AlphaMode::mask;
    }

    Model& model_;
    const FileLookup& find_;
    Diagnostics* diagnostics_;
    std::map<std::string, std::int32_t> known_; // by name; -1: not found
};

} // namespace

// One that is broken is passed over; it is lost if there is no other.
std::optional<Image> find_texture(std::string_view name, const FileLookup& find, Diagnostics* diagnostics) {
    std::optional<Image> found;
    Diagnostics broken;
    for (const std::string& file : candidates(AssetKind::texture, name)) {
        const auto bytes = find(file);
        if (!bytes) continue;
        auto image = read_picture(file, *bytes, diagnostics);
        if (image) {
            found = *std::move(image);
            break;
        }
        Place place = image.error().place();
        place.file = file;
        broken.push_back({Severity::error, std::move(place), image.error().message()});
    }
    for (const Diagnostic& one : broken)
        report(diagnostics, found ? Severity::warning : Severity::error, one.place, one.message);
    return found;
}

void add_textures(Model& model, const FileLookup& find, bool keep_alpha, Diagnostics* diagnostics) {
    if (!find) return;
    TextureFinder finder(model, find, diagnostics);
    for (ossuary::Material& material : model.materials) finder.complete(material, keep_alpha);
}

} // namespace ossuary::zengin
