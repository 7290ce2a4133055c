// Small files written by hand, in the layout our writers use.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/assets/open_model.h"

namespace ossuary::testing {

inline constexpr std::string_view small_mesh = R"(MD5Version 10
commandline "made by hand"

numJoints 2
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )		// 
	"tip"	0 ( 0 0 10 ) ( 0 0 0 )		// origin
}

mesh {
	shader "skin/bone"

	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1

	numtris 1
	tri 0 0 2 1

	numweights 3
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 4 0 0 )
	weight 2 1 1 ( 0 0 -2 )
}
)";

inline constexpr std::string_view small_anim = R"(MD5Version 10
commandline ""

numFrames 2
numJoints 2
frameRate 10
numAnimatedComponents 1

hierarchy {
	"origin"	-1 1 0	// ( Tx )
	"tip"	0 0 0	// origin
}

bounds {
	( -1 -1 -1 ) ( 5 1 11 )
	( -1 -1 -1 ) ( 5 1 11 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 10 ) ( 0 0 0 )
}

frame 0 {
	 0
}

frame 1 {
	 4
}
)";

inline NamedFile named(std::string_view name, std::string_view text) { return {std::string(name), to_buffer(text)}; }

} // namespace ossuary::testing
