#include "ossuary/sound/render.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "sound/kernels/table.h"

namespace ossuary::sound {

namespace {

using audio::Connection;
using audio::Instrument;
using audio::Region;
using audio::Wave;
using audio::WaveSample;

constexpr double fast_release = 0.015;
constexpr std::int64_t longest_seconds = 7200; // of one render
constexpr std::int32_t no_time = std::numeric_limits<std::int32_t>::min();

// g0 + floor((g1 − g0) · k / n) for k = 0, 1 …, without dividing each time.
struct Ramp {
    std::int64_t value, count, step = 0, rest = 0, rest_step = 0;

    Ramp(std::int64_t g0, std::int64_t g1, std::int64_t n) : value(g0), count(n) {
        step = (g1 - g0) / n;
        rest_step = (g1 - g0) % n;
        if (rest_step < 0) {
            rest_step += n;
            --step;
        }
    }
    std::int64_t next() {
        const std::int64_t now = value;
        rest += rest_step;
        const bool carry = rest >= count;
        value += step + carry;
        rest -= carry ? count : 0;
        return now;
    }
};

// Where a voice adds its samples over a part of a slice, with gains that go from one value to another.
struct PartOutput {
    Ramp left, right;
    std::int64_t* sum;

    // Of a wave, between a sample and the next.
    template <int channels>
    void add(const std::int16_t* wave, std::uint64_t phase, std::uint64_t step, std::int64_t count) {
        PartOutput own = *this; // in registers
        for (std::int64_t k = 0; k < count; ++k, phase += step) {
            const std::int16_t* x = wave + (phase >> 32);
            const std::int64_t q =
                x[0] * std::int64_t{65536} + (x[1] - x[0]) * static_cast<std::int64_t>(phase >> 16 & 0xffff);
            *own.sum++ += q * own.left.next();
            if constexpr (channels == 2) *own.sum++ += q * own.right.next();
        }
        *this = own;
    }
};

// The same over a whole slice.
struct SliceOutput {
    const KernelTable& kernels;
    GainLine left, right;
    std::int64_t* sum;

    SliceOutput(const KernelTable& set, const std::int64_t (&l)[2], const std::int64_t (&r)[2], std::int64_t* to)
        : kernels(set), left{l[0] * slice_frames, l[1] - l[0]}, right{r[0] * slice_frames, r[1] - r[0]}, sum(to) {}

