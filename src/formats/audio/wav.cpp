#include "ossuary/formats/audio/wav.h"

#include <algorithm>

#include "formats/audio/adpcm.h"
#include "formats/audio/chunk_json.h"
#include "formats/audio/chunk_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"

namespace ossuary::audio {

namespace {

constexpr FourCc fmt_id = four_cc("fmt "), data_id = four_cc("data"), fact_id = four_cc("fact");

Failure short_wav_chunk(const Chunk& chunk) {
    return fail({.offset = chunk.offset, .field = text_of(chunk.id)}, "riff: short chunk");
}

// As many of the items behind a header as are there.
template <class T>
std::vector<T> read_items(Bytes bytes, std::size_t begin, std::uint32_t count, std::size_t size, const Chunk& chunk,
                          const char* clamped, Diagnostics* diagnostics) {
    const std::size_t there = (bytes.size() - begin) / size;
    if (count > there)
        report(diagnostics, Severity::warning, {.offset = chunk.offset, .field = text_of(chunk.id)}, clamped);
    std::vector<T> items;
    for (std::size_t i = 0; i < std::min<std::size_t>(count, there); ++i)
        items.push_back(read_record<T>(bytes.subspan(begin + i * size, size)));
    return items;
}

// Everything but the chunks.
Result<void> interpret_wav(WavFile& file, Diagnostics* diagnostics) {
    const Chunk& form = file.riff.form;
    if (form.type != four_cc("WAVE"))
        return fail({.offset = 8}, "riff: wrong form: '" + text_of(form.type) + "', expected 'WAVE'");
    const Chunk *fmt = form.find(fmt_id), *data = form.find(data_id);
    if (!fmt) return fail({.offset = form.offset}, "wav: no fmt chunk");
    auto format = read_format(*fmt, diagnostics);
    if (!format) return Failure(format.error());
    file.format = std::move(*format);
    if (!data) return fail({.offset = form.offset}, "wav: no data chunk");
    if (const Chunk* fact = form.find(fact_id)) {
        if (fact->bytes.size() < 4) return short_wav_chunk(*fact);
        file.fact = load<std::uint32_t>(fact->bytes.data(), Endian::little);
    }
    if (auto good = check_blocks(file.format, *data); !good) return good;
    const auto frames = frames_in(file.format, *data, file.fact, diagnostics);
    if (!frames) return Failure(frames.error());
    file.frames = *frames;

    if (const Chunk* cue = form.find(four_cc("cue "))) {
        if (cue->bytes.size() < 4) return short_wav_chunk(*cue);
        file.cues = read_items<Cue>(cue->bytes, 4, load<std::uint32_t>(cue->bytes.data(), Endian::little), 24, *cue,
                                    "wav: cue table truncated", diagnostics);
    }
    if (const Chunk* smpl = form.find(four_cc("smpl"))) {
        if (smpl->bytes.size() < 36) return short_wav_chunk(*smpl);
        file.sampler = read_record<Sampler>(smpl->bytes);
        file.loops = read_items<SampleLoop>(smpl->bytes, 36, file.sampler->loop_count, 24, *smpl,
                                            "wav: loop table truncated", diagnostics);
        for (const SampleLoop& loop : file.loops)
            if (!file.is_valid(loop))
                report(diagnostics, Severity::warning, {.offset = smpl->offset, .field = "smpl"},
                       "wav: loop out of range");
    }
    return {};
}

Result<WavFile> interpreted_wav(Riff riff, Diagnostics* diagnostics) {
    WavFile file;
    file.riff = std::move(riff);
    if (auto good = interpret_wav(file, diagnostics); !good) return Failure(good.error());
    return file;
}

} // namespace

const SampleLoop* WavFile::loop() const {
    for (const SampleLoop& each : loops)
        if (each.type == 0 && is_valid(each)) return &each;
    return nullptr;
}

bool recognise_wav(Bytes bytes) { return is_form(bytes, four_cc("WAVE")); }

Result<WavFile> parse_wav(Bytes bytes, Diagnostics* diagnostics) {
    if (as_text(bytes).starts_with("OggS")) return fail({.offset = 0}, "wav: ogg inside wav");
    auto riff = parse_riff(bytes, diagnostics);
    if (!riff) return Failure(riff.error());
    return interpreted_wav(std::move(*riff), diagnostics);
}

ByteBuffer write_wav(const WavFile& file) { return write_riff(file.riff); }
Json dump_wav(const WavFile& file) { return dump_riff(file.riff); }

Result<WavFile> build_wav(const Json& json) {
    auto riff = build_riff(json);
    if (!riff) return Failure(riff.error());
    return interpreted_wav(std::move(*riff), nullptr);
}

Json facts_of(const WavFile& file) {
    Json facts = Json::object();
    facts.set("format", "wav");
    facts.set("coding", name_of(file.format.coding));
    facts.set("bits", file.format.bits);
    facts.set("channels", file.format.channels);
    facts.set("rate", file.format.rate);
    facts.set("frames", file.frames);
    facts.set("seconds", static_cast<double>(file.frames) / file.format.rate);
    if (file.format.coding != Coding::pcm) {
        facts.set("block_align", file.format.block_align);
        facts.set("frames_per_block", file.format.frames_per_block);
    }
    if (file.fact) facts.set("fact", *file.fact);
    if (!file.cues.empty()) {
        Json list = Json::array();
        for (const Cue& cue : file.cues)
            list.push(Json(Json::Object{{"id", cue.id}, {"position", cue.position}, {"sample", cue.sample_offset}}));
        facts.set("cues", std::move(list));
    }
    if (!file.loops.empty()) {
        Json list = Json::array();
        for (const SampleLoop& loop : file.loops)
            list.push(Json(Json::Object{{"type", loop.type},
                                        {"start", loop.start},
                                        {"end", loop.end},
                                        {"count", loop.count},
                                        {"valid", file.is_valid(loop)}}));
        facts.set("loops", std::move(list));
    }
    if (file.sampler) facts.set("unity_note", file.sampler->unity_note);
    Json chunks = Json::array();
    for (const Chunk& chunk : file.riff.form.chunks)
        chunks.push(
            Json(Json::Object{{"id", text_of(chunk.id)}, {"offset", chunk.offset}, {"size", payload_size(chunk)}}));
    facts.set("chunks", std::move(chunks));
    if (const auto pcm = decode(file)) facts.set("pcm_crc32", hex_text(checksum(*pcm), 8));
    return facts;
}

Result<Pcm> decode(const WavFile& file) {
    const Chunk* data = file.riff.form.find(data_id);
    if (!data) return fail("wav: no data chunk");
    if (auto good = check_blocks(file.format, *data); !good) return Failure(good.error());
    return Pcm{file.format.rate, file.format.channels, decode_samples(file.format, data->bytes, file.frames)};
}

WavFile make_wav(const Pcm& pcm, const EncodeOptions& options) {
    WavFile file;
    file.format = format_for(pcm.rate, pcm.channels, options);
    file.frames = pcm.frames();
    std::vector<Chunk> chunks{make_chunk(fmt_id, format_bytes(file.format))};
    if (options.coding != Coding::pcm) {
        file.fact = static_cast<std::uint32_t>(file.frames);
        chunks.push_back(make_chunk(fact_id, record_bytes(NumberField{*file.fact})));
    }
    chunks.push_back(make_chunk(data_id, encode_samples(file.format, pcm.samples)));
    file.riff.form = make_list(four_cc("RIFF"), four_cc("WAVE"), std::move(chunks));
    return file;
}

Result<WavFile> recode(const WavFile& file, const EncodeOptions& options) {
    const bool same = file.format.coding == options.coding &&
                      (options.coding != Coding::pcm || file.format.bits == static_cast<std::uint16_t>(options.bits));
    if (same) return file;
    const auto pcm = decode(file);
    if (!pcm) return Failure(pcm.error());
    WavFile made = make_wav(*pcm, options);
    std::vector<Chunk>& chunks = made.riff.form.chunks;
    for (const Chunk& chunk : file.riff.form.chunks)
        if (chunk.id != fmt_id && chunk.id != data_id && chunk.id != fact_id) chunks.push_back(chunk);
    for (Chunk& chunk : chunks)
        if (chunk.declared_size || (payload_size(chunk) % 2 != 0 && !chunk.pad)) {
            chunk.declared_size.reset();
            if (payload_size(chunk) % 2 != 0) chunk.pad = std::uint8_t{0};
        }
    return interpreted_wav(std::move(made.riff), nullptr);
}

} // namespace ossuary::audio
