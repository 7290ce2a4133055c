// KHR_materials_variants: other looks of a model. glTF says for each primitive which material it has in which variant;
// the model says it for each material. Private to the room.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "ossuary/base/json.h"
#include "ossuary/model/model.h"

namespace ossuary::gltf {

class Document;

inline constexpr std::string_view variants_extension = "KHR_materials_variants";

// Collects what the primitives say. Where two with the same material differ in their variants, the second gets a copy
// of the material.
class VariantReader {
public:
    // The names, once the materials are read.
    void begin(Document& document, Model& model);
    // The material of the model that a primitive has, which wants this one of the document (-1: none).
    std::int32_t material_of(const Json& primitive, std::int32_t material, const std::string& path);
    // Fills the model's list.
    void finish();

private:
    Document* document_ = nullptr;
    Model* model_ = nullptr;
    std::vector<std::vector<std::int32_t>> looks_; // of each material in each variant, -1 for its own; empty: not used
    std::map<std::pair<std::int32_t, std::vector<std::int32_t>>, std::int32_t> known_;
};

// What a primitive with that material says, null if it is the same in all variants.
Json variant_mappings(const Model& model, std::int32_t material);
// What the document says.
Json variant_names(const Model& model);

} // namespace ossuary::gltf
