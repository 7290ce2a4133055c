// The library as a WebAssembly module sees the world: a few C functions over things it made and spans of its memory.
// src/library.ts is the one caller.
//
// Words. Every function that can fail takes the Library first. One that returns a pointer returns null on failure, any
// other returns 0 (false). Afterwards ossuary_text() is the answer's JSON, or of a failure the error's: `message`,
// `text` (message and place in one line) and what is known of the place. Both are valid until the next call.
//
// Spans. Where JSON stands for numbers in memory it says {"span": "f32", "at": address, "length": count}; kinds are u8,
// i32, u32 and f32. They lie in what the answer is about (a model's vertices) or in the answer itself, and are valid
// until the next call, since any call may make the memory grow and move it.
//
// Arguments. Text is UTF-8 with its size. What is larger than a number is put into ossuary_room() first; the room is
// valid until it is asked for again. Requests are JSON with the members of the types in src/types.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ossuary::web {

class JsonWorkspace;
class OpenedModel;
class Playback;
struct Library;

// One clip's part in pose number `pose`.
struct LayerRecord {
    double time;
    float weight;
    std::uint32_t pose;
    std::uint32_t clip;
    std::uint32_t looping; // 0 as suits the clip, 1 clamp, 2 wrap, 3 wrap with a blend
    std::int32_t packed;   // number of a packed twin; -1: the clip itself
    std::uint32_t padding;
};
static_assert(sizeof(LayerRecord) == 32);

} // namespace ossuary::web

#if defined(__wasm__)
#define OSSUARY_EXPORT(name) __attribute__((export_name(#name))) name
#else
#define OSSUARY_EXPORT(name) name
#endif

