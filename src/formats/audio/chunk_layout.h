// What the chunks hold, described once: reading, writing, dumping and building all run these.
#pragma once

#include <algorithm>

#include "ossuary/base/bytes.h"
#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/sgt.h"
#include "ossuary/formats/audio/sty.h"
#include "ossuary/formats/audio/wav.h"

namespace ossuary::audio {

// `fmt `, the part that all codings have.
struct FormatFields {
    std::uint16_t tag = 1, channels = 1;
    std::uint32_t rate = 0, byte_rate = 0;
    std::uint16_t block_align = 0, bits = 0;
};
struct NumberField {
    std::uint32_t value = 0;
};
struct VersionFields {
    std::uint32_t high = 0, low = 0;
};
struct GuidField {
    Guid guid;
};
struct CueTable {
    std::uint32_t count = 0;
    std::vector<Cue> cues;
};
struct SamplerTable {
    Sampler sampler;
    std::vector<SampleLoop> loops;
};
struct WaveSampleTable {
    std::uint32_t size = 20;
    WaveSample sample;
    std::uint32_t loop_count = 0;
};
struct ConnectionTable {
    std::uint32_t size = 8, count = 0;
    std::vector<Connection> connections;
};
struct PoolTable {
    std::uint32_t size = 8, count = 0;
    std::vector<std::uint32_t> offsets;
};
struct ReferenceHeader {
    Guid class_id;
    std::uint32_t valid = 0;
};
struct BandTimes {
    std::int32_t logical = 0, physical = 0;
};
struct ChordRecord {
    std::array<std::uint16_t, 16> name{};
    std::int32_t time = 0;
    std::uint16_t measure = 0;
    std::uint8_t beat = 0, flags = 0;
};
struct ChordTable {
    std::uint32_t record_size = 40;
    ChordRecord record;
    std::uint32_t subchord_count = 0, subchord_size = 20;
    std::vector<Subchord> subchords;
};

// In dumps: the four characters, nothing for four zeros.
std::string name_of(FourCc code);
bool parse_name(std::string_view text, FourCc& code);

template <class Io> void describe(Io& io, Guid& guid) { io("bytes", guid.bytes); }
template <class Io> void describe(Io& io, FormatFields& format) {
    io("tag", format.tag);
    io("channels", format.channels);
    io("rate", format.rate);
    io("byte_rate", format.byte_rate);
    io("block_align", format.block_align);
    io("bits", format.bits);
}
template <class Io> void describe(Io& io, NumberField& field) { io("value", field.value); }
template <class Io> void describe(Io& io, VersionFields& version) {
    io("high", version.high);
    io("low", version.low);
}
template <class Io> void describe(Io& io, GuidField& field) { io("guid", field.guid); }
template <class Io> void describe(Io& io, Cue& cue) {
    io("id", cue.id);
    io("position", cue.position);
    io("chunk", cue.chunk);
    io("chunk_start", cue.chunk_start);
    io("block_start", cue.block_start);
    io("sample_offset", cue.sample_offset);
}
template <class Io> void describe(Io& io, CueTable& table) {
    io("count", table.count);
    io.list("cues", table.cues, table.count, 24);
}
template <class Io> void describe(Io& io, Sampler& sampler) {
    io("manufacturer", sampler.manufacturer);
    io("product", sampler.product);
    io("sample_period", sampler.sample_period);
    io("unity_note", sampler.unity_note);
    io("pitch_fraction", sampler.pitch_fraction);
    io("smpte_format", sampler.smpte_format);
    io("smpte_offset", sampler.smpte_offset);
    io("loop_count", sampler.loop_count);
    io("extra_bytes", sampler.extra_bytes);
}
template <class Io> void describe(Io& io, SampleLoop& loop) {
    io("cue", loop.cue);
    io("type", loop.type);
    io("start", loop.start);
    io("end", loop.end);
    io("fraction", loop.fraction);
    io("count", loop.count);
}
template <class Io> void describe(Io& io, SamplerTable& table) {
    io("sampler", table.sampler);
    io.list("loops", table.loops, table.sampler.loop_count, 24);
}
template <class Io> void describe(Io& io, WaveLoop& loop) {
    io("size", loop.size);
    io("type", loop.type);
    io("start", loop.start);
    io("length", loop.length);
}
template <class Io> void describe(Io& io, WaveSampleTable& table) {
    io("size", table.size);
    io("unity_note", table.sample.unity_note);
    io("fine_tune", table.sample.fine_tune);
    io("gain", table.sample.gain);
    io("options", table.sample.options);
    io("loop_count", table.loop_count);
    io.list("loops", table.sample.loops, table.loop_count, 16);
}
template <class Io> void describe(Io& io, Connection& connection) {
    io("source", connection.source);
    io("control", connection.control);
    io("destination", connection.destination);
    io("transform", connection.transform);
    io("scale", connection.scale);
}
template <class Io> void describe(Io& io, ConnectionTable& table) {
    io("size", table.size);
    io("count", table.count);
    io.list("connections", table.connections, table.count, 12);
}
template <class Io> void describe(Io& io, PoolTable& table) {
    io("size", table.size);
    io("count", table.count);
    io.list("offsets", table.offsets, table.count, 4);
}
template <class Io> void describe(Io& io, InstrumentHeader& header) {
    io("regions", header.regions);
    io("bank", header.bank);
    io("program", header.program);
}
template <class Io> void describe(Io& io, RegionHeader& header) {
    io("key_low", header.key_low);
    io("key_high", header.key_high);
    io("velocity_low", header.velocity_low);
    io("velocity_high", header.velocity_high);
    io("options", header.options);
    io("key_group", header.key_group);
}
template <class Io> void describe(Io& io, WaveLink& link) {
    io("options", link.options);
    io("phase_group", link.phase_group);
    io("channels", link.channels);
    io("table_index", link.table_index);
}
template <class Io> void describe(Io& io, ReferenceHeader& header) {
    io("class_id", header.class_id);
    io("valid", header.valid);
}
template <class Io> void describe(Io& io, TimeSignature& signature) {
    io("beats", signature.beats);
    io("unit", signature.unit);
    io("grids", signature.grids);
}
template <class Io> void describe(Io& io, BandSettings& settings) {
    io("patch", settings.patch);
    io("assign_patch", settings.assign_patch);
    io("note_ranges", settings.note_ranges);
    io("channel", settings.channel);
    io("flags", settings.flags);
    io("pan", settings.pan);
    io("volume", settings.volume);
    io("transpose", settings.transpose);
    io("channel_priority", settings.channel_priority);
    io("pitch_bend_range", settings.pitch_bend_range);
    io("padding", settings.padding);
}
template <class Io> void describe(Io& io, StyleHeader& header) {
    io("time_signature", header.time_signature);
    io("tempo", header.tempo);
}
template <class Io> void describe(Io& io, PartHeader& header) {
    io("time_signature", header.time_signature);
    io("variation_choices", header.variation_choices);
    io("id", header.id);
    io("measures", header.measures);
    io("play_mode", header.play_mode);
    io("invert_upper", header.invert_upper);
    io("invert_lower", header.invert_lower);
    io("padding", header.padding);
    io("flags", header.flags);
}
template <class Io> void describe(Io& io, StyleNote& note) {
    io("grid_start", note.grid_start);
    io("variations", note.variations);
    io("duration", note.duration);
    io("time_offset", note.time_offset);
    io("music_value", note.music_value);
    io("velocity", note.velocity);
    io("time_range", note.time_range);
    io("duration_range", note.duration_range);
    io("velocity_range", note.velocity_range);
    io("inversion", note.inversion);
    io("play_mode", note.play_mode);
    io("note_flags", note.note_flags);
    io("padding", note.padding);
}
template <class Io> void describe(Io& io, StyleCurve& curve) {
    io("grid_start", curve.grid_start);
    io("variations", curve.variations);
    io("duration", curve.duration);
    io("reset_duration", curve.reset_duration);
    io("time_offset", curve.time_offset);
    io("start", curve.start);
    io("end", curve.end);
    io("reset", curve.reset);
    io("type", curve.type);
    io("shape", curve.shape);
    io("controller", curve.controller);
    io("flags", curve.flags);
    io("parameter", curve.parameter);
    io("merge_index", curve.merge_index);
}
template <class Io> void describe(Io& io, PatternHeader& header) {
    io("time_signature", header.time_signature);
    io("groove_bottom", header.groove_bottom);
    io("groove_top", header.groove_top);
    io("embellishment", header.embellishment);
    io("measures", header.measures);
    io("destination_bottom", header.destination_bottom);
    io("destination_top", header.destination_top);
    io("flags", header.flags);
}
template <class Io> void describe(Io& io, PartSettings& settings) {
    io("part_id", settings.part_id);
    io("logical_part_id", settings.logical_part_id);
    io("variation_lock", settings.variation_lock);
    io("subchord_level", settings.subchord_level);
    io("priority", settings.priority);
    io("variation_order", settings.variation_order);
    io("padding", settings.padding);
    io("channel", settings.channel);
}
template <class Io> void describe(Io& io, SegmentHeader& header) {
    io("repeats", header.repeats);
    io("length", header.length);
    io("play_start", header.play_start);
    io("loop_start", header.loop_start);
    io("loop_end", header.loop_end);
    io("resolution", header.resolution);
}
template <class Io> void describe(Io& io, TrackHeader& header) {
    io("class_id", header.class_id);
    io("position", header.position);
    io("groups", header.groups);
    io("chunk_id", header.chunk_id);
    io("list_type", header.list_type);
}
template <class Io> void describe(Io& io, TempoItem& item) {
    io("time", item.time);
    io("padding", item.padding);
    io("tempo", item.tempo);
}
template <class Io> void describe(Io& io, CommandItem& item) {
    io("time", item.time);
    io("measure", item.measure);
    io("beat", item.beat);
    io("command", item.command);
    io("groove_level", item.groove_level);
    io("groove_range", item.groove_range);
    io("repeat_mode", item.repeat_mode);
    io("padding", item.padding);
}
template <class Io> void describe(Io& io, Subchord& chord) {
    io("chord", chord.chord);
    io("scale", chord.scale);
    io("inversions", chord.inversions);
    io("levels", chord.levels);
    io("chord_root", chord.chord_root);
    io("scale_root", chord.scale_root);
    io("padding", chord.padding);
}
template <class Io> void describe(Io& io, ChordRecord& record) {
    io("name", record.name);
    io("time", record.time);
    io("measure", record.measure);
    io("beat", record.beat);
    io("flags", record.flags);
}
template <class Io> void describe(Io& io, ChordTable& table) {
    io("record_size", table.record_size);
    io("record", table.record);
    io("subchord_count", table.subchord_count);
    io("subchord_size", table.subchord_size);
    io.list("subchords", table.subchords, table.subchord_count, 20);
}
template <class Io> void describe(Io& io, BandTimes& times) {
    io("logical", times.logical);
    io("physical", times.physical);
}

template <class T> ByteBuffer record_bytes(const T& record) {
    ByteWriter writer;
    writer("", record);
    return std::move(writer).take();
}
// Of a record without lists, or with empty ones.
template <class T> std::size_t record_size() {
    static const std::size_t size = record_bytes(T{}).size();
    return size;
}
// Files of older versions have shorter records: the fields they lack are zero, and what follows is left.
template <class T> T read_record(Bytes bytes) {
    ByteBuffer whole(bytes.begin(),
                     bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), record_size<T>())));
    whole.resize(record_size<T>());
    ByteReader reader(whole);
    T record{};
    describe(reader, record);
    return record;
}

} // namespace ossuary::audio
