#include "ossuary/formats/zengin/man.h"
#include "man_layout.h"

#include <algorithm>
#include <cmath>

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

enum : std::uint16_t {
    man_start_id = 0xA000,
    man_source_id = 0xA010,
    man_header_id = 0xA020,
    man_events_id = 0xA030,
    man_samples_id = 0xA090
};
constexpr ChunkType man_start_chunk{man_start_id}, man_source_chunk{man_source_id}, man_header_chunk{man_header_id},
    man_events_chunk{man_events_id}, man_samples_chunk{man_samples_id};
constexpr ChunkType man_usual_order[]{man_start_chunk, man_header_chunk, man_source_chunk, man_samples_chunk};
constexpr ChunkType man_usual_order_with_events[]{man_start_chunk, man_header_chunk, man_events_chunk, man_source_chunk,
                                                  man_samples_chunk};
constexpr std::size_t least_event_size = 4 + 4 + 5 + 16 + 4;

ChunkTypes usual_chunks(const ModelAnimation& animation) {
    if (animation.events.empty()) return man_usual_order;
    return man_usual_order_with_events;
}

template <class Io> bool describe_chunk(Io& io, ChunkType type, ModelAnimation& animation) {
    switch (static_cast<std::uint16_t>(type)) {
    case man_start_id: return true;
    case man_source_id: describe_source(io, animation); return true;
    case man_header_id: describe_header(io, animation); return true;
    case man_events_id: counted<std::uint32_t>(io, "events", animation.events, least_event_size); return true;
    case man_samples_id: describe_samples(io, animation); return true;
    default: return false;
    }
}

std::optional<Error> check_floats(const ModelAnimation& animation) {
    if (!std::isfinite(animation.sample_position_min))
        return Error({.field = "sample_position_min"}, "BadFloat: not a finite number");
    if (!std::isfinite(animation.sample_position_scale) || animation.sample_position_scale < 0)
        return Error({.field = "sample_position_scale"}, "BadFloat: expected a finite number that is not negative");
    return {};
}

// Whether the payload has room for the counts of the header, and if not, which way it fails.
bool check_sample_counts(ChunkReader& file, const ModelAnimation& animation) {
    const std::uint64_t samples = std::uint64_t{animation.num_nodes} * animation.num_frames; // below 2^64
    const std::uint64_t size = file.payload().size();
    if (samples > size) // not even a byte for each: no chunk that was cut off, but counts that lie
        return file.fail("BadCount: " + std::to_string(animation.num_frames) + " frames of " +
                             std::to_string(animation.num_nodes) + " nodes do not fit in " + std::to_string(size) +
                             " bytes",
                         "samples");
    const std::uint64_t need = 4 + 4 * std::uint64_t{animation.num_nodes} + 12 * samples;
    if (size < need)
        return file.fail("TruncatedChunk: " + std::to_string(animation.num_frames) + " frames of " +
                             std::to_string(animation.num_nodes) + " nodes need " + std::to_string(need) +
                             " bytes, the chunk has " + std::to_string(size),
                         "samples");
    return true;
}

void warn_oddities(ChunkReader& file, const ModelAnimation& animation) {
    if (animation.version != 12) file.warn("version " + std::to_string(animation.version) + ", expected 12", "version");
    if (!(animation.fps > 0)) file.warn("the rate is not above zero", "fps");
    for (std::size_t i = 0; i < animation.events.size(); ++i)
        if (animation.events[i].frame >= animation.num_frames)
            file.warn("frame " + std::to_string(animation.events[i].frame) + " lies outside the animation",
                      "events[" + std::to_string(i) + "].frame");
}

} // namespace

bool recognise_man(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xa000 && head.size == 0 && first_chunk(bytes.subspan(6)).type == 0xa020;
}

