// Small BVH texts and models for the tests.
#pragma once

#include <string>
#include <string_view>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/bvh/bvh.h"

namespace ossuary::bvh::testing {

inline Result<File> file_of(std::string_view text, Diagnostics* diagnostics = nullptr) {
    return parse_bvh(as_bytes(text), diagnostics);
}

// A hip, a thigh and a shin, 100 units tall; three frames at 24 Hz.
inline constexpr std::string_view leg = R"(HIERARCHY
ROOT Hip
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Thigh
	{
		OFFSET 10 -50 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		JOINT Shin
		{
			OFFSET 0 -50 0
			CHANNELS 3 Xrotation Yrotation Zrotation
			End Site
			{
				OFFSET 0 -20 5
			}
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.0416667
0 90 0 0 0 0 0 0 0 0 0 0
1 91 2 10 20 30 -40 50 60 5 6 7
2 92 4 20 40 60 -80 100 120 10 12 14
)";

} // namespace ossuary::bvh::testing