    template <int channels>
    void add(const std::int16_t* wave, std::uint64_t phase, std::uint64_t step, std::int64_t count) {
        kernels.play[channels - 1](sum, wave, phase, step, static_cast<std::size_t>(count), left, right);
        sum += count * channels;
        left.value += count * left.step;
        right.value += count * right.step;
    }
};

// Connections of an instrument or region: the last of those with equal source, control and destination counts.
class Articulated {
public:
    explicit Articulated(const audio::Articulation* articulation) {
        if (!articulation) return;
        for (const Connection& each : articulation->connections)
            if (each.control == 0 || each.control == 0x81)
                scales_[{each.source, each.control, each.destination}] = each.scale;
    }
    double get(int source, int control, int destination, double otherwise) const {
        const auto found = scales_.find({source, control, destination});
        return found == scales_.end() ? otherwise : found->second;
    }
    // Time cents, with a share that key or velocity adds.
    double seconds(int destination, int source = 0, double share = 0) const {
        const double base = get(0, 0, destination, no_time);
        if (base == no_time) return 0;
        const double more = source == 0 ? 0 : get(source, 0, destination, 0) * share;
        return std::exp2((base + more) / 65536 / 1200);
    }

private:
    std::map<std::tuple<int, int, int>, std::int32_t> scales_;
};

struct Envelope {
    double delay = 0, attack = 0, hold = 0, decay = 0, sustain = 1, release = 0;
};

struct Lfo {
    double frequency = 5, delay = 0.01;
    // Its value, `depth` times.
    double at(double t, double depth) const {
        if (depth == 0 || t < delay) return 0;
        return std::sin(2 * std::numbers::pi * frequency * (t - delay)) * depth;
    }
};

// What a region's connections come to for one key and velocity.
struct VoiceSettings {
    Envelope volume, pitch_envelope;
    Lfo lfo, vibrato;
    double pitch = 0, key_track = 1;
    double lfo_pitch = 0, lfo_pitch_wheel = 0, vibrato_pitch = 0, vibrato_pitch_wheel = 0, envelope_pitch = 0;
    double gain = 0, lfo_gain = 0, lfo_gain_wheel = 0;
    double velocity_gain = -96, volume_gain = -96, expression_gain = -96;
    double pan = 0;
};

VoiceSettings settings_of(const Articulated& a, int key, int velocity) {
    constexpr double cents = 65536, decibels = 655360, share = 65'536'000;
    constexpr int wheel = 0x81;
    const double k = key / 128.0, v = velocity / 128.0;
    const auto hertz = [&](int destination) {
        return 440 * std::exp2((a.get(0, 0, destination, -55'791'973) / 65536 - 6900) / 1200);
    };
    const auto lfo_delay = [&](int destination) {
        const double base = a.get(0, 0, destination, -522'494'112);
        return base == no_time ? 0 : std::exp2(base / 65536 / 1200);
    };
    const auto level = [&](int destination) { return std::clamp(a.get(0, 0, destination, share) / share, 0.0, 1.0); };
    VoiceSettings s;
    s.volume = {a.seconds(0x20b),       a.seconds(0x206, 2, v), a.seconds(0x20c, 3, k),
                a.seconds(0x207, 3, k), level(0x20a),           a.seconds(0x209)};
    s.pitch_envelope = {a.seconds(0x30f),       a.seconds(0x30a, 2, v), a.seconds(0x310, 3, k),
                        a.seconds(0x30b, 3, k), level(0x30e),           a.seconds(0x30d)};
    s.lfo = {hertz(0x104), lfo_delay(0x105)};
    s.vibrato = {hertz(0x114), lfo_delay(0x115)};
    s.pitch = a.get(0, 0, 3, 0) / cents;
    s.key_track = a.get(3, 0, 3, 12800 * cents) / cents / 12800;
    s.lfo_pitch = a.get(1, 0, 3, 0) / cents;
    s.lfo_pitch_wheel = a.get(1, wheel, 3, 0) / cents;
    s.vibrato_pitch = a.get(9, 0, 3, 0) / cents;
    s.vibrato_pitch_wheel = a.get(9, wheel, 3, 0) / cents;
    s.envelope_pitch = a.get(5, 0, 3, 0) / cents;
    s.gain = a.get(0, 0, 1, 0) / decibels;
    s.lfo_gain = a.get(1, 0, 1, 0) / decibels;
    s.lfo_gain_wheel = a.get(1, wheel, 1, 0) / decibels;
    s.velocity_gain = a.get(2, 0, 1, -96 * decibels) / decibels;
    s.volume_gain = a.get(0x87, 0, 1, -96 * decibels) / decibels;
    s.expression_gain = a.get(0x8b, 0, 1, -96 * decibels) / decibels;
    s.pan = a.get(0, 0, 4, 0) / share;
    return s;
}

struct Level {
    double linear = 0, decibels = 0;
};

Level volume_at(const Envelope& e, double t) {
    if (t < e.delay) return {0, 0};
    t -= e.delay;
    if (t < e.attack) return {t / e.attack, 0};
    t -= e.attack;
    if (t < e.hold) return {1, 0};
    t -= e.hold;
    const double floor = -96 * (1 - e.sustain);
    return {1, e.decay == 0 ? floor : std::max(floor, -96 * t / e.decay)};
}

double share_at(const Envelope& e, double t) {
    if (t < e.delay) return 0;
    t -= e.delay;
    if (t < e.attack) return t / e.attack;
    t -= e.attack;
    if (t < e.hold) return 1;
    t -= e.hold;
    return e.decay == 0 ? e.sustain : std::max(e.sustain, 1 - t / e.decay);
}

double concave_of(double x) { return x <= 0 ? 1 : std::min(1.0, 40.0 / 96 * std::log10(127 / x)); }
// Velocities and controllers have few values.
double concave(int value) {
    static const auto table = [] {
        std::array<double, 128> made{};
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = concave_of(static_cast<double>(i));
        return made;
    }();
    return value >= 0 && value < 128 ? table[static_cast<std::size_t>(value)] : concave_of(value);
}

// A function whose argument rarely changes from one call to the next.
template <class Function> class Remembered {
public:
    auto operator()(double argument) const {
        if (!(argument == argument_)) {
            value_ = Function{}(argument);
            argument_ = argument;
        }
        return value_;
    }

private:
    mutable double argument_ = std::numeric_limits<double>::quiet_NaN();
    mutable decltype(Function{}(0.0)) value_{};
};
struct Octaves {
    double operator()(double cents) const { return std::exp2(cents / 1200); }
};
struct Amplitude {
    double operator()(double decibels) const { return std::pow(10, decibels / 20); }
};
struct Sides {
    std::array<double, 2> operator()(double pan) const {
        const double angle = (pan + 0.5) * std::numbers::pi / 2;
        return {std::cos(angle), std::sin(angle)};
    }
};

struct ChannelState {
    const audio::DlsFile* collection = nullptr;
    const Instrument* instrument = nullptr;
    int volume = 100, expression = 127, pan = 64, modulation = 0, bend = 8192;
    double bend_range = 2; // semitones
    int transpose = 0;
};

struct Release {
    std::int64_t frame = 0;
    double seconds = 0;
    Level volume;
    double share = 0;
    double share_seconds = 0;
    bool is_fast = false;
};

struct Gains {
    std::int64_t mono = 0, left = 0, right = 0;
};

struct Voice {
    const ChannelState* state = nullptr;
    std::uint32_t channel = 0;
    std::uint64_t note = 0; // which of the notes it belongs to
    int midi_note = 0, key = 0, velocity = 0;
    const Instrument* instrument = nullptr;
    const Region* region = nullptr;
    const std::vector<std::int16_t>* samples = nullptr;
    double wave_rate = 0;
    WaveSample sample;
    double sample_gain = 0; // of it, in decibels
    VoiceSettings settings;
    bool has_loop = false;
    std::int64_t loop_start = 0, loop_end = 0;
    std::int64_t start = 0;
    std::uint64_t phase = 0;
    std::optional<Release> release;
    bool is_over = false;
    Gains last_gains;
    std::int64_t last_frame = -1;
    std::uint64_t last_change = 0; // of Synthesizer::changes_
    Remembered<Octaves> octaves;
    Remembered<Amplitude> amplitude;
    Remembered<Sides> sides;
};

class Synthesizer {
public:
    Synthesizer(const EventList& list, const std::vector<NamedCollection>& collections, const RenderOptions& options,
                Diagnostics* diagnostics)
        : list_(list), collections_(collections), options_(options), diagnostics_(diagnostics),
          kernels_(kernels_for(options.isa)), tempos_(list, options.rate) {}