Result<ModelAnimation> parse_man(Bytes bytes, Diagnostics* diagnostics) {
    ChunkReader file(bytes, diagnostics);
    ModelAnimation animation;
    bool start_seen = false, source_seen = false, header_seen = false, events_seen = false, samples_seen = false;
    while (file.next()) {
        const ChunkType type = file.type();
        if (!start_seen && type != man_start_chunk) {
            file.fail("NotMan: an animation begins with chunk a000");
            break;
        }
        bool fresh = true;
        switch (static_cast<std::uint16_t>(type)) {
        case man_start_id: fresh = file.once(start_seen); break;
        case man_source_id: fresh = file.once(source_seen); break;
        case man_header_id: fresh = file.once(header_seen); break;
        case man_events_id: fresh = file.once(events_seen); break;
        case man_samples_id:
            fresh = file.once(samples_seen);
            if (fresh && !header_seen) file.fail("MissingHeader: a020 must come before a090");
            if (file.ok()) check_sample_counts(file, animation);
            break;
        default: break;
        }
        if (!fresh || !file.ok()) break;
        PayloadReader io = file.open();
        if (!describe_chunk(io, type, animation)) {
            file.keep();
            continue;
        }
        if (!file.close(io)) break;
        if (type == man_header_chunk)
            if (const auto error = check_floats(animation)) file.fail(error->message(), error->place().field);
    }
    if (file.ok() && !start_seen) return fail({.offset = 0}, "NotMan: an animation begins with chunk a000");
    if (file.ok() && !header_seen) file.missing(man_header_chunk);
    if (file.ok() && !samples_seen) file.missing(man_samples_chunk);
    if (!file.ok()) return file.failure();
    if (diagnostics) {
        if (!source_seen) file.warn_missing(man_source_chunk);
        warn_oddities(file, animation);
    }
    animation.layout = file.take_layout(usual_chunks(animation));
    return animation;
}

ByteBuffer write_man(const ModelAnimation& animation) {
    ByteBuffer buffer;
    buffer.reserve(256 + animation.source_script.size() + 4 * animation.node_indices.size() +
                   12 * animation.samples.size());
    const auto agrees = [](const ChunkRecord& chunk) { return chunk.type == man_events_chunk; };
    // A file may have an empty list of events; it is enough that no event is without a chunk.
    const bool events_kept = animation.events.empty() || std::ranges::any_of(animation.layout.chunks, agrees);
    constexpr ChunkType events_only[]{man_events_chunk};
    write_chunks(
        buffer,
        chunks_to_write(animation.layout, usual_chunks(animation),
                        events_kept ? ChunkTypes{} : ChunkTypes{events_only}),
        [&](PayloadWriter& io, ChunkType type) { describe_chunk(io, type, const_cast<ModelAnimation&>(animation)); });
    return buffer;
}

Json dump_man(const ModelAnimation& animation) { return dump_zengin(animation); }

Result<ModelAnimation> build_man(const Json& json) {
    auto animation = build_zengin<ModelAnimation>(json);
    if (!animation) return animation;
    if (animation->node_indices.size() != animation->num_nodes)
        return fail({.field = "node_indices"}, "BadCount: " + std::to_string(animation->node_indices.size()) +
                                                   " entries for " + std::to_string(animation->num_nodes) + " nodes");
    const std::uint64_t samples = std::uint64_t{animation->num_nodes} * animation->num_frames;
    if (animation->samples.size() != samples)
        return fail({.field = "samples"}, "BadCount: " + std::to_string(animation->samples.size()) + " entries for " +
                                              std::to_string(samples) + " samples");
    if (auto error = check_floats(*animation)) return Failure(std::move(*error));
    return animation;
}

std::optional<Error> check_nodes(const ModelAnimation& animation, std::size_t node_count) {
    for (std::size_t i = 0; i < animation.node_indices.size(); ++i)
        if (animation.node_indices[i] >= node_count)
            return Error({.field = "node_indices[" + std::to_string(i) + "]"},
                         "BadIndex: node " + std::to_string(animation.node_indices[i]) + " of a hierarchy of " +
                             std::to_string(node_count));
    return {};
}

} // namespace ossuary::zengin
