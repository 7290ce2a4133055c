#include "ossuary/formats/sf3/x8an.h"
#include "formats/sf3/x8an_layout.h"

#include <algorithm>

#include "key_block.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"

namespace ossuary::sf3 {

namespace {

constexpr std::size_t first_key = 4; // behind the offset of the table

std::string animation_path(std::size_t index) { return "animations[" + std::to_string(index) + "]"; }

Result<std::size_t> read_animation(Bytes bytes, std::size_t at, AnimationFile& file, Budget& budget,
                                   Diagnostics* diagnostics) {
    const Source source{bytes.subspan(at), at, animation_path(file.animations.size())};
    auto block = read_key_block(source, 0, first_key, budget);
    if (!block) return Failure(block.error());
    if (block->bones.empty())
        return source.fail("E_NO_BONES", source.at<std::uint32_t>(0), "bones", "the bone table is empty");
    if (!span_of(block->bones)) return source.fail("E_EMPTY_ANIMATION", 0, "bones", "no bone has a key");
    warn_keys(block->bones, source.path + '.', diagnostics);
    file.animations.push_back({std::move(block->bones)});
    return at + block->end;
}

// The values alone, whatever the layout.
Result<AnimationFile> read_x8an(Bytes bytes, Diagnostics* diagnostics) {
    const Source file{bytes};
    if (bytes.size() < 8)
        return file.fail("E_TRUNCATED", bytes.size(), "",
                         std::to_string(bytes.size()) + " bytes are no animation file");
    AnimationFile result;
    Budget budget(bytes.size());
    std::size_t at = 0;
    for (;;) {
        const std::size_t behind = at;
        while (file.holds(at, 4) && file.at<std::uint32_t>(at) == 0) at += 4;
        if (at == bytes.size()) break;
        if (!file.holds(at, 4))
            return file.fail("E_TRAILING", at, "",
                             std::to_string(bytes.size() - at) + " stray bytes behind the last animation");
        if (file.at<std::uint32_t>(at) == end_word) {
            result.eof_marker = true;
            at += 4;
            break;
        }
        if (at != align_up(behind, sector))
            report(diagnostics, Severity::warning, {.offset = at, .field = animation_path(result.animations.size())},
                   "the animation does not begin at the next multiple of 2048 bytes");
        const auto end = read_animation(bytes, at, result, budget, diagnostics);
        if (!end) return Failure(end.error());
        at = *end;
    }
    if (result.animations.empty()) return file.fail("E_EMPTY_FILE", at, "animations", "there is no animation");
    for (; at < bytes.size(); ++at)
        if (bytes[at] != std::byte{0})
            return file.fail("E_TRAILING", at, "", "expected nothing but zeros behind the end-of-file marker");
    return result;
}

Result<ByteBuffer> write_canonical(const AnimationFile& file) {
    if (file.animations.empty()) return fail({.field = "animations"}, "E_EMPTY_FILE: there is no animation");
    ByteWriter writer(Endian::big);
    for (std::size_t a = 0; a < file.animations.size(); ++a) {
        const std::vector<BoneKeys>& bones = file.animations[a].bones;
        const std::string path = animation_path(a);
        if (bones.empty()) return fail({.field = path + ".bones"}, "E_NO_BONES: there is no bone");
        if (auto error = check_keys(bones, path + '.')) return Failure(std::move(*error));
        if (!span_of(bones)) return fail({.field = path + ".bones"}, "E_EMPTY_ANIMATION: no bone has a key");
        writer.align(sector);
        const std::size_t origin = writer.offset();
        writer.write(std::uint32_t{0});
        writer.patch(origin, write_key_block(writer, origin, bones));
    }
    if (file.eof_marker) writer.write(end_word);
    return std::move(writer).take();
}

} // namespace

Result<AnimationFile> parse_x8an(Bytes bytes, Diagnostics* diagnostics) {
    auto file = read_x8an(bytes, diagnostics);
    if (!file) return file;
    const auto written = write_canonical(*file);
    if (!written || !std::ranges::equal(*written, bytes)) {
        file->original.assign(bytes.begin(), bytes.end());
        report(diagnostics, Severity::note, {}, "laid out in another way than the game's files; its bytes are kept");
    }
    return file;
}

Result<ByteBuffer> write_x8an(const AnimationFile& file, Diagnostics* diagnostics) {
    if (!file.original.empty()) {
        const auto unedited = read_x8an(file.original, nullptr);
        if (unedited && unedited->animations == file.animations && unedited->eof_marker == file.eof_marker)
            return file.original;
        report(diagnostics, Severity::warning, {}, "edited: written afresh, in the layout of the game's files");
    }
    return write_canonical(file);
}

Json dump_x8an(const AnimationFile& file) { return dump_record(file); }

Result<AnimationFile> build_x8an(const Json& json) {
    Json values = json;
    for (const std::string_view derived : {"spans", "groups", "size", "sha256"}) values.erase(derived);
    return build_record<AnimationFile>(values);
}

bool recognise_x8an(Bytes bytes) {
    const Source source{bytes};
    if (!source.holds(0, 4)) return false;
    const auto table = source.at<std::uint32_t>(0);
    return table % 4 == 0 && table >= 0x14 && source.holds(table, 0x10) &&
           source.at<std::uint32_t>(table + 0x0C) == first_key;
}

} // namespace ossuary::sf3