    audio::Pcm run() {
        const double rate = options_.rate;
        const std::int64_t wanted =
            options_.seconds > 0
                ? static_cast<std::int64_t>(std::floor(options_.seconds * rate))
                : tempos_.frame(list_.end) + static_cast<std::int64_t>(std::floor(rate * options_.tail));
        const std::int64_t frames = std::min(wanted, std::int64_t{options_.rate} * longest_seconds);
        audio::Pcm pcm{options_.rate, options_.channels, {}};
        pcm.samples.resize(static_cast<std::size_t>(std::max<std::int64_t>(frames, 0)) * options_.channels);
        const auto frame_of = [&](std::size_t event) {
            return event < list_.events.size() ? tempos_.frame(list_.events[event].time) : frames;
        };
        std::vector<std::pair<std::int64_t, std::int64_t>> volumes; // from which frame, in 2^-16
        for (const VolumeChange& change : options_.volumes)
            volumes.emplace_back(tempos_.frame(change.time),
                                 static_cast<std::int64_t>(std::clamp(change.volume, 0.0, 1.0) * 65536 + 0.5));
        std::size_t next = 0, next_volume = 0;
        std::int64_t next_frame = frame_of(0), volume = 65536;
        std::vector<std::int64_t> sums(static_cast<std::size_t>(slice_frames) * options_.channels);
        for (std::int64_t frame = 0; frame < frames;) {
            for (; next < list_.events.size() && next_frame <= frame; next_frame = frame_of(next))
                apply(list_.events[next++], frame);
            std::int64_t end = std::min(frames, (frame / slice_frames + 1) * slice_frames);
            if (next < list_.events.size()) end = std::min(end, next_frame);
            std::ranges::fill(sums, 0);
            for (Voice& voice : voices_) add_slice(voice, frame, end - frame, sums);
            std::erase_if(voices_, [](const Voice& voice) { return voice.is_over; });
            const auto count = static_cast<std::size_t>(end - frame) * options_.channels;
            std::int16_t* to = pcm.samples.data() + static_cast<std::size_t>(frame) * options_.channels;
            if (volumes.empty()) {
                for (std::size_t i = 0; i < count; ++i)
                    to[i] = static_cast<std::int16_t>(
                        std::clamp<std::int64_t>((sums[i] + (std::int64_t{1} << 31)) >> 32, -32768, 32767));
            } else {
                for (std::size_t i = 0; i < count; ++i) {
                    const std::int64_t here = frame + static_cast<std::int64_t>(i / options_.channels);
                    while (next_volume < volumes.size() && volumes[next_volume].first <= here)
                        volume = volumes[next_volume++].second;
                    const std::int64_t loud = ((sums[i] + (std::int64_t{1} << 15)) >> 16) * volume;
                    to[i] = static_cast<std::int16_t>(
                        std::clamp<std::int64_t>((loud + (std::int64_t{1} << 31)) >> 32, -32768, 32767));
                }
            }
            frame = end;
        }
        return pcm;
    }

private:
    void warn(const std::string& message) {
        if (warned_.insert(message).second) report(diagnostics_, Severity::warning, {}, message);
    }

