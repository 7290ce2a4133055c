#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "kept.h"
#include "names.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/image/image.h"
#include "sampling.h"
#include "uri.h"
#include "writer.h"

namespace ossuary::gltf {

namespace {

// A file name out of an image's name: what file systems object to becomes `_`.
std::string safe_file_stem(std::string_view name) {
    std::string stem;
    for (const char c : name) {
        const bool bad =
            static_cast<unsigned char>(c) < 0x20 || std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos;
        stem += bad ? '_' : c;
    }
    return stem.find_first_not_of('.') == stem.npos ? "image" : stem;
}

class MaterialWriter {
public:
    explicit MaterialWriter(Writer& writer) : writer_(writer) {}

    void images() {
        const std::vector<Image>& images = writer_.model.images;
        writer_.encoded.reserve(images.size()); // views borrow from it: it must not move
        const std::vector<bool> used = used_images();
        for (std::size_t i = 0; i < images.size(); ++i) {
            names_.emplace_back();
            if (!used[i]) {
                writer_.note("images[" + std::to_string(i) + ']',
                             "no material uses '" + images[i].name + "'; it is left out");
                indices_.push_back(-1);
                continue;
            }
            indices_.push_back(image(i) ? static_cast<std::int32_t>(writer_.images.size()) - 1 : -1);
        }
    }

