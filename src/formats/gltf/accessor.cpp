#include "accessor.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "draco.h"
#include "ossuary/base/diagnostic.h"
#include "storage.h"

namespace ossuary::gltf {

namespace {

std::size_t component_size(Component component) {
    switch (component) {
    case Component::i8:
    case Component::u8: return 1;
    case Component::i16:
    case Component::u16: return 2;
    case Component::u32:
    case Component::f32: return 4;
    }
    return 0;
}

std::size_t component_count(std::string_view type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    if (type == "VEC4") return 4;
    return type == "MAT4" ? 16 : 0;
}

// A run of elements in a view that has been found large enough for them.
struct Elements {
    const std::byte* data = nullptr;
    std::size_t stride = 0;
    Component component = Component::f32;
};

template <class Out> Out convert(const std::byte* from, Component component, bool normalized) {
    const auto as = [&]<class In>(In, double scale) {
        const In value = load<In>(from, Endian::little);
        if constexpr (std::is_same_v<Out, float>) {
            if (normalized) return static_cast<float>(std::max(static_cast<double>(value) / scale, -1.0));
        }
        return static_cast<Out>(value);
    };
    switch (component) {
    case Component::i8: return as(std::int8_t{}, 127);
    case Component::u8: return as(std::uint8_t{}, 255);
    case Component::i16: return as(std::int16_t{}, 32767);
    case Component::u16: return as(std::uint16_t{}, 65535);
    case Component::u32: return as(std::uint32_t{}, 4294967295.0);
    case Component::f32:
        if constexpr (std::is_same_v<Out, float>) return load<float>(from, Endian::little);
    }
    return Out{};
}

class AccessorReader {
public:
    AccessorReader(Document& document, std::size_t accessor)
        : document_(document), json_(document.list("accessors")[accessor]), path_(at("accessors", accessor)),
          decoded_(document.decoded(accessor)) {}

    template <class Out> std::vector<Out> read(std::string_view type) {
        std::uint64_t count = document_.count(json_, "count", 0, path_);
        const std::size_t components = component_count(type);
        if (json_["type"].string() != type)
            document_.fail(path_ + ".type",
                           "expected " + std::string(type) + ", found '" + std::string(json_["type"].string()) + "'");
        const Component component = component_type(json_, path_);
        const bool normalized = json_["normalized"].boolean();
        if (std::is_same_v<Out, std::uint32_t> && !is_unsigned(component))
            document_.fail(path_ + ".componentType", "expected an unsigned integer type");
        if (decoded_) count = decoded_->size() / (component_size(component) * components);
        if (!document_.ok() || !document_.spend(count * components * sizeof(Out), path_ + ".count")) return {};

        std::vector<Out> values;
        if (decoded_) {
            for (std::size_t i = 0; i < count * components; ++i)
                values.push_back(convert<Out>(decoded_->data() + i * component_size(component), component, normalized));
        } else if (const auto view =
                       document_.index(json_, "bufferView", document_.list("bufferViews").size(), path_)) {
            const Elements elements = find(json_, path_, *view, component, components, count);
            if (!document_.ok()) return {};
            values.resize(static_cast<std::size_t>(count) * components);
            const std::size_t size = component_size(component);
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t c = 0; c < components; ++c)
                    values[i * components + c] =
                        convert<Out>(elements.data + i * elements.stride + c * size, component, normalized);
        } else {
            values.resize(static_cast<std::size_t>(count) * components);
        }
        if (document_.ok() && json_.find("sparse")) replace(values, count, components, component, normalized);
        if (!document_.ok()) return {};
        if constexpr (std::is_same_v<Out, float>) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (std::isfinite(values[i])) continue;
                document_.fail(path_, "element " + std::to_string(i / components) + " is not a finite number");
                return {};
            }
        }
        return values;
    }