    void apply(const MusicEvent& event, std::int64_t frame) {
        ChannelState& channel = channels_[event.channel];
        ++changes_;
        switch (event.kind) {
        case MusicEventKind::tempo: break;
        case MusicEventKind::band: take_band(list_.bands[static_cast<std::size_t>(event.number)]); break;
        case MusicEventKind::on: note_on(event, channel, frame); break;
        case MusicEventKind::off: note_off(event, frame); break;
        case MusicEventKind::bend: channel.bend = event.value; break;
        case MusicEventKind::control:
            if (event.number == 1) channel.modulation = event.value;
            if (event.number == 7) channel.volume = event.value;
            if (event.number == 10) channel.pan = event.value;
            if (event.number == 11) channel.expression = event.value;
            break;
        }
    }

    const audio::DlsFile* find_collection(const audio::Reference& reference) {
        if (reference.guid)
            for (const NamedCollection& each : collections_)
                if (each.collection && each.collection->guid == *reference.guid) return each.collection;
        for (const NamedCollection& each : collections_)
            if (each.collection && equal_ignoring_case(file_name(each.file), file_name(reference.file)))
                return each.collection;
        warn("collection '" + reference.file + "' is not there: its instruments are silent");
        return nullptr;
    }

    // The exact address; else the last with the same program and low bank, drums or not.
    const Instrument* find_instrument(const audio::DlsFile& collection, std::uint32_t patch) {
        for (const Instrument& each : collection.instruments)
            if (each.patch() == patch) return &each;
        const Instrument* found = nullptr;
        for (const Instrument& each : collection.instruments)
            if ((each.patch() & 0x7f7f) == (patch & 0x7f7f)) found = &each;
        if (!found) warn("collection '" + collection.name + "' has no instrument " + std::to_string(patch));
        return found;
    }

    void take_band(const audio::Band& band) {
        for (const audio::BandInstrument& each : band.instruments) {
            const audio::BandSettings& settings = each.settings;
            ChannelState& channel = channels_[settings.channel];
            if (settings.flags & audio::band_volume) channel.volume = settings.volume;
            if (settings.flags & audio::band_pan) channel.pan = settings.pan;
            if (settings.flags & audio::band_transpose) channel.transpose = settings.transpose;
            if (settings.flags & audio::band_bend_range) channel.bend_range = settings.pitch_bend_range / 100.0;
            if (!(settings.flags & (audio::band_patch | audio::band_bank))) continue;
            if (!each.collection) {
                warn("band '" + band.name + "' has an instrument without a collection on channel " +
                     std::to_string(settings.channel));
                continue;
            }
            channel.collection = find_collection(*each.collection);
            channel.instrument = channel.collection ? find_instrument(*channel.collection, settings.patch) : nullptr;
        }
    }

