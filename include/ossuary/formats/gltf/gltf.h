// glTF 2.0: models out to today's tools, and back. Files written are deterministic and pass the Khronos validator
// without errors or warnings. docs/formats/gltf.md says what goes where.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/files.h"
#include "ossuary/base/result.h"
#include "ossuary/model/model.h"

namespace ossuary::gltf {

struct WriteOptions {
    std::uint32_t max_influences = 8; // 4, 8, 12 or 16 per vertex
    bool reduce_channels = true;      // leave out what the rest pose says, one key for what is constant
    bool extras_in_scene = true;      // a copy of each clip's events and facts where Blender keeps it
    bool indent = false;              // JSON for people
    // Compresses geometry and animations (EXT_meshopt_compression), and writes geometry in fewer bits
    // (KHR_mesh_quantization): normals and tangents in 8, texture coordinates and weights in 16, positions in steps of
    // 2^-14 metres, or less in small meshes. Triangles and vertices are reordered. Animations stay exact.
    bool meshopt = false;
    std::string buffer; // of write_gltf: what the file of the buffer is called, without `.bin`; empty: as the document
};

// A single binary file with everything inside.
Result<ByteBuffer> write_glb(const Model& model, const WriteOptions& options = {}, Diagnostics* diagnostics = nullptr);
// `stem.gltf`, `stem.bin` (or `buffer.bin`) and the pictures beside it, the main file first.
Result<std::vector<NamedFile>> write_gltf(const Model& model, std::string_view stem, const WriteOptions& options = {},
                                          Diagnostics* diagnostics = nullptr);

// Reads .glb and .gltf alike. `lookup` is asked for the files the document refers to by relative URI (already
// percent-decoded); absolute paths and `..` never reach it. Errors name the JSON path; unknown extensions that are not
// required are reported.
Result<Model> parse_gltf(Bytes bytes, std::string_view name, const FileLookup& lookup = {},
                         Diagnostics* diagnostics = nullptr);

// True for a GLB header, or JSON that has an asset with a version.
bool recognise_gltf(Bytes bytes);

} // namespace ossuary::gltf