    void material(std::size_t index) {
        const Material& material = writer_.model.materials[index];
        const std::string path = "materials[" + std::to_string(index) + ']';
        missing_ = Json::object();
        Json json = Json::object();
        if (!material.name.empty()) json.append("name", material.name);

        Json surface = Json::object();
        if (material.base_color != Vec4{1, 1, 1, 1})
            surface.append("baseColorFactor", numbers(clamped(material.base_color, path + ".base_color")));
        const std::int32_t base =
            material.base_color_image < 0 && !material.frames.empty() ? material.frames[0] : material.base_color_image;
        const UvSets& sets = material.uv_sets;
        append_texture(surface, "baseColorTexture", "baseColor", material, base, sets.base_color);
        if (material.metallic != 1) surface.append("metallicFactor", clamped(material.metallic, path + ".metallic"));
        if (material.roughness != 1)
            surface.append("roughnessFactor", clamped(material.roughness, path + ".roughness"));
        append_texture(surface, "metallicRoughnessTexture", "metallicRoughness", material,
                       material.metallic_roughness_image, sets.metallic_roughness);
        const Json& kept_extensions = kept(material.extras, "extensions");
        if (surface.size() > 0 || kept_extensions.find("KHR_materials_pbrSpecularGlossiness"))
            json.append("pbrMetallicRoughness", std::move(surface));

        Json scale, strength;
        if (material.normal_scale != 1) scale = Json(material.normal_scale);
        if (material.occlusion_strength != 1) strength = Json(material.occlusion_strength);
        append_texture(json, "normalTexture", "normal", material, material.normal_image, sets.normal, "scale", scale);
        append_texture(json, "occlusionTexture", "occlusion", material, material.occlusion_image, sets.occlusion,
                       "strength", strength);
        append_texture(json, "emissiveTexture", "emissive", material, material.emissive_image, sets.emissive);
        Json extensions = Json::object();
        Json extras = Json::object();
        append_emissive(json, extensions, extras, material, path);
        if (material.alpha == AlphaMode::mask) {
            json.append("alphaMode", "MASK");
            if (material.alpha_cutoff != 0.5f && material.alpha_cutoff >= 0)
                json.append("alphaCutoff", material.alpha_cutoff);
        } else if (material.alpha != AlphaMode::opaque) {
            json.append("alphaMode", "BLEND");
        }
        if (material.double_sided) json.append("doubleSided", true);
        if (material.unlit) extensions.append("KHR_materials_unlit", Json::object());
        append_kept(extensions, kept_extensions, path);
        for (const Json::Member& extension : extensions.members()) writer_.extensions.insert(extension.name);
        if (extensions.size() > 0) json.append("extensions", std::move(extensions));

        if (material.alpha > AlphaMode::blend) extras.append("blend", name_of(material.alpha));
        if (!material.frames.empty()) {
            Json frames = Json::array();
            for (const std::int32_t frame : material.frames) frames.push(names_[static_cast<std::size_t>(frame)]);
            extras.append("frames", std::move(frames));
            extras.append("frameRate", material.frame_rate);
        }
        append_movement(extras, material);
        if (missing_.size() > 0) extras.append("images", std::move(missing_));
        if (!material.texture.empty()) extras.append("texture", material.texture);
        extras = merged_extras(std::move(extras), without_kept(material.extras));
        if (extras.size() > 0) json.append("extras", std::move(extras));
        writer_.materials.push(std::move(json));
    }

private:
    // False if the picture cannot be in a glTF file.
    bool image(std::size_t index) {
        const Image& image = writer_.model.images[index];
        const std::string path = "images[" + std::to_string(index) + ']';
        Bytes bytes = image.bytes;
        std::optional<ImageEncoding> encoding = image.encoding;
        if (image.encoding != ImageEncoding::rgba8) encoding = image::recognise_image(image.bytes);
        const std::string wanted = image.name.empty() ? "image_" + std::to_string(index) : image.name;
        names_[index] = wanted;
        const bool carried = image.encoding == ImageEncoding::ktx2 || image.encoding == ImageEncoding::webp;
        if (carried) encoding = image.encoding;
        if (carried) {
            // only extensions of glTF have such pictures
        } else if (encoding == ImageEncoding::png || encoding == ImageEncoding::jpeg) {
            if (const auto size = image::read_size(bytes); !size) {
                writer_.warn(path, "'" + wanted + "' is left out: " + size.error().message());
                return false;
            }
        } else {
            auto png = image::to_png(image);
            if (!png) {
                writer_.warn(path, "'" + wanted + "' is left out: " + png.error().message());
                return false;
            }
            writer_.encoded.push_back(std::move(png->bytes));
            bytes = writer_.encoded.back();
            encoding = ImageEncoding::png;
        }
        names_[index] = unique_(wanted);
        const auto [ending, media_type] = kind_of_file(*encoding);
        Json json = Json::object();
        json.append("name", names_[index]);
        std::string file;
        if (writer_.pictures_beside) {
            const std::string stem = safe_file_stem(names_[index]);
            file = stem + ending;
            for (int number = 2; !files_.insert(lower_case(file)).second; ++number)
                file = stem + '_' + std::to_string(number) + ending;
            json.append("uri", percent_encode(file));
            writer_.files.push_back({file, ByteBuffer(bytes.begin(), bytes.end())});
        } else {
            const std::size_t view = writer_.storage.add_view();
            writer_.storage.views[view].borrowed = bytes;
            json.append("mimeType", media_type);
            json.append("bufferView", view);
        }
        Json extras = Json::object();
        if (!image.source.empty() && to_utf8(image.source) != file) extras.append("source", image.source);
        extras = merged_extras(std::move(extras), image.extras);
        if (extras.size() > 0) json.append("extras", std::move(extras));
        writer_.images.push(std::move(json));
        return true;
    }

    struct FileKind {
        const char* ending;
        const char* media_type;
    };
    static FileKind kind_of_file(ImageEncoding encoding) {
        if (encoding == ImageEncoding::jpeg) return {".jpg", "image/jpeg"};
        if (encoding == ImageEncoding::ktx2) return {".ktx2", "image/ktx2"};
        if (encoding == ImageEncoding::webp) return {".webp", "image/webp"};
        return {".png", "image/png"};
    }

