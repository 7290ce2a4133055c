#include <gtest/gtest.h>

#include "lossless.h"
#include "ossuary/base/hex.h"
#include "ossuary/formats/audio/band.h"
#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/sgt.h"
#include "ossuary/formats/audio/sty.h"
#include "sample_files.h"

namespace ossuary::audio {
namespace {

using namespace testing;

constexpr ossuary::testing::Verbs<DlsFile> dls_verbs{parse_dls, write_dls, dump_dls, build_dls};
constexpr ossuary::testing::Verbs<StyFile> sty_verbs{parse_sty, write_sty, dump_sty, build_sty};
constexpr ossuary::testing::Verbs<SgtFile> sgt_verbs{parse_sgt, write_sgt, dump_sgt, build_sgt};
constexpr ossuary::testing::Verbs<BandFile> band_verbs{parse_band, write_band, dump_band, build_band};

void expect_json(const Json& got, const Json& expected, const std::string& what) {
    EXPECT_TRUE(got == expected) << what << '\n' << print_json(got) << '\n' << print_json(expected);
}
Json messages(const Diagnostics& found) {
    Json list = Json::array();
    for (const Diagnostic& each : found) list.push(each.message);
    return list;
}

Json golden_form(const std::optional<WaveSample>& sample) {
    if (!sample) return {};
    Json loops = Json::array();
    for (const WaveLoop& loop : sample->loops)
        loops.push(Json(Json::Object{{"length", loop.length}, {"start", loop.start}, {"type", loop.type}}));
    return Json(Json::Object{{"fine", sample->fine_tune},
                             {"gain", sample->gain},
                             {"loops", loops},
                             {"options", sample->options},
                             {"unity", sample->unity_note}});
}
Json golden_form(const std::optional<Articulation>& articulation) {
    if (!articulation) return {};
    Json rows = Json::array();
    for (const Connection& each : articulation->connections)
        rows.push(
            list_of({each.source, each.control, each.destination, each.transform, each.scale, articulation->level}));
    return rows;
}
Json golden_form(const DlsFile& file, std::size_t size, const Diagnostics& found) {
    Json instruments = Json::array(), waves = Json::array(), table = Json::array();
    for (const Instrument& instrument : file.instruments) {
        Json regions = Json::array();
        for (const Region& region : instrument.regions)
            regions.push(
                Json(Json::Object{{"articulation", golden_form(region.articulation)},
                                  {"group", region.header.key_group},
                                  {"key", list_of({region.header.key_low, region.header.key_high})},
                                  {"options", region.header.options},
                                  {"table", region.link.table_index},
                                  {"velocity", list_of({region.header.velocity_low, region.header.velocity_high})},
                                  {"wave", region.wave ? Json(*region.wave) : Json()},
                                  {"wsmp", golden_form(region.sample)}}));
        instruments.push(Json(Json::Object{{"articulation", golden_form(instrument.articulation)},
                                           {"bank", instrument.header.bank},
                                           {"drums", instrument.is_drums()},
                                           {"name", instrument.name},
                                           {"patch", instrument.patch()},
                                           {"program", instrument.header.program},
                                           {"regions", regions}}));
    }
    for (const Wave& wave : file.waves)
        waves.push(Json(Json::Object{{"bits", wave.format.bits},
                                     {"channels", wave.format.channels},
                                     {"frames", wave.pcm.frames()},
                                     {"name", wave.name},
                                     {"pcm_crc32", hex_text(checksum(wave.pcm), 8)},
                                     {"rate", wave.format.rate},
                                     {"tag", wave.format.tag},
                                     {"wsmp", golden_form(wave.sample)}}));
    for (const auto& entry : file.pool_table) table.push(entry ? Json(*entry) : Json());
    return Json(Json::Object{{"format", "dls"},
                             {"guid", text_of(file.guid)},
                             {"instruments", instruments},
                             {"name", file.name},
                             {"pool_table", table},
                             {"size", size},
                             {"version", list_of({file.version[0], file.version[1]})},
                             {"warnings", messages(found)},
                             {"waves", waves}});
}

Json golden_form(const Band& band) {
    Json instruments = Json::array();
    for (const BandInstrument& each : band.instruments)
        instruments.push(Json(Json::Object{
            {"channel", each.settings.channel},
            {"collection", each.collection && each.collection->guid ? Json(text_of(*each.collection->guid)) : Json()},
            {"file", each.collection ? Json(each.collection->file) : Json()},
            {"flags", each.settings.flags},
            {"pan", each.settings.pan},
            {"patch", each.settings.patch},
            {"transpose", each.settings.transpose},
            {"volume", each.settings.volume}}));
    return Json(Json::Object{{"guid", text_of(band.guid)}, {"instruments", instruments}, {"name", band.name}});
}
Json golden_form(const TimeSignature& signature) { return list_of({signature.beats, signature.unit, signature.grids}); }
Json golden_form(const StyFile& file, std::size_t size, const Diagnostics& found) {
    Json parts = Json::array(), patterns = Json::array(), bands = Json::array();
    for (const Part& part : file.parts) {
        Json notes = Json::array(), curves = Json::array(), variations = Json::array();
        for (const StyleNote& n : part.notes)
            notes.push(
                list_of({n.grid_start, n.variations, n.duration, n.time_offset, n.music_value, n.velocity,
                         range_ticks(n.time_range), range_ticks(n.duration_range), n.velocity_range, n.play_mode}));
        for (const StyleCurve& c : part.curves)
            curves.push(list_of({c.grid_start, c.variations, c.duration, c.reset_duration, c.time_offset, c.start,
                                 c.end, c.reset, c.type, c.shape, c.controller, c.flags}));
        for (std::size_t i = 0; i < 32; ++i)
            if (part.header.variation_choices[i] & 0x0fffffff) variations.push(i);
        parts.push(Json(Json::Object{{"curves", curves},
                                     {"guid", text_of(part.header.id)},
                                     {"measures", part.header.measures},
                                     {"mode", part.header.play_mode},
                                     {"name", part.name},
                                     {"notes", notes},
                                     {"time_signature", golden_form(part.header.time_signature)},
                                     {"variations", variations}}));
    }
    for (const Pattern& pattern : file.patterns) {
        Json references = Json::array(), rhythm = Json::array();
        for (const PartReference& each : pattern.parts)
            references.push(Json(Json::Object{{"channel", each.channel},
                                              {"level", each.settings.subchord_level},
                                              {"lock", each.settings.variation_lock},
                                              {"part", text_of(each.settings.part_id)},
                                              {"random", each.settings.variation_order}}));
        for (const std::uint32_t beats : pattern.rhythm) rhythm.push(beats);
        patterns.push(Json(Json::Object{{"embellishment", pattern.header.embellishment},
                                        {"groove", list_of({pattern.header.groove_bottom, pattern.header.groove_top})},
                                        {"measures", pattern.header.measures},
                                        {"name", pattern.name},
                                        {"parts", references},
                                        {"rhythm", rhythm},
                                        {"time_signature", golden_form(pattern.header.time_signature)}}));
    }
    for (const Band& band : file.bands) bands.push(golden_form(band));
    return Json(Json::Object{{"bands", bands},
                             {"format", "style"},
                             {"guid", text_of(file.guid)},
                             {"name", file.name},
                             {"parts", parts},
                             {"patterns", patterns},
                             {"size", size},
                             {"tempo", file.header.tempo},
                             {"time_signature", golden_form(file.header.time_signature)},
                             {"warnings", messages(found)}});
}
Json golden_form(const SgtFile& file, std::size_t size, const Diagnostics& found) {
    Json bands = Json::array(), chords = Json::array(), commands = Json::array(), styles = Json::array(),
         tempo = Json::array(), tracks = Json::array();
    for (const BandItem& item : file.bands)
        bands.push(Json(Json::Object{{"band", golden_form(item.band)}, {"time", item.time}}));
    for (const Chord& chord : file.chords) {
        Json subchords = Json::array();
        for (const Subchord& s : chord.subchords)
            subchords.push(list_of({s.chord, s.scale, s.inversions, s.levels, s.chord_root, s.scale_root}));
        chords.push(Json(Json::Object{
            {"flags", chord.flags}, {"name", chord.name}, {"subchords", subchords}, {"time", chord.time}}));
    }
    for (const CommandItem& c : file.commands)
        commands.push(list_of({c.time, c.command, c.groove_level, c.groove_range, c.repeat_mode}));
    for (const StyleItem& item : file.styles)
        styles.push(Json(Json::Object{{"file", item.style.file},
                                      {"guid", item.style.guid ? Json(text_of(*item.style.guid)) : Json()},
                                      {"time", item.time}}));
    for (const TempoItem& item : file.tempos) tempo.push(list_of({item.time, item.tempo}));
    for (const FourCc track : file.tracks) tracks.push(text_of(track));
    return Json(Json::Object{{"bands", bands},
                             {"chords", chords},
                             {"commands", commands},
                             {"format", "segment"},
                             {"guid", text_of(file.guid)},
                             {"key", file.key},
                             {"length", file.header.length},
                             {"loop", list_of({file.header.loop_start, file.header.loop_end})},
                             {"name", file.name},
                             {"play_start", file.header.play_start},
                             {"repeats", file.header.repeats},
                             {"resolution", file.header.resolution},
                             {"size", size},
                             {"styles", styles},
                             {"tempo", tempo},
                             {"tracks", tracks},
                             {"warnings", messages(found)}});
}

template <class File> void expect_sample(const char* name, const ossuary::testing::Verbs<File>& verbs, bool& is_there) {
    const auto bytes = sample(std::string("music/") + name);
    const auto expected = golden_of(name);
    is_there = bytes && expected;
    if (!is_there) return;
    Diagnostics found;
    const auto file = verbs.parse(*bytes, &found);
    ASSERT_TRUE(file) << name << ": " << file.error().text();
    expect_json(golden_form(*file, bytes->size(), found), *expected, name);
    EXPECT_TRUE(ossuary::testing::survives(verbs, *bytes)) << name;
    expect_cuts_survived<File>(*bytes, verbs.parse, verbs.write);
}

TEST(MusicFiles, AreAsTheReferenceHasThemAndKeepEveryByte) {
    bool is_there = false;
    expect_sample("TINY.DLS", dls_verbs, is_there);
    OSSUARY_NEED(is_there);
    expect_sample("TINY.STY", sty_verbs, is_there);
    expect_sample("TINY2.STY", sty_verbs, is_there);
    expect_sample("TINY.SGT", sgt_verbs, is_there);
    expect_sample("TINY2.SGT", sgt_verbs, is_there);
}

template <class File>
void expect_bad(Result<File> (*parse)(Bytes, Diagnostics*), const std::string& name, const Json& bad) {
    const auto bytes = sample("bad/" + name);
    ASSERT_TRUE(bytes);
    Diagnostics found;
    const auto file = parse(*bytes, &found);
    const std::string_view category = bad["category"].string();
    if (bad["kind"].string() == "error") {
        ASSERT_FALSE(file) << name;
        EXPECT_TRUE(file.error().message().starts_with(category)) << name << ": " << file.error().text();
    } else {
        ASSERT_TRUE(file) << name << ": " << file.error().text();
        EXPECT_TRUE(has_warning(found, category)) << name;
    }
}

TEST(MusicFiles, BadInputHasItsName) {
    const auto expected = golden_of("bad-input");
    OSSUARY_NEED(expected);
    for (const Json::Member& bad : expected->members()) {
        if (bad.name.ends_with(".dls")) expect_bad(parse_dls, bad.name, bad.value);
        if (bad.name.ends_with(".sty")) expect_bad(parse_sty, bad.name, bad.value);
        if (bad.name.ends_with(".sgt")) expect_bad(parse_sgt, bad.name, bad.value);
    }
}

// The bytes of a sample with one chunk's id spoilt.
ByteBuffer without_chunk(ByteBuffer bytes, std::string_view id) {
    const std::size_t at = as_text(bytes).find(id);
    EXPECT_NE(at, std::string_view::npos) << id;
    if (at != std::string_view::npos) bytes[at] = std::byte{'x'};
    return bytes;
}
template <class File> std::string error_of(Result<File> (*parse)(Bytes, Diagnostics*), Bytes bytes) {
    const auto file = parse(bytes, nullptr);
    return file ? std::string("no error") : file.error().message();
}

TEST(MusicFiles, MissingHeadersHaveTheirNames) {
    const auto dls = sample("music/TINY.DLS"), sty = sample("music/TINY.STY"), sgt = sample("music/TINY.SGT");
    OSSUARY_NEED(dls && sty && sgt);
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "colh")), "dls: no colh");
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "lins")), "dls: no lins");
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "insh")), "dls: instrument without insh");
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "rgnh")), "dls: region without rgnh");
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "wlnk")), "dls: region without wlnk");
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "fmt ")), "dls: wave without fmt");
    EXPECT_EQ(error_of(parse_dls, without_chunk(*dls, "data")), "dls: wave without data");
    EXPECT_EQ(error_of(parse_sty, without_chunk(*sty, "styh")), "dm: no styh");
    EXPECT_EQ(error_of(parse_sty, without_chunk(*sty, "prth")), "dm: part without prth");
    EXPECT_EQ(error_of(parse_sty, without_chunk(*sty, "ptnh")), "dm: pattern without ptnh");
    EXPECT_EQ(error_of(parse_sty, without_chunk(*sty, "prfc")), "dm: part reference without prfc");
    EXPECT_EQ(error_of(parse_sty, without_chunk(*sty, "bins")), "dm: instrument without bins");
    EXPECT_EQ(error_of(parse_sgt, without_chunk(*sgt, "segh")), "dm: no segh");
    EXPECT_EQ(error_of(parse_sgt, without_chunk(*sgt, "trkl")), "dm: no track list");
    EXPECT_EQ(error_of(parse_sgt, without_chunk(*sgt, "trkh")), "dm: track without trkh");
    Diagnostics found;
    EXPECT_TRUE(parse_dls(without_chunk(*dls, "ptbl"), &found));
    EXPECT_TRUE(has_warning(found, "dls: no ptbl"));
    EXPECT_TRUE(error_of(parse_sgt, Bytes(*sty)).starts_with("riff: wrong form"));
}

