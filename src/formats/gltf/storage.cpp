#include "storage.h"

namespace ossuary::gltf {

namespace {
constexpr std::uint64_t aligned(std::uint64_t offset) { return (offset + 7) / 8 * 8; }
} // namespace

std::size_t Storage::add_view(Target target, std::uint32_t stride) {
    views.push_back({target, stride, {}, {}});
    return views.size() - 1;
}

std::size_t Storage::add_accessor(const Accessor& accessor) {
    Json json = Json::object();
    if (accessor.view != Accessor::none) {
        json.append("bufferView", accessor.view);
        if (accessor.offset > 0) json.append("byteOffset", accessor.offset);
    }
    json.append("componentType", static_cast<int>(accessor.component));
    if (accessor.normalized) json.append("normalized", true);
    json.append("count", accessor.count);
    json.append("type", accessor.type);
    if (!accessor.max.is_null()) json.append("max", accessor.max);
    if (!accessor.min.is_null()) json.append("min", accessor.min);
    if (!accessor.sparse.is_null()) json.append("sparse", accessor.sparse);
    accessors.push(std::move(json));
    return accessors.size() - 1;
}

std::uint64_t Storage::size() const {
    std::uint64_t end = 0;
    for (const View& view : views) end = aligned(end) + view.bytes().size();
    return end;
}

Json Storage::buffer_views() const {
    Json list = Json::array();
    std::uint64_t end = 0;
    for (const View& view : views) {
        const std::uint64_t start = aligned(end);
        Json json = Json::object();
        json.append("buffer", 0);
        if (start > 0) json.append("byteOffset", start);
        json.append("byteLength", view.bytes().size());
        if (view.stride > 0) json.append("byteStride", view.stride);
        if (view.target != Target::none) json.append("target", static_cast<int>(view.target));
        list.push(std::move(json));
        end = start + view.bytes().size();
    }
    return list;
}

void Storage::append_to(ByteBuffer& buffer) const {
    const std::size_t origin = buffer.size();
    for (const View& view : views) {
        buffer.resize(origin + static_cast<std::size_t>(aligned(buffer.size() - origin)));
        buffer.insert(buffer.end(), view.bytes().begin(), view.bytes().end());
    }
}

} // namespace ossuary::gltf