    // The images that some material shows, in a slot, in turn, or by an extension that names them.
    std::vector<bool> used_images() const {
        const std::vector<Image>& images = writer_.model.images;
        std::vector<bool> used(images.size());
        const auto mark = [&](std::int32_t image) {
            if (image >= 0) used[static_cast<std::size_t>(image)] = true;
        };
        for (const Material& material : writer_.model.materials) {
            for (const std::int32_t image : {material.base_color_image, material.normal_image, material.emissive_image,
                                             material.metallic_roughness_image, material.occlusion_image})
                mark(image);
            for (const std::int32_t frame : material.frames) mark(frame);
            each_texture(kept(material.extras, "extensions"),
                         [&](const Json& reference) { mark(image_named(reference["image"].string())); });
        }
        return used;
    }

    std::int32_t image_named(std::string_view name) const {
        const std::vector<Image>& images = writer_.model.images;
        const auto found =
            std::find_if(images.begin(), images.end(), [name](const Image& image) { return image.name == name; });
        return found == images.end() ? -1 : static_cast<std::int32_t>(found - images.begin());
    }

    // A sampler by its whole JSON; wraps that mean nothing new are not written.
    std::size_t sampler(const Json& whole) {
        const auto [found, is_new] = samplers_.try_emplace(print_json(whole), writer_.samplers.size());
        if (is_new) {
            Json json = Json::object();
            for (const Json::Member& entry : whole.members())
                if (!(entry.name.starts_with("wrap") && entry.value.integer() == repeat_wrap))
                    json.append(entry.name, entry.value);
            writer_.samplers.push(std::move(json));
        }
        return found->second;
    }

    // The number of the texture that shows an image of the document with a sampler.
    std::size_t texture(std::int32_t source, ImageEncoding encoding, const Json& sampling) {
        const std::size_t used = sampler(sampling);
        const auto [found, is_new] = textures_.try_emplace({source, used}, writer_.textures.size());
        if (!is_new) return found->second;
        Json json = Json::object();
        json.append("sampler", used);
        if (encoding == ImageEncoding::ktx2 || encoding == ImageEncoding::webp) {
            const std::string name = encoding == ImageEncoding::ktx2 ? "KHR_texture_basisu" : "EXT_texture_webp";
            Json own = Json::object(), extensions = Json::object();
            own.append("source", source);
            extensions.append(name, std::move(own));
            json.append("extensions", std::move(extensions));
            writer_.required_extensions.insert(name);
        } else {
            json.append("source", source);
        }
        writer_.textures.push(std::move(json));
        return found->second;
    }

    // Extensions as they were read, their pictures by number again.
    void append_kept(Json& extensions, const Json& all, const std::string& path) {
        const auto by_number = [&](const Json::Member& entry) {
            const std::int32_t image = image_named(entry.value["image"].string());
            const std::int32_t source = image < 0 ? -1 : indices_[static_cast<std::size_t>(image)];
            if (source < 0) {
                writer_.warn(path + ".extensions", "the picture of " + entry.name + " is not there and is left out");
                return Json();
            }
            Json reference = Json::object();
            reference.append("index", texture(source, writer_.model.images[static_cast<std::size_t>(image)].encoding,
                                              entry.value["sampler"]));
            for (const Json::Member& other : entry.value.members())
                if (other.name != "image" && other.name != "sampler") reference.append(other.name, other.value);
            return reference;
        };
        for (const Json::Member& entry : all.members()) {
            extensions.append(entry.name, with_textures(entry.value, by_number));
            writer_.use_extensions(entry.value);
        }
    }

    void append_texture(Json& owner, std::string slot, std::string_view short_name, const Material& material,
                        std::int32_t image, std::uint32_t uv_set, const char* amount_name = "", Json amount = {}) {
        if (image < 0) return;
        const std::int32_t source = indices_[static_cast<std::size_t>(image)];
        if (source < 0) {
            const Image& lost = writer_.model.images[static_cast<std::size_t>(image)];
            missing_.append(std::string(short_name),
                            lost.source.empty() ? names_[static_cast<std::size_t>(image)] : lost.source);
            return;
        }
        const Json& own = kept(material.extras, "slots")[short_name];
        Json reference = Json::object();
        reference.append("index", texture(source, writer_.model.images[static_cast<std::size_t>(image)].encoding,
                                          own["sampler"].is_object()
                                              ? own["sampler"]
                                              : sampler_json(material.wrap_u, material.wrap_v, material.filter)));
        if (uv_set > 0) reference.append("texCoord", uv_set);
        if (!amount.is_null()) reference.append(amount_name, std::move(amount));
        append_transform(reference, material, own["transform"]);
        owner.append(std::move(slot), std::move(reference));
    }