    const std::vector<std::int16_t>& mono_samples(const Wave& wave) {
        const auto [found, is_new] = mono_.try_emplace(&wave);
        if (is_new) {
            if (wave.pcm.channels == 1) {
                found->second = wave.pcm.samples;
            } else {
                for (std::size_t i = 0; i + 1 < wave.pcm.samples.size(); i += 2)
                    found->second.push_back(
                        static_cast<std::int16_t>((wave.pcm.samples[i] + wave.pcm.samples[i + 1]) >> 1));
            }
        }
        return found->second;
    }

    void note_on(const MusicEvent& event, const ChannelState& channel, std::int64_t frame) {
        const int key = event.number + channel.transpose;
        if (!channel.instrument || key < 0 || key > 127) return;
        std::vector<const Region*> regions;
        for (const Region& region : channel.instrument->regions)
            if (key >= region.header.key_low && key <= region.header.key_high &&
                event.value >= region.header.velocity_low && event.value <= region.header.velocity_high && region.wave)
                regions.push_back(&region);
        for (const Region* region : regions)
            for (Voice& voice : voices_) {
                if (voice.channel != event.channel) continue;
                const bool same_key = voice.key == key && !voice.release && !(region->header.options & 1);
                const bool same_group = voice.instrument == channel.instrument && region->header.key_group != 0 &&
                                        voice.region->header.key_group == region->header.key_group;
                if (same_key || same_group) release(voice, frame, true);
            }
        ++notes_;
        for (const Region* region : regions) start_voice(event, channel, *region, key, frame);
    }
    void start_voice(const MusicEvent& event, const ChannelState& channel, const Region& region, int key,
                     std::int64_t frame) {
        const Wave& wave = channel.collection->waves[*region.wave];
        Voice voice;
        voice.state = &channel;
        voice.channel = event.channel;
        voice.note = notes_;
        voice.midi_note = event.number;
        voice.key = key;
        voice.velocity = event.value;
        voice.instrument = channel.instrument;
        voice.region = &region;
        voice.samples = &mono_samples(wave);
        voice.wave_rate = wave.pcm.rate;
        voice.sample = region.sample ? *region.sample : wave.sample.value_or(WaveSample{});
        voice.sample_gain = voice.sample.gain / 655360.0;
        const auto& own = region.articulation ? region.articulation : channel.instrument->articulation;
        voice.settings = settings_of(Articulated(own ? &*own : nullptr), key, event.value);
        if (!voice.sample.loops.empty()) {
            const audio::WaveLoop& loop = voice.sample.loops.front();
            voice.loop_start = loop.start;
            voice.loop_end = std::int64_t{loop.start} + loop.length;
            voice.has_loop = loop.length > 0 && voice.loop_end <= static_cast<std::int64_t>(voice.samples->size());
        }
        voice.start = frame;
        voices_.push_back(std::move(voice));
    }

    void note_off(const MusicEvent& event, std::int64_t frame) {
        const auto is_it = [&](const Voice& voice) {
            return voice.channel == event.channel && voice.midi_note == event.number && !voice.release;
        };
        const auto oldest = std::ranges::find_if(voices_, is_it);
        if (oldest == voices_.end()) return;
        const std::uint64_t note = oldest->note;
        for (Voice& voice : voices_)
            if (voice.note == note && is_it(voice)) release(voice, frame, false);
    }

    double seconds_since(std::int64_t from, std::int64_t frame) const {
        return static_cast<double>(frame - from) / options_.rate;
    }
    Level volume_of(const Voice& voice, std::int64_t frame) const {
        if (!voice.release) return volume_at(voice.settings.volume, seconds_since(voice.start, frame));
        const Release& release = *voice.release;
        const double t = seconds_since(release.frame, frame);
        if (release.seconds <= 0) return {0, -96};
        return {release.volume.linear, release.volume.decibels - 96 * t / release.seconds};
    }
    double pitch_share(const Voice& voice, std::int64_t frame) const {
        const Envelope& envelope = voice.settings.pitch_envelope;
        if (!voice.release) return share_at(envelope, seconds_since(voice.start, frame));
        const double t = seconds_since(voice.release->frame, frame);
        if (voice.release->share_seconds <= 0) return 0;
        return std::max(0.0, voice.release->share - t / voice.release->share_seconds);
    }
    void release(Voice& voice, std::int64_t frame, bool is_fast) {
        if (voice.release && (!is_fast || voice.release->is_fast)) return;
        const Level now = volume_of(voice, frame);
        const double share = pitch_share(voice, frame);
        voice.release = Release{frame,
                                is_fast ? fast_release : voice.settings.volume.release,
                                now,
                                share,
                                voice.settings.pitch_envelope.release,
                                is_fast};
    }

