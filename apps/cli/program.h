// The command as a tree of options: every verb adds itself in its own file. Help, completions and the man page are
// walks over this tree.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/session.h"

namespace ossuary::cli {

// The heading of the options every verb has.
inline constexpr std::string_view everywhere = "Everywhere";

struct Program {
    CLI::App app;
    Session session;
    std::function<void()> run; // the verb the user chose

    Program();

    // A verb with the options every verb has. `example` is what a person would type, without the prompt.
    CLI::App& add_verb(const std::string& name, const std::string& description, const std::string& example,
                       std::function<void()> action);
};

void add_info(Program& program);
void add_ls(Program& program);
void add_cat(Program& program);
void add_archive(Program& program);
void add_dump(Program& program);
void add_build(Program& program);
void add_diff(Program& program);
void add_convert(Program& program);
void add_compile(Program& program);
void add_verify(Program& program);
void add_extract(Program& program);
void add_play(Program& program);
void add_pack(Program& program);
void add_mesh(Program& program);
void add_plot(Program& program);
void add_shot(Program& program);
void add_view(Program& program);
void add_demo(Program& program);
void add_completions(Program& program);
void add_man(Program& program);

} // namespace ossuary::cli
