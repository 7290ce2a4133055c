// Materials that a file knows by a text alone: a shader, a picture's file name, or that without its extension.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/model/model.h"

namespace ossuary::image {

// Where a shader's pictures may be, in the order to try. Names keep their folders; the caller's lookup shortens them.
struct TextureNames {
    std::vector<std::string> base_color, normal, specular, height;
};
TextureNames texture_names(std::string_view shader);

// Finds a picture by one of the candidate names: tries the whole path, then drops leading folders one by one; the
// callback gets a clean relative name (no `..`, no drive, forward slashes) and returns the file's bytes if it exists.
std::optional<NamedFile> find_texture(const std::vector<std::string>& candidates, const FileLookup& lookup);

struct ShaderOptions {
    FileLookup textures;       // none: materials keep their names only
    bool force_opaque = false; // do not guess transparency from the pictures' alpha
    bool double_sided = false;
    bool flip_green = false; // for normal maps whose green points down
};

// Adds to a model one material for each shader, with the pictures found for it.
class ShaderMaterials {
public:
    ShaderMaterials(Model& model, ShaderOptions options, Diagnostics* diagnostics)
        : model_(model), options_(std::move(options)), diagnostics_(diagnostics) {}

    // The index of the shader's material.
    std::int32_t add(const std::string& shader);

private:
    void add_pictures(Material& material, const std::string& shader);
    std::int32_t add_picture(const std::vector<std::string>& candidates, bool flip_green);
    AlphaMode alpha_of(std::int32_t picture);
    void warn(std::string message);

    Model& model_;
    ShaderOptions options_;
    Diagnostics* diagnostics_;
    std::map<std::string, std::int32_t> known_;
    std::map<std::pair<std::string, bool>, std::int32_t> pictures_;
};

// The shader of a material: what the source called it, else its picture, else its name. Empty for -1.
std::string shader_of(const Model& model, std::int32_t material);

} // namespace ossuary::image