private:
    static bool is_unsigned(Component component) {
        return component == Component::u8 || component == Component::u16 || component == Component::u32;
    }

    Component component_type(const Json& owner, const std::string& path) {
        const std::int64_t code = owner["componentType"].integer(0);
        for (const Component known :
             {Component::i8, Component::u8, Component::i16, Component::u16, Component::u32, Component::f32})
            if (static_cast<std::int64_t>(known) == code) return known;
        document_.fail(path + ".componentType", "missing or not a type of glTF");
        return Component::f32;
    }

    Elements find(const Json& owner, const std::string& path, std::size_t view, Component component,
                  std::size_t components, std::uint64_t count) {
        const Bytes bytes = document_.view(view);
        const std::uint64_t offset = document_.count(owner, "byteOffset", 0, path);
        if (!document_.ok()) return {};
        const std::uint64_t size = component_size(component) * components;
        const std::uint64_t stride = document_.view_stride(view) > 0 ? document_.view_stride(view) : size;
        if (stride < size) document_.fail(at("bufferViews", view) + ".byteStride", "shorter than an element");
        // count is at most 2^40 and stride at most 252, so that nothing overflows.
        const std::uint64_t needed = count == 0 ? 0 : stride * (count - 1) + size;
        if (offset > bytes.size() || needed > bytes.size() - offset)
            document_.fail(path + ".count", std::to_string(count) + " elements need " + std::to_string(needed) +
                                                " bytes from " + std::to_string(offset) + " on, the buffer view has " +
                                                std::to_string(bytes.size()));
        if (!document_.ok()) return {};
        return {bytes.data() + offset, static_cast<std::size_t>(stride), component};
    }

    template <class Out>
    void replace(std::vector<Out>& values, std::uint64_t total, std::size_t components, Component component,
                 bool normalized) {
        const Json& sparse = json_["sparse"];
        const std::string path = path_ + ".sparse";
        const Json &indices_json = sparse["indices"], &values_json = sparse["values"];
        const std::size_t views = document_.list("bufferViews").size();
        const std::uint64_t count = document_.count(sparse, "count", 0, path);
        const auto index_view = document_.index(indices_json, "bufferView", views, path + ".indices");
        const auto value_view = document_.index(values_json, "bufferView", views, path + ".values");
        if (document_.ok() && (!index_view || !value_view)) document_.fail(path, "has no indices or no values");
        if (document_.ok() && count > total) document_.fail(path + ".count", "more than the accessor has elements");
        const Component index_type = component_type(indices_json, path + ".indices");
        if (document_.ok() && !is_unsigned(index_type))
            document_.fail(path + ".indices.componentType", "expected an unsigned integer type");
        if (!document_.ok()) return;
        const Elements indices = find(indices_json, path + ".indices", *index_view, index_type, 1, count);
        const Elements replacements = find(values_json, path + ".values", *value_view, component, components, count);
        if (!document_.ok()) return;
        std::uint64_t least = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto index = convert<std::uint32_t>(indices.data + i * indices.stride, index_type, false);
            if (index < least || index >= total)
                return document_.fail(path + ".indices", "entry " + std::to_string(i) + " is out of range or order");
            least = std::uint64_t{index} + 1;
            for (std::size_t c = 0; c < components; ++c)
                values[index * components + c] = convert<Out>(
                    replacements.data + i * replacements.stride + c * component_size(component), component, normalized);
        }
    }

    Document& document_;
    const Json& json_;
    std::string path_;
    const ByteBuffer* decoded_;
};

} // namespace

std::string_view accessor_type(const Document& document, std::size_t accessor) {
    return document.list("accessors")[accessor]["type"].string();
}

void decode_primitive(Document& document, const Json& primitive, const std::string& path) {
    const Json& coding = primitive["extensions"][draco_extension];
    if (!coding.is_object()) return;
    const std::string field = path + ".extensions." + std::string(draco_extension);
    const Json::Array& accessors = document.list("accessors");
    std::vector<std::size_t> targets;
    std::vector<DracoAttribute> attributes;
    for (const Json::Member& entry : coding["attributes"].members()) {
        const auto accessor = document.index(primitive["attributes"], entry.name, accessors.size(), path);
        const std::uint64_t id = document.count(coding["attributes"], entry.name, 0, field);
        if (!document.ok()) return;
        if (!accessor || document.decoded(*accessor) || accessors[*accessor].find("bufferView")) continue;
        DracoAttribute& attribute = attributes.emplace_back();
        attribute.id = static_cast<std::uint32_t>(id);
        attribute.component = static_cast<Component>(accessors[*accessor]["componentType"].integer(0));
        attribute.components = component_count(accessors[*accessor]["type"].string());
        targets.push_back(*accessor);
        if (attribute.components == 0 || attribute.components > 4 || component_size(attribute.component) == 0)
            return document.fail(at("accessors", *accessor), "is of no kind that can be compressed");
    }
    if (attributes.empty()) return;
    const auto view = document.index(coding, "bufferView", document.list("bufferViews").size(), field);
    if (document.ok() && !view) document.fail(field + ".bufferView", "missing");
    if (!document.ok()) return;
    const Bytes bytes = document.view(*view);
    if (!document.ok()) return;
    const auto indices = decode_draco(bytes, attributes);
    if (!indices) return document.fail(field, indices.error().message());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (!document.spend(attributes[i].values.size(), field)) return;
        document.put_decoded(targets[i], std::move(attributes[i].values));
    }
    const auto target = document.index(primitive, "indices", accessors.size(), path);
    if (!target || accessors[*target].find("bufferView") || !document.spend(indices->size() * 4, field)) return;
    const auto component = static_cast<Component>(accessors[*target]["componentType"].integer(0));
    const std::uint32_t most = component == Component::u8 ? 0xFF : component == Component::u16 ? 0xFFFF : UINT32_MAX;
    ByteBuffer elements;
    for (const std::uint32_t index : *indices) {
        if (index > most) return document.fail(at("accessors", *target), "is too narrow for the compressed indices");
        if (component == Component::u8)
            elements.push_back(static_cast<std::byte>(index));
        else if (component == Component::u16)
            append(elements, std::span<const std::uint16_t>(std::array{static_cast<std::uint16_t>(index)}));
        else
            append(elements, std::span<const std::uint32_t>(std::array{index}));
    }
    document.put_decoded(*target, std::move(elements));
}

std::vector<float> read_floats(Document& document, std::size_t accessor, std::string_view type) {
    return AccessorReader(document, accessor).read<float>(type);
}

std::vector<std::uint32_t> read_integers(Document& document, std::size_t accessor, std::string_view type) {
    return AccessorReader(document, accessor).read<std::uint32_t>(type);
}

} // namespace ossuary::gltf
