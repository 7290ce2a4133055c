// Any ASC text followed by any script text: what is compiled of them can be read back, and is what was written.
#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/mds.h"
#include "target.h"

namespace ossuary::fuzz::try_compile {

using namespace zengin;

namespace {

// Where there is no source, or none that can be read.
constexpr std::string_view small_source = R"(*3DSMAX_ASCIIEXPORT 110
*SCENE { *SCENE_LASTFRAME 1 }
*HELPEROBJECT {
*NODE_NAME "Bip01"
*TM_ANIMATION {
*CONTROL_POS_TRACK { *CONTROL_POS_SAMPLE 0 1 2 3 *CONTROL_POS_SAMPLE 192 4 5 6 }
*CONTROL_ROT_TRACK { *CONTROL_ROT_SAMPLE 0 0 0 1 3.14 *CONTROL_ROT_SAMPLE 192 0 1 0 1 }
}
})";
constexpr std::string_view small_script =
    "Model (\"X\") { aniEnum {\nani (\"A\" 1 \"\" 0 0 . \"A.ASC\" F 0 -1 FPS:10)\n} }";

template <class File, class Parse, class Write> void check(const File& file, Parse parse, Write write) {
    const ByteBuffer bytes = write(file);
    const auto back = parse(bytes, nullptr);
    expect(back.has_value());
    expect(std::ranges::equal(write(*back), bytes));
}

void compile(const AscFile& file, const Script& script, std::string_view text, const CompileOptions& options) {
    Diagnostics diagnostics;
    check(compile_msb(script, "X.MDS", options), parse_msb, write_msb);
    const auto hierarchy = compile_mdh(file, "X.ASC", options, &diagnostics);
    if (!hierarchy) return;
    check(*hierarchy, parse_mdh, write_mdh);
    std::vector<NodeBox> boxes;
    if (const auto mesh = compile_mdm(file, "X.ASC", *hierarchy, options, &diagnostics)) {
        check(*mesh, parse_mdm, write_mdm);
        boxes = node_boxes(*mesh, *hierarchy);
    }
    const std::vector<std::string_view> lines = source_lines(text);
    std::size_t budget = 4; // a script may ask for any number of animations of one source
    for (const ScriptEntry& entry : script.entries) {
        const Ani* ani = std::get_if<Ani>(&entry.data);
        if (!ani) continue;
        if (budget-- == 0) break;
        if (const auto animation =
                compile_man(file, *ani, lines[entry.line - 1], *hierarchy, boxes, options, &diagnostics))
            check(*animation, parse_man, write_man);
    }
}

} // namespace

OSSUARY_FUZZ(compile) {
    const std::string_view input = as_text(bytes);
    const std::size_t cut = std::min(input.find("Model"), input.size());
    auto file = parse_asc(as_bytes(input.substr(0, cut)), nullptr, {.lenient = true});
    if (!file) file = parse_asc(as_bytes(small_source));
    std::string_view text = input.substr(cut);
    auto script = parse_mds(as_bytes(text));
    if (!script) script = parse_mds(as_bytes(text = small_script));
    compile(*file, *script, text, {.game = Game::gothic1, .packing = Packing::game});
    compile(*file, *script, text, {.packing = Packing::automatic});
}

} // namespace ossuary::fuzz::try_compile
