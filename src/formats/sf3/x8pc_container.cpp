#include "ossuary/formats/sf3/x8pc_container.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "source.h"

namespace ossuary::sf3 {

namespace {

Place in_block(Place place, std::size_t block, std::size_t origin) {
    if (place.offset) *place.offset += origin;
    place.field = entry_name("blocks", block) + (place.field.empty() ? "" : "." + place.field);
    return place;
}

Error in_block(Error error, std::size_t block, std::size_t origin = 0) {
    error.place() = in_block(std::move(error.place()), block, origin);
    return error;
}

} // namespace

std::optional<std::size_t> block_size(Bytes bytes) {
    for (std::size_t size = 2 * sector; 2 * size <= bytes.size(); size += sector) {
        if (bytes.size() % size != 0) continue;
        bool all = true;
        for (std::size_t at = 0; all && at < bytes.size(); at += size) all = recognise_x8pc(bytes.subspan(at, size));
        if (all) return size;
    }
    return {};
}

bool recognise_x8pc_container(Bytes bytes) { return block_size(bytes).has_value(); }

Result<ContainerFile> parse_x8pc_container(Bytes bytes, Diagnostics* diagnostics) {
    const auto size = block_size(bytes);
    if (!size)
        return Source{bytes}.fail("E_CHUNK_RANGE", 0, "blocks", "there are not two or more models of equal size");
    ContainerFile file;
    for (std::size_t at = 0; at < bytes.size(); at += *size) {
        const std::size_t block = file.blocks.size();
        Diagnostics found;
        auto model = parse_x8pc(bytes.subspan(at, *size), diagnostics ? &found : nullptr);
        for (const Diagnostic& one : found)
            report(diagnostics, one.severity, in_block(one.place, block, at), one.message);
        if (!model) return Failure(in_block(std::move(model.error()), block, at));
        file.blocks.push_back(std::move(*model));
    }
    return file;
}

Result<ByteBuffer> write_x8pc_container(const ContainerFile& file, Diagnostics* diagnostics) {
    if (file.blocks.size() < 2) return fail({.field = "blocks"}, "E_CHUNK_RANGE: a container holds two models or more");
    std::vector<ByteBuffer> blocks;
    std::size_t size = 0;
    for (std::size_t b = 0; b < file.blocks.size(); ++b) {
        Diagnostics found;
        auto block = write_x8pc(file.blocks[b], diagnostics ? &found : nullptr);
        for (const Diagnostic& one : found) report(diagnostics, one.severity, in_block(one.place, b, 0), one.message);
        if (!block) return Failure(in_block(std::move(block.error()), b));
        size = std::max(size, align_up(block->size(), sector));
        blocks.push_back(std::move(*block));
    }
    ByteBuffer bytes;
    for (ByteBuffer& block : blocks) {
        block.resize(size);
        bytes.insert(bytes.end(), block.begin(), block.end());
    }
    return bytes;
}

Json dump_x8pc_container(const ContainerFile& file) {
    Json blocks = Json::array();
    for (const ModelFile& block : file.blocks) blocks.push(dump_x8pc(block));
    Json json = Json::object();
    json.set("blocks", std::move(blocks));
    return json;
}

Result<ContainerFile> build_x8pc_container(const Json& json) {
    const Json& blocks = json["blocks"];
    if (!json.is_object() || json.size() != 1 || !blocks.is_array())
        return fail({.field = "blocks"}, "expected a list of models under 'blocks', and nothing beside it");
    ContainerFile file;
    for (const Json& block : blocks.items()) {
        auto model = build_x8pc(block);
        if (!model) return Failure(in_block(std::move(model.error()), file.blocks.size()));
        file.blocks.push_back(std::move(*model));
    }
    return file;
}

} // namespace ossuary::sf3
