#include "samples/sound.h"

#include <array>

#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/sgt.h"
#include "ossuary/formats/audio/sty.h"
#include "samples/sound_effects.h"

namespace ossuary::samples {

namespace {

using namespace audio;

Chunk chunk_of(const char (&id)[5], const auto& fill) {
    ByteWriter writer;
    fill(writer);
    return make_chunk(four_cc(id), std::move(writer).take());
}
Chunk guid_chunk(const char (&id)[5], const Guid& guid) {
    return chunk_of(id, [&](ByteWriter& to) { to("", guid.bytes); });
}
// Ids are made up; they need only differ.
Guid guid_of(std::uint8_t number) {
    Guid guid;
    for (std::size_t i = 0; i < guid.bytes.size(); ++i) guid.bytes[i] = static_cast<std::uint8_t>(number * 17 + i * 29);
    return guid;
}
Chunk wide_chunk(const char (&id)[5], std::string_view text) {
    return chunk_of(id, [&](ByteWriter& to) {
        for (const char c : text) to.write(static_cast<std::uint16_t>(c));
        to.write(std::uint16_t{0});
    });
}
Chunk name_list(std::string_view name) {
    return make_list(four_cc("LIST"), four_cc("UNFO"), {wide_chunk("UNAM", name)});
}
Chunk info_list(std::string_view name) {
    return make_list(four_cc("LIST"), four_cc("INFO"), {chunk_of("INAM", [&](ByteWriter& to) {
                         to.text(name);
                         to.write(std::uint8_t{0});
                     })});
}
Chunk list_chunk(const char (&type)[5], std::vector<Chunk> chunks) {
    return make_list(four_cc("LIST"), four_cc(type), std::move(chunks));
}
Chunk riff_chunk(const char (&type)[5], std::vector<Chunk> chunks) {
    return make_list(four_cc("RIFF"), four_cc(type), std::move(chunks));
}
void write_numbers(ByteWriter& to, std::initializer_list<std::uint32_t> numbers) {
    for (const std::uint32_t number : numbers) to.write(number);
}
ByteBuffer file_of(Chunk form) { return write_riff({std::move(form), {}}); }

constexpr std::uint8_t collection_id = 1, style_id = 2, segment_id = 3, band_id = 4, lead_id = 5, bass_id = 6,
                       drum_id = 7, fight_id = 8;
constexpr std::uint32_t drum_kit = 0x80000000u;

Chunk reference_list(std::uint8_t id, std::string_view file) {
    return list_chunk("DMRF", {chunk_of("refh",
                                        [&](ByteWriter& to) {
                                            to("", guid_of(0).bytes);
                                            to.write(std::uint32_t{0x13});
                                        }),
                               guid_chunk("guid", guid_of(id)), wide_chunk("file", file)});
}

struct SampleWave {
    std::string_view name;
    Pcm pcm;
    std::uint16_t unity;
    std::uint32_t loop_start, loop_length; // 0: none
};

Chunk wave_list(const SampleWave& wave) {
    const WavFile file = make_wav(wave.pcm);
    std::vector<Chunk> chunks = file.riff.form.chunks;
    chunks.push_back(chunk_of("wsmp", [&](ByteWriter& to) {
        to.write(std::uint32_t{20});
        to.write(wave.unity);
        to.write(std::int16_t{0});
        to.write(std::int32_t{0});
        write_numbers(to, {3, wave.loop_length > 0 ? 1u : 0u});
        if (wave.loop_length > 0) write_numbers(to, {16, 0, wave.loop_start, wave.loop_length});
    }));
    chunks.push_back(info_list(wave.name));
    return list_chunk("wave", std::move(chunks));
}

struct SampleRegion {
    std::uint16_t low, high, wave;
};

Chunk instrument_list(std::string_view name, std::uint32_t bank, std::uint32_t program,
                      const std::vector<SampleRegion>& regions, const std::vector<std::array<std::int32_t, 2>>& shape) {
    std::vector<Chunk> list;
    for (const SampleRegion& region : regions)
        list.push_back(list_chunk("rgn ", {chunk_of("rgnh",
                                                    [&](ByteWriter& to) {
                                                        for (const std::uint16_t value :
                                                             {region.low, region.high, std::uint16_t{0},
                                                              std::uint16_t{127}, std::uint16_t{0}, std::uint16_t{0}})
                                                            to.write(value);
                                                    }),
                                           chunk_of("wlnk", [&](ByteWriter& to) {
                                               write_numbers(to, {0, 1, region.wave});
                                           })}));
    const Chunk articulation = chunk_of("art1", [&](ByteWriter& to) {
        write_numbers(to, {8, static_cast<std::uint32_t>(shape.size())});
        for (const auto& [destination, scale] : shape) {
            to.write(std::uint32_t{0});
            to.write(static_cast<std::uint16_t>(destination));
            to.write(std::uint16_t{0});
            to.write(scale);
        }
    });
    return list_chunk("ins ",
                      {chunk_of("insh",
                                [&](ByteWriter& to) {
                                    write_numbers(to, {static_cast<std::uint32_t>(regions.size()), bank, program});
                                }),
                       list_chunk("lrgn", std::move(list)), list_chunk("lart", {articulation}), info_list(name)});
}

// A flute of bone, which holds its tone, and two drums.
ByteBuffer make_collection() {
    constexpr double tone = sound_rate / 50.0; // a period of 50 frames: A4, nearly
    const SampleWave waves[] = {
        {"flute", sound_of(0.2, [](double t) { return wave_at(tone, t) * 0.6 + wave_at(2 * tone, t) * 0.15; }), 69,
         2200, 2200},
        {"click", step_sound(1.4), 60, 0, 0},
        {"drum", step_sound(0.35), 60, 0, 0},
    };
    std::vector<Chunk> pool;
    std::vector<std::uint32_t> offsets;
    std::uint32_t at = 0;
    for (const SampleWave& wave : waves) {
        pool.push_back(wave_list(wave));
        offsets.push_back(at);
        at += static_cast<std::uint32_t>(8 + payload_size(pool.back()));
    }
    // 30 ms of attack, 4 s of decay to 60 %, 300 ms of release; drums die by themselves.
    const std::vector<std::array<std::int32_t, 2>> flute = {
        {0x206, -397847000}, {0x207, 157286400}, {0x20a, 39321600}, {0x209, -136600533}};
    const std::vector<std::array<std::int32_t, 2>> drums = {{0x209, -78643200}};
    return file_of(riff_chunk(
        "DLS ", {chunk_of("colh", [](ByteWriter& to) { to.write(std::uint32_t{2}); }),
                 guid_chunk("dlid", guid_of(collection_id)),
                 list_chunk("lins", {instrument_list("Bone flute", 0, 1, {{0, 127, 0}}, flute),
                                     instrument_list("Bones", drum_kit, 0, {{36, 36, 2}, {37, 60, 1}}, drums)}),
                 chunk_of("ptbl",
                          [&](ByteWriter& to) {
                              write_numbers(to, {8, static_cast<std::uint32_t>(offsets.size())});
                              for (const std::uint32_t offset : offsets) to.write(offset);
                          }),
                 list_chunk("wvpl", std::move(pool)), info_list("Ossian")}));
}

Chunk band_form() {
    struct Channel {
        std::uint32_t patch, channel;
        std::uint8_t pan, volume;
    };
    std::vector<Chunk> list;
    for (const Channel& each : {Channel{1, 0, 50, 110}, Channel{1, 1, 80, 90}, Channel{drum_kit, 9, 64, 120}})
        list.push_back(list_chunk("lbin", {chunk_of("bins",
                                                    [&](ByteWriter& to) {
                                                        write_numbers(
                                                            to, {each.patch, 0, 0, 0, 0, 0, each.channel,
                                                                 band_patch | band_bank | band_pan | band_volume});
                                                        to.write(each.pan);
                                                        to.write(each.volume);
                                                        to.write(std::int16_t{0});
                                                        to.write(std::uint32_t{0});
                                                    }),
                                           reference_list(collection_id, "ossian.dls")}));
    return riff_chunk("DMBD",
                      {guid_chunk("guid", guid_of(band_id)), name_list("Bones"), list_chunk("lbil", std::move(list))});
}

struct SampleNote {
    std::uint32_t grid, duration;
    std::uint16_t value;
    std::uint8_t velocity;
};
void write_signature(ByteWriter& to) {
    to.write(std::uint8_t{4});
    to.write(std::uint8_t{4});
    to.write(std::uint16_t{4});
}

Chunk part_list(std::uint8_t id, std::string_view name, std::uint16_t measures, std::uint8_t mode,
                const std::vector<SampleNote>& notes) {
    return list_chunk("part", {chunk_of("prth",
                                        [&](ByteWriter& to) {
                                            write_signature(to);
                                            to.write(std::uint32_t{0x0fffffff});
                                            for (int i = 1; i < 32; ++i) to.write(std::uint32_t{0});
                                            to("", guid_of(id).bytes);
                                            to.write(measures);
                                            to.write(mode);
                                            to.fill(3);
                                        }),
                               name_list(name), chunk_of("note", [&](ByteWriter& to) {
                                   to.write(std::uint32_t{24});
                                   for (const SampleNote& note : notes) {
                                       write_numbers(to, {note.grid, 1, note.duration});
                                       to.write(std::int16_t{0});
                                       to.write(note.value);
                                       to.write(note.velocity);
                                       to.fill(2);
                                       to.write(std::uint8_t{8});
                                       to.write(std::uint8_t{0});
                                       to.write(std::uint8_t{16});
                                       to.fill(2);
                                   }
                               })});
}

Chunk pattern_list(std::string_view name, std::uint8_t bottom, std::uint8_t top, std::uint16_t embellishment,
                   std::uint16_t measures, const std::vector<std::array<std::uint8_t, 2>>& parts) {
    std::vector<Chunk> chunks = {chunk_of("ptnh",
                                          [&](ByteWriter& to) {
                                              write_signature(to);
                                              to.write(bottom);
                                              to.write(top);
                                              to.write(embellishment);
                                              to.write(measures);
                                          }),
                                 name_list(name)};
    for (const auto& [part, channel] : parts)
        chunks.push_back(list_chunk("pref", {chunk_of("prfc", [&](ByteWriter& to) {
                                        to("", guid_of(part).bytes);
                                        to.write(std::uint16_t{channel});
                                        to.fill(4);
                                    })}));
    return list_chunk("pttn", std::move(chunks));
}

// A slow march in A minor: flute above, flute below, bones between them; louder at a higher groove.
ByteBuffer make_style() {
    const std::vector<SampleNote> lead = {{0, 768, 0x5000, 90},  {4, 768, 0x5100, 84},   {8, 1152, 0x5200, 92},
                                          {14, 384, 0x5010, 80}, {16, 1536, 0x5100, 90}, {24, 768, 0x5000, 78},
                                          {28, 768, 0x4200, 74}};
    const std::vector<SampleNote> bass = {{0, 1536, 0x3000, 96}, {8, 1536, 0x3200, 88}};
    const std::vector<SampleNote> drum = {
        {0, 96, 36, 112}, {4, 96, 42, 70}, {6, 96, 40, 60}, {8, 96, 36, 100}, {12, 96, 42, 80}};
    return file_of(riff_chunk("DMST", {chunk_of("styh",
                                                [](ByteWriter& to) {
                                                    write_signature(to);
                                                    to.write(96.0);
                                                }),
                                       guid_chunk("guid", guid_of(style_id)), name_list("Ossian's march"),
                                       part_list(lead_id, "Lead", 2, 14, lead), part_list(bass_id, "Bass", 1, 14, bass),
                                       part_list(drum_id, "Bones", 1, 0, drum),
                                       pattern_list("Quiet", 1, 50, 0, 2, {{bass_id, 1}, {drum_id, 9}}),
                                       pattern_list("March", 51, 100, 0, 2, {{lead_id, 0}, {bass_id, 1}, {drum_id, 9}}),
                                       pattern_list("Break", 1, 100, 2, 1, {{drum_id, 9}}), band_form()}));
}

Chunk track_form(const char (&id)[5], bool is_list, Chunk data) {
    return riff_chunk("DMTK", {chunk_of("trkh",
                                        [&](ByteWriter& to) {
                                            to("", guid_of(0).bytes);
                                            write_numbers(to, {0, 1});
                                            to.write(is_list ? FourCc{} : four_cc(id));
                                            to.write(is_list ? four_cc(id) : FourCc{});
                                        }),
                               std::move(data)});
}

Chunk chord_chunk(std::int32_t time, std::u16string_view name, std::uint32_t chord, std::uint8_t root) {
    return chunk_of("crdb", [&](ByteWriter& to) {
        to.write(std::uint32_t{40});
        for (std::size_t i = 0; i < 16; ++i) to.write(static_cast<std::uint16_t>(i < name.size() ? name[i] : 0));
        to.write(time);
        to.write(std::uint32_t{0});
        write_numbers(to, {1, 20, chord, 0xab5ab5, 0xffffffff, 1});
        to.write(root);
        to.write(std::uint8_t{0});
        to.write(std::uint16_t{0});
    });
}

struct SampleSegment {
    std::string_view name;
    std::uint8_t id;
    double tempo;
    std::int32_t measures;
    std::vector<std::pair<std::int32_t, std::uint8_t>> grooves; // from which measure at which level
    struct Chord {
        std::int32_t measure;
        std::u16string_view name;
        std::uint32_t pattern;
        std::uint8_t root;
    };
    std::vector<Chord> chords;
};

ByteBuffer make_segment(const SampleSegment& made) {
    constexpr std::int32_t measure = 4 * ticks_of_quarter;
    const Chunk tempo = chunk_of("tetr", [&](ByteWriter& to) {
        write_numbers(to, {16, 0, 0});
        to.write(made.tempo);
    });
    const Chunk commands = chunk_of("cmnd", [&](ByteWriter& to) {
        to.write(std::uint32_t{12});
        for (const auto& [at, level] : made.grooves) {
            to.write(at * measure);
            to.write(std::uint32_t{0});
            to.write(level);
            to.fill(3);
        }
    });
    const Chunk style =
        list_chunk("sttr", {list_chunk("strf", {chunk_of("stmp", [](ByteWriter& to) { to.write(std::uint32_t{0}); }),
                                                reference_list(style_id, "ossian.sty")})});
    std::vector<Chunk> chords = {chunk_of("crdh", [](ByteWriter& to) { to.write(std::uint32_t{0x09ab5ab5}); })};
    for (const SampleSegment::Chord& chord : made.chords)
        chords.push_back(chord_chunk(chord.measure * measure, chord.name, chord.pattern, chord.root));
    const Chunk band = riff_chunk(
        "DMBT",
        {list_chunk("lbdl", {list_chunk("lbnd", {chunk_of("bdih", [](ByteWriter& to) { to.write(std::int32_t{-1}); }),
                                                 band_form()})})});
    return file_of(riff_chunk(
        "DMSG",
        {chunk_of("segh",
                  [&](ByteWriter& to) {
                      write_numbers(to, {0, static_cast<std::uint32_t>(made.measures * measure), 0, 0, 0, 0x2000});
                  }),
         guid_chunk("guid", guid_of(made.id)), name_list(made.name),
         list_chunk("trkl",
                    {track_form("tetr", false, tempo), track_form("sttr", true, style), track_form("DMBT", true, band),
                     track_form("cord", true, list_chunk("cord", chords)), track_form("cmnd", false, commands)})}));
}

constexpr std::uint32_t minor = 0x89, major = 0x91;

// Eight measures: two quiet, then the march over A minor, F, G and A minor again.
ByteBuffer march() {
    return make_segment(
        {"Ossian",
         segment_id,
         96,
         8,
         {{0, 30}, {2, 80}},
         {{0, u"2Am", minor, 21}, {4, u"2F", major, 17}, {5, u"2G", major, 19}, {6, u"2Am", minor, 21}}});
}
// Four measures, faster and loud from the start.
ByteBuffer fight() {
    return make_segment(
        {"Ossian fights", fight_id, 138, 4, {{0, 80}}, {{0, u"2Am", minor, 21}, {2, u"2F", major, 17}}});
}

} // namespace

std::vector<NamedFile> make_sounds() {
    std::vector<NamedFile> files;
    for (const SoundEffect& effect : make_sound_effects())
        files.push_back({"sound/" + std::string(effect.name) + ".WAV", write_wav(make_wav(effect.pcm, effect.coding))});
    files.push_back({"sound/OSSIAN.DLS", make_collection()});
    files.push_back({"sound/OSSIAN.STY", make_style()});
    files.push_back({"sound/OSSIAN.SGT", march()});
    files.push_back({"sound/OSSIAN_FIGHT.SGT", fight()});
    files.push_back({"sound/OSSIAN.BND", file_of(band_form())});
    return files;
}

} // namespace ossuary::samples
