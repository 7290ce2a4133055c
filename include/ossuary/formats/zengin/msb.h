// MSB: the model script as the game compiled it (script.h says what a script holds).
//
//     f000   u32 1, line folder of the script
//     f100   date, line path of the script
//     f200   model begins, empty
//     f300   u32 DONT_USE_MESH, line tree without `.ASC`            one for each meshAndTree
//     f400   line mesh file                                         one for each registerMesh
//     f500   aniEnum begins, empty; then an entry after the other:
//     f520   ani: line name, u32 layer, line next, f32 blend in, f32 blend out, line flags, line ASC file, line
//            direction, i32 first frame, i32 last frame, f32 fps, f32 speed, f32 collision volume scale
//     f530   aniAlias: line name, u32 layer, line next, f32, f32, line flags, line ani, line direction
//     f540   aniBlend (f550 aniSync): line name, line next, f32 blend in, f32 blend out
//     f570   aniComb: line name, u32 layer, line next, f32, f32, line flags, line prefix, u32 count
//     f580   aniDisable: line name
//     f590   modelTag: line type, 4 lines
//     f5a0   u32 count, the events of the entry before follow, then f5af, empty:
//     f5a1   sound, f5a2 ground sound: i32 frame, line name, f32 range, f32 slot value (0 with EMPTY_SLOT, else 1)
//     f5a3   tag: i32 frame, line type, 4 lines
//     f5a4   particles: i32 frame, f32 handle, line effect, line node, f32 attach;  f5a5 stop: i32 frame, f32 handle
//     f5a8   swap mesh: i32 frame, line, line
//     f5a9   morph: i32 frame, line ani, line node, f32 intensity, f32 hold
//     f5aa   camera tremor: i32 frame, f32 radius squared, f32 duration, f32 least and f32 greatest amplitude
//     f5ff, f2ff, ffff   ends of aniEnum, model and file, empty
//
// The layouts of f510 (aniMaxFPS), f550, f560 (aniBatch), f5a6 and f5a7 are not known from files. They are read as what
// they stand for where they can be, and kept as a ScriptChunk where not.
#pragma once

#include <string>

#include "ossuary/formats/zengin/chunk.h"
#include "ossuary/formats/zengin/script.h"

namespace ossuary::zengin {

struct ScriptRoot {
    std::uint32_t value = 1;
    std::string path;
    bool operator==(const ScriptRoot&) const = default;
};
struct ScriptSource {
    Date date;
    std::string path;
    bool operator==(const ScriptSource&) const = default;
};
struct CompiledScript {
    ScriptRoot root;
    ScriptSource source;
    Script script;
    Layout layout;
    bool operator==(const CompiledScript&) const = default;
};

Result<CompiledScript> parse_msb(Bytes bytes, Diagnostics* diagnostics = nullptr);
// The script is written as it stands: to_compiled() makes one fit for it. An eventHeading has no chunk and is left out.
ByteBuffer write_msb(const CompiledScript& file);
Json dump_msb(const CompiledScript& file);
Result<CompiledScript> build_msb(const Json& json);

// True if the bytes begin as an MSB does, and not as text.
bool recognise_msb(Bytes bytes);

} // namespace ossuary::zengin
