// Every error and warning by its name: files whose tree of chunks is spoilt in one place.
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "ossuary/formats/audio/band.h"
#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/sgt.h"
#include "ossuary/formats/audio/sty.h"
#include "ossuary/formats/audio/wav.h"
#include "sample_files.h"

namespace ossuary::audio {
namespace {

using namespace testing;

// The first chunk of that id, or container of that type, at any depth.
Chunk* deep_find(Chunk& in, FourCc wanted) {
    for (Chunk& chunk : in.chunks) {
        if ((chunk.is_container() ? chunk.type : chunk.id) == wanted) return &chunk;
        if (Chunk* found = deep_find(chunk, wanted)) return found;
    }
    return nullptr;
}

template <class T> void put(ByteBuffer& bytes, std::size_t at, T value) {
    ASSERT_LE(at + sizeof(T), bytes.size());
    store(bytes.data() + at, value, Endian::little);
}

template <class File> class Spoilt {
public:
    Spoilt(ByteBuffer bytes, Result<File> (*parse)(Bytes, Diagnostics*)) : bytes_(std::move(bytes)), parse_(parse) {}

    // What is said of the file after one of its chunks was changed: the error, or else the warnings.
    template <class Change> std::string said(const char (&id)[5], const Change& change) const {
        Riff riff = parse_riff(bytes_).value();
        Chunk* chunk = deep_find(riff.form, four_cc(id));
        if (!chunk) return std::string("there is no ") + id;
        change(*chunk);
        return said_of(write_riff(riff));
    }
    template <class T> std::string with(const char (&id)[5], std::size_t at, T value) const {
        return said(id, [&](Chunk& chunk) { put(chunk.bytes, at, value); });
    }
    std::string cut(const char (&id)[5], std::size_t size) const {
        return said(id, [&](Chunk& chunk) { chunk.bytes.resize(size); });
    }
    std::string without(const char (&id)[5], const char (&inner)[5]) const {
        return said(id, [&](Chunk& chunk) {
            std::erase_if(chunk.chunks, [&](const Chunk& each) {
                return (each.is_container() ? each.type : each.id) == four_cc(inner);
            });
        });
    }
    // As many of one chunk in a container as are too many.
    std::string many(const char (&id)[5], const char (&inner)[5], std::size_t count) const {
        return said(id, [&](Chunk& chunk) {
            chunk.chunks.insert(chunk.chunks.end(), count, *deep_find(chunk, four_cc(inner)));
        });
    }
    std::string said_of(const ByteBuffer& bytes) const {
        Diagnostics found;
        const auto file = parse_(bytes, &found);
        std::string text = file ? "" : file.error().message();
        if (file)
            for (const Diagnostic& each : found) text += each.message + '\n';
        return text;
    }

private:
    ByteBuffer bytes_;
    Result<File> (*parse_)(Bytes, Diagnostics*);
};

void expect_said(const std::string& said, std::string_view name) {
    EXPECT_NE(said.find(name), std::string::npos) << "wanted: " << name << "\nsaid: " << said;
}

Chunk filled(const char (&id)[5], std::size_t size, std::uint8_t value = 0) {
    return make_chunk(four_cc(id), ByteBuffer(size, std::byte{value}));
}

TEST(BadInput, OfTrees) {
    const auto bytes = sample("wav/pcm16_stereo_loop.wav");
    OSSUARY_NEED(bytes);
    const Spoilt<WavFile> wav(*bytes, parse_wav);
    const Riff riff = parse_riff(*bytes).value();
    const auto with = [&](const std::function<void(Riff&)>& change) {
        Riff changed = riff;
        change(changed);
        return wav.said_of(write_riff(changed));
    };
    expect_said(with([](Riff& file) { file.trailer = ByteBuffer(5); }), "riff: bytes after the form");
    expect_said(with([](Riff& file) { file.form.stray = ByteBuffer(5); }), "riff: stray bytes in list");
    expect_said(with([](Riff& file) { file.form.chunks.back().declared_size = 1 << 20; }),
                "riff: chunk size past parent");
    expect_said(with([](Riff& file) {
                    Chunk odd = filled("note", 3);
                    odd.pad.reset();
                    file.form.chunks.push_back(odd);
                }),
                "riff: missing pad byte");
    expect_said(with([](Riff& file) {
                    Chunk list = make_list(four_cc("LIST"), four_cc("INFO"), {});
                    list.declared_size = 2;
                    file.form.chunks.push_back(list);
                }),
                "riff: list without type");
    expect_said(with([](Riff& file) {
                    Chunk list = make_list(four_cc("LIST"), four_cc("INFO"), {});
                    for (int i = 0; i < 16; ++i) list = make_list(four_cc("LIST"), four_cc("INFO"), {list});
                    file.form.chunks.push_back(list);
                }),
                "riff: nesting too deep");
}

TEST(BadInput, OfSounds) {
    const auto pcm = sample("wav/pcm16_stereo_loop.wav"), ms = sample("wav/msadpcm_mono.wav"),
               ima = sample("wav/imaadpcm_mono.wav");
    OSSUARY_NEED(pcm && ms && ima);
    const Spoilt<WavFile> plain(*pcm, parse_wav), with_predictors(*ms, parse_wav), with_steps(*ima, parse_wav);
    expect_said(plain.said("data", [](Chunk& chunk) { chunk.bytes.resize(chunk.bytes.size() - 1); }),
                "wav: partial frame dropped");
    expect_said(plain.with("fmt ", 0, std::uint16_t{85}), "wav: unsupported format: tag 85");
    expect_said(plain.with("smpl", 36 + 8, 0xffffffffu), "wav: loop out of range");
    expect_said(plain.with("smpl", 28, 99u), "wav: loop table truncated");
    expect_said(plain.with("cue ", 0, 99u), "wav: cue table truncated");
    expect_said(with_predictors.with("fmt ", 18, std::uint16_t{9999}), "wav: samples per block corrected");
    expect_said(with_predictors.with("fmt ", 20, std::uint16_t{6}), "wav: bad coefficient table");
    expect_said(with_predictors.with("fmt ", 20, std::uint16_t{999}), "wav: bad coefficient table");
    expect_said(with_steps.with("fact", 0, 0x00ffffffu), "wav: fact exceeds data");
    // A header inside the stream is looked at by whoever decodes it.
    const auto decoded = [](ByteBuffer bytes, const std::function<void(Chunk&)>& change) {
        Riff riff = parse_riff(bytes).value();
        change(*deep_find(riff.form, four_cc("data")));
        const auto file = parse_wav(write_riff(riff));
        const auto samples = file ? decode(*file) : Result<Pcm>(Failure(file.error()));
        return samples ? std::string("no error") : samples.error().message();
    };
    expect_said(decoded(*ms, [](Chunk& chunk) { put(chunk.bytes, 0, std::uint8_t{7}); }), "wav: bad predictor: 7");
    expect_said(decoded(*ima, [](Chunk& chunk) { put(chunk.bytes, 2, std::uint8_t{89}); }), "wav: bad step index: 89");
    // 2^26 frames and a few more.
    Riff riff = parse_riff(*ima).value();
    std::erase_if(riff.form.chunks, [](const Chunk& chunk) { return chunk.id == four_cc("fact"); });
    deep_find(riff.form, four_cc("data"))->bytes.assign(36u << 20, std::byte{0});
    EXPECT_EQ(with_steps.said_of(write_riff(riff)), "wav: too long");
}

TEST(BadInput, OfCollections) {
    const auto bytes = sample("music/TINY.DLS");
    OSSUARY_NEED(bytes);
    const Spoilt<DlsFile> dls(*bytes, parse_dls);
    expect_said(dls.with("wsmp", 0, 19u), "dls: bad wsmp size: 19");
    expect_said(dls.with("wsmp", 16, 99u), "dls: loop count clamped");
    expect_said(dls.cut("wsmp", 12), "riff: short chunk");
    expect_said(dls.with("art1", 0, 7u), "dls: bad articulation size: 7");
    expect_said(dls.with("art1", 4, 9999u), "dls: connection count clamped");
    expect_said(dls.cut("art1", 6), "dls: bad articulation size");
    expect_said(dls.with("art1", 0, 9999u), "riff: short chunk");
    expect_said(dls.with("ptbl", 4, 9999u), "dls: cue count clamped");
    expect_said(dls.with("ptbl", 8, 3u), "dls: cue does not hit a wave");
    expect_said(dls.with("ptbl", 8, 0xffffffffu), "dls: wave link out of range: 0");
    expect_said(dls.with("wlnk", 8, 77u), "dls: wave link out of range: 77");
    expect_said(dls.with("colh", 0, 77u), "dls: instrument count differs");
    expect_said(dls.cut("colh", 2), "riff: short chunk");
    expect_said(dls.with("insh", 0, 77u), "dls: region count differs");
    expect_said(dls.with("wsmp", 32, 0u), "dls: loop out of range");
    expect_said(dls.with("fmt ", 2, std::uint16_t{5}), "wav: bad channel count: 5");
    Riff riff = parse_riff(*bytes).value();
    riff.form.chunks.push_back(filled("cdl ", 4));
    expect_said(dls.said_of(write_riff(riff)), "dls: conditional chunk ignored");
    const std::function<void(Chunk&)> drop = [&](Chunk& in) {
        std::erase_if(in.chunks, [](const Chunk& each) { return each.id == four_cc("wsmp"); });
        for (Chunk& each : in.chunks) drop(each);
    };
    drop(riff.form);
    expect_said(dls.said_of(write_riff(riff)), "dls: region without wsmp");
}

TEST(BadInput, OfStyles) {
    const auto bytes = sample("music/TINY.STY"), second = sample("music/TINY2.STY");
    OSSUARY_NEED(bytes && second);
    const Spoilt<StyFile> sty(*bytes, parse_sty), curves(*second, parse_sty);
    expect_said(sty.with("styh", 0, std::uint8_t{0}), "dm: bad time signature");
    expect_said(sty.with("styh", 2, std::uint16_t{0}), "dm: bad time signature");
    expect_said(sty.with("prth", 2, std::uint16_t{0}), "dm: bad time signature");
    expect_said(sty.with("styh", 4, 0.5), "dm: bad tempo");
    expect_said(sty.with("styh", 4, std::numeric_limits<double>::quiet_NaN()), "dm: bad tempo");
    expect_said(sty.cut("styh", 3), "riff: short chunk");
    expect_said(sty.cut("prth", 100), "riff: short chunk");
    expect_said(sty.with("note", 0, 21u), "dm: bad item size: 21");
    expect_said(curves.with("crve", 0, 27u), "dm: bad item size: 27");
    expect_said(sty.cut("note", 3), "dm: short array");
    expect_said(sty.said("note", [](Chunk& chunk) { chunk.bytes.resize(chunk.bytes.size() - 1); }), "dm: partial item");
    expect_said(sty.with("prfc", 16, std::uint16_t{4096}), "dm: channel out of range: 4096");
    expect_said(sty.with("bins", 24, 4096u), "dm: channel out of range: 4096");
    expect_said(sty.with("prfc", 0, 0x12345678u), "dm: unknown part: ");
    Riff riff = parse_riff(*bytes).value();
    const Chunk part = *deep_find(riff.form, four_cc("part")), pattern = *deep_find(riff.form, four_cc("pttn"));
    const auto grown = [&](const Chunk& chunk, std::size_t count) {
        Riff more = riff;
        more.form.chunks.insert(more.form.chunks.end(), count, chunk);
        return sty.said_of(write_riff(more));
    };
    expect_said(grown(part, 1), "dm: duplicate part: ");
    expect_said(grown(part, 1025), "dm: too many parts");
    expect_said(grown(pattern, 1025), "dm: too many patterns");
    const auto lengthened = [](std::size_t count) {
        return [count](Chunk& chunk) {
            const auto size = load<std::uint32_t>(chunk.bytes.data(), Endian::little);
            chunk.bytes.resize(4 + size * count);
        };
    };
    expect_said(sty.said("note", lengthened(65537)), "dm: too many notes");
    expect_said(curves.said("crve", lengthened(65537)), "dm: too many curves");
}

TEST(BadInput, OfSegments) {
    const auto bytes = sample("music/TINY.SGT");
    OSSUARY_NEED(bytes);
    const Spoilt<SgtFile> sgt(*bytes, parse_sgt);
    expect_said(sgt.with("segh", 4, std::int32_t{0}), "dm: bad segment length");
    expect_said(sgt.with("segh", 4, std::int32_t{-768}), "dm: bad segment length");
    expect_said(sgt.cut("segh", 20), "riff: short chunk");
    expect_said(sgt.with("tetr", 12, 1001.0), "dm: bad tempo");
    expect_said(sgt.with("tetr", 0, 15u), "dm: bad item size: 15");
    expect_said(sgt.with("cmnd", 0, 9u), "dm: bad item size: 9");
    expect_said(sgt.with("crdb", 0, 37u), "dm: bad item size: 37");
    expect_said(sgt.with("crdb", 0, 9999u), "riff: short chunk");
    expect_said(sgt.with("crdb", 4 + 40 + 4, 17u), "dm: bad item size: 17");
    expect_said(sgt.with("crdb", 4 + 40, 5u), "dm: too many subchords");
    expect_said(sgt.with("crdb", 4 + 40, 5u), "dm: partial item");
    expect_said(sgt.without("strf", "stmp"), "dm: style reference without stmp");
    expect_said(sgt.without("lbnd", "DMBD"), "dm: band without DMBD");
    expect_said(sgt.without("lbnd", "bdih"), "dm: band without bdih");
    expect_said(sgt.many("cord", "crdb", 1025), "dm: too many items");
    expect_said(sgt.many("lbdl", "lbnd", 1025), "dm: too many items");
    expect_said(sgt.said("tetr", [](Chunk& chunk) { chunk.bytes.resize(4 + 16 * 1025, std::byte{0x40}); }),
                "dm: too many items");
    expect_said(sgt.said("cmnd", [](Chunk& chunk) { chunk.bytes.resize(4 + 12 * 1025); }), "dm: too many items");
    expect_said(sgt.said("cmnd", [](Chunk& chunk) { chunk.id = four_cc("mute"); }), "dm: track ignored: ");
    expect_said(sgt.cut("cmnd", 2), "dm: short array");
}

} // namespace
} // namespace ossuary::audio
