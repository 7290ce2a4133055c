#include "soft_skin_layout.h"

#include <cmath>
#include <numeric>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t influence_size = 17;

void read_weights(PayloadReader& io, SoftSkin& skin) {
    std::uint32_t size = 0;
    io("weight_buffer_size", size);
    if (!io.ok()) return;
    const std::size_t positions = skin.mesh.positions.size();
    const std::size_t start = io.offset();
    const Bytes raw = io.take("weights", size);
    if (!io.ok()) return;
    if (raw.size() / 4 < positions)
        return io.fail("weights", "TruncatedChunk: " + std::to_string(size) + " bytes of weights for " +
                                      std::to_string(positions) + " positions");

    skin.influence_counts.resize(positions);
    skin.influences.reserve((raw.size() - 4 * positions) / influence_size);
    const std::byte* at = raw.data();
    const std::byte* const end = at + raw.size();
    const auto fail_at = [&](std::size_t position, std::string message) {
        const PayloadReader::Scope scope(io, "weights", static_cast<std::int64_t>(position));
        io.fail("", std::move(message), static_cast<std::size_t>(end - at));
    };
    for (std::size_t i = 0; i < positions; ++i) {
        if (end - at < 4) return fail_at(i, "TruncatedChunk: the weights end before the last position");
        const auto count = load<std::uint32_t>(at, Endian::little);
        if (count > most_influences)
            return fail_at(i, "BadCount: " + std::to_string(count) + " influences, at most " +
                                  std::to_string(most_influences));
        if (static_cast<std::size_t>(end - at) - 4 < count * influence_size)
            return fail_at(i, "TruncatedChunk: the weights end inside " + std::to_string(count) + " influences");
        at += 4;
        skin.influence_counts[i] = count;
        float sum = 0;
        bool negative = false;
        for (std::uint32_t k = 0; k < count; ++k, at += influence_size) {
            SkinInfluence& influence = skin.influences.emplace_back();
            influence.weight = load<float>(at, Endian::little);
            for (std::size_t c = 0; c < 3; ++c) influence.position[c] = load<float>(at + 4 + 4 * c, Endian::little);
            influence.node = load<std::uint8_t>(at + 16, Endian::little);
            sum += influence.weight;
            negative = negative || influence.weight < 0;
        }
        if (io.diagnostics() && count > 0 && (negative || !(std::abs(sum - 1) <= 0.01f))) {
            const PayloadReader::Scope scope(io, "weights", static_cast<std::int64_t>(i));
            io.warn("", negative ? "a weight is negative" : "the weights do not add up to 1",
                    static_cast<std::size_t>(end - at));
        }
    }
    const Bytes rest = raw.subspan(static_cast<std::size_t>(at - raw.data()));
    skin.weight_padding.bytes.assign(rest.begin(), rest.end());
    if (!rest.empty())
        io.warn("weights",
                "LeftoverBytes: " + std::to_string(rest.size()) + " bytes behind the weights, which begin at byte " +
                    std::to_string(start),
                rest.size());
}

} // namespace

void read_skin(PayloadReader& io, SoftSkin& skin) {
    read_weights(io, skin);
    if (!io.ok()) return;
    counted<std::uint32_t>(io, "wedge_normals", skin.wedge_normals, 16);
    counted<std::uint16_t>(io, "nodes", skin.nodes, 4);
    if (!io.ok() || !io.fits("boxes", skin.nodes.size(), least_obb_size)) return;
    for (std::size_t i = 0; i < skin.nodes.size() && io.ok(); ++i) read_obb(io, "boxes", skin.boxes);
}

void write_skin(PayloadWriter& io, const SoftSkin& skin) {
    io("weight_buffer_size", std::uint32_t{0});
    const std::size_t start = io.offset();
    std::size_t next = 0;
    for (const std::uint32_t count : skin.influence_counts) {
        io("", count);
        for (std::uint32_t k = 0; k < count && next < skin.influences.size(); ++k) io("", skin.influences[next++]);
    }
    io.bytes(skin.weight_padding.bytes);
    io.patch(start - 4, static_cast<std::uint32_t>(io.offset() - start));
    SoftSkin& source = const_cast<SoftSkin&>(skin); // a description only reads when it writes
    counted<std::uint32_t>(io, "wedge_normals", source.wedge_normals, 16);
    counted<std::uint16_t>(io, "nodes", source.nodes, 4);
    write_obbs(io, skin.boxes);
}

std::optional<Error> check_skin(const SoftSkin& skin) {
    const auto wrong = [](std::string field, std::string message) {
        return std::optional<Error>(std::in_place, Place{.field = std::move(field)}, std::move(message));
    };
    if (auto error = check_mesh(skin.mesh)) {
        error->place().field.insert(0, "mesh.");
        return error;
    }
    if (skin.influence_counts.size() != skin.mesh.positions.size())
        return wrong("influence_counts", "BadCount: " + std::to_string(skin.influence_counts.size()) + " entries for " +
                                             std::to_string(skin.mesh.positions.size()) + " positions");
    std::uint64_t sum = 0;
    for (const std::uint32_t count : skin.influence_counts) {
        if (count > most_influences) return wrong("influence_counts", "BadCount: more than 64 influences");
        sum += count;
    }
    if (sum != skin.influences.size())
        return wrong("influences", "BadCount: " + std::to_string(skin.influences.size()) + " entries for counts of " +
                                       std::to_string(sum));
    if (skin.nodes.size() > 0xFFFF) return wrong("nodes", "BadCount: more than 65535 nodes");
    if (!are_trees(skin.boxes, skin.nodes.size()))
        return wrong("boxes", "BadCount: the boxes are not one tree for each node");
    return {};
}

std::optional<Error> check_nodes(const SoftSkin& skin, std::size_t node_count) {
    const auto wrong = [&](std::string field, std::int64_t node) {
        return std::optional<Error>(std::in_place, Place{.field = std::move(field)},
                                    "BadIndex: node " + std::to_string(node) + " of a hierarchy of " +
                                        std::to_string(node_count));
    };
    for (std::size_t i = 0; i < skin.influences.size(); ++i)
        if (skin.influences[i].node >= node_count)
            return wrong("influences[" + std::to_string(i) + "].node", skin.influences[i].node);
    for (std::size_t i = 0; i < skin.nodes.size(); ++i)
        if (skin.nodes[i] < 0 || static_cast<std::size_t>(skin.nodes[i]) >= node_count)
            return wrong("nodes[" + std::to_string(i) + "]", skin.nodes[i]);
    return {};
}

} // namespace ossuary::zengin
