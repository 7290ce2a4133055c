// Small MD5 files made here, and the questions tests ask of them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5camera.h"
#include "ossuary/formats/md5/md5mesh.h"

namespace ossuary::md5::testing {

// Two joints, a quad of four vertices, two of which both joints move.
inline const std::string small_mesh = R"(MD5Version 10
commandline "made by hand"

numJoints 2
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )		// 
	"arm"	0 ( 0 0 10 ) ( 0 0 0 )		// origin
}

mesh {
	// meshes: body
	shader "body.png"

	numverts 4
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 2
	vert 3 ( 1 1 ) 4 2

	numtris 2
	tri 0 0 2 1
	tri 1 1 2 3

	numweights 6
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 10 0 0 )
	weight 2 0 0.75 ( 0 0 10 )
	weight 3 1 0.25 ( 0 0 0 )
	weight 4 1 0.5 ( 10 0 0 )
	weight 5 0 0.5 ( 10 0 10 )
}
)";

// The same joints; the first slides along x, the second turns about z.
inline const std::string small_anim = R"(MD5Version 10
commandline "anim by hand"

numFrames 3
numJoints 2
frameRate 10
numAnimatedComponents 2

hierarchy {
	"origin"	-1 1 0	// ( Tx )
	"arm"	0 32 1	// origin ( Qz )
}

bounds {
	( 0 0 0 ) ( 10 0 10 )
	( 1 0 0 ) ( 11 0 10 )
	( 2 0 0 ) ( 12 0 10 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 10 ) ( 0 0 0 )
}

frame 0 {
	 0
	 0
}

frame 1 {
	 1
	 0.1
}

frame 2 {
	 2
	 0.2
}
)";

inline const std::string small_camera = R"(MD5Version 10
commandline "camera by hand"

numFrames 4
frameRate 4
numCuts 1

cuts {
	1
}

camera {
	( 0 0 0 ) ( 0 0 0 ) 90
	( 1 0 0 ) ( 0 0 0 ) 80
	( 5 5 5 ) ( 0 0 0.5 ) 60
	( 6 5 5 ) ( 0 0 0.5 ) 60
}
)";

inline Result<MeshFile> mesh_of(std::string_view text, Diagnostics* diagnostics = nullptr, bool lenient = false) {
    return parse_md5mesh(as_bytes(text), diagnostics, {.lenient = lenient});
}
inline Result<AnimFile> anim_of(std::string_view text, Diagnostics* diagnostics = nullptr, bool lenient = false) {
    return parse_md5anim(as_bytes(text), diagnostics, {.lenient = lenient});
}
inline Result<CameraFile> camera_of(std::string_view text, Diagnostics* diagnostics = nullptr, bool lenient = false) {
    return parse_md5camera(as_bytes(text), diagnostics, {.lenient = lenient});
}

inline std::string joined(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

// The text with its first `from` replaced, which must be there.
inline std::string with(std::string_view text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    if (at == text.npos) return joined({"no '", from, "' in the text"});
    return joined({text.substr(0, at), to, text.substr(at + from.size())});
}

// `line: message`, or `none`.
template <class T> std::string error_of(const Result<T>& result) {
    return result ? "none" : std::to_string(result.error().place().line) + ": " + result.error().message();
}

inline bool mentions(const Diagnostics& diagnostics, std::string_view text) {
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.message.find(text) != std::string::npos) return true;
    return false;
}

inline std::string all_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) text += diagnostic.text() + '\n';
    return text;
}

} // namespace ossuary::md5::testing
