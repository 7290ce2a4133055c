#include "ossuary/formats/zengin/material.h"
#include "material_layout.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"

namespace ossuary::zengin {

std::optional<Vec2> parse_pair(std::string_view text) {
    const std::size_t blank = text.find(' ');
    if (blank == text.npos) return {};
    const auto x = parse_number(text.substr(0, blank)), y = parse_number(text.substr(blank + 1));
    if (!x || !y) return {};
    return Vec2{static_cast<float>(*x), static_cast<float>(*y)};
}

void describe(PayloadReader& io, Material& material) {
    io.set_usual_end('\0');
    io("entry_name", material.entry_name);
    const std::size_t start = io.offset();
    std::uint32_t size = 0;
    io("object_size", size);
    if (!io.ok()) return;
    if (size > io.remaining() + 4)
        return io.fail("object_size",
                       "ObjectOverrun: an object of " + std::to_string(size) + " bytes, only " +
                           std::to_string(io.remaining() + 4) + " are left in the chunk",
                       4);
    describe_object(io, material);
    if (io.ok() && material.class_name != "zCMaterial")
        return io.fail("class", "BadClass: expected zCMaterial, found '" + material.class_name + "'",
                       material.class_name.size() + 1);
    describe_fields(io, material);
    if (!io.ok()) return;
    if (io.offset() > start + size)
        return io.fail("object_size",
                       "ObjectOverrun: the object has " + std::to_string(size) + " bytes, its fields take " +
                           std::to_string(io.offset() - start),
                       io.offset() - start);
    const Bytes rest = io.take("leftover", start + size - io.offset());
    material.leftover.bytes.assign(rest.begin(), rest.end());
    if (!rest.empty())
        io.warn("leftover", "LeftoverBytes: " + std::to_string(rest.size()) + " bytes behind the known fields",
                rest.size());
}

void describe(PayloadWriter& io, Material& material) {
    io.set_usual_end('\0');
    io("entry_name", material.entry_name);
    const std::size_t start = io.offset();
    io("object_size", std::uint32_t{0});
    describe_object(io, material);
    describe_fields(io, material);
    io.bytes(material.leftover.bytes);
    io.patch(start, static_cast<std::uint32_t>(io.offset() - start));
}

void describe(PayloadReader& io, MaterialList& list) {
    read_archive_header(io, list.archive);
    std::uint32_t count = 0;
    io("material_count", count);
    io.list("materials", list.materials, count, least_material_size);
    io.set_usual_end('\n');
}

void describe(PayloadWriter& io, MaterialList& list) {
    write_archive_header(io, list.archive, list.materials.size());
    io("material_count", static_cast<std::uint32_t>(list.materials.size()));
    io.list("materials", list.materials);
    io.set_usual_end('\n');
}

Result<MaterialFile> parse_mat(Bytes bytes, Diagnostics* diagnostics) {
    MaterialFile file;
    PayloadReader io(bytes, 0, {}, diagnostics);
    describe(io, file.list);
    if (!io.ok()) return Failure(io.error());
    file.unusual_ends = std::move(io.unusual_ends());
    file.trailing.bytes.assign(io.rest().begin(), io.rest().end());
    if (!file.trailing.empty())
        io.warn("", "TrailingData: " + std::to_string(file.trailing.bytes.size()) + " bytes behind the materials");
    return file;
}

ByteBuffer write_mat(const MaterialFile& file) {
    ByteBuffer buffer;
    PayloadWriter io(buffer, &file.unusual_ends);
    io("list", file.list);
    io.bytes(file.trailing.bytes);
    return buffer;
}

Json dump_mat(const MaterialFile& file) { return dump_zengin(file); }
Result<MaterialFile> build_mat(const Json& json) { return build_zengin<MaterialFile>(json); }

} // namespace ossuary::zengin
