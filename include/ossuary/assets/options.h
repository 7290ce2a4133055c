// The options of all formats together, and those that every model has. docs/cli.md lists them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ossuary/assets/registry.h"
#include "ossuary/format/option.h"

namespace ossuary {

// Options for opening any model, whatever its format: --unit-scale, --front, --root-motion, --loop, --normals,
// --double-sided, --clips. A format that declares one of them does that itself.
std::span<const Option> model_options();

// Does to an opened model what the values say, except for options that one of these formats did itself.
Result<void> apply_model_options(Model& model, const OptionValues& values,
                                 std::span<const Format* const> opened_formats);

enum class OptionUse : std::uint8_t { open, save };

// An option by name, with everything that formats declare under it.
struct DeclaredOption {
    Option option;                         // of the first that declares it; `choices` refers to those below
    std::vector<std::string_view> choices; // of all of them
    std::vector<const Format*> formats;    // that declare it
    bool for_all = false;                  // every model has it
};
std::vector<DeclaredOption> declared_options(OptionUse use);

// A file at hand, or one to be written.
struct FileOfFormat {
    std::string_view name;
    const Format* format = nullptr;
};
// Fails if none of the files is of a format with one of these options, and says which formats have it:
// `--flip-green: HERO.MDS is a Gothic model script (mds); formats with this option: md5mesh`. Fails if a value is not
// of its option's kind.
Result<void> check_options(OptionUse use, const OptionValues& values, std::span<const FileOfFormat> files);

} // namespace ossuary
