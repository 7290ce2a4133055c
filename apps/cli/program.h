// The command: its session and the registry of its verbs. Every verb adds itself in its own file.
#pragma once

#include <string_view>
#include <vector>

#include "cli/session.h"
#include "cli/verb.h"

namespace ossuary::cli {

inline constexpr std::string_view program_description =
    "Opens the character animation of classic games, and hands it on to today's tools.";

struct Program {
    Session session;
    std::vector<Verb> verbs;

    Program();

    // A verb with the shared options it obeys. The reference is good until the next verb is added.
    Verb& add_verb(const VerbText& text);
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
void add_render(Program& program);
void add_plot(Program& program);
void add_shot(Program& program);
void add_view(Program& program);
void add_demo(Program& program);
void add_formats(Program& program);
void add_register(Program& program);
void add_unregister(Program& program);
void add_help(Program& program);
void add_completions(Program& program);
void add_man(Program& program);

} // namespace ossuary::cli
