// The rows of sounds and music: kept without loss; sounds can be coded anew, and the waves of a collection be taken
// out.
#include <memory>

#include "ossuary/format/full_module.h"
#include "ossuary/format/row_verbs.h"
#include "ossuary/formats/audio/band.h"
#include "ossuary/formats/audio/dls.h"
#include "ossuary/formats/audio/sgt.h"
#include "ossuary/formats/audio/sty.h"
#include "ossuary/formats/audio/wav.h"

namespace ossuary {

namespace {

struct Wav : PlainKind<audio::parse_wav, audio::write_wav, audio::dump_wav, audio::build_wav> {
    static constexpr std::string_view name = "wav";
    static Json facts(const audio::WavFile& file) { return audio::facts_of(file); }
};
struct Dls : PlainKind<audio::parse_dls, audio::write_dls, audio::dump_dls, audio::build_dls> {
    static constexpr std::string_view name = "dls";
    static Json facts(const audio::DlsFile& file) { return audio::facts_of(file); }
};
struct Sty : PlainKind<audio::parse_sty, audio::write_sty, audio::dump_sty, audio::build_sty> {
    static constexpr std::string_view name = "sty";
    static Json facts(const audio::StyFile& file) { return audio::facts_of(file); }
};
struct Sgt : PlainKind<audio::parse_sgt, audio::write_sgt, audio::dump_sgt, audio::build_sgt> {
    static constexpr std::string_view name = "sgt";
    static Json facts(const audio::SgtFile& file) { return audio::facts_of(file); }
};
struct BandKind : PlainKind<audio::parse_band, audio::write_band, audio::dump_band, audio::build_band> {
    static constexpr std::string_view name = "band";
    static Json facts(const audio::BandFile& file) { return audio::facts_of(file); }
};

Result<ByteBuffer> recode_wav(const NamedFile& file, const OptionValues& options, Diagnostics* diagnostics) {
    const auto parsed = audio::parse_wav(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    audio::EncodeOptions encode;
    const std::string coding = lower_case(options.text("coding"));
    if (coding == "pcm8") encode.bits = 8;
    if (coding == "ima") encode.coding = audio::Coding::ima_adpcm;
    if (coding == "ms") encode.coding = audio::Coding::ms_adpcm;
    const auto made = audio::recode(*parsed, encode);
    if (!made) return Failure(made.error());
    return audio::write_wav(*made);
}

// Names of waves need not be good file names: a number keeps them apart and in order.
std::string wave_file_name(const audio::DlsFile& file, std::size_t wave) {
    std::string name = std::to_string(wave);
    if (name.size() < 3) name.insert(0, 3 - name.size(), '0');
    std::string rest;
    for (const char c : file.waves[wave].name) {
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                              c == '_' || c == '.';
        rest += is_plain ? c : '_';
    }
    return name + (rest.empty() ? "" : "_" + rest) + ".wav";
}

Result<std::vector<Member>> wave_members(const NamedFile& file, const OptionValues&, Diagnostics* diagnostics) {
    auto parsed = audio::parse_dls(file.bytes, diagnostics);
    if (!parsed) return Failure(parsed.error());
    const auto shared = std::make_shared<const audio::DlsFile>(std::move(*parsed));
    std::vector<Member> members;
    for (std::size_t wave = 0; wave < shared->waves.size(); ++wave)
        members.push_back({wave_file_name(*shared, wave), [shared, wave]() -> Result<ByteBuffer> {
                               return audio::write_wav(audio::wave_as_wav(*shared, wave));
                           }});
    return members;
}

constexpr std::string_view wav_extensions[] = {".wav"};
constexpr std::string_view dls_extensions[] = {".dls"};
constexpr std::string_view sty_extensions[] = {".sty"};
constexpr std::string_view sgt_extensions[] = {".sgt"};
constexpr std::string_view band_extensions[] = {".bnd"};
constexpr std::string_view codings[] = {"pcm16", "pcm8", "ima", "ms"};
constexpr Option coding{.name = "coding",
                        .kind = OptionKind::choice,
                        .choices = codings,
                        .help = "What a sound is written as: PCM, or ADPCM by IMA or MS (default: pcm16)"};
constexpr Option wav_options[] = {coding};
constexpr std::string_view game = "Gothic";

constexpr Format rows[] = {
    only_in_full_module(with_verbs<Wav>({
        .title = "Sound",
        .extensions = wav_extensions,
        .role = Role::sound,
        .save_options = wav_options,
        .recognise = audio::recognise_wav,
        .recode = recode_wav,
    })),
    only_in_full_module(with_verbs<Dls>({
        .title = "Instruments (DLS)",
        .game = game,
        .extensions = dls_extensions,
        .role = Role::sound,
        .recognise = audio::recognise_dls,
        .members = wave_members,
    })),
    only_in_full_module(with_verbs<Sty>({
        .title = "DirectMusic style",
        .game = game,
        .extensions = sty_extensions,
        .role = Role::sound,
        .recognise = audio::recognise_sty,
    })),
    only_in_full_module(with_verbs<Sgt>({
        .title = "DirectMusic segment",
        .game = game,
        .extensions = sgt_extensions,
        .role = Role::sound,
        .recognise = audio::recognise_sgt,
    })),
    only_in_full_module(with_verbs<BandKind>({
        .title = "DirectMusic band",
        .game = game,
        .extensions = band_extensions,
        .role = Role::sound,
        .recognise = audio::recognise_band,
    })),
};

} // namespace

std::span<const Format> audio_rows() { return rows; }

} // namespace ossuary
