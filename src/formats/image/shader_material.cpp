#include "ossuary/formats/image/shader_material.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"

namespace ossuary::image {

namespace {

constexpr std::string_view extensions[] = {".tga", ".png", ".jpg", ".dds"};

void add_with_extensions(std::vector<std::string>& names, const std::string& stem) {
    for (const std::string_view extension : extensions) names.push_back(stem + std::string(extension));
}

// `C:\art\..\x\a.png` → `x/a.png`: forward slashes, no drive, no empty or `.` parts, and nothing up to the last `..`,
// so that a name never leads out of the folders looked in.
std::string clean_path(std::string_view raw) {
    if (raw.size() >= 2 && raw[1] == ':') raw.remove_prefix(2);
    std::string clean;
    while (!raw.empty()) {
        const std::size_t slash = std::min(raw.find_first_of("/\\"), raw.size());
        const std::string_view part = raw.substr(0, slash);
        raw.remove_prefix(std::min(slash + 1, raw.size()));
        if (part == "..") {
            clean.clear();
        } else if (!part.empty() && part != ".") {
            if (!clean.empty()) clean += '/';
            clean += part;
        }
    }
    return clean;
}

Result<Image> with_green_flipped(const Image& picture) {
    Result<Image> pixels = decode(picture);
    if (!pixels) return pixels;
    for (std::size_t i = 1; i < pixels->bytes.size(); i += 4) pixels->bytes[i] ^= std::byte{0xff};
    return pixels;
}

} // namespace

TextureNames texture_names(std::string_view shader) {
    TextureNames names;
    if (shader.empty()) return names;
    const std::string whole(shader);
    const std::string_view name = file_name(shader);
    const std::size_t dot = name.rfind('.');
    if (dot != name.npos && dot > 0) { // a picture's file name
        const std::string stem = whole.substr(0, whole.size() - (name.size() - dot));
        const std::string extension(name.substr(dot));
        names.base_color = {whole};
        names.normal = {stem + "_normal" + extension, stem + "_local" + extension};
        return names;
    }
    if (name.empty()) return names;
    add_with_extensions(names.base_color, whole);
    add_with_extensions(names.base_color, whole + "_d");
    add_with_extensions(names.normal, whole + "_local");
    add_with_extensions(names.normal, whole + "_normal");
    add_with_extensions(names.specular, whole + "_s");
    add_with_extensions(names.height, whole + "_h");
    return names;
}

std::optional<NamedFile> find_texture(const std::vector<std::string>& candidates, const FileLookup& lookup) {
    constexpr int depth_limit = 32; // folders tried; a path of a million slashes is no path
    if (!lookup) return {};
    for (const std::string& candidate : candidates) {
        const std::string clean = clean_path(candidate);
        std::string_view name = clean;
        for (int depth = 0; depth < depth_limit && !name.empty(); ++depth) {
            if (std::optional<SharedBytes> bytes = lookup(name)) return NamedFile{std::string(name), std::move(*bytes)};
            const std::size_t slash = name.find('/');
            if (slash == name.npos) break;
            name.remove_prefix(slash + 1);
        }
    }
    return {};
}

std::int32_t ShaderMaterials::add(const std::string& shader) {
    const auto [known, fresh] = known_.try_emplace(shader, -1);
    if (!fresh) return known->second;
    Material material;
    material.name = shader;
    material.double_sided = options_.double_sided;
    material.extras = Json::object();
    material.extras.set("sourceShader", shader);
    if (options_.textures && !shader.empty()) add_pictures(material, shader);
    model_.materials.push_back(std::move(material));
    return known->second = static_cast<std::int32_t>(model_.materials.size()) - 1;
}

void ShaderMaterials::add_pictures(Material& material, const std::string& shader) {
    const TextureNames names = texture_names(shader);
    material.base_color_image = add_picture(names.base_color, false);
    if (material.base_color_image < 0)
        warn("no picture was found for shader '" + shader + '\'');
    else if (!options_.force_opaque)
        material.alpha = alpha_of(material.base_color_image);
    material.normal_image = add_picture(names.normal, options_.flip_green);
    // glTF has no place for these two in its core; their names stay known.
    if (const auto specular = find_texture(names.specular, options_.textures))
        material.extras.set("specular", specular->name);
    if (const auto height = find_texture(names.height, options_.textures)) material.extras.set("height", height->name);
}

// The picture's index, or -1. A picture used twice is kept once.
std::int32_t ShaderMaterials::add_picture(const std::vector<std::string>& candidates, bool flip_green) {
    const auto found = find_texture(candidates, options_.textures);
    if (!found) return -1;
    const auto [known, fresh] = pictures_.try_emplace({found->name, flip_green}, -1);
    if (!fresh) return known->second;
    Result<Image> picture = from_file(found->name, found->bytes);
    if (picture && flip_green) picture = with_green_flipped(*picture);
    if (!picture) {
        Place place = picture.error().place();
        place.file = found->name;
        report(diagnostics_, Severity::error, std::move(place), picture.error().message());
        return -1;
    }
    model_.images.push_back(std::move(*picture));
    return known->second = static_cast<std::int32_t>(model_.images.size()) - 1;
}

AlphaMode ShaderMaterials::alpha_of(std::int32_t picture) {
    const Image& image = model_.images[static_cast<std::size_t>(picture)];
    const Result<AlphaMode> alpha = guess_alpha(image);
    if (alpha) return *alpha;
    // A kind that is carried without being decoded is no fault of the file.
    report(diagnostics_, Severity::note, {},
           image.source + ": transparency is not known (" + alpha.error().message() + ')');
    return AlphaMode::opaque;
}

void ShaderMaterials::warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

std::string shader_of(const Model& model, std::int32_t material_index) {
    if (material_index < 0) return {};
    const Material& material = model.materials[static_cast<std::size_t>(material_index)];
    if (const Json* shader = material.extras.find("sourceShader"); shader && shader->is_string())
        return std::string(shader->string());
    if (material.base_color_image >= 0) {
        static constexpr std::string_view of_encoding[] = {".png", ".png", ".jpg", ".dds", ".tga"};
        const Image& image = model.images[static_cast<std::size_t>(material.base_color_image)];
        if (!image.source.empty()) return image.source;
        if (!image.name.empty()) return image.name + std::string(of_encoding[static_cast<std::size_t>(image.encoding)]);
    }
    return material.name;
}

} // namespace ossuary::image
