#include "materials.h"

#include <map>

#include "ossuary/formats/image/image.h"

namespace ossuary::md5 {

namespace {

class MaterialMaker {
public:
    MaterialMaker(Model& model, const ToModelOptions& options, Diagnostics* diagnostics)
        : model_(model), options_(options), diagnostics_(diagnostics) {}

    std::int32_t add(std::string shader) {
        Material material;
        material.name = shader;
        material.double_sided = options_.double_sided;
        material.extras = Json::object();
        material.extras.set("sourceShader", shader);
        if (options_.textures && !shader.empty()) add_pictures(material, shader);
        model_.materials.push_back(std::move(material));
        return static_cast<std::int32_t>(model_.materials.size()) - 1;
    }

private:
    void add_pictures(Material& material, const std::string& shader) {
        const TextureNames names = texture_names(shader);
        material.base_color_image = add_picture(names.base_color, false);
        if (material.base_color_image < 0)
            warn("no picture was found for shader '" + shader + '\'');
        else if (!options_.force_opaque)
            material.alpha = guess_alpha(material.base_color_image);
        material.normal_image = add_picture(names.normal, options_.flip_green);
        // glTF has no place for these two in its core; their names stay known.
        if (const auto specular = find_texture(names.specular, options_.textures))
            material.extras.set("specular", specular->name);
        if (const auto height = find_texture(names.height, options_.textures))
            material.extras.set("height", height->name);
    }

    // The picture's index, or -1. A picture used twice is kept once.
    std::int32_t add_picture(const std::vector<std::string>& candidates, bool flip_green) {
        const auto found = find_texture(candidates, options_.textures);
        if (!found) return -1;
        const auto [known, fresh] = pictures_.try_emplace({found->name, flip_green}, -1);
        if (!fresh) return known->second;
        Result<Image> picture = image::from_file(found->name, found->bytes);
        if (picture && flip_green) picture = with_green_flipped(*picture);
        if (!picture) {
            warn(found->name + ": " + picture.error().text());
            return -1;
        }
        model_.images.push_back(std::move(*picture));
        return known->second = static_cast<std::int32_t>(model_.images.size()) - 1;
    }

    static Result<Image> with_green_flipped(const Image& picture) {
        Result<Image> pixels = image::decode(picture);
        if (!pixels) return pixels;
        for (std::size_t i = 1; i < pixels->bytes.size(); i += 4) pixels->bytes[i] ^= std::byte{0xff};
        return pixels;
    }

    AlphaMode guess_alpha(std::int32_t picture) {
        const Image& image = model_.images[static_cast<std::size_t>(picture)];
        const Result<AlphaMode> alpha = image::guess_alpha(image);
        if (alpha) return *alpha;
        // A kind that is carried without being decoded is no fault of the file.
        report(diagnostics_, Severity::note, {},
               image.source + ": transparency is not known (" + alpha.error().message + ')');
        return AlphaMode::opaque;
    }

    void warn(std::string message) { report(diagnostics_, Severity::warning, {}, std::move(message)); }

    Model& model_;
    const ToModelOptions& options_;
    Diagnostics* diagnostics_;
    std::map<std::pair<std::string, bool>, std::int32_t> pictures_;
};

} // namespace

std::vector<std::int32_t> add_materials(Model& model, const MeshFile& file, const TextEncoding& encoding,
                                        const ToModelOptions& options, Diagnostics* diagnostics) {
    MaterialMaker maker(model, options, diagnostics);
    std::map<std::string_view, std::int32_t> known;
    std::vector<std::int32_t> material_of;
    material_of.reserve(file.meshes.size());
    for (const Mesh& mesh : file.meshes) {
        const auto [entry, fresh] = known.try_emplace(mesh.shader, -1);
        if (fresh) entry->second = maker.add(encoding.decode(mesh.shader));
        material_of.push_back(entry->second);
    }
    return material_of;
}

} // namespace ossuary::md5