    std::int64_t increment(const Voice& voice, const ChannelState& channel, std::int64_t frame) const {
        const VoiceSettings& s = voice.settings;
        const double t = seconds_since(voice.start, frame), wheel = channel.modulation / 128.0;
        const double cents = (voice.key - voice.sample.unity_note) * 100 * s.key_track + voice.sample.fine_tune +
                             s.pitch + s.lfo.at(t, s.lfo_pitch + s.lfo_pitch_wheel * wheel) +
                             s.vibrato.at(t, s.vibrato_pitch + s.vibrato_pitch_wheel * wheel) +
                             (s.envelope_pitch == 0 ? 0 : pitch_share(voice, frame) * s.envelope_pitch) +
                             (channel.bend - 8192) / 8192.0 * channel.bend_range * 100;
        const double ratio = std::min(voice.octaves(cents) * voice.wave_rate / options_.rate, 64.0);
        return static_cast<std::int64_t>(ratio * 16777216 + 0.5) * 256;
    }
    Gains gains(const Voice& voice, const ChannelState& channel, std::int64_t frame) const {
        const VoiceSettings& s = voice.settings;
        const double t = seconds_since(voice.start, frame), wheel = channel.modulation / 128.0;
        const Level level = volume_of(voice, frame);
        const double decibels = level.decibels + voice.sample_gain + s.gain +
                                s.lfo.at(t, s.lfo_gain + s.lfo_gain_wheel * wheel) +
                                s.velocity_gain * concave(voice.velocity) + s.volume_gain * concave(channel.volume) +
                                s.expression_gain * concave(channel.expression);
        if (level.decibels <= -96 || level.linear <= 0 || decibels <= -96) return {};
        const double amplitude = level.linear * voice.amplitude(std::min(decibels, 6.0));
        const double pan = std::clamp(s.pan + (channel.pan / 64.0 - 1) * 0.508, -0.5, 0.5);
        const auto [left, right] = voice.sides(pan);
        // None is negative.
        const auto whole = [](double value) { return static_cast<std::int64_t>(value * 65536 + 0.5); };
        return {whole(amplitude), whole(amplitude * left), whole(amplitude * right)};
    }

    void add_slice(Voice& voice, std::int64_t frame, std::int64_t count, std::vector<std::int64_t>& sums) {
        const ChannelState& channel = *voice.state;
        // What the last slice ended with is what this one begins with, unless something happened in between.
        const bool is_same = voice.last_frame == frame && voice.last_change == changes_;
        const Gains from = is_same ? voice.last_gains : gains(voice, channel, frame);
        const Gains to = gains(voice, channel, frame + count);
        voice.last_frame = frame + count;
        voice.last_change = changes_;
        voice.last_gains = to;
        if (voice.release && from.mono == 0 && to.mono == 0) {
            voice.is_over = true;
            return;
        }
        const auto step = static_cast<std::uint64_t>(increment(voice, channel, frame));
        const bool loops = voice.has_loop && !(voice.sample.loops.front().type == 1 && voice.release);
        const std::int64_t left[] = {options_.channels == 1 ? from.mono : from.left,
                                     options_.channels == 1 ? to.mono : to.left};
        const std::int64_t right[] = {from.right, to.right};
        if (count == slice_frames)
            play(voice, loops, step, count, SliceOutput(kernels_, left, right, sums.data()));
        else
            play(voice, loops, step, count,
                 PartOutput{{left[0], left[1], count}, {right[0], right[1], count}, sums.data()});
    }