    // Also where it changes nothing yet but the picture scrolls: so there is something for a viewer to move.
    void append_transform(Json& reference, const Material& material, const Json& own) {
        const UvTransform& uv = material.uv;
        if (!own.is_object() && uv == UvTransform{} && material.uv_scroll == Vec2{}) return;
        Json extensions = Json::object();
        extensions.append("KHR_texture_transform", own.is_object() ? own : transform_json(uv));
        reference.append("extensions", std::move(extensions));
        writer_.extensions.insert("KHR_texture_transform");
    }

    // What moves or mirrors has no place of its own in a glTF material.
    static void append_movement(Json& extras, const Material& material) {
        if (material.uv_scroll != Vec2{}) extras.append("uvScroll", numbers(material.uv_scroll));
        if (material.environment != 0) extras.append("environment", material.environment);
        if (material.wave != Wave{}) {
            Json wave = Json::object();
            wave.append("mode", name_of(material.wave.mode));
            wave.append("speed", name_of(material.wave.speed));
            wave.append("amplitude", material.wave.amplitude);
            wave.append("gridSize", material.wave.grid_size);
            extras.append("wave", std::move(wave));
        }
        if (material.substance != Substance::unknown) extras.append("substance", name_of(material.substance));
    }

    // Light beyond 1 needs an extension, which unlit materials must not have: theirs goes into extras. The factor is
    // kept in double so that the product is exact again.
    void append_emissive(Json& json, Json& extensions, Json& extras, const Material& material,
                         const std::string& path) {
        const Vec3& e = material.emissive;
        if (e == Vec3{}) return;
        if (!(e.x >= 0 && e.y >= 0 && e.z >= 0 && std::isfinite(e.x + e.y + e.z))) {
            writer_.warn(path + ".emissive", "is negative or not finite and left out");
            return;
        }
        const float strength = std::max({e.x, e.y, e.z});
        if (strength <= 1) {
            json.append("emissiveFactor", numbers(e));
            return;
        }
        json.append("emissiveFactor", numbers(to_double(e) / static_cast<double>(strength)));
        if (material.unlit) {
            extras.append("emissiveStrength", strength);
            return;
        }
        Json extension = Json::object();
        extension.append("emissiveStrength", strength);
        extensions.append("KHR_materials_emissive_strength", std::move(extension));
    }

    float clamped(float value, const std::string& path) {
        if (value >= 0 && value <= 1) return value;
        writer_.warn(path, "is not between 0 and 1 and was clamped");
        return value > 1 ? 1.0f : 0.0f;
    }
    Vec4 clamped(Vec4 color, const std::string& path) {
        for (std::size_t i = 0; i < 4; ++i) color[i] = clamped(color[i], path);
        return color;
    }

    Writer& writer_;
    UniqueNames unique_;
    std::vector<std::string> names_;    // of the model's images, as written
    std::vector<std::int32_t> indices_; // of the model's images in the document, or -1
    std::set<std::string> files_;
    std::map<std::string, std::size_t> samplers_;
    std::map<std::pair<std::int32_t, std::size_t>, std::size_t> textures_;
    Json missing_;
};

} // namespace

void write_materials(Writer& writer) {
    MaterialWriter materials(writer);
    materials.images();
    for (std::size_t i = 0; i < writer.model.materials.size(); ++i) materials.material(i);
}

} // namespace ossuary::gltf
