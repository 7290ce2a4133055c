#include "document.h"

#include <algorithm>
#include <array>
#include <cfloat>

#include "draco.h"
#include "glb.h"
#include "kept.h"
#include "meshopt.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/sort.h"
#include "uri.h"
#include "writer.h"

namespace ossuary::gltf {

namespace {

// Memory that reading may use: enough for any honest file, and for small ones that reuse their data a lot.
constexpr std::uint64_t base_budget = 32u << 20;
constexpr std::uint64_t budget_per_byte = 64;

constexpr std::array<std::string_view, 12> known_extensions = {
    meshopt_extension,       newer_meshopt_extension, draco_extension,         "KHR_mesh_quantization",
    "KHR_texture_transform", lights_extension,        "KHR_texture_basisu",    "EXT_texture_webp",
    "MSFT_texture_dds",      "KHR_node_visibility",   "KHR_node_hoverability", "KHR_node_selectability"};

// What these say is about the look, or about the file: the rest can be read without them.
constexpr std::array<std::string_view, 7> dispensable_extensions = {
    "EXT_texture_avif", "EXT_lights_image_based", "EXT_lights_ies", "KHR_animation_pointer", "KHR_xmp_json_ld",
    "KHR_xmp",          "KHR_interactivity"};

constexpr std::array<std::string_view, 13> list_names = {
    "accessors", "animations", "buffers",  "bufferViews", "cameras", "images",  "materials",
    "meshes",    "nodes",      "samplers", "scenes",      "skins",   "textures"};

bool is_known(std::string_view extension) {
    const bool of_materials = extension.starts_with("KHR_materials_") || extension.starts_with("EXT_materials_");
    return of_materials ||
           std::find(known_extensions.begin(), known_extensions.end(), extension) != known_extensions.end();
}

bool is_dispensable(std::string_view extension) {
    return std::find(dispensable_extensions.begin(), dispensable_extensions.end(), extension) !=
           dispensable_extensions.end();
}

std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return text;
}

} // namespace

Document::Document(Bytes bytes, const FileLookup& lookup, Diagnostics* diagnostics)
    : lookup_(lookup), diagnostics_(diagnostics), budget_(base_budget + budget_per_byte * bytes.size()) {
    load(bytes);
    if (ok()) check_asset();
    if (ok()) check_extensions();
}

void Document::fail(std::string field, std::string message) {
    fail(Error({.field = std::move(field)}, std::move(message)));
}

void Document::fail(Error error) {
    if (!error_) error_ = std::move(error);
}

void Document::lose(std::string field, std::string message) {
    report(diagnostics_, Severity::error, {.field = std::move(field)}, std::move(message));
}

void Document::warn(std::string field, std::string message) {
    report(diagnostics_, Severity::warning, {.field = std::move(field)}, std::move(message));
}

void Document::note(std::string field, std::string message) {
    report(diagnostics_, Severity::note, {.field = std::move(field)}, std::move(message));
}

void Document::load(Bytes bytes) {
    std::string_view text = as_text(bytes);
    if (has_glb_magic(bytes)) {
        const auto chunks = parse_glb(bytes, diagnostics_);
        if (!chunks) return fail(chunks.error());
        text = chunks->json;
        binary_ = chunks->binary;
        is_glb_ = true;
        has_binary_ = chunks->has_binary;
    }
    if (bytes.empty()) return fail(Error("the file is empty"));
    auto json = parse_json(without_byte_order_mark(text));
    if (!json) return fail(json.error());
    root_ = std::move(*json);
    if (!root_.is_object()) return fail(Error("the document is not a JSON object"));
    for (const std::string_view name : list_names) {
        const Json* entries = root_.find(name);
        lists_.push_back(entries ? &entries->items() : &Json().items());
        if (!entries) continue;
        if (!entries->is_array()) return fail(std::string(name), "expected a list");
        for (std::size_t i = 0; i < entries->size(); ++i)
            if (!(*entries)[i].is_object()) return fail(at(name, i), "expected an object");
    }
    buffers_.resize(list("buffers").size());
}

