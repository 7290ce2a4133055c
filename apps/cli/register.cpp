// ossuary register, ossuary unregister: file types that open in the viewer when they are clicked.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/program.h"
#include "cli/system.h"
#include "ossuary/assets/registry.h"

namespace ossuary::cli {

namespace {

// Models, clips and archives whose names say that they are; `.bin` and `.dat` are everybody's.
std::vector<std::string> registered_extensions() {
    constexpr std::string_view everybodys[] = {".bin", ".dat", ".json", ".txt", ".3ds"};
    std::set<std::string> extensions;
    for (const Format& format : formats()) {
        const bool is_shown =
            format.mount || (format.open && (format.role == Role::model || format.role == Role::clip));
        if (!is_shown || !format.prefix.empty()) continue;
        for (const std::string_view extension : format.extensions)
            if (std::ranges::find(everybodys, extension) == std::end(everybodys)) extensions.emplace(extension);
    }
    return {extensions.begin(), extensions.end()};
}

struct RegisterOptions {};

void tell(Session& session, const Result<std::vector<std::string>>& done, std::string_view what) {
    if (!done) throw UsageError{done.error().message()};
    if (session.options.json) {
        Json list = Json::array();
        for (const std::string& extension : *done) list.push(extension);
        Json report = Json::object();
        report.set("extensions", std::move(list));
        return session.print_json(report);
    }
    session.say(fmt::format("{} {} file types: {}", what, done->size(), fmt::join(*done, " ")));
}

void register_types(Session& session, const RegisterOptions&) {
    tell(session, register_file_types(registered_extensions()), "registered");
}

void unregister_types(Session& session, const RegisterOptions&) {
    tell(session, unregister_file_types(), "unregistered");
}

} // namespace

void add_register(Program& program) {
    program
        .add_verb({.name = "register",
                   .description = "Windows: let the file types open in the viewer when they are clicked",
                   .example = "ossuary register",
                   .obeys = {.json = true}})
        .calls<RegisterOptions>(register_types);
}

void add_unregister(Program& program) {
    program
        .add_verb({.name = "unregister",
                   .description = "Windows: take back what register did",
                   .example = "ossuary unregister",
                   .obeys = {.json = true}})
        .calls<RegisterOptions>(unregister_types);
}

} // namespace ossuary::cli
