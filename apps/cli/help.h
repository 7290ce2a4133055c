// What --help prints.
#pragma once

#include <string>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>

namespace ossuary::cli {

// Usage, description, positionals, the verb's own options, those every verb has, examples; 88 columns.
class HelpFormatter : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

} // namespace ossuary::cli
