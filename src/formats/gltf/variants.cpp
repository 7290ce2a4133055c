#include "variants.h"

#include <algorithm>

#include "document.h"

namespace ossuary::gltf {

void VariantReader::begin(Document& document, Model& model) {
    document_ = &document;
    model_ = &model;
    const Json& names = document.root()["extensions"][variants_extension]["variants"];
    if (!names.is_null() && !names.is_array())
        return document.fail("extensions." + std::string(variants_extension) + ".variants", "expected a list");
    for (const Json& entry : names.items()) {
        if (!document.spend(sizeof(MaterialVariant), "extensions")) return;
        model.variants.push_back({std::string(entry["name"].string()), {}});
    }
    if (!model.variants.empty()) looks_.resize(model.materials.size());
}

std::int32_t VariantReader::material_of(const Json& primitive, std::int32_t material, const std::string& path) {
    const std::size_t count = model_->variants.size();
    if (count == 0) return material;
    const std::size_t of_document = document_->list("materials").size();
    std::vector<std::int32_t> looks(count, -1);
    const Json& mappings = primitive["extensions"][variants_extension]["mappings"];
    const std::string list = path + ".extensions." + std::string(variants_extension) + ".mappings";
    if (!mappings.is_null() && !mappings.is_array()) {
        document_->fail(list, "expected a list");
        return material;
    }
    for (std::size_t m = 0; m < mappings.size(); ++m) {
        const Json& mapping = mappings[m];
        const std::string field = list + '[' + std::to_string(m) + ']';
        const auto other = document_->index(mapping, "material", of_document, field);
        if (!document_->ok()) return material;
        for (const Json& variant : mapping["variants"].items()) {
            const std::int64_t number = variant.integer(-1);
            if (number < 0 || static_cast<std::size_t>(number) >= count) {
                document_->fail(field + ".variants", "there is no such variant");
                return material;
            }
            if (other) looks[static_cast<std::size_t>(number)] = static_cast<std::int32_t>(*other);
        }
    }
    const auto [known, is_new] = known_.try_emplace({material, looks}, material);
    if (!is_new) return known->second;
    if (!document_->spend(sizeof(Material) + 2 * count * sizeof(std::int32_t), path)) return material;
    if (material >= 0 && looks_[static_cast<std::size_t>(material)].empty()) {
        looks_[static_cast<std::size_t>(material)] = std::move(looks);
        return material;
    }
    const bool changes = std::ranges::any_of(looks, [](std::int32_t look) { return look >= 0; });
    if (material < 0 && !changes) return material;
    known->second = static_cast<std::int32_t>(model_->materials.size());
    model_->materials.push_back(material < 0 ? Material{}
                                             : Material(model_->materials[static_cast<std::size_t>(material)]));
    looks_.push_back(std::move(looks));
    return known->second;
}

void VariantReader::finish() {
    for (std::size_t v = 0; v < model_->variants.size(); ++v)
        for (std::size_t m = 0; m < model_->materials.size(); ++m) {
            const bool is_other = m < looks_.size() && !looks_[m].empty() && looks_[m][v] >= 0;
            model_->variants[v].materials.push_back(is_other ? looks_[m][v] : static_cast<std::int32_t>(m));
        }
}

Json variant_mappings(const Model& model, std::int32_t material) {
    std::map<std::int32_t, Json> by_material;
    for (std::size_t v = 0; v < model.variants.size(); ++v) {
        const std::int32_t other = material_in(model.variants[v], material);
        if (other == material) continue;
        by_material.try_emplace(other, Json::array()).first->second.push(v);
    }
    if (by_material.empty()) return {};
    Json mappings = Json::array();
    for (auto& [other, variants] : by_material) {
        Json mapping = Json::object();
        mapping.append("material", other);
        mapping.append("variants", std::move(variants));
        mappings.push(std::move(mapping));
    }
    Json all = Json::object();
    all.append("mappings", std::move(mappings));
    return all;
}

Json variant_names(const Model& model) {
    Json names = Json::array();
    for (const MaterialVariant& variant : model.variants) {
        Json one = Json::object();
        one.append("name", variant.name);
        names.push(std::move(one));
    }
    Json all = Json::object();
    all.append("variants", std::move(names));
    return all;
}

} // namespace ossuary::gltf
