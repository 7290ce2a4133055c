#include <algorithm>
#include <cmath>
#include <map>

#include "kept.h"
#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/image/image.h"
#include "reader.h"
#include "sampling.h"
#include "uri.h"

namespace ossuary::gltf {

namespace {

class MaterialReader {
public:
    explicit MaterialReader(Reader& reader) : reader_(reader), document_(reader.document) {}

    void images() {
        const Json::Array& list = document_.list("images");
        const std::vector<bool> used = used_images();
        for (std::size_t i = 0; i < list.size() && document_.ok(); ++i) {
            labels_.push_back(image_label(list[i], i));
            if (!used[i]) {
                document_.note(at("images", i), "no material uses '" + labels_[i] + "'; it is left out");
                reader_.images.push_back(-1);
                continue;
            }
            auto image = read_image(list[i], i);
            if (!image) {
                reader_.images.push_back(-1);
                continue;
            }
            reader_.images.push_back(static_cast<std::int32_t>(reader_.model.images.size()));
            by_name_.try_emplace(std::string(list[i]["name"].string()), reader_.images.back());
            image->name = unique_(image->name); // extensions name pictures
            reader_.model.images.push_back(std::move(*image));
        }
    }

    void material(const Json& json, std::size_t index) {
        const std::string path = at("materials", index);
        if (!document_.spend(2 * sizeof(Material), path)) return; // in a list that grows
        const Json& surface = json["pbrMetallicRoughness"];
        const std::string surface_path = path + ".pbrMetallicRoughness";
        const Json& extensions = json["extensions"];
        Material material;
        missing_ = slots_ = Json::object();
        has_sampler_ = has_transform_ = false;
        material.name = json["name"].string();
        material.base_color = document_.vector(surface, "baseColorFactor", Vec4{1, 1, 1, 1}, surface_path);
        material.metallic = static_cast<float>(document_.number(surface, "metallicFactor", 1, surface_path));
        material.roughness = static_cast<float>(document_.number(surface, "roughnessFactor", 1, surface_path));
        UvSets& sets = material.uv_sets;
        material.base_color_image =
            texture(material, surface, "baseColorTexture", "baseColor", surface_path, sets.base_color);
        material.normal_image = texture(material, json, "normalTexture", "normal", path, sets.normal);
        material.emissive_image = texture(material, json, "emissiveTexture", "emissive", path, sets.emissive);
        material.metallic_roughness_image = texture(material, surface, "metallicRoughnessTexture", "metallicRoughness",
                                                    surface_path, sets.metallic_roughness);
        material.occlusion_image = texture(material, json, "occlusionTexture", "occlusion", path, sets.occlusion);
        if (material.normal_image >= 0)
            material.normal_scale =
                static_cast<float>(document_.number(json["normalTexture"], "scale", 1, path + ".normalTexture"));
        if (material.occlusion_image >= 0) {
            const double strength =
                document_.number(json["occlusionTexture"], "strength", 1, path + ".occlusionTexture");
            material.occlusion_strength = static_cast<float>(std::clamp(strength, 0.0, 1.0));
            if (strength < 0 || strength > 1)
                document_.warn(path + ".occlusionTexture.strength", "is not between 0 and 1 and was clamped");
        }
        if (!json.find("pbrMetallicRoughness"))
            read_glossiness(material, extensions["KHR_materials_pbrSpecularGlossiness"], path);
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
        if (json["alphaMode"].string() == "MASK") material.alpha = AlphaMode::mask;
        if (json["alphaMode"].string() == "BLEND") material.alpha = AlphaMode::blend;
        if (material.alpha == AlphaMode::mask)
            material.alpha_cutoff = static_cast<float>(document_.number(json, "alphaCutoff", 0.5, path));
        material.double_sided = json["doubleSided"].boolean();
        read_own_extras(material);
        if (slots_.size() > 0) keep(material.extras, "slots", std::move(slots_));
        keep_extensions(material, extensions, path);
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
        auto image = carried_image(bytes);
        if (!image) image = image::from_file(labels_[index], bytes);
        if (!image) {
            document_.lose(path, "is left out: " + image.error().message());
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
        if (code == clamp_wrap) return Wrap::clamp;
        return code == mirror_wrap ? Wrap::mirror : Wrap::repeat;
    }

    // The image that a texture shows: of its own, else of the extensions for pictures of other kinds.
    static const Json* source_of(const Json& texture) {
        if (const Json* own = texture.find("source")) return own;
        for (const char* name : {"KHR_texture_basisu", "EXT_texture_webp", "MSFT_texture_dds"})
            if (const Json* other = texture["extensions"][name].find("source")) return other;
        return nullptr;
    }

    // The images that some material shows, by a texture or by name.
    std::vector<bool> used_images() const {
        const Json::Array &images = document_.list("images"), &textures = document_.list("textures");
        std::vector<bool> used(images.size());
        std::map<std::string_view, std::size_t> by_name;
        for (std::size_t i = 0; i < images.size(); ++i) by_name.try_emplace(images[i]["name"].string(), i);
        const auto mark = [&](const Json& reference) {
            const std::uint64_t texture = reference["index"].unsigned_integer(textures.size());
            const Json* source =
                texture < textures.size() ? source_of(textures[static_cast<std::size_t>(texture)]) : nullptr;
            const std::uint64_t image = source ? source->unsigned_integer(images.size()) : images.size();
            if (image < images.size()) used[static_cast<std::size_t>(image)] = true;
        };
        for (const Json& material : document_.list("materials")) {
            each_texture(material, mark);
            for (const Json& frame : material["extras"]["frames"].items())
                if (const auto found = by_name.find(frame.string()); found != by_name.end()) used[found->second] = true;
        }
        return used;
    }

    // Kinds that glTF has by extension. They are carried as they are; their heads tell how large they are.
    static Result<Image> carried_image(Bytes bytes) {
        constexpr std::string_view ktx_signature = "\xABKTX 20\xBB\r\n\x1A\n";
        const std::string_view text = as_text(bytes);
        const auto number = [&](std::size_t offset, std::size_t size) {
            std::uint32_t value = 0;
            for (std::size_t i = 0; i < size; ++i)
                value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
            return value;
        };
        Image image;
        if (text.starts_with(ktx_signature) && bytes.size() >= 28) {
            image.encoding = ImageEncoding::ktx2;
            image.width = number(20, 4);
            image.height = number(24, 4);
        } else if (text.starts_with("RIFF") && text.size() >= 30 && text.substr(8, 4) == "WEBP") {
            image.encoding = ImageEncoding::webp;
            const std::string_view kind = text.substr(12, 4);
            if (kind == "VP8X") {
                image.width = number(24, 3) + 1;
                image.height = number(27, 3) + 1;
            } else if (kind == "VP8L") {
                image.width = (number(21, 4) & 0x3FFF) + 1;
                image.height = (number(21, 4) >> 14 & 0x3FFF) + 1;
            } else {
                image.width = number(26, 2) & 0x3FFF;
                image.height = number(28, 2) & 0x3FFF;
            }
        } else {
            return fail("another kind");
        }
        image.bytes.assign(bytes.begin(), bytes.end());
        return image;
    }

    // A texture's sampler with all it says or means.
    Json sampler_of(const Json& texture, const std::string& path) {
        const auto number = document_.index(texture, "sampler", document_.list("samplers").size(), path);
        const Json& json = number ? document_.list("samplers")[*number] : Json();
        const bool sharp = json["magFilter"].integer(linear_filter) == nearest_filter;
        Json whole = Json::object();
        whole.append("magFilter", sharp ? nearest_filter : linear_filter);
        whole.append("minFilter", json["minFilter"].integer(sharp ? nearest_filter : mipmap_filter));
        whole.append("wrapS", json["wrapS"].integer(repeat_wrap));
        whole.append("wrapT", json["wrapT"].integer(repeat_wrap));
        return whole;
    }

    // The model's image in a slot, or -1. The first texture's sampler speaks for the whole material; where another's
    // is different, it is kept.
    std::int32_t texture(Material& material, const Json& owner, const char* slot, const char* short_name,
                         const std::string& path, std::uint32_t& uv_set) {
        const Json* reference = owner.find(slot);
        if (!reference) return -1;
        const std::string field = path + '.' + slot;
        const Json& transform = (*reference)["extensions"]["KHR_texture_transform"];
        uv_set = uv_set_of((*reference)["texCoord"], transform["texCoord"], field);
        Json differences = Json::object();
        read_transform(material, transform, field, differences);
        const Json::Array& textures = document_.list("textures");
        const auto index = document_.index(*reference, "index", textures.size(), field);
        if (!index) return -1;
        const Json& texture = textures[*index];
        const std::string texture_path = at("textures", *index);
        Json sampler = sampler_of(texture, texture_path);
        if (!has_sampler_) {
            material.wrap_u = wrap_of(sampler["wrapS"].integer());
            material.wrap_v = wrap_of(sampler["wrapT"].integer());
            material.filter = sampler["magFilter"].integer() == nearest_filter ? Filter::nearest : Filter::linear;
        }
        has_sampler_ = true;
        if (sampler != sampler_json(material.wrap_u, material.wrap_v, material.filter))
            differences.append("sampler", std::move(sampler));
        const auto source = image_of(texture, texture_path);
        if (!source) return -1;
        const std::int32_t image = reader_.images[*source];
        if (image < 0)
            missing_.append(short_name, labels_[*source]);
        else if (differences.size() > 0)
            slots_.append(short_name, std::move(differences));
        return image;
    }

    std::optional<std::size_t> image_of(const Json& texture, const std::string& path) {
        const Json* source = source_of(texture);
        if (!source) return {};
        Json holder = Json::object();
        holder.append("source", *source);
        return document_.index(holder, "source", document_.list("images").size(), path);
    }

    std::uint32_t uv_set_of(const Json& plain, const Json& transformed, const std::string& field) {
        const std::int64_t set = transformed.integer(plain.integer(0));
        if (set == 0 || set == 1) return static_cast<std::uint32_t>(set);
        document_.warn(field + ".texCoord", "only the first two texture coordinates are kept; the first are used");
        return 0;
    }

    // The first picture's transform speaks for the whole material, too.
    void read_transform(Material& material, const Json& json, const std::string& field, Json& differences) {
        UvTransform transform;
        transform.offset = document_.vector(json, "offset", transform.offset, field);
        transform.rotation = static_cast<float>(document_.number(json, "rotation", 0, field));
        transform.scale = document_.vector(json, "scale", transform.scale, field);
        if (!has_transform_) material.uv = transform;
        has_transform_ = true;
        if (material.uv != transform) differences.append("transform", transform_json(transform));
    }

    // What the older material model says, as far as metal and roughness can say it.
    void read_glossiness(Material& material, const Json& json, const std::string& path) {
        if (!json.is_object()) return;
        material.base_color = document_.vector(json, "diffuseFactor", Vec4{1, 1, 1, 1}, path);
        material.base_color_image =
            texture(material, json, "diffuseTexture", "baseColor", path, material.uv_sets.base_color);
        material.metallic = 0;
        material.roughness =
            static_cast<float>(1 - std::clamp(document_.number(json, "glossinessFactor", 1, path), 0.0, 1.0));
    }

    // Extensions that the model has no fields for, with pictures by name.
    void keep_extensions(Material& material, const Json& extensions, const std::string& path) {
        Json others = Json::object();
        for (const Json::Member& entry : extensions.members())
            if (entry.name != "KHR_materials_unlit" && entry.name != "KHR_materials_emissive_strength")
                others.append(entry.name, entry.value);
        if (others.size() == 0) return;
        const std::string field = path + ".extensions";
        const auto by_name = [&](const Json::Member& entry) {
            const Json::Array& textures = document_.list("textures");
            const auto index = document_.index(entry.value, "index", textures.size(), field + '.' + entry.name);
            if (!index) return Json();
            const std::string texture_path = at("textures", *index);
            const auto source = image_of(textures[*index], texture_path);
            const std::int32_t image = source ? reader_.images[*source] : -1;
            if (image < 0) {
                document_.warn(field + '.' + entry.name, "its picture is not there and is left out");
                return Json();
            }
            Json reference = Json::object();
            reference.append("image", reader_.model.images[static_cast<std::size_t>(image)].name);
            reference.append("sampler", sampler_of(textures[*index], texture_path));
            for (const Json::Member& other : entry.value.members())
                if (other.name != "index") reference.append(other.name, other.value);
            return reference;
        };
        keep(material.extras, "extensions", with_textures(others, by_name));
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
        if (const Json& scroll = extras["uvScroll"]; scroll.items().size() == 2 && fits(scroll[0]) && fits(scroll[1])) {
            material.uv_scroll = {as_float(scroll[0]), as_float(scroll[1])};
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
    UniqueNames unique_;
    Json missing_, slots_;
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