TEST(MusicFiles, ABandIsAFileOfItsOwnToo) {
    const auto sty = sample("music/TINY.STY");
    OSSUARY_NEED(sty);
    const StyFile style = parse_sty(*sty).value();
    const Chunk* band = style.riff.form.find_list(four_cc("DMBD"));
    ASSERT_TRUE(band);
    const ByteBuffer bytes = write_riff({*band, {}});
    EXPECT_TRUE(recognise_band(bytes));
    EXPECT_TRUE(ossuary::testing::survives(band_verbs, bytes));
    EXPECT_EQ(parse_band(bytes).value().band.instruments.size(), 3u);
    expect_cuts_survived<BandFile>(bytes, parse_band, write_band);
}

TEST(MusicFiles, EditedDumpsAreWritten) {
    const auto sgt = sample("music/TINY.SGT");
    OSSUARY_NEED(sgt);
    std::string text = print_json(dump_sgt(parse_sgt(*sgt).value()));
    const std::size_t at = text.find("\"tempo\":180");
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, 11, "\"tempo\":99");
    const auto built = build_sgt(parse_json(text).value());
    ASSERT_TRUE(built) << built.error().text();
    EXPECT_EQ(parse_sgt(write_sgt(*built)).value().tempos.at(0).tempo, 99);
}

TEST(MusicFiles, WavesOfACollectionAreSounds) {
    const auto bytes = sample("music/TINY.DLS");
    OSSUARY_NEED(bytes);
    const DlsFile file = parse_dls(*bytes).value();
    for (std::size_t i = 0; i < file.waves.size(); ++i) {
        const auto wav = parse_wav(write_wav(wave_as_wav(file, i)));
        ASSERT_TRUE(wav) << wav.error().text();
        EXPECT_EQ(decode(*wav).value(), file.waves[i].pcm);
    }
    const WavFile sine = wave_as_wav(file, 0);
    ASSERT_TRUE(sine.loop());
    EXPECT_EQ(sine.loop()->start, 700u);
    EXPECT_EQ(sine.loop()->end, 1199u);
}

} // namespace
} // namespace ossuary::audio
