// What the user asks of the encoder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/codec/error.h"

namespace ossuary::codec {

// How long the encoder may search: the same bound, fewer bytes.
enum class Effort : std::uint8_t { fast, normal, best };
std::string_view name_of(Effort effort);
bool parse_name(std::string_view name, Effort& effort);

// Whether a clip whose last key repeats its first keeps that key once (`shared`, so that both are the same bits), or
// is stored as any other (`plain`).
enum class LoopKey : std::uint8_t { shared, plain };

// A joint that is held to another measure: a slot that carries a sword wants a larger shell.
struct JointPrecision {
    std::string joint;
    double precision = 0; // metres; 0 for the clip's
    double shell = 0;     // metres; 0 for the clip's
};

struct EncodeOptions {
    double precision = 1e-4; // metres: the largest error at any key, as error.h measures it …
    double shell = default_shell;
    std::vector<JointPrecision> joints;
    bool exact_root = false; // the root's translation and rotation as the floats they are
    LoopKey loop = LoopKey::shared;
    Effort effort = Effort::normal;
    double frame_rate = 0; // keys per second where the clip's channels have no common one; 0: the clip's own
};

// … and between keys, where interpolation adds to it, the largest error by this factor.
inline constexpr double slack_between_keys = 1.36;

} // namespace ossuary::codec
