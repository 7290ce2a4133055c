// MDS: the model script as text.
//
//     Model ("NAME")
//     {
//         meshAndTree ("BODY.ASC" DONT_USE_MESH)
//         aniEnum
//         {
//             ani ("S_RUN" 1 "S_RUN" 0.1 0.1 M. "RUN.ASC" F 0 24 FPS:10)
//             {
//                 *eventSFXGrnd (5 "STEP")
//             }
//         }
//     }
//
// Hand-written and full of slips that the game forgives, so the reader forgives them too: parentheses and semicolons
// mean nothing, quotes and braces may be missing, and a line that cannot be read costs that line. Every slip is
// reported with line and column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/script.h"

namespace ossuary::zengin {

struct MdsOptions {
    bool strict = false; // the first slip is an error
};

Result<Script> parse_mds(Bytes bytes, Diagnostics* diagnostics = nullptr, const MdsOptions& options = {});
// One directive per line, braces around every block of events. Reading it back gives the same script; quotes and line
// ends inside names, which the text cannot hold, become ' and blanks, and chunks of compiled scripts are left out.
std::string write_mds(const Script& script);

// True if the text, after white space and comments, begins with the word Model.
bool recognise_mds(Bytes bytes);

// The text cut into lines without their ends: line n of a ScriptEntry is source_lines(text)[n - 1].
std::vector<std::string_view> source_lines(std::string_view text);

} // namespace ossuary::zengin
