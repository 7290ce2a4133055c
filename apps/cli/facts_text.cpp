#include "cli/facts_text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "cli/session.h"

namespace ossuary::cli {

namespace {

constexpr std::size_t widest_cell = 40;

// A list of objects is shown as a table below the single values.
bool is_table(const Json& value) { return value.is_array() && value.size() > 0 && value[0].is_object(); }

// Depth of each row in the tree its `parent` members make; zeros where there is none.
std::vector<std::size_t> depths_of(const Json::Array& rows) {
    std::vector<std::size_t> depths(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t parent = rows[i]["parent"].integer(-1);
        if (parent >= 0 && static_cast<std::size_t>(parent) < i)
            depths[i] = depths[static_cast<std::size_t>(parent)] + 1;
    }
    return depths;
}

// Lists within a row are told by their length; vectors and boxes are left to --json.
std::string cell_text(const Json& value) {
    if (value.is_array()) return std::to_string(value.size());
    return shortened(short_text(value), widest_cell);
}

bool is_column(const Json& value) { return !value.is_array() || value.size() == 0 || !value[0].is_number(); }

struct Column {
    std::string name;
    bool is_text = false;
    std::size_t width = 0;
    std::vector<std::string> cells;
};

std::vector<Column> columns_of(const Json::Array& rows, std::size_t shown) {
    const std::vector<std::size_t> depths = depths_of(rows);
    std::vector<Column> columns;
    for (std::size_t r = 0; r < shown; ++r) {
        for (const Json::Member& member : rows[r].members()) {
            if (!is_column(member.value) || member.value.is_object()) continue;
            auto column = std::find_if(columns.begin(), columns.end(),
                                       [&](const Column& known) { return known.name == member.name; });
            if (column == columns.end()) {
                columns.push_back({member.name, false, shown_width(member.name), {}});
                column = columns.end() - 1;
            }
            std::string cell = cell_text(member.value);
            if (member.name == "name") cell = std::string(2 * std::min<std::size_t>(depths[r], 16), ' ') + cell;
            column->is_text |= member.value.is_string();
            column->width = std::max(column->width, shown_width(cell));
            column->cells.resize(r);
            column->cells.push_back(std::move(cell));
        }
    }
    return columns;
}

std::string event_text(const Json& event) {
    std::string text = fmt::format("{:.3f} {}", event["time"].number(), event["type"].string());
    if (const auto name = event["name"].string(); !name.empty()) text += ' ' + printable(name);
    return text;
}

// One line per clip with the first few, or one line per event where everything is wanted.
void append_events(std::string& text, const Json::Array& rows, std::size_t shown, bool all, const Style& style) {
    constexpr std::size_t line_width = 100;
    std::size_t width = 0, with_events = 0;
    for (std::size_t r = 0; r < shown; ++r) {
        if (rows[r]["events"].size() == 0) continue;
        width = std::max(width, shown_width(short_text(rows[r]["name"])));
        ++with_events;
    }
    if (with_events > 0) text += fmt::format("  {}\n", style.bold("events"));
    for (std::size_t r = 0; r < shown; ++r) {
        const Json::Array& events = rows[r]["events"].items();
        if (events.empty()) continue;
        const std::string name = short_text(rows[r]["name"]);
        std::string line;
        for (const Json& event : events) {
            if (all)
                text += fmt::format("    {}  {}\n", style.dim(pad(name, width)), event_text(event));
            else
                line += (line.empty() ? "" : ", ") + event_text(event);
        }
        if (!all) text += fmt::format("    {}  {}\n", style.dim(pad(name, width)), shortened(line, line_width));
    }
}

void append_table(std::string& text, const std::string& name, const Json::Array& rows, const Style& style,
                  std::size_t most) {
    // One row more is not worth a line that says so.
    const std::size_t shown = most == 0 || rows.size() <= most + 1 ? rows.size() : most;
    const std::vector<Column> columns = columns_of(rows, shown);
    text += fmt::format("  {} ({})\n", style.bold(name), rows.size());
    std::string head = "   ";
    for (const Column& column : columns)
        head += ' ' + (column.is_text ? pad(column.name, column.width + 1) : pad_left(column.name, column.width));
    while (head.ends_with(' ')) head.pop_back();
    text += style.dim(head) + '\n';
    for (std::size_t r = 0; r < shown; ++r) {
        std::string line = "   ";
        for (const Column& column : columns) {
            const std::string cell = r < column.cells.size() ? column.cells[r] : std::string();
            line += ' ' + (column.is_text ? pad(cell, column.width + 1) : pad_left(cell, column.width));
        }
        while (line.ends_with(' ')) line.pop_back();
        text += line + '\n';
    }
    if (shown < rows.size()) text += fmt::format("    … {} more (--long shows all)\n", rows.size() - shown);
    append_events(text, rows, shown, most == 0, style);
}

} // namespace

std::string short_text(const Json& value) {
    if (value.is_null()) return "-";
    if (value.is_bool()) return value.boolean() ? "yes" : "no";
    if (value.is_integer()) return std::to_string(value.integer());
    if (value.is_number()) return fmt::format("{:.6g}", value.number() == 0 ? 0.0 : value.number());
    if (value.is_string()) return printable(value.string());
    if (value.is_array()) {
        std::string text = "[";
        for (const Json& item : value.items()) text += (text.size() > 1 ? ", " : "") + short_text(item);
        return text + "]";
    }
    return fmt::format("{{{} members}}", value.size());
}

std::string facts_text(const Json& facts, const Style& style, std::size_t most) {
    const auto is_heading = [](const std::string& name) {
        return name == "source" || name == "format" || name == "title" || name == "game" || name == "diagnostics";
    };
    std::string text = fmt::format("{}: {} ({})\n", style.bold(short_text(facts["source"])), facts["title"].string(),
                                   facts["format"].string());
    std::size_t width = 0;
    for (const Json::Member& member : facts.members())
        if (!is_heading(member.name) && !is_table(member.value)) width = std::max(width, member.name.size());
    for (const Json::Member& member : facts.members()) {
        if (is_heading(member.name) || is_table(member.value)) continue;
        text += fmt::format("  {}  {}\n", style.dim(pad(member.name, width)), shortened(short_text(member.value), 90));
    }
    for (const Json::Member& member : facts.members())
        if (!is_heading(member.name) && is_table(member.value))
            append_table(text, member.name, member.value.items(), style, most);
    return text;
}

} // namespace ossuary::cli
