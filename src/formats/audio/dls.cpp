#include "ossuary/formats/audio/dls.h"

#include <algorithm>

#include "formats/audio/adpcm.h"
#include "formats/audio/chunk_json.h"
#include "formats/audio/music_reading.h"

namespace ossuary::audio {

namespace {

constexpr FourCc collection_form = four_cc("DLS ");
constexpr std::uint32_t unused_cue = 0xffffffff;

std::string info_name(const Chunk& list) {
    const Chunk* texts = list.find_list(four_cc("INFO"));
    const Chunk* name = texts ? texts->find(four_cc("INAM")) : nullptr;
    return name ? ansi_text(name->bytes) : std::string();
}

std::optional<WaveSample> read_wave_sample(const Chunk& list, MusicReading& reading) {
    const Chunk* chunk = list.find(four_cc("wsmp"));
    if (!chunk) return {};
    const Bytes bytes = chunk->bytes;
    const std::size_t size = bytes.size() < 4 ? 0 : load<std::uint32_t>(bytes.data(), Endian::little);
    if (size < 20) return reading.stop(*chunk, "dls: bad wsmp size: " + std::to_string(size)), WaveSample{};
    if (size > bytes.size()) return reading.stop(*chunk, "riff: short chunk"), WaveSample{};
    ByteReader reader(bytes.first(20));
    WaveSampleTable table;
    reader("size", table.size);
    reader("unity_note", table.sample.unity_note);
    reader("fine_tune", table.sample.fine_tune);
    reader("gain", table.sample.gain);
    reader("options", table.sample.options);
    reader("loop_count", table.loop_count);
    std::size_t at = size;
    for (std::uint32_t i = 0; i < table.loop_count; ++i) {
        if (bytes.size() - at < 16) {
            reading.warn(*chunk, "dls: loop count clamped");
            break;
        }
        const auto loop = read_record<WaveLoop>(bytes.subspan(at, 16));
        table.sample.loops.push_back(loop);
        at += std::min<std::size_t>(std::max<std::size_t>(loop.size, 16), bytes.size() - at);
    }
    return table.sample;
}

std::optional<Articulation> read_articulation(const Chunk& list, MusicReading& reading) {
    const Chunk* found = list.find_list(four_cc("lar2"));
    if (!found) found = list.find_list(four_cc("lart"));
    if (!found) return {};
    Articulation articulation;
    for (const Chunk& chunk : found->chunks) {
        if (chunk.id != four_cc("art1") && chunk.id != four_cc("art2")) continue;
        articulation.level = chunk.id == four_cc("art2") ? 2 : 1;
        const Bytes bytes = chunk.bytes;
        const std::size_t size = bytes.size() < 8 ? 0 : load<std::uint32_t>(bytes.data(), Endian::little);
        if (size < 8) return reading.stop(chunk, "dls: bad articulation size: " + std::to_string(size)), articulation;
        if (size > bytes.size()) return reading.stop(chunk, "riff: short chunk"), articulation;
        const std::size_t count = load<std::uint32_t>(bytes.data() + 4, Endian::little);
        const std::size_t there = (bytes.size() - size) / 12;
        if (count > there) reading.warn(chunk, "dls: connection count clamped");
        for (std::size_t i = 0; i < std::min(count, there); ++i)
            articulation.connections.push_back(read_record<Connection>(bytes.subspan(size + 12 * i, 12)));
    }
    return articulation;
}

Region read_region(const Chunk& list, MusicReading& reading) {
    Region region;
    region.header = reading.needed<RegionHeader>(list, "rgnh", 12, "dls: region without rgnh");
    region.link = reading.needed<WaveLink>(list, "wlnk", 12, "dls: region without wlnk");
    if (region.header.velocity_low >= region.header.velocity_high) {
        region.header.velocity_low = 0;
        region.header.velocity_high = 127;
    }
    region.sample = read_wave_sample(list, reading);
    region.articulation = read_articulation(list, reading);
    return region;
}

Instrument read_instrument(const Chunk& list, MusicReading& reading) {
    Instrument instrument;
    instrument.header = reading.needed<InstrumentHeader>(list, "insh", 12, "dls: instrument without insh");
    instrument.name = info_name(list);
    instrument.articulation = read_articulation(list, reading);
    if (const Chunk* regions = list.find_list(four_cc("lrgn")))
        for (const Chunk& entry : regions->chunks) {
            if (reading.failed()) return instrument;
            if (entry.is_container() && (entry.type == four_cc("rgn ") || entry.type == four_cc("rgn2")))
                instrument.regions.push_back(read_region(entry, reading));
        }
    if (!reading.failed() && instrument.regions.size() != instrument.header.regions)
        reading.warn(list, "dls: region count differs");
    return instrument;
}

Wave read_wave(const Chunk& list, MusicReading& reading) {
    Wave wave;
    wave.name = info_name(list);
    const Chunk *fmt = list.find(four_cc("fmt ")), *data = list.find(four_cc("data"));
    if (!fmt) return reading.stop(list, "dls: wave without fmt"), wave;
    if (!data) return reading.stop(list, "dls: wave without data"), wave;
    auto format = read_format(*fmt, reading.diagnostics());
    if (!format) return reading.stop(format.error()), wave;
    wave.format = std::move(*format);
    std::optional<std::uint32_t> fact;
    if (const Chunk* chunk = list.find(four_cc("fact"))) fact = reading.record<NumberField>(*chunk, 4).value;
    if (auto good = check_blocks(wave.format, *data); !good) return reading.stop(good.error()), wave;
    const auto frames = frames_in(wave.format, *data, fact, reading.diagnostics());
    if (!frames) return reading.stop(frames.error()), wave;
    wave.pcm = {wave.format.rate, wave.format.channels, decode_samples(wave.format, data->bytes, *frames)};
    wave.sample = read_wave_sample(list, reading);
    return wave;
}

void read_pool_table(DlsFile& file, const Chunk& form, const Chunk* pool, const std::vector<const Chunk*>& waves,
                     MusicReading& reading) {
    const Chunk* chunk = form.find(four_cc("ptbl"));
    if (!chunk) {
        reading.warn(form, "dls: no ptbl");
        for (std::size_t i = 0; i < waves.size(); ++i) file.pool_table.push_back(i);
        return;
    }
    const Bytes bytes = chunk->bytes;
    if (bytes.size() < 8) return reading.stop(*chunk, "riff: short chunk");
    const std::size_t size = load<std::uint32_t>(bytes.data(), Endian::little);
    if (size < 8 || size > bytes.size()) return reading.stop(*chunk, "riff: short chunk");
    const std::size_t count = load<std::uint32_t>(bytes.data() + 4, Endian::little);
    const std::size_t there = (bytes.size() - size) / 4;
    if (count > there) reading.warn(*chunk, "dls: cue count clamped");
    for (std::size_t i = 0; i < std::min(count, there); ++i) {
        const auto offset = load<std::uint32_t>(bytes.data() + size + 4 * i, Endian::little);
        std::optional<std::size_t> wave;
        if (offset != unused_cue) {
            for (std::size_t w = 0; w < waves.size() && !wave; ++w)
                if (waves[w]->offset - 12 == pool->offset + std::size_t{offset}) wave = w;
            if (!wave) {
                reading.warn(*chunk, "dls: cue does not hit a wave");
                if (i < waves.size()) wave = i;
            }
        }
        file.pool_table.push_back(wave);
    }
}

// Loops that the wave is too short for.
void check_loops(const Chunk& list, const WaveSample& sample, const Wave& wave, MusicReading& reading) {
    for (const WaveLoop& loop : sample.loops)
        if (loop.length == 0 || std::uint64_t{loop.start} + loop.length > wave.pcm.frames())
            reading.warn(list, "dls: loop out of range");
}

void link_regions(DlsFile& file, const Chunk& instruments, MusicReading& reading) {
    for (Instrument& instrument : file.instruments)
        for (Region& region : instrument.regions) {
            const std::size_t index = region.link.table_index;
            if (index < file.pool_table.size()) region.wave = file.pool_table[index];
            if (!region.wave) {
                reading.warn(instruments, "dls: wave link out of range: " + std::to_string(index));
                continue;
            }
            const Wave& wave = file.waves[*region.wave];
            if (region.sample)
                check_loops(instruments, *region.sample, wave, reading);
            else if (!wave.sample)
                reading.warn(instruments, "dls: region without wsmp");
        }
}

void interpret_collection(DlsFile& file, MusicReading& reading) {
    const Chunk& form = file.riff.form;
    const Chunk *header = form.find(four_cc("colh")), *instruments = form.find_list(four_cc("lins"));
    if (!header) return reading.stop(form, "dls: no colh");
    if (!instruments) return reading.stop(form, "dls: no lins");
    const auto declared = reading.record<NumberField>(*header, 4).value;
    file.guid = reading.guid(form, four_cc("dlid"));
    if (const Chunk* version = form.find(four_cc("vers"))) {
        const auto fields = reading.record<VersionFields>(*version, 8);
        file.version = {fields.high, fields.low};
    }
    file.name = info_name(form);
    if (const Chunk* conditions = form.find(four_cc("cdl ")))
        reading.warn(*conditions, "dls: conditional chunk ignored");
    for (const Chunk& entry : instruments->chunks) {
        if (reading.failed()) return;
        if (entry.is_container() && entry.type == four_cc("ins "))
            file.instruments.push_back(read_instrument(entry, reading));
    }
    if (!reading.failed() && declared != file.instruments.size())
        reading.warn(*header, "dls: instrument count differs");
    const Chunk* pool = form.find_list(four_cc("wvpl"));
    std::vector<const Chunk*> waves;
    if (pool)
        for (const Chunk& entry : pool->chunks) {
            if (reading.failed()) return;
            if (!entry.is_container() || entry.type != four_cc("wave")) continue;
            waves.push_back(&entry);
            file.waves.push_back(read_wave(entry, reading));
            if (!reading.failed() && file.waves.back().sample)
                check_loops(entry, *file.waves.back().sample, file.waves.back(), reading);
        }
    if (reading.failed()) return;
    read_pool_table(file, form, pool, waves, reading);
    if (!reading.failed()) link_regions(file, *instruments, reading);
}

// The chunk that stands for a wave, in the order of the file.
const Chunk* wave_chunk(const DlsFile& file, std::size_t wave) {
    const Chunk* pool = file.riff.form.find_list(four_cc("wvpl"));
    if (!pool) return nullptr;
    for (const Chunk& entry : pool->chunks)
        if (entry.is_container() && entry.type == four_cc("wave") && wave-- == 0) return &entry;
    return nullptr;
}

} // namespace

bool recognise_dls(Bytes bytes) { return is_form(bytes, collection_form); }

Result<DlsFile> parse_dls(Bytes bytes, Diagnostics* diagnostics) {
    return parsed_file<DlsFile>(bytes, collection_form, interpret_collection, diagnostics);
}

ByteBuffer write_dls(const DlsFile& file) { return write_riff(file.riff); }
Json dump_dls(const DlsFile& file) { return dump_riff(file.riff); }

Result<DlsFile> build_dls(const Json& json) {
    auto riff = build_riff(json);
    if (!riff) return Failure(riff.error());
    return parse_dls(write_riff(*riff)); // the pool table counts offsets
}

Json facts_of(const DlsFile& file) {
    Json facts = Json::object();
    facts.set("format", "dls");
    facts.set("name", file.name);
    facts.set("guid", text_of(file.guid));
    Json instruments = Json::array(), waves = Json::array();
    for (const Instrument& instrument : file.instruments) {
        Json entry = Json::object();
        entry.set("name", instrument.name);
        entry.set("patch", instrument.patch());
        entry.set("bank", instrument.header.bank);
        entry.set("program", instrument.header.program);
        entry.set("drums", instrument.is_drums());
        entry.set("regions", instrument.regions.size());
        instruments.push(std::move(entry));
    }
    for (const Wave& wave : file.waves) {
        Json entry = Json::object();
        entry.set("name", wave.name);
        entry.set("coding", name_of(wave.format.coding));
        entry.set("bits", wave.format.bits);
        entry.set("channels", wave.format.channels);
        entry.set("rate", wave.format.rate);
        entry.set("frames", wave.pcm.frames());
        waves.push(std::move(entry));
    }
    facts.set("instruments", std::move(instruments));
    facts.set("waves", std::move(waves));
    return facts;
}

WavFile wave_as_wav(const DlsFile& file, std::size_t wave) {
    WavFile made;
    const Chunk* chunk = wave_chunk(file, wave);
    if (!chunk) return made;
    std::vector<Chunk> chunks;
    for (const FourCc id : {four_cc("fmt "), four_cc("fact"), four_cc("data")})
        if (const Chunk* found = chunk->find(id)) chunks.push_back(make_chunk(id, found->bytes));
    if (const auto& sample = file.waves[wave].sample) {
        SamplerTable table;
        table.sampler.unity_note = sample->unity_note;
        table.sampler.sample_period = 1'000'000'000u / file.waves[wave].format.rate;
        for (const WaveLoop& loop : sample->loops)
            if (loop.length > 0) table.loops.push_back({.start = loop.start, .end = loop.start + loop.length - 1});
        table.sampler.loop_count = static_cast<std::uint32_t>(table.loops.size());
        chunks.push_back(make_chunk(four_cc("smpl"), record_bytes(table)));
    }
    Riff riff;
    riff.form = make_list(four_cc("RIFF"), four_cc("WAVE"), std::move(chunks));
    auto parsed = parse_wav(write_riff(riff));
    if (parsed) return std::move(*parsed);
    made.riff = std::move(riff);
    return made;
}

} // namespace ossuary::audio
