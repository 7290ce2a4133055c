// Any bytes as a collection of instruments or as a sound, played: notes, controls and voices of any kind read nothing
// beyond their waves, and blocks of any size give the samples that one block gives.
#include <algorithm>

#include "lossless.h"
#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/wav.h"
#include "ossuary/sound/mixer.h"
#include "ossuary/sound/render.h"

namespace ossuary::fuzz::try_sound {

namespace {

// Numbers that follow from the bytes.
struct Choices {
    std::uint32_t state = 1;
    explicit Choices(Bytes bytes) {
        for (const std::byte byte : bytes) state = (state ^ std::to_integer<std::uint32_t>(byte)) * 16777619u;
        state |= 1;
    }
    std::int32_t below(std::int32_t count) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return static_cast<std::int32_t>(state % static_cast<std::uint32_t>(count));
    }
};

void render_some(const audio::DlsFile& collection, Choices choices) {
    sound::EventList list;
    audio::Band& players = list.bands.emplace_back();
    for (std::uint32_t channel = 0; channel < 4 && !collection.instruments.empty(); ++channel) {
        audio::BandInstrument& each = players.instruments.emplace_back();
        const auto count = static_cast<std::int32_t>(std::min<std::size_t>(collection.instruments.size(), 1000));
        each.settings.channel = channel;
        each.settings.flags = 0xffff;
        each.settings.patch = collection.instruments[static_cast<std::size_t>(choices.below(count))].patch();
        each.settings.transpose = static_cast<std::int16_t>(choices.below(49) - 24);
        each.collection.emplace().file = "any.dls";
    }
    using enum sound::MusicEventKind;
    list.events.push_back({0, tempo, 0, 0, 0, 1.0 + choices.below(1000)});
    list.events.push_back({0, band, 0, 0, 0, 0});
    std::int32_t time = 0;
    for (int i = 0; i < 40; ++i) {
        time += choices.below(200);
        constexpr sound::MusicEventKind kinds[] = {on, on, off, control, bend};
        constexpr std::int32_t controllers[] = {1, 7, 10, 11, 64};
        sound::MusicEvent event{time,
                                kinds[choices.below(5)],
                                static_cast<std::uint32_t>(choices.below(5)),
                                choices.below(128),
                                choices.below(128),
                                0};
        if (event.kind == control) event.number = controllers[choices.below(5)];
        if (event.kind == bend) event.value = choices.below(16384);
        list.events.push_back(event);
    }
    list.end = time;
    const sound::RenderOptions options{.rate = static_cast<std::uint32_t>(8000 + choices.below(3) * 7001),
                                       .channels = static_cast<std::uint16_t>(1 + choices.below(2)),
                                       .seconds = 0.25};
    const audio::Pcm pcm = sound::render(list, {{"any.dls", &collection}}, options);
    expect(pcm.frames() == options.rate / 4);
}

void mix_some(const audio::Pcm& pcm, Choices choices) {
    const auto channels = static_cast<std::uint16_t>(1 + choices.below(2));
    sound::Mixer whole({.rate = 44100, .channels = channels}), parts({.rate = 44100, .channels = channels});
    std::vector<sound::SoundStart> starts;
    for (int i = 0; i < 3; ++i)
        starts.push_back({.frame = choices.below(3000),
                          .pcm = &pcm,
                          .gain = choices.below(300) / 100.0,
                          .semitones = choices.below(97) - 48,
                          .loop = choices.below(2) == 1,
                          .distance = static_cast<double>(choices.below(4000)),
                          .pan = choices.below(201) / 100.0 - 1,
                          .source = static_cast<std::uint32_t>(choices.below(2)),
                          .own_slot = choices.below(2) == 1});
    whole.start(starts);
    parts.start(starts);
    const audio::Pcm expected = whole.mix(4000);
    std::vector<std::int16_t> got;
    while (got.size() < expected.samples.size()) {
        const std::size_t left = (expected.samples.size() - got.size()) / channels;
        const auto part = parts.mix(std::min<std::size_t>(left, 1 + static_cast<std::size_t>(choices.below(700))));
        got.insert(got.end(), part.samples.begin(), part.samples.end());
    }
    expect(got == expected.samples);
}

} // namespace

OSSUARY_FUZZ(sound) {
    if (const auto collection = audio::parse_dls(bytes)) render_some(*collection, Choices(bytes));
    if (const auto file = audio::parse_wav(bytes))
        if (const auto pcm = audio::decode(*file)) mix_some(*pcm, Choices(bytes));
}

} // namespace ossuary::fuzz::try_sound