void Document::check_asset() {
    const Json& asset = root_["asset"];
    const std::string_view version = asset["version"].string();
    if (!asset.is_object() || version.empty()) return fail("asset.version", "missing; this is no glTF document");
    if (version.substr(0, version.find('.')) != "2")
        return fail("asset.version", "version " + std::string(version) + " found, only 2 is read");
    if (const std::string_view least = asset["minVersion"].string(); !least.empty() && least != "2.0")
        return fail("asset.minVersion", "the document needs a reader of version " + std::string(least));
    is_ours_ = asset["generator"].string().starts_with(generator);
}

void Document::check_extensions() {
    for (const char* name : {"extensionsRequired", "extensionsUsed"}) {
        const Json::Array& extensions = root_[name].items();
        for (std::size_t i = 0; i < extensions.size(); ++i) {
            const std::string extension(extensions[i].string());
            if (is_known(extension)) continue;
            if (name == std::string_view("extensionsUsed"))
                warn(at(name, i), "the extension " + extension + " is not known and is ignored");
            else if (!is_dispensable(extension))
                return fail(at(name, i),
                            "the document cannot be read without the extension " + extension + ", which is not known");
        }
    }
}

const Json::Array& Document::list(std::string_view name) const {
    const auto found = std::find(list_names.begin(), list_names.end(), name);
    const auto position = static_cast<std::size_t>(found - list_names.begin());
    return position < lists_.size() ? *lists_[position] : Json().items();
}

bool Document::is_number_list(const Json& list, std::size_t size) {
    return list.is_array() && list.size() == size &&
           std::all_of(list.items().begin(), list.items().end(),
                       [](const Json& n) { return n.is_number() && std::abs(n.number()) <= double{FLT_MAX}; });
}

double Document::number(const Json& owner, std::string_view name, double otherwise, const std::string& path) {
    const Json* value = owner.find(name);
    if (!value) return otherwise;
    if (value->is_number() && std::abs(value->number()) <= double{FLT_MAX}) return value->number();
    fail(member(path, name), "expected a number");
    return otherwise;
}

std::uint64_t Document::count(const Json& owner, std::string_view name, std::uint64_t otherwise,
                              const std::string& path) {
    const Json* value = owner.find(name);
    if (!value) return otherwise;
    const std::int64_t whole = value->is_number() ? value->integer(-1) : -1;
    if (whole >= 0 && whole <= (std::int64_t{1} << 40)) return static_cast<std::uint64_t>(whole);
    fail(member(path, name), "expected a whole number that is not negative");
    return otherwise;
}

bool Document::matrix(const Json& owner, std::string_view name, const std::string& path,
                      std::array<double, 16>& columns) {
    if (!owner.find(name)) return false;
    numbers(owner, name, 16, path, [&](std::size_t i, double value) { columns[i] = value; });
    return ok();
}

std::optional<std::size_t> Document::index(const Json& owner, std::string_view name, std::size_t size,
                                           const std::string& path) {
    if (!owner.find(name)) return {};
    const std::uint64_t value = count(owner, name, 0, path);
    if (value < size) return ok() ? std::optional(static_cast<std::size_t>(value)) : std::nullopt;
    fail(member(path, name), std::to_string(value) + " is out of range, there are " + std::to_string(size));
    return {};
}

std::vector<std::size_t> Document::indices(const Json& owner, std::string_view name, std::size_t size,
                                           const std::string& path) {
    const Json* entries = owner.find(name);
    if (!entries) return {};
    const std::string field = member(path, name);
    if (!entries->is_array()) {
        fail(field, "expected a list");
        return {};
    }
    std::vector<std::size_t> result, sorted;
    for (std::size_t i = 0; i < entries->size(); ++i) {
        const Json& entry = (*entries)[i];
        const std::int64_t value = entry.is_number() ? entry.integer(-1) : -1;
        if (value < 0 || static_cast<std::uint64_t>(value) >= size) {
            fail(at(field, i), "is out of range, there are " + std::to_string(size));
            return {};
        }
        result.push_back(static_cast<std::size_t>(value));
    }
    sorted = result;
    ossuary::sort(sorted);
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        fail(field, "lists an entry twice");
        return {};
    }
    return result;
}

bool Document::spend(std::uint64_t bytes, const std::string& path) {
    if (!ok()) return false;
    if (bytes > budget_) {
        fail(path, "asks for more memory than a file of this size can mean");
        return false;
    }
    budget_ -= bytes;
    return true;
}

