#include <algorithm>
#include <cmath>
#include <map>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "reader.h"
#include "uri.h"

namespace ossuary::gltf {

namespace {

class MaterialReader {
public:
    explicit MaterialReader(Reader& reader) : reader_(reader), document_(reader.document) {}

    void images() {
        const Json::Array& list = document_.list("images");
        for (std::size_t i = 0; i < list.size() && document_.ok(); ++i) {
            labels_.push_back(image_label(list[i], i));
            auto image = read_image(list[i], i);
            if (!image) {
                reader_.images.push_back(-1);
                continue;
            }
            reader_.images.push_back(static_cast<std::int32_t>(reader_.model.images.size()));
            by_name_.try_emplace(std::string(list[i]["name"].string()), reader_.images.back());
            reader_.model.images.push_back(std::move(*image));
        }
    }

    void material(const Json& json, std::size_t index) {
        const std::string path = at("materials", index);
        const Json& surface = json["pbrMetallicRoughness"];
        const std::string surface_path = path + ".pbrMetallicRoughness";
        const Json& extensions = json["extensions"];
        Material material;
        missing_ = Json::object();
        has_sampler_ = has_transform_ = false;
        material.name = json["name"].string();
        material.base_color = document_.vector(surface, "baseColorFactor", Vec4{1, 1, 1, 1}, surface_path);
        material.metallic = static_cast<float>(document_.number(surface, "metallicFactor", 1, surface_path));
        material.roughness = static_cast<float>(document_.number(surface, "roughnessFactor", 1, surface_path));
        material.base_color_image = texture(material, surface, "baseColorTexture", "baseColor", surface_path);
        material.normal_image = texture(material, json, "normalTexture", "normal", path);
        material.emissive_image = texture(material, json, "emissiveTexture", "emissive", path);
        material.unlit = extensions.find("KHR_materials_unlit") != nullptr;
        material.extras = read_extras(json);
        double strength = document_.number(extensions["KHR_materials_emissive_strength"], "emissiveStrength", 1, path);
        if (const Json& own = material.extras["emissiveStrength"]; material.unlit && own.is_number()) {
            strength = own.number();
            material.extras.erase("emissiveStrength");
        }
        const Vec3d emissive = document_.vector(json, "emissiveFactor", Vec3d{}, path) * strength;
        if (length(emissive) < 1e30 && emissive.x >= 0 && emissive.y >= 0 && emissive.z >= 0)
            material.emissive = to_float(emissive);
        for (const char* unread : {"metallicRoughnessTexture", "occlusionTexture"})
            if (surface.find(unread) || json.find(unread))
                document_.note(path, std::string("the picture of ") + unread + " is not kept");
        if (json["alphaMode"].string() == "MASK") material.alpha = AlphaMode::mask;
        if (json["alphaMode"].string() == "BLEND") material.alpha = AlphaMode::blend;
        if (material.alpha == AlphaMode::mask)
            material.alpha_cutoff = static_cast<float>(document_.number(json, "alphaCutoff", 0.5, path));
        material.double_sided = json["doubleSided"].boolean();
        read_own_extras(material);
        reader_.model.materials.push_back(std::move(material));
    }

private:
    // Where a picture came from, for people: its file, or its name.
    static std::string image_label(const Json& json, std::size_t index) {
        const std::string_view uri = json["uri"].string();
        if (!uri.empty() && !is_data_uri(uri)) return percent_decode(uri).value_or(std::string(uri));
        const std::string_view name = json["name"].string();
        return name.empty() ? "image_" + std::to_string(index) : std::string(name);
    }

    std::optional<Image> read_image(const Json& json, std::size_t index) {
        const std::string path = at("images", index);
        SharedBytes own;
        Bytes bytes;
        std::string source;
        if (const Json* uri = json.find("uri")) {
            auto found = document_.resource(uri->string());
            if (!found) {
                document_.warn(path + ".uri", found.error().message() + "; the picture is left out");
                return {};
            }
            own = std::move(*found);
            bytes = own;
            if (!is_data_uri(uri->string())) source = labels_[index];
        } else if (const auto view = document_.index(json, "bufferView", document_.list("bufferViews").size(), path)) {
            bytes = document_.view(*view);
        } else {
            document_.warn(path, "has neither a file nor bytes and is left out");
        }
        if (bytes.empty() || !document_.spend(bytes.size(), path)) return {};
        auto image = image::from_file(labels_[index], bytes);
        if (!image) {
            document_.warn(path, "is left out: " + image.error().message());
            return {};
        }
        const Json& name = json["name"];
        image->name = name.string().empty() ? std::string(file_stem(labels_[index])) : std::string(name.string());
        image->source = std::move(source);
        image->extras = read_extras(json);
        if (const Json& original = image->extras["source"]; original.is_string()) {
            image->source = original.string();
            image->extras.erase("source");
            if (image->extras.size() == 0) image->extras = Json();
        }
        return std::move(*image);
    }

    static Wrap wrap_of(std::int64_t code) {
        if (code == 33071) return Wrap::clamp;
        return code == 33648 ? Wrap::mirror : Wrap::repeat;
    }

