// Sound from memory: ADPCM decoded, music rendered with sixteen voices all the time, events mixed. The counter
// `speed` is how much longer what was made plays than it took to make it.
#include <benchmark/benchmark.h>

#include <cstring>

#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/sound/mixer.h"
#include "ossuary/sound/render.h"

namespace {

using namespace ossuary;
using namespace ossuary::audio;

constexpr double seconds = 10;

// A tone with grain, as long as asked.
Pcm some_sound(std::uint32_t rate, std::uint16_t channels, double length) {
    Pcm pcm{rate, channels, {}};
    std::uint32_t random = 1;
    const auto count = static_cast<std::size_t>(length * rate) * channels;
    for (std::size_t i = 0; i < count; ++i) {
        random = random * 1664525u + 1013904223u;
        const auto tone = static_cast<std::int32_t>(i * 331 % 20000) - 10000;
        pcm.samples.push_back(static_cast<std::int16_t>(tone + static_cast<std::int32_t>(random >> 20) - 2048));
    }
    return pcm;
}

// The bytes are those of the samples.
void decode(benchmark::State& state, Coding coding, std::uint16_t channels) {
    const WavFile file = make_wav(some_sound(44100, channels, seconds), {.coding = coding});
    for (auto _ : state) {
        const auto pcm = audio::decode(file);
        benchmark::DoNotOptimize(pcm->samples.data());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * file.frames * channels * 2));
}
BENCHMARK_CAPTURE(decode, ima_mono, Coding::ima_adpcm, std::uint16_t{1})->Name("sound/decode_ima_mono/ours");
BENCHMARK_CAPTURE(decode, ima_stereo, Coding::ima_adpcm, std::uint16_t{2})->Name("sound/decode_ima_stereo/ours");
BENCHMARK_CAPTURE(decode, ms_mono, Coding::ms_adpcm, std::uint16_t{1})->Name("sound/decode_ms_mono/ours");
BENCHMARK_CAPTURE(decode, ms_stereo, Coding::ms_adpcm, std::uint16_t{2})->Name("sound/decode_ms_stereo/ours");

// One instrument over all keys: a looped wave, a vibrato, an envelope that never stands still.
DlsFile some_instruments() {
    DlsFile file;
    file.name = "bench";
    Wave wave;
    wave.pcm = some_sound(22050, 1, 0.4);
    wave.sample = WaveSample{.unity_note = 60, .loops = {{16, 0, 1000, 6000}}};
    file.waves.push_back(std::move(wave));
    Instrument instrument;
    Region region;
    region.header.key_high = region.header.velocity_high = 127;
    region.wave = 0;
    instrument.regions.push_back(region);
    Articulation articulation;
    articulation.connections = {{0, 0, 0x206, 0, -522494112},
                                {0, 0, 0x207, 0, 314572800},
                                {0, 0, 0x20a, 0, 26214400},
                                {9, 0, 3, 0, 20 * 65536}};
    instrument.articulation = articulation;
    file.instruments.push_back(std::move(instrument));
    return file;
}

void render(benchmark::State& state) {
    const DlsFile instruments = some_instruments();
    sound::EventList list;
    Band band;
    for (std::uint32_t channel = 0; channel < 16; ++channel) {
        BandInstrument& each = band.instruments.emplace_back();
        each.settings.channel = channel;
        each.settings.flags = band_patch | band_pan;
        each.settings.pan = static_cast<std::uint8_t>(8 * channel);
        each.collection = Reference{.file = "bench.dls"};
    }
    list.bands.push_back(band);
    using sound::MusicEventKind;
    list.events.push_back({0, MusicEventKind::tempo, 0, 0, 0, 120});
    list.events.push_back({0, MusicEventKind::band, 0, 0, 0, 0});
    // A note on each channel all the time, struck anew each second.
    for (std::int32_t time = 0; time < 768 * 20; time += 1536) {
        if (time > 0)
            for (std::uint32_t channel = 0; channel < 16; ++channel)
                list.events.push_back(
                    {time, MusicEventKind::off, channel, static_cast<std::int32_t>(48 + channel), 0, 0});
        for (std::uint32_t channel = 0; channel < 16; ++channel)
            list.events.push_back({time, MusicEventKind::on, channel, static_cast<std::int32_t>(48 + channel), 100, 0});
    }
    list.end = 768 * 20;
    const std::vector<sound::NamedCollection> collections = {{"bench.dls", &instruments}};
    for (auto _ : state) {
        const Pcm pcm = sound::render(list, collections, {.seconds = seconds});
        benchmark::DoNotOptimize(pcm.samples.data());
    }
    state.counters["speed"] =
        benchmark::Counter(seconds * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(render)->Name("sound/render_16_voices_10s/ours")->Unit(benchmark::kMillisecond);

// 64 loops at once: some of another rate, some in another pitch, some in stereo, each from another side.
void mix(benchmark::State& state, bool resampled) {
    const Pcm sounds[] = {some_sound(44100, 1, 0.7), some_sound(resampled ? 22050 : 44100, 1, 0.5),
                          some_sound(44100, 2, 0.6)};
    for (auto _ : state) {
        sound::Mixer mixer({.starts_in_update = 64});
        std::vector<sound::SoundStart> starts;
        for (std::uint32_t i = 0; i < 64; ++i)
            starts.push_back({.frame = i * 13,
                              .pcm = &sounds[i % 8 == 7 ? 2 : i % 2],
                              .gain = 0.1,
                              .semitones = resampled && i % 4 == 3 ? 5 : 0,
                              .loop = true,
                              .pan = i / 32.0 - 1,
                              .source = i});
        mixer.start(starts);
        for (int block = 0; block < 100; ++block) {
            const Pcm pcm = mixer.mix(1024);
            benchmark::DoNotOptimize(pcm.samples.data());
        }
    }
    state.counters["speed"] =
        benchmark::Counter(102400 / 44100.0 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(mix, resampled, true)->Name("sound/mix_64_voices/ours")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mix, plain, false)->Name("sound/mix_64_voices_plain/ours")->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
