#include <gtest/gtest.h>

#include <random>

#include "formats/audio/adpcm.h"
#include "lossless.h"
#include "ossuary/base/hex.h"
#include "ossuary/formats/audio/wav.h"
#include "sample_files.h"

namespace ossuary::audio {
namespace {

using namespace testing;

constexpr ossuary::testing::Verbs<WavFile> wav_verbs{parse_wav, write_wav, dump_wav, build_wav};
constexpr const char* wav_samples[] = {
    "pcm8_mono.wav",     "pcm16_stereo_loop.wav", "msadpcm_mono.wav",          "msadpcm_stereo.wav",
    "imaadpcm_mono.wav", "imaadpcm_stereo.wav",   "imaadpcm_mono_longfact.wav"};

// The dump form of the description.
Json golden_form(const WavFile& file, std::size_t size, const Diagnostics& found) {
    Json json = Json::object();
    json.set("format", "wav");
    json.set("size", size);
    Json chunks = Json::array(), cues = Json::array(), loops = Json::array(), first = Json::array(),
         last = Json::array(), warnings = Json::array();
    for (const Chunk& chunk : file.riff.form.chunks)
        chunks.push(Json(Json::Object{{"id", text_of(chunk.id)},
                                      {"type", chunk.is_container() ? Json(text_of(chunk.type)) : Json()},
                                      {"offset", chunk.offset},
                                      {"size", payload_size(chunk)}}));
    const WaveFormat& format = file.format;
    json.set("chunks", chunks);
    json.set("fmt", Json(Json::Object{{"tag", format.tag},
                                      {"channels", format.channels},
                                      {"rate", format.rate},
                                      {"byte_rate", format.byte_rate},
                                      {"block_align", format.block_align},
                                      {"bits", format.bits},
                                      {"samples_per_block", format.frames_per_block}}));
    json.set("fact", file.fact ? Json(*file.fact) : Json());
    json.set("frames", file.frames);
    for (const Cue& cue : file.cues)
        cues.push(Json(Json::Object{
            {"chunk", text_of(cue.chunk)}, {"id", cue.id}, {"position", cue.position}, {"sample", cue.sample_offset}}));
    for (const SampleLoop& loop : file.loops)
        loops.push(Json(Json::Object{{"cue", loop.cue},
                                     {"type", loop.type},
                                     {"start", loop.start},
                                     {"end", loop.end},
                                     {"fraction", loop.fraction},
                                     {"count", loop.count},
                                     {"valid", file.is_valid(loop)}}));
    json.set("cues", cues);
    json.set("loops", loops);
    json.set("smpl", file.sampler ? Json(Json::Object{{"pitch_fraction", file.sampler->pitch_fraction},
                                                      {"unity_note", file.sampler->unity_note}})
                                  : Json());
    const Pcm pcm = decode(file).value();
    json.set("pcm_crc32", hex_text(checksum(pcm), 8));
    for (std::size_t i = 0; i < std::min<std::size_t>(8, pcm.samples.size()); ++i) first.push(pcm.samples[i]);
    for (std::size_t i = pcm.samples.size() - std::min<std::size_t>(4, pcm.samples.size()); i < pcm.samples.size(); ++i)
        last.push(pcm.samples[i]);
    json.set("first", first);
    json.set("last", last);
    for (const Diagnostic& each : found) warnings.push(each.message);
    json.set("warnings", warnings);
    return json;
}

Pcm some_noise(std::uint16_t channels, std::size_t frames) {
    Pcm pcm{22050, channels, {}};
    std::mt19937 random(7);
    std::int32_t value = 0;
    for (std::size_t i = 0; i < frames * channels; ++i) {
        value = std::clamp(value + static_cast<std::int32_t>(random() % 2001) - 1000, -20000, 20000);
        pcm.samples.push_back(static_cast<std::int16_t>(value));
    }
    return pcm;
}

// A file of one `fmt ` and one `data`.
ByteBuffer small_wav(const ByteBuffer& fmt, const ByteBuffer& data) {
    Riff riff;
    riff.form = make_list(four_cc("RIFF"), four_cc("WAVE"),
                          {make_chunk(four_cc("fmt "), fmt), make_chunk(four_cc("data"), data)});
    return write_riff(riff);
}
ByteBuffer fmt_of(std::uint16_t tag, std::uint16_t channels, std::uint32_t rate, std::uint16_t align,
                  std::uint16_t bits) {
    ByteWriter writer;
    writer.write(tag);
    writer.write(channels);
    writer.write(rate);
    writer.write(std::uint32_t{0});
    writer.write(align);
    writer.write(bits);
    return std::move(writer).take();
}
std::string error_of(Bytes bytes) {
    const auto file = parse_wav(bytes);
    return file ? std::string("no error") : file.error().message();
}

TEST(Wav, IsAsTheReferenceHasIt) {
    for (const char* name : wav_samples) {
        const auto bytes = sample(std::string("wav/") + name);
        const auto expected = golden_of(name);
        OSSUARY_NEED(bytes && expected);
        Diagnostics found;
        const auto file = parse_wav(*bytes, &found);
        ASSERT_TRUE(file) << name << ": " << file.error().text();
        const Json got = golden_form(*file, bytes->size(), found);
        EXPECT_TRUE(got == *expected) << name << '\n' << print_json(got) << '\n' << print_json(*expected);
    }
}

TEST(Wav, RoundTripKeepsEveryByte) {
    for (const char* name : wav_samples) {
        const auto bytes = sample(std::string("wav/") + name);
        OSSUARY_NEED(bytes);
        EXPECT_TRUE(recognise_wav(*bytes));
        EXPECT_TRUE(ossuary::testing::survives(wav_verbs, *bytes)) << name;
    }
}

TEST(Wav, CutAnywhereIsSurvived) {
    for (const char* name : {"pcm16_stereo_loop.wav", "msadpcm_mono.wav", "imaadpcm_stereo.wav"}) {
        const auto bytes = sample(std::string("wav/") + name);
        OSSUARY_NEED(bytes);
        expect_cuts_survived<WavFile>(*bytes, parse_wav, write_wav);
    }
}

TEST(Wav, BadInputHasItsName) {
    const auto expected = golden_of("bad-input");
    OSSUARY_NEED(expected);
    for (const Json::Member& bad : expected->members()) {
        if (!bad.name.ends_with(".wav")) continue;
        const auto bytes = sample("bad/" + bad.name);
        ASSERT_TRUE(bytes);
        Diagnostics found;
        const auto file = parse_wav(*bytes, &found);
        const std::string_view category = bad.value["category"].string();
        if (bad.value["kind"].string() == "error") {
            ASSERT_FALSE(file) << bad.name;
            EXPECT_TRUE(file.error().message().starts_with(category)) << bad.name << ": " << file.error().text();
        } else {
            ASSERT_TRUE(file) << bad.name << ": " << file.error().text();
            EXPECT_TRUE(has_warning(found, category)) << bad.name;
        }
    }
}

TEST(Wav, EveryBadFormatHasItsName) {
    const ByteBuffer data(64);
    EXPECT_EQ(error_of(as_bytes("RIFF")), "riff: truncated header");
    EXPECT_EQ(error_of(as_bytes("RIFX....WAVE")), "riff: bad signature");
    EXPECT_EQ(error_of(as_bytes("OggS")), "wav: ogg inside wav");
    EXPECT_TRUE(
        error_of(write_riff({make_list(four_cc("RIFF"), four_cc("AVI "), {}), {}})).starts_with("riff: wrong form"));
    EXPECT_EQ(error_of(write_riff({make_list(four_cc("RIFF"), four_cc("WAVE"), {}), {}})), "wav: no fmt chunk");
    EXPECT_EQ(error_of(small_wav(ByteBuffer(13), data)), "wav: short fmt");
    EXPECT_TRUE(error_of(small_wav(fmt_of(1, 3, 8000, 6, 16), data)).starts_with("wav: bad channel count"));
    EXPECT_TRUE(error_of(small_wav(fmt_of(1, 1, 0, 2, 16), data)).starts_with("wav: bad sample rate"));
    EXPECT_TRUE(error_of(small_wav(fmt_of(1, 1, 384001, 2, 16), data)).starts_with("wav: bad sample rate"));
    EXPECT_TRUE(error_of(small_wav(fmt_of(1, 1, 8000, 3, 24), data)).starts_with("wav: unsupported bit depth"));
    EXPECT_TRUE(error_of(small_wav(fmt_of(1, 1, 8000, 3, 16), data)).starts_with("wav: bad block align"));
    EXPECT_TRUE(error_of(small_wav(fmt_of(2, 2, 8000, 13, 4), data)).starts_with("wav: bad block align"));
    EXPECT_TRUE(error_of(small_wav(fmt_of(0x11, 2, 8000, 12, 4), data)).starts_with("wav: bad block align"));
    Riff no_data;
    no_data.form =
        make_list(four_cc("RIFF"), four_cc("WAVE"), {make_chunk(four_cc("fmt "), fmt_of(1, 1, 8000, 2, 16))});
    EXPECT_EQ(error_of(write_riff(no_data)), "wav: no data chunk");
}

TEST(Wav, DecodesTheVectorsOfTheDescription) {
    const auto decoded = [](Coding coding, std::initializer_list<int> block, std::size_t frames) {
        WaveFormat format = format_for(8000, 1, {.coding = coding});
        ByteBuffer bytes;
        for (const int byte : block) bytes.push_back(static_cast<std::byte>(byte));
        return decode_samples(format, bytes, frames);
    };
    EXPECT_EQ(decoded(Coding::ms_adpcm, {0x00, 0x10, 0x00, 0x64, 0x00, 0x32, 0x00, 0x17, 0xf8}, 6),
              (std::vector<std::int16_t>{50, 100, 116, 228, 190, -82}));
    EXPECT_EQ(decoded(Coding::ms_adpcm, {0x06, 0x14, 0x00, 0x18, 0xfc, 0x7c, 0xfc, 0x2e, 0x91}, 6),
              (std::vector<std::int16_t>{-900, -1000, -676, -163, 251, 570}));
    EXPECT_EQ(decoded(Coding::ima_adpcm, {0xe8, 0x03, 0x0a, 0x00, 0x17, 0xf8, 0x3c, 0x00}, 9),
              (std::vector<std::int16_t>{1000, 1034, 1049, 1045, 982, 900, 977, 987, 996}));
}

TEST(Wav, IsCodedAnewWithItsLoopsAndCues) {
    const auto bytes = sample("wav/pcm16_stereo_loop.wav");
    OSSUARY_NEED(bytes);
    const WavFile file = parse_wav(*bytes).value();
    for (const EncodeOptions options : {EncodeOptions{.bits = 8}, EncodeOptions{.coding = Coding::ima_adpcm},
                                        EncodeOptions{.coding = Coding::ms_adpcm}}) {
        const auto made = recode(file, options);
        ASSERT_TRUE(made) << made.error().text();
        Diagnostics found;
        const auto again = parse_wav(write_wav(*made), &found);
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_TRUE(found.empty());
        EXPECT_EQ(again->frames, file.frames);
        ASSERT_TRUE(again->loop());
        EXPECT_EQ(again->loop()->start, 500u);
        EXPECT_EQ(again->cues.size(), 2u);
        EXPECT_TRUE(ossuary::testing::survives(wav_verbs, write_wav(*made)));
    }
    EXPECT_EQ(write_wav(recode(file, {}).value()), *bytes);
}

TEST(Wav, EncodedSoundsAreNearTheirSource) {
    for (const std::uint16_t channels : {std::uint16_t{1}, std::uint16_t{2}})
        for (const Coding coding : {Coding::ima_adpcm, Coding::ms_adpcm}) {
            const Pcm pcm = some_noise(channels, 3001);
            const auto file = parse_wav(write_wav(make_wav(pcm, {.coding = coding})));
            ASSERT_TRUE(file) << file.error().text();
            EXPECT_EQ(file->format.block_align, 512 * channels);
            const Pcm back = decode(*file).value();
            ASSERT_EQ(back.samples.size(), pcm.samples.size());
            double off = 0;
            for (std::size_t i = 0; i < pcm.samples.size(); ++i) off += std::abs(back.samples[i] - pcm.samples[i]);
            EXPECT_LT(off / static_cast<double>(pcm.samples.size()), 200) << name_of(coding);
        }
    const Pcm pcm = some_noise(2, 77);
    EXPECT_EQ(decode(parse_wav(write_wav(make_wav(pcm))).value()).value(), pcm);
    EXPECT_EQ(decode(parse_wav(write_wav(make_wav(Pcm{}))).value()).value().frames(), 0u);
}

TEST(Wav, OddFilesAreWrittenBackAsTheyAre) {
    const ByteBuffer plain = small_wav(fmt_of(1, 1, 8000, 1, 8), ByteBuffer(3));
    ByteBuffer no_pad = plain;
    no_pad.pop_back();
    no_pad[4] = static_cast<std::byte>(no_pad.size() - 8);
    ByteBuffer odd_pad = plain;
    odd_pad.back() = std::byte{9};
    ByteBuffer trailer = plain;
    trailer.insert(trailer.end(), 5, std::byte{0x2a});
    ByteBuffer stray = plain;
    stray.insert(stray.end(), 3, std::byte{0});
    stray[4] = static_cast<std::byte>(stray.size() - 8);
    for (const ByteBuffer& each : {plain, no_pad, odd_pad, trailer, stray})
        EXPECT_TRUE(ossuary::testing::survives(wav_verbs, each));
}

} // namespace
} // namespace ossuary::audio