    // The model's image in a slot, or -1. The first texture's sampler speaks for the whole material.
    std::int32_t texture(Material& material, const Json& owner, const char* slot, const char* short_name,
                         const std::string& path) {
        const Json* reference = owner.find(slot);
        if (!reference) return -1;
        const std::string field = path + '.' + slot;
        read_transform(material, (*reference)["extensions"]["KHR_texture_transform"], field);
        if ((*reference)["texCoord"].integer(0) != 0)
            document_.warn(field + ".texCoord", "only the first texture coordinates are used with pictures");
        const Json::Array& textures = document_.list("textures");
        const auto index = document_.index(*reference, "index", textures.size(), field);
        if (!index) return -1;
        const Json& texture = textures[*index];
        const std::string texture_path = at("textures", *index);
        const auto sampler = document_.index(texture, "sampler", document_.list("samplers").size(), texture_path);
        if (!has_sampler_ && sampler) {
            const Json& json = document_.list("samplers")[*sampler];
            material.wrap_u = wrap_of(json["wrapS"].integer(10497));
            material.wrap_v = wrap_of(json["wrapT"].integer(10497));
            material.filter = json["magFilter"].integer(9729) == 9728 ? Filter::nearest : Filter::linear;
        }
        has_sampler_ = true;
        const auto source = document_.index(texture, "source", document_.list("images").size(), texture_path);
        if (!source) return -1;
        const std::int32_t image = reader_.images[*source];
        if (image < 0) missing_.append(short_name, labels_[*source]);
        return image;
    }

    // The first picture's transform speaks for the whole material, too.
    void read_transform(Material& material, const Json& json, const std::string& field) {
        UvTransform transform;
        transform.offset = document_.vector(json, "offset", transform.offset, field);
        transform.rotation = static_cast<float>(document_.number(json, "rotation", 0, field));
        transform.scale = document_.vector(json, "scale", transform.scale, field);
        if (json["texCoord"].integer(0) != 0)
            document_.warn(field, "only the first texture coordinates are used with pictures");
        if (!has_transform_)
            material.uv = transform;
        else if (material.uv != transform)
            document_.warn(field, "its KHR_texture_transform is not that of the first picture and not applied");
        has_transform_ = true;
    }

    // Additive blending, animated textures and the names of pictures that are not there live in extras.
    void read_own_extras(Material& material) {
        Json& extras = material.extras;
        AlphaMode blend{};
        if (material.alpha == AlphaMode::blend && parse_name(extras["blend"].string(), blend) &&
            blend > AlphaMode::blend) {
            material.alpha = blend;
            extras.erase("blend");
        }
        const Json &frames = extras["frames"], &rate = extras["frameRate"];
        if (frames.is_array() && rate.is_number()) {
            std::vector<std::int32_t> images;
            for (const Json& frame : frames.items())
                if (const auto found = by_name_.find(frame.string()); found != by_name_.end())
                    images.push_back(found->second);
            if (images.size() == frames.size() && !images.empty()) {
                material.frames = std::move(images);
                material.frame_rate = rate.number();
                extras.erase("frames");
                extras.erase("frameRate");
            }
        }
        read_movement(material, extras);
        if (missing_.size() > 0 && !extras.find("images")) extras.append("images", std::move(missing_));
        if (extras.size() == 0) extras = Json();
    }

    // What is as our writer leaves it becomes fields; anything else stays where it is.
    static void read_movement(Material& material, Json& extras) {
        const auto as_float = [](const Json& json) { return static_cast<float>(json.number()); };
        const auto fits = [&](const Json& json) { return json.is_number() && std::isfinite(as_float(json)); };
        const auto is_length = [&](const Json& json) { return fits(json) && json.number() >= 0; };
        if (const Json& scroll = extras["uvScroll"];
            scroll.items().size() == 2 && fits(scroll.items()[0]) && fits(scroll.items()[1])) {
            material.uv_scroll = {as_float(scroll.items()[0]), as_float(scroll.items()[1])};
            extras.erase("uvScroll");
        }
        if (const Json& strength = extras["environment"]; is_length(strength) && strength.number() <= 1) {
            material.environment = as_float(strength);
            extras.erase("environment");
        }
        if (const Json& json = extras["wave"]; is_length(json["amplitude"]) && is_length(json["gridSize"])) {
            Wave wave{.amplitude = as_float(json["amplitude"]), .grid_size = as_float(json["gridSize"])};
            if (parse_name(json["mode"].string(), wave.mode) && parse_name(json["speed"].string(), wave.speed)) {
                material.wave = wave;
                extras.erase("wave");
            }
        }
        if (parse_name(extras["substance"].string(), material.substance)) extras.erase("substance");
        if (const Json& texture = extras["texture"]; texture.is_string()) {
            material.texture = texture.string();
            extras.erase("texture");
        }
    }

    Reader& reader_;
    Document& document_;
    std::vector<std::string> labels_;
    std::map<std::string, std::int32_t, std::less<>> by_name_;
    Json missing_;
    bool has_sampler_ = false, has_transform_ = false;
};

} // namespace

void read_materials(Reader& reader) {
    MaterialReader materials(reader);
    materials.images();
    const Json::Array& list = reader.document.list("materials");
    for (std::size_t i = 0; i < list.size() && reader.document.ok(); ++i) materials.material(list[i], i);
}

} // namespace ossuary::gltf