extern "C" {

using ossuary::web::JsonWorkspace;
using ossuary::web::LayerRecord;
using ossuary::web::Library;
using ossuary::web::OpenedModel;
using ossuary::web::Playback;

Library* OSSUARY_EXPORT(ossuary_create)();
// Room for arguments; null if there is not so much memory.
void* OSSUARY_EXPORT(ossuary_room)(Library*, std::uint32_t size);
const char* OSSUARY_EXPORT(ossuary_text)(const Library*);
std::uint32_t OSSUARY_EXPORT(ossuary_text_size)(const Library*);
// Bytes allocated and not freed.
std::uint32_t OSSUARY_EXPORT(ossuary_used_memory)();
// The version and the table of formats.
bool OSSUARY_EXPORT(ossuary_about)(Library*);

JsonWorkspace* OSSUARY_EXPORT(ossuary_open_workspace)(Library*);
void OSSUARY_EXPORT(ossuary_close_workspace)(JsonWorkspace*);
// Makes room for a file of that size, in place of one of that path. The caller fills it, then calls ossuary_settle.
void* OSSUARY_EXPORT(ossuary_add)(Library*, JsonWorkspace*, const char* path, std::uint32_t path_size,
                                  std::uint32_t size);
// Names files that the host reads when they are opened: {"list", "priority", "time"}, a null, and of each file its path
// and its size with a null behind each. `list` is the host's own number.
bool OSSUARY_EXPORT(ossuary_list)(Library*, JsonWorkspace*, const char* request, std::uint32_t request_size);
// Looks into the archives among what was added.
void OSSUARY_EXPORT(ossuary_settle)(Library*, JsonWorkspace*);
// False if there is nothing of that path.
bool OSSUARY_EXPORT(ossuary_remove)(Library*, JsonWorkspace*, const char* path, std::uint32_t path_size);
// The tree as columns (JsonWorkspace::entries).
bool OSSUARY_EXPORT(ossuary_entries)(Library*, const JsonWorkspace*);
bool OSSUARY_EXPORT(ossuary_subjects)(Library*, const JsonWorkspace*);
// True if only the larger module can tell of the file and open it.
bool OSSUARY_EXPORT(ossuary_needs_full_module)(Library*, const JsonWorkspace*, const char* path,
                                               std::uint32_t path_size);
bool OSSUARY_EXPORT(ossuary_info)(Library*, const JsonWorkspace*, const char* path, std::uint32_t path_size);
// {"bytes": span}
bool OSSUARY_EXPORT(ossuary_read)(Library*, const JsonWorkspace*, const char* path, std::uint32_t path_size);

// Of the full module alone: a sound as samples, {"rate", "channels": [span], "coding", "cues", "loop"}.
bool OSSUARY_EXPORT(ossuary_sound)(Library*, const JsonWorkspace*, const char* path, std::uint32_t path_size);
// And a segment, of {"path", "seconds", "seed"}: the same, with "notes": span, "patterns" and "diagnostics".
bool OSSUARY_EXPORT(ossuary_music)(Library*, const JsonWorkspace*, const char* request, std::uint32_t request_size);
// And SFX.DAT or MUSIC.DAT, of {"path", "names", "zones"}: {"sounds": for each name its variants, [{"file", "gain",
// "semitones", "spread", "loop"}], "themes": for each zone {"name", "file", "gain", "loop"} or null, "diagnostics"}.
bool OSSUARY_EXPORT(ossuary_sound_script)(Library*, const JsonWorkspace*, const char* request,
                                          std::uint32_t request_size);
// And what sounds in a world by itself: {"sounds": [{"name", "position", "range", "gain", "mode", "delay",
// "startsOn"}], "zones": [{"name", "isDefault"}]}. Metres; a mode is 0 for a loop, 1 for once, 2 for now and then.
bool OSSUARY_EXPORT(ossuary_world_sounds)(Library*, const JsonWorkspace*, const char* path, std::uint32_t path_size);

// {"path", "clips", "options"}
OpenedModel* OSSUARY_EXPORT(ossuary_open)(Library*, const JsonWorkspace*, const char* request,
                                          std::uint32_t request_size);
void OSSUARY_EXPORT(ossuary_close_model)(OpenedModel*);
// ModelData, with spans.
bool OSSUARY_EXPORT(ossuary_describe)(Library*, const OpenedModel*);
// {"width", "height", "type", "bytes": span}
bool OSSUARY_EXPORT(ossuary_image)(Library*, const OpenedModel*, std::uint32_t index);

// A pose: for each joint ten floats (local), then for each joint sixteen (its matrix, column by column), then the
// weights of each mesh's morph targets.
const float* OSSUARY_EXPORT(ossuary_pose)(Library*, OpenedModel*, const LayerRecord* layers, std::uint32_t count);
// Matrices alone, of `poses` poses one after another. The records of one pose follow one another.
const float* OSSUARY_EXPORT(ossuary_poses)(Library*, OpenedModel*, const LayerRecord* layers, std::uint32_t count,
                                           std::uint32_t poses);
// `count` rows of eleven floats: the time, then the joint's transform, local or in object space.
const float* OSSUARY_EXPORT(ossuary_curve)(Library*, OpenedModel*, std::uint32_t clip, std::uint32_t joint,
                                           std::uint32_t count, bool object_space);

// {"clip", "precision", "shell", "effort"}; the answer is a PackedReport.
bool OSSUARY_EXPORT(ossuary_pack)(Library*, OpenedModel*, const char* request, std::uint32_t request_size);
// {"format", "clips", "stem"}; the answer is [{"name", "bytes": span}].
bool OSSUARY_EXPORT(ossuary_export)(Library*, OpenedModel*, const char* request, std::uint32_t request_size);

// {"clips", "loop", "rootMotion"}. The model must stay open.
Playback* OSSUARY_EXPORT(ossuary_play)(Library*, OpenedModel*, const char* request, std::uint32_t request_size);
void OSSUARY_EXPORT(ossuary_close_playback)(Playback*);
// {"clip", "layer", "speed", "blendIn", "offset", "force"}; the answer is true or false.
bool OSSUARY_EXPORT(ossuary_start)(Library*, Playback*, const char* request, std::uint32_t request_size);
// A negative time: the clip's own.
void OSSUARY_EXPORT(ossuary_stop)(Playback*, std::int32_t layer, double blend_out);
bool OSSUARY_EXPORT(ossuary_set_speed)(Playback*, std::int32_t layer, double speed);
bool OSSUARY_EXPORT(ossuary_seek)(Playback*, std::int32_t layer, double time, bool fire);
void OSSUARY_EXPORT(ossuary_set_layer)(Playback*, std::int32_t layer, float weight, std::int32_t joint, bool additive);
// A pose as above; the answer has the rest of a Frame.
const float* OSSUARY_EXPORT(ossuary_advance)(Library*, Playback*, double seconds);
}
