// Dump, build, and the overview with checksums.
#include <algorithm>
#include <cmath>

#include "formats/iqm/iqm_layout.h"
#include "ossuary/base/hash.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"

namespace ossuary::iqm {

namespace {

constexpr std::string_view type_names[] = {"position",     "texcoord",     "normal", "tangent",
                                           "blendindexes", "blendweights", "color"};

// Names in JSON: as they are if they are UTF-8, else their bytes as Latin-1 under a name of their own.
struct TextForm {
    std::string bytes;
};
Json to_json(const TextForm& text) {
    if (to_utf8(text.bytes) == text.bytes) return Json(text.bytes);
    Json json = Json::object();
    json.set("latin1", latin1_to_utf8(text.bytes));
    return json;
}
bool from_json(const Json& json, TextForm& text) {
    text.bytes = json.is_string() ? std::string(json.string()) : utf8_to_latin1(json["latin1"].string());
    return json.is_string() || json["latin1"].is_string();
}
template <class Io> void describe_text(Io& io, std::string_view field, std::string& text) {
    TextForm form{text};
    io(field, form);
    text = std::move(form.bytes);
}

struct HexForm {
    ByteBuffer bytes;
};
Json to_json(const HexForm& form) { return Json(to_hex(form.bytes)); }
bool from_json(const Json& json, HexForm& form) {
    auto bytes = from_hex(json.string());
    if (!json.is_string() || !bytes) return false;
    form.bytes = std::move(*bytes);
    return true;
}
template <class Io> void describe_hex(Io& io, std::string_view field, ByteBuffer& bytes) {
    HexForm form{bytes};
    io(field, form);
    bytes = std::move(form.bytes);
}

Json type_json(const VertexArray& array) {
    const auto type = static_cast<std::uint32_t>(array.type);
    if (array.type == ArrayType::custom) return Json("custom " + to_utf8(array.name));
    return type < std::size(type_names) ? Json(type_names[type]) : Json("reserved " + std::to_string(type));
}

// ---- the whole, for dump and build. Components are numbers; what is no number, or a half, is hexadecimal.

template <class T> void append_components(Json& list, Bytes data) {
    for (std::size_t i = 0; i < data.size(); i += sizeof(T))
        list.push(JsonDumper::dump(load<T>(data.data() + i, Endian::little)));
}
template <class T> bool read_components(const Json& list, ByteBuffer& data) {
    const auto values = JsonBuilder::build<std::vector<T>>(list);
    if (!values) return false;
    ByteWriter io;
    io("", *values);
    data = std::move(io).take();
    return true;
}
// Calls `as` with a number of the format's type; halves as their bits.
template <class As> auto by_format(ArrayFormat format, As as) {
    switch (format) {
    case ArrayFormat::i8: return as(std::int8_t{});
    case ArrayFormat::u8: return as(std::uint8_t{});
    case ArrayFormat::i16: return as(std::int16_t{});
    case ArrayFormat::u16:
    case ArrayFormat::f16: return as(std::uint16_t{});
    case ArrayFormat::i32: return as(std::int32_t{});
    case ArrayFormat::u32: return as(std::uint32_t{});
    case ArrayFormat::f64: return as(double{});
    case ArrayFormat::f32: break;
    }
    return as(float{});
}

struct ComponentsForm {
    ArrayFormat format;
    ByteBuffer data;
};
Json to_json(const ComponentsForm& form) {
    Json list = Json::array();
    by_format(form.format, [&]<class T>(T) { append_components<T>(list, form.data); });
    return list;
}
bool from_json(const Json& json, ComponentsForm& form) {
    return by_format(form.format, [&]<class T>(T) { return read_components<T>(json, form.data); });
}

} // namespace

// Found by their arguments, hence not in the unnamed namespace.
template <class Io> void describe(Io& io, IqmMesh& mesh) {
    describe_text(io, "name", mesh.name);
    describe_text(io, "material", mesh.material);
    describe_numbers(io, mesh);
}
template <class Io> void describe(Io& io, IqmJoint& joint) {
    describe_text(io, "name", joint.name);
    describe_numbers(io, joint);
}
template <class Io> void describe(Io& io, IqmAnim& anim) {
    describe_text(io, "name", anim.name);
    describe_numbers(io, anim);
}
template <class Io> void describe(Io& io, VertexArray& array) {
    io("type", array.type);
    describe_text(io, "name", array.name);
    io("flags", array.flags);
    io("format", array.format);
    io("size", array.size);
    ComponentsForm components{array.format, array.data};
    io("components", components);
    array.data = std::move(components.data);
}
template <class Io> void describe(Io& io, Extension& extension) {
    describe_text(io, "name", extension.name);
    describe_hex(io, "data", extension.data);
}
template <class Io> void describe(Io& io, Layout::Block& block) {
    io("name", block.name);
    io("offset", block.offset);
    io("size", block.size);
    describe_hex(io, "bytes", block.bytes);
}
template <class Io> void describe(Io& io, Layout& layout) {
    ByteBuffer text = to_buffer(layout.text);
    io("file_size", layout.file_size);
    io("num_extensions", layout.num_extensions);
    describe_hex(io, "text", text);
    io("names", layout.names);
    io("blocks", layout.blocks);
    io("empty", layout.empty);
    layout.text = as_text(text);
}
template <class Io> void describe(Io& io, IqmFile& file) {
    io("flags", file.flags);
    io("num_vertexes", file.num_vertexes);
    io("meshes", file.meshes);
    io("arrays", file.arrays);
    io("triangles", file.triangles);
    io("adjacency", file.adjacency);
    io("joints", file.joints);
    io("poses", file.poses);
    io("anims", file.anims);
    io("num_frames", file.num_frames);
    io("num_framechannels", file.num_framechannels);
    io("frames", file.frames);
    io("bounds", file.bounds);
    describe_text(io, "comment", file.comment);
    io("extensions", file.extensions);
    io("layout", file.layout);
}

namespace {

// ---- the overview

std::string crc_text(Bytes bytes) { return hex_text(crc32(bytes), 8); }

template <class Values> Json number_list(const Values& values) {
    Json list = Json::array();
    for (const auto value : values) list.push(Json(value));
    return list;
}

Json text_facts(std::string_view text) {
    Json strings = Json::array();
    for (std::uint32_t at = 0; at < text.size();) {
        const std::string_view string = text_at(text, at);
        if (at == 0 || !string.empty()) strings.push(Json(Json::Array{at, to_utf8(string)}));
        at += static_cast<std::uint32_t>(string.size()) + 1;
    }
    Json facts = Json::object();
    facts.set("size", text.size());
    facts.set("strings", std::move(strings));
    return facts;
}

Json vertex_facts(const VertexArray& array, std::size_t vertex) {
    Json list = Json::array();
    for (std::size_t k = 0; k < array.size; ++k) {
        const double value = array.stored(vertex, k);
        if (array.format < ArrayFormat::f16)
            list.push(Json(static_cast<std::int64_t>(value)));
        else
            list.push(array.format == ArrayFormat::f32 ? Json(static_cast<float>(value)) : Json(value));
    }
    return list;
}

Json array_facts(const VertexArray& array, std::uint32_t offset) {
    Json facts = Json::object();
    facts.set("type", type_json(array));
    facts.set("flags", array.flags);
    facts.set("format", name_of(array.format));
    facts.set("size", array.size);
    facts.set("offset", offset);
    facts.set("crc32", crc_text(array.data));
    const std::size_t vertices = array.data.size() / (array.size * component_size(array.format));
    facts.set("first", vertices == 0 ? Json() : vertex_facts(array, 0));
    facts.set("last", vertices == 0 ? Json() : vertex_facts(array, vertices - 1));
    return facts;
}

Json triple_facts(const std::vector<IndexTriple>& triples) {
    ByteWriter io;
    io("", triples);
    Json facts = Json::object();
    facts.set("count", triples.size());
    facts.set("crc32", crc_text(io.buffer()));
    facts.set("first", triples.empty() ? Json() : number_list(triples.front()));
    facts.set("last", triples.empty() ? Json() : number_list(triples.back()));
    return facts;
}

Json layout_facts(const Layout& layout) {
    Json list = Json::array();
    for (const Layout::Block& block : layout.blocks) {
        Json entry(Json::Array{block.name, block.offset, block.size});
        const bool zero =
            std::all_of(block.bytes.begin(), block.bytes.end(), [](std::byte b) { return b == std::byte{}; });
        if (block.name == "gap") entry.push(zero ? Json("zero") : Json(crc_text(block.bytes)));
        list.push(std::move(entry));
    }
    return list;
}

Json frame_facts(const IqmFile& file) {
    ByteWriter io;
    io("", file.frames);
    Json facts = Json::object();
    facts.set("count", file.num_frames);
    facts.set("channels", file.num_framechannels);
    facts.set("crc32", crc_text(io.buffer()));
    return facts;
}

template <class T, class Facts> Json facts_of_each(const std::vector<T>& records, Facts facts_of_one) {
    Json list = Json::array();
    for (const T& record : records) list.push(facts_of_one(record));
    return list;
}

} // namespace

Json dump_iqm(const IqmFile& file) {
    if (!file.layout || *file.layout != canonical_layout(file)) return JsonDumper::dump(file);
    IqmFile plain = file;
    plain.layout.reset();
    return JsonDumper::dump(plain);
}

Result<IqmFile> build_iqm(const Json& json) {
    const Result<IqmFile> built = JsonBuilder::build<IqmFile>(json);
    if (!built) return built;
    for (std::size_t i = 0; i < built->arrays.size(); ++i) {
        const VertexArray& array = built->arrays[i];
        if (array.data.size() != std::uint64_t{built->num_vertexes} * array.size * component_size(array.format))
            return fail({.field = "arrays[" + std::to_string(i) + "].components"},
                        "not `size` components for each of num_vertexes vertices");
    }
    if (built->frames.size() != std::uint64_t{built->num_frames} * built->num_framechannels)
        return fail({.field = "frames"}, "not num_framechannels numbers for each of num_frames frames");
    if (!built->bounds.empty() && built->bounds.size() != built->num_frames)
        return fail({.field = "bounds"}, "not one for each frame");
    if (!built->adjacency.empty() && built->adjacency.size() != built->triangles.size())
        return fail({.field = "adjacency"}, "not one for each triangle");
    // Whatever else may be wrong is what a reader would refuse.
    return parse_iqm(write_iqm(*built));
}

Json facts_of(const IqmFile& file) {
    const Layout layout = layout_of(file);
    std::vector<std::uint32_t> array_offsets(file.arrays.size());
    for (std::size_t i = 0; i < file.arrays.size(); ++i)
        for (const std::vector<Layout::Block>* blocks : {&layout.blocks, &layout.empty})
            for (const Layout::Block& block : *blocks)
                if (block.name == array_block(i)) array_offsets[i] = block.offset;
    Json facts = Json::object();
    facts.set("format", "iqm");
    facts.set("version", known_version);
    facts.set("fileSize", layout.file_size);
    facts.set("flags", file.flags);
    facts.set("vertexCount", file.num_vertexes);
    facts.set("text", text_facts(layout.text));
    facts.set("meshes", facts_of_each(file.meshes, [](const IqmMesh& mesh) {
                  Json entry = Json::object();
                  entry.set("name", to_utf8(mesh.name));
                  entry.set("material", to_utf8(mesh.material));
                  entry.set("firstVertex", mesh.first_vertex);
                  entry.set("vertexCount", mesh.num_vertexes);
                  entry.set("firstTriangle", mesh.first_triangle);
                  entry.set("triangleCount", mesh.num_triangles);
                  return entry;
              }));
    Json arrays = Json::array();
    for (std::size_t i = 0; i < file.arrays.size(); ++i) arrays.push(array_facts(file.arrays[i], array_offsets[i]));
    facts.set("vertexArrays", std::move(arrays));
    facts.set("triangles", triple_facts(file.triangles));
    facts.set("adjacency", file.adjacency.empty() ? Json() : triple_facts(file.adjacency));
    facts.set("joints", facts_of_each(file.joints, [](const IqmJoint& joint) {
                  Json entry = Json::object();
                  entry.set("name", to_utf8(joint.name));
                  entry.set("parent", joint.parent);
                  entry.set("translate", number_list(joint.translate));
                  entry.set("rotate", number_list(joint.rotate));
                  entry.set("scale", number_list(joint.scale));
                  return entry;
              }));
    facts.set("poses", facts_of_each(file.poses, [](const IqmPose& pose) {
                  Json entry = Json::object();
                  entry.set("parent", pose.parent);
                  entry.set("mask", pose.mask);
                  entry.set("offset", number_list(pose.offset));
                  entry.set("scale", number_list(pose.scale));
                  return entry;
              }));
    facts.set("anims", facts_of_each(file.anims, [](const IqmAnim& anim) {
                  Json entry = Json::object();
                  entry.set("name", to_utf8(anim.name));
                  entry.set("firstFrame", anim.first_frame);
                  entry.set("frameCount", anim.num_frames);
                  entry.set("frameRate", Json(anim.framerate));
                  entry.set("flags", anim.flags);
                  entry.set("loop", (anim.flags & loop_flag) != 0);
                  return entry;
              }));
    facts.set("frames", frame_facts(file));
    facts.set("bounds", file.bounds.empty() ? Json() : facts_of_each(file.bounds, [](const FrameBounds& bounds) {
                  Json entry = Json::object();
                  entry.set("min", number_list(bounds.min));
                  entry.set("max", number_list(bounds.max));
                  entry.set("xyRadius", Json(bounds.xy_radius));
                  entry.set("radius", Json(bounds.radius));
                  return entry;
              }));
    facts.set("comment", file.comment.empty() ? Json() : Json(to_utf8(file.comment)));
    facts.set("extensions", facts_of_each(file.extensions, [](const Extension& extension) {
                  Json entry = Json::object();
                  entry.set("name", to_utf8(extension.name));
                  entry.set("size", extension.data.size());
                  entry.set("crc32", crc_text(extension.data));
                  return entry;
              }));
    facts.set("layout", layout_facts(layout));
    facts.set("warnings", number_list(warning_codes(file)));
    return facts;
}

} // namespace ossuary::iqm
