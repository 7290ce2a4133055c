// MMS: the script of a morph mesh (the source of MMB): a reference shape and animations of it.
//
//     morphMesh ("NAME")
//     {
//         morphRef ("NAME.ASC")
//         morphAni ("S_SHOOT" 1 0.1 -1 0.1 L "NAME_SHOOT.ASC" 0 10 SPD:25)
//     }
//
// The words are those of MDS, with the same tolerance.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/json.h"
#include "ossuary/base/result.h"

namespace ossuary::zengin {

struct MorphAni {
    std::string name;
    std::int32_t layer = 1;
    float blend_in = 0; // seconds
    float hold = 0;     // seconds; -1: for ever
    float blend_out = 0;
    std::string flags; // as written: letters D L S R and dots
    std::string asc;
    std::int32_t first = 0;
    std::int32_t last = -1;
    float spd = 25;         // frames per second
    std::uint32_t line = 0; // in the text; no part of the value
    bool operator==(const MorphAni& other) const;
};

struct MorphScript {
    std::string name;
    std::string morph_ref;
    std::vector<MorphAni> anis;
    bool operator==(const MorphScript&) const = default;
};

// The letters of `flags`, as MMB stores them.
struct MorphFlag {
    enum : std::uint8_t {
        discontinuous = 1, // D: a random frame
        loop = 2,          // L
        shape = 4,         // S
        reference = 8,     // R: the reference shape
    };
};
std::uint8_t morph_flag_bits(std::string_view flags);

struct MmsOptions {
    bool strict = false; // the first slip is an error
};

Result<MorphScript> parse_mms(Bytes bytes, Diagnostics* diagnostics = nullptr, const MmsOptions& options = {});
std::string write_mms(const MorphScript& script);
// True if the text, after white space and comments, begins with the word morphMesh.
bool recognise_mms(Bytes bytes);
// As JSON and back; the bytes of texts become the characters of those numbers.
Json dump_mms(const MorphScript& script);
Result<MorphScript> build_mms(const Json& json);

} // namespace ossuary::zengin
