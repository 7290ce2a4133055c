#include "storage.h"

#include "meshopt.h"

namespace ossuary::gltf {

namespace {
constexpr std::uint64_t aligned(std::uint64_t offset) { return (offset + 7) / 8 * 8; }
} // namespace

std::size_t Storage::add_view(Target target, std::uint32_t stride) {
    views.emplace_back();
    views.back().target = target;
    views.back().stride = stride;
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

Result<void> Storage::compress() {
    for (View& view : views) {
        if (view.compression == Compression::none || view.own.empty()) continue;
        auto encoded = view.compression == Compression::triangles ? encode_triangles(view.own, view.element)
                                                                  : encode_attributes(view.own, view.element);
        if (!encoded) return Failure(encoded.error());
        view.plain_size = view.own.size();
        view.own = std::move(*encoded);
    }
    return {};
}

std::uint64_t Storage::plain_size() const {
    std::uint64_t end = 0;
    for (const View& view : views)
        if (view.plain_size > 0) end = aligned(end) + view.plain_size;
    return end;
}

std::uint64_t Storage::size() const {
    std::uint64_t end = 0;
    for (const View& view : views) end = aligned(end) + view.bytes().size();
    return end;
}

Json Storage::buffer_views() const {
    Json list = Json::array();
    std::uint64_t end = 0, plain_end = 0;
    for (const View& view : views) {
        const bool compressed = view.plain_size > 0;
        const std::uint64_t start = aligned(end), plain_start = aligned(plain_end);
        const auto place = [](int buffer, std::uint64_t offset, std::uint64_t length, std::uint32_t stride) {
            Json json = Json::object();
            json.append("buffer", buffer);
            if (offset > 0) json.append("byteOffset", offset);
            json.append("byteLength", length);
            if (stride > 0) json.append("byteStride", stride);
            return json;
        };
        Json json = compressed ? place(1, plain_start, view.plain_size, view.stride)
                               : place(0, start, view.bytes().size(), view.stride);
        if (view.target != Target::none) json.append("target", static_cast<int>(view.target));
        if (compressed) {
            Json coding = place(0, start, view.bytes().size(), view.element);
            coding.append("mode", view.compression == Compression::triangles ? "TRIANGLES" : "ATTRIBUTES");
            coding.append("count", view.plain_size / view.element);
            if (view.filter != ViewFilter::none)
                coding.append("filter", view.filter == ViewFilter::octahedral ? "OCTAHEDRAL" : "EXPONENTIAL");
            Json extensions = Json::object();
            extensions.append(std::string(meshopt_extension), std::move(coding));
            json.append("extensions", std::move(extensions));
            plain_end = plain_start + view.plain_size;
        }
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
