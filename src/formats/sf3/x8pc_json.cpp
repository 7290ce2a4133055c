// X8PC as JSON, in the form of the format's description.
#include <algorithm>

#include "ossuary/base/record_json.h"
#include "x8pc_layout.h"

#include "ossuary/base/hex.h"

namespace ossuary::sf3 {

namespace {

// Bytes nobody understands, as hexadecimal text.
struct HexBytes {
    ByteBuffer bytes;
};
Json to_json(const HexBytes& hex) { return Json(to_hex(hex.bytes)); }
bool from_json(const Json& json, HexBytes& hex) {
    auto bytes = from_hex(json.string());
    if (!json.is_string() || !bytes) return false;
    hex.bytes = std::move(*bytes);
    return true;
}
std::optional<HexBytes> unless_empty(const ByteBuffer& bytes) {
    if (bytes.empty()) return {};
    return HexBytes{bytes};
}
ByteBuffer or_empty(std::optional<HexBytes>& hex) { return hex ? std::move(hex->bytes) : ByteBuffer(); }

// What JSON has in another form than the struct. Optional members may be missing; those that follow from others are not
// looked at when building.
struct TextureForm {
    std::uint16_t width = 0, height = 0;
    std::optional<std::uint32_t> vram;
    std::vector<std::uint16_t> pixels;
};
template <class Io> void describe(Io& io, TextureForm& texture) {
    io("width", texture.width);
    io("height", texture.height);
    io("vram", texture.vram);
    io("pixels", texture.pixels);
}
struct SkeletonForm {
    std::vector<SkeletonOp> ops;
    std::optional<std::uint32_t> bones, meshes;
    std::optional<HexBytes> tail;
};
template <class Io> void describe(Io& io, SkeletonForm& skeleton) {
    io("ops", skeleton.ops);
    io("bones", skeleton.bones);
    io("meshes", skeleton.meshes);
    io("tail", skeleton.tail);
}
struct ExtraForm {
    std::uint32_t size = 0;
    HexBytes bytes;
};
template <class Io> void describe(Io& io, ExtraForm& chunk) {
    io("size", chunk.size);
    io("bytes", chunk.bytes);
}
struct FileForm {
    std::vector<TextureForm> textures;
    SkeletonForm skeleton;
    std::optional<std::vector<ExtraForm>> extra_chunks;
    std::optional<HexBytes> trailing;
    ModelFile file; // the members that are the same in both
};
template <class Io> void describe(Io& io, FileForm& form) {
    io("textures", form.textures);
    io("mesh_lists", form.file.mesh_lists);
    io("skeleton", form.skeleton);
    io("box_center", form.file.box_center);
    io("box_half", form.file.box_half);
    io("clips", form.file.clips);
    io("bones", form.file.bones);
    io("extra_chunks", form.extra_chunks);
    io("trailing", form.trailing);
}

void erase_absent(Json& object) {
    std::vector<std::string> absent;
    for (const Json::Member& member : object.members())
        if (member.value.is_null()) absent.push_back(member.name);
    for (const std::string& name : absent) object.erase(name);
}

} // namespace

Json dump_x8pc(const ModelFile& file) {
    FileForm form{.file = file};
    std::uint32_t vram = 0;
    for (const Texture& texture : file.textures) {
        form.textures.push_back({texture.width, texture.height, vram, texture.pixels});
        vram += static_cast<std::uint32_t>(2 * texture.pixels.size());
    }
    const SkeletonTree tree = run_skeleton(file.skeleton);
    form.skeleton = {file.skeleton, static_cast<std::uint32_t>(tree.parents.size()),
                     static_cast<std::uint32_t>(tree.mesh_bones.size()), unless_empty(file.skeleton_tail)};
    if (file.extra_chunks) {
        form.extra_chunks.emplace();
        for (const ExtraChunk& chunk : *file.extra_chunks) form.extra_chunks->push_back({chunk.size, {chunk.bytes}});
    }
    form.trailing = unless_empty(file.trailing);
    Json json = dump_record(form);
    Json skeleton = json["skeleton"];
    erase_absent(skeleton);
    json.set("skeleton", std::move(skeleton));
    erase_absent(json);
    return json;
}

Result<ModelFile> build_x8pc(const Json& json) {
    Json values = json;
    for (const std::string_view derived : {"size", "sha256", "binding", "expected_pose"}) values.erase(derived);
    auto form = build_record<FileForm>(values);
    if (!form) return Failure(form.error());
    ModelFile file = std::move(form->file);
    for (TextureForm& texture : form->textures)
        file.textures.push_back({texture.width, texture.height, std::move(texture.pixels)});
    file.skeleton = std::move(form->skeleton.ops);
    file.skeleton_tail = or_empty(form->skeleton.tail);
    if (form->extra_chunks) {
        file.extra_chunks.emplace();
        for (ExtraForm& chunk : *form->extra_chunks)
            file.extra_chunks->push_back({chunk.size, std::move(chunk.bytes.bytes)});
    }
    file.trailing = or_empty(form->trailing);
    return file;
}

} // namespace ossuary::sf3
