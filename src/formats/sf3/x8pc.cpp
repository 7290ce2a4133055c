#include "ossuary/formats/sf3/x8pc.h"

#include <algorithm>

#include "key_block.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/event.h"
#include "x8pc_layout.h"

namespace ossuary::sf3 {

namespace {

constexpr std::pair<std::uint16_t, std::string_view> clip_types[]{
    {0x00, "idle"},      {0x10, "hit"},       {0x20, "block"},    {0x30, "attack"},
    {0x40, "clip_40"},   {0x50, "clip_50"},   {0x60, "ranged"},   {0x70, "attack_embedded"},
    {0x80, "special_1"}, {0x90, "special_2"}, {0xA0, "special_3"}};
constexpr std::pair<std::uint16_t, std::string_view> event_codes[]{{0x00, "hold_start"},
                                                                   {0x01, "hold_end"},
                                                                   {0x02, "weapon_trail_on"},
                                                                   {0x03, "weapon_trail_off"},
                                                                   {0x04, "freeze_start"},
                                                                   {0x05, "freeze_end"},
                                                                   {0x06, "hit"},
                                                                   {0x07, "dust"},
                                                                   {0x08, "stop_if_dead"}};

template <std::size_t Size>
std::string_view name_in(const std::pair<std::uint16_t, std::string_view> (&names)[Size], std::uint16_t code) {
    const auto found = std::ranges::find_if(names, [&](const auto& entry) { return entry.first == code; });
    return found == std::end(names) ? std::string_view() : found->second;
}

void warn_oddities(const ModelFile& file, Diagnostics* diagnostics) {
    if (!diagnostics) return;
    const auto warn = [&](const std::string& field, const std::string& message) {
        report(diagnostics, Severity::warning, {.field = field}, message);
    };
    for (std::size_t i = 0; i < file.skeleton.size(); ++i)
        if (const SkeletonOp& op = file.skeleton[i]; op.is_tag() && !is_usual_tag(op.code))
            warn("skeleton.ops[" + std::to_string(i) + "]", "the tag 0x" + hex(op.code) + " is not known; kept");
    for (std::size_t i = 0; i < file.clips.size(); ++i) {
        const Clip& clip = file.clips[i];
        const std::string field = "clips[" + std::to_string(i) + "]";
        if (!is_usual_clip_type(clip.type)) warn(field, "the clip type 0x" + hex(clip.type) + " is not known; kept");
        const auto outside = std::ranges::find_if(clip.events, [&](const auto& event) {
            return event[0] < clip.start || event[0] >= clip.start + clip.count;
        });
        if (outside != clip.events.end())
            warn(field, "an event at frame " + std::to_string((*outside)[0]) + " lies outside the clip");
    }
    warn_keys(file.bones, "", diagnostics);
}

} // namespace

Result<ModelFile> parse_x8pc(Bytes bytes, Diagnostics* diagnostics) {
    auto file = read_x8pc(bytes);
    if (!file) return file;
    warn_oddities(*file, diagnostics);
    const auto written = write_canonical(*file);
    if (!written || !std::ranges::equal(*written, bytes)) {
        file->original.assign(bytes.begin(), bytes.end());
        report(diagnostics, Severity::note, {}, "laid out in another way than the game's files; its bytes are kept");
    }
    return file;
}

Result<ByteBuffer> write_x8pc(const ModelFile& file, Diagnostics* diagnostics) {
    if (!file.original.empty()) {
        auto unedited = read_x8pc(file.original);
        if (unedited) unedited->original = file.original;
        if (unedited && *unedited == file) return file.original;
        report(diagnostics, Severity::warning, {}, "edited: written afresh, in the layout of the game's files");
    }
    return write_canonical(file);
}

bool recognise_x8pc(Bytes bytes) {
    if (bytes.size() < 2 * sector || load<std::uint32_t>(bytes.data(), Endian::big) != sector) return false;
    const auto table = read_chunk_table(bytes);
    return table && std::ranges::all_of(table->chunks, [](const ChunkEntry& entry) { return entry.zero == 0; });
}

std::string name_of_clip_type(std::uint16_t type) {
    const std::string_view known = name_in(clip_types, type);
    return known.empty() ? "clip_" + hex(type) : std::string(known);
}
bool is_usual_clip_type(std::uint16_t type) { return !name_in(clip_types, type).empty(); }

std::string name_of_event(std::uint16_t code) {
    if (code >= 0xFF00) return "sound_" + hex(code & 0xFFu);
    const std::string_view known = name_in(event_codes, code);
    return known.empty() ? "event_" + hex(code) : std::string(known);
}

} // namespace ossuary::sf3