Result<SharedBytes> Document::resource(std::string_view uri) {
    if (is_data_uri(uri)) {
        auto data = parse_data_uri(uri);
        if (!data) return Failure(data.error());
        return std::move(data->bytes);
    }
    const auto name = relative_name(uri);
    if (!name) return Failure(name.error());
    auto bytes = lookup_ ? lookup_(*name) : std::nullopt;
    if (!bytes) return ossuary::fail("the file '" + *name + "' is not there");
    budget_ += budget_per_byte * bytes->size();
    return std::move(*bytes);
}

Bytes Document::buffer(std::size_t index) {
    Buffer& buffer = buffers_[index];
    if (buffer.loaded || !ok()) return buffer.bytes;
    const Json& json = list("buffers")[index];
    const std::string path = at("buffers", index);
    const std::uint64_t length = count(json, "byteLength", 0, path);
    if (const Json* uri = json.find("uri")) {
        auto bytes = resource(uri->string());
        if (!bytes) fail(path + ".uri", bytes.error().message());
        if (!ok() || !spend(bytes->size(), path)) return {};
        buffer.own = std::move(*bytes);
        buffer.bytes = buffer.own;
    } else if (is_glb_ && index == 0 && has_binary_) {
        buffer.bytes = binary_;
    } else {
        fail(path + ".uri", "missing, and there is no binary chunk for it");
        return {};
    }
    if (length > buffer.bytes.size()) {
        fail(path + ".byteLength",
             std::to_string(length) + " bytes, but only " + std::to_string(buffer.bytes.size()) + " are there");
        return {};
    }
    buffer.bytes = buffer.bytes.first(static_cast<std::size_t>(length));
    buffer.loaded = true;
    return buffer.bytes;
}

Bytes Document::view(std::size_t index) {
    const Json& json = list("bufferViews")[index];
    const std::string path = at("bufferViews", index);
    const std::uint64_t stride = count(json, "byteStride", 4, path);
    if (ok() && (stride < 4 || stride > 252)) fail(path + ".byteStride", "is not between 4 and 252");
    for (const std::string_view extension : {meshopt_extension, newer_meshopt_extension})
        if (const Json& coding = json["extensions"][extension]; coding.is_object())
            return compressed_view(index, coding, path + ".extensions." + std::string(extension));
    return run(json, path);
}

Bytes Document::compressed_view(std::size_t index, const Json& coding, const std::string& path) {
    ByteBuffer& decoded = decoded_views_[index];
    if (!decoded.empty() || !ok()) return decoded;
    MeshoptView view;
    view.mode = coding["mode"].string();
    view.filter = coding["filter"].string();
    view.count = count(coding, "count", 0, path);
    view.stride = count(coding, "byteStride", 0, path);
    if (ok() && view.stride > 256) fail(path + ".byteStride", "is more than 256");
    const Bytes bytes = run(coding, path);
    if (!ok() || !spend(view.count * view.stride, path + ".count")) return {};
    auto plain = decode_meshopt(view, bytes);
    if (!plain) {
        fail(plain.error().place().field.empty() ? path : member(path, plain.error().place().field),
             plain.error().message());
        return {};
    }
    decoded = std::move(*plain);
    return decoded;
}

Bytes Document::run(const Json& json, const std::string& path) {
    const auto source = this->index(json, "buffer", buffers_.size(), path);
    if (ok() && !source) fail(path + ".buffer", "missing");
    const std::uint64_t offset = count(json, "byteOffset", 0, path), length = count(json, "byteLength", 0, path);
    if (!ok()) return {};
    const Bytes bytes = buffer(*source);
    if (!ok()) return {};
    if (offset > bytes.size() || length > bytes.size() - offset) {
        fail(path + ".byteLength", "bytes " + std::to_string(offset) + " to " + std::to_string(offset + length) +
                                       " lie outside the buffer, which has " + std::to_string(bytes.size()));
        return {};
    }
    return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

std::uint64_t Document::view_stride(std::size_t index) const {
    const Json* stride = list("bufferViews")[index].find("byteStride");
    return stride ? static_cast<std::uint64_t>(stride->integer(0)) : 0;
}

} // namespace ossuary::gltf