    template <class Output> void play(Voice& voice, bool loops, std::uint64_t step, std::int64_t count, Output output) {
        const std::vector<std::int16_t>& samples = *voice.samples;
        const auto length = static_cast<std::int64_t>(samples.size());
        const std::uint64_t loop_end = static_cast<std::uint64_t>(voice.loop_end) << 32;
        const std::uint64_t loop_length = static_cast<std::uint64_t>(voice.loop_end - voice.loop_start) << 32;
        const auto add = [&](const std::int16_t* wave, std::uint64_t phase, std::int64_t run) {
            if (options_.channels == 1)
                output.template add<1>(wave, phase, step, run);
            else
                output.template add<2>(wave, phase, step, run);
            voice.phase += step * static_cast<std::uint64_t>(run);
        };
        // Up to there the next sample is the one that follows.
        const std::int64_t plain_end = (loops ? voice.loop_end : length) - 1;
        const std::uint64_t plain = plain_end > 0 ? static_cast<std::uint64_t>(plain_end) << 32 : 0;
        for (std::int64_t k = 0; k < count;) {
            std::int64_t run = 1;
            if (voice.phase < plain) {
                run = count - k;
                if (plain - voice.phase <= step * static_cast<std::uint64_t>(run))
                    run = std::min(run, static_cast<std::int64_t>((plain - voice.phase - 1) / step + 1));
                add(samples.data(), voice.phase, run);
            } else {
                const auto x = static_cast<std::int64_t>(voice.phase >> 32);
                if (x >= length) {
                    voice.is_over = true;
                    return;
                }
                std::int64_t y = x + 1;
                if (loops && y >= voice.loop_end) y = voice.loop_start;
                const std::int16_t pair[] = {samples[static_cast<std::size_t>(x)],
                                             y < length ? samples[static_cast<std::size_t>(y)] : std::int16_t{0}};
                add(pair, voice.phase & 0xffffffff, 1);
            }
            k += run;
            while (loops && voice.phase >= loop_end) voice.phase -= loop_length;
        }
    }

    const EventList& list_;
    const std::vector<NamedCollection>& collections_;
    RenderOptions options_;
    Diagnostics* diagnostics_;
    const KernelTable& kernels_;
    TempoMap tempos_;
    std::map<std::uint32_t, ChannelState> channels_; // voices point to them
    std::uint64_t changes_ = 0;                      // events so far
    std::vector<Voice> voices_;
    std::uint64_t notes_ = 0;
    std::map<const Wave*, std::vector<std::int16_t>> mono_;
    std::set<std::string> warned_;
};

// Far beyond any music it stays where it is.
std::int64_t advanced(std::int64_t position, std::int64_t ticks, std::int64_t step) {
    constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max() / 4;
    return ticks > 0 && step > (farthest - position) / ticks ? farthest : position + ticks * step;
}

// floor(60 · 10^6 · rate · 2^32 / (B · 768)), with B in millionths of a quarter note a minute.
std::int64_t step_of(double tempo, std::uint32_t rate) {
    const auto divisor = static_cast<std::uint64_t>(std::floor(std::max(tempo, 1.0) * 1e6 + 0.5)) * 768;
    const std::uint64_t product = 60'000'000ull * rate;
    std::uint64_t quotient = product / divisor, rest = product % divisor;
    for (int i = 0; i < 2; ++i) {
        quotient = quotient << 16 | (rest << 16) / divisor;
        rest = (rest << 16) % divisor;
    }
    return static_cast<std::int64_t>(quotient);
}

} // namespace

TempoMap::TempoMap(const EventList& list, std::uint32_t rate) {
    changes_.push_back({0, 0, step_of(100, rate)});
    for (const MusicEvent& event : list.events) {
        if (event.kind != MusicEventKind::tempo) continue;
        const Change& last = changes_.back();
        changes_.push_back(
            {event.time, advanced(last.position, event.time - last.tick, last.step), step_of(event.tempo, rate)});
    }
}

std::int64_t TempoMap::frame(std::int32_t tick) const {
    const auto after = std::ranges::upper_bound(changes_, tick, {}, &Change::tick);
    const Change& change = after == changes_.begin() ? *after : *(after - 1);
    return (advanced(change.position, tick - change.tick, change.step) + (std::int64_t{1} << 31)) >> 32;
}

audio::Pcm render(const EventList& list, const std::vector<NamedCollection>& collections, const RenderOptions& options,
                  Diagnostics* diagnostics) {
    return Synthesizer(list, collections, options, diagnostics).run();
}

} // namespace ossuary::sound
