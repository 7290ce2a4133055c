// ossuary formats: the registry of formats as a table. The tables in README.md and docs/ are printed by it.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/program.h"
#include "cli/terminal.h"
#include "ossuary/assets/registry.h"

namespace ossuary::cli {

namespace {

struct FormatsOptions {
    bool markdown = false;
};

std::string names_of(const Format& format) {
    std::string names;
    for (const std::string_view extension : format.extensions) {
        if (!names.empty()) names += ", ";
        names += fmt::format("`{}{}{}`", format.prefix, format.prefix.empty() ? "" : "*", extension);
    }
    return names;
}

// What a file becomes when it is read.
std::string_view reads_as(const Format& format) {
    constexpr std::string_view roles[] = {"model", "clip", "picture", "sound"};
    if (format.mount) return "archive";
    return format.open ? roles[static_cast<std::size_t>(format.role)] : "facts";
}

std::string_view writes_from(const Format& format) {
    if (format.save) return format.role == Role::picture ? "any picture" : "any model";
    if (format.recode) return "any sound";
    return format.build ? "its dump" : format.rewrite ? "itself" : "–";
}

struct TableColumn {
    std::string_view title;
    std::string (*text)(const Format& format);
};
constexpr TableColumn table_columns[] = {
    {"format", [](const Format& format) { return std::string(format.title); }},
    {"name", [](const Format& format) { return '`' + full_name(format) + '`'; }},
    {"files", names_of},
    {"read as", [](const Format& format) { return std::string(reads_as(format)); }},
    {"written from", [](const Format& format) { return std::string(writes_from(format)); }},
};

void print_markdown(Session& session) {
    std::string head = "|", rule = "|";
    for (const TableColumn& column : table_columns) {
        head += fmt::format(" {} |", column.title);
        rule += "---|";
    }
    session.print(head + '\n' + rule + '\n');
    for (const Format& format : formats()) {
        std::string line = "|";
        for (const TableColumn& column : table_columns) line += fmt::format(" {} |", column.text(format));
        session.print(line + '\n');
    }
}

void print_table(Session& session) {
    const auto plain = [](std::string text) {
        std::erase(text, '`');
        return text;
    };
    std::array<std::size_t, std::size(table_columns)> widths{};
    for (std::size_t c = 0; c < widths.size(); ++c) {
        widths[c] = shown_width(table_columns[c].title);
        for (const Format& format : formats())
            widths[c] = std::max(widths[c], shown_width(plain(table_columns[c].text(format))));
    }
    const Style paint = style(stdout);
    std::string head;
    for (std::size_t c = 0; c < widths.size(); ++c) head += pad(table_columns[c].title, widths[c] + 2);
    session.print(paint.bold(head) + '\n');
    for (const Format& format : formats()) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c)
            line += pad(plain(table_columns[c].text(format)), widths[c] + 2);
        session.print(line.substr(0, line.find_last_not_of(' ') + 1) + '\n');
    }
}

Json names_of(std::span<const Option> options) {
    Json names = Json::array();
    for (const Option& option : options) names.push(option.name);
    return names;
}

Json to_json(const Format& format) {
    Json extensions = Json::array();
    for (const std::string_view extension : format.extensions) extensions.push(extension);
    Json json = Json::object();
    json.set("name", format.name);
    json.set("family", format.family);
    json.set("title", format.title);
    json.set("game", format.game.empty() ? Json() : Json(format.game));
    json.set("prefix", format.prefix);
    json.set("extensions", std::move(extensions));
    json.set("reads_as", reads_as(format));
    json.set("written_from", format.save || format.build || format.rewrite ? Json(writes_from(format)) : Json());
    json.set("open_options", names_of(format.open_options));
    json.set("save_options", names_of(format.save_options));
    return json;
}

void list_formats(Session& session, const FormatsOptions& options) {
    if (session.options.json) {
        Json list = Json::array();
        for (const Format& format : formats()) list.push(to_json(format));
        return session.print_json(list);
    }
    if (options.markdown) return print_markdown(session);
    print_table(session);
}

} // namespace

void add_formats(Program& program) {
    Verb& verb =
        program.add_verb({.name = "formats",
                          .description = "List the formats: what files of each are read as and written from",
                          .example = "ossuary formats\n"
                                     "  ossuary formats --json | jq '.[] | select(.family == \"zengin\").name'",
                          .obeys = {.json = true}});
    FormatsOptions& options = verb.calls<FormatsOptions>(list_formats);
    verb.add({{.names = "--markdown", .field = options.markdown, .help = "As a table for a page of documentation"}});
}

} // namespace ossuary::cli
