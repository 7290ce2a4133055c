// ossuary diff: what changed between two files, in the format's own terms.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cli/compare.h"
#include "cli/reading.h"
#include "cli/terminal.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/model/model_json.h"

namespace ossuary::cli {

namespace {

constexpr std::size_t shown_per_group = 5;

struct DiffOptions {
    std::string before, after;
    double tolerance = 0;
    bool all = false;
    Reading reading;
};

struct Side {
    TypedFile opened;
    std::string path;
};

Result<Json> values_of(Session& session, const Side& side, bool as_model, const Reading& reading) {
    const Format& format = *side.opened.format;
    const FileLookup lookup = session.files().beside(side.path);
    Diagnostics diagnostics;
    Result<Json> values = fail(fmt::format("{} files cannot be compared", format.name));
    if (as_model) {
        values = open_model({&side.opened, 1}, lookup, reading.open(), &diagnostics).map(model_values);
    } else if (format.values) {
        values = format.values(side.opened.file, lookup, reading.open(), &diagnostics);
        if (!values) values = Failure(std::move(values.error()).in_file(side.path));
    }
    name_file(diagnostics, side.path);
    session.warn(diagnostics);
    return values;
}

// A value short enough for a line; of a long text, where it begins to differ.
std::string value_text(const Json& value) {
    std::string text;
    if (value.is_object()) {
        text = value["name"].is_string() ? fmt::format("'{}'", value["name"].string()) : "{…}";
    } else if (value.is_array() && value.size() > 4) {
        text = fmt::format("[{} entries]", value.size());
    } else {
        text = print_json(value);
    }
    return shortened(printable(text), 60);
}

std::string change_text(const Json& before, const Json& after) {
    const std::string_view a = before.string(), b = after.string();
    if (a.size() <= 50 || b.size() <= 50) return fmt::format("{} -> {}", value_text(before), value_text(after));
    const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    const std::size_t from = at > 12 ? at - 12 : 0;
    return fmt::format("…{}… -> …{}… (from character {})", a.substr(from, 30), b.substr(from, 30), at + 1);
}

std::string line_of(const Difference& difference, const Style& paint) {
    const std::string path = difference.path.empty() ? "(the whole)" : difference.path;
    const std::string count = difference.entries > 1 ? fmt::format(" ({} entries)", difference.entries) : "";
    switch (difference.change) {
    case Change::added: return paint.green(fmt::format("+ {}: {}{}", path, value_text(difference.after), count));
    case Change::removed: return paint.red(fmt::format("- {}: {}{}", path, value_text(difference.before), count));
    case Change::changed: break;
    }
    return fmt::format("  {}: {}", path, change_text(difference.before, difference.after));
}

// Differences in the order they were found, but those of one kind together, and only the first few of each.
void print_summary(Session& session, const std::vector<Difference>& differences, bool all) {
    const Style paint = style(stdout);
    std::vector<std::string_view> order;
    std::map<std::string_view, std::vector<Difference>> groups;
    for (const Difference& difference : differences) {
        auto& group = groups[difference.group];
        if (group.empty()) order.push_back(difference.group);
        group.push_back(difference);
    }
    for (const std::string_view name : order) {
        const auto& group = groups[name];
        const std::size_t shown = all || group.size() <= shown_per_group + 1 ? group.size() : shown_per_group;
        for (std::size_t i = 0; i < shown; ++i) session.print(line_of(group[i], paint) + '\n');
        if (shown == group.size()) continue;
        const double largest = largest_change(group);
        session.print(paint.dim(fmt::format("  … {} more in {}{}", group.size() - shown, name,
                                            largest > 0 ? fmt::format(", largest change {:.6g}", largest) : "")) +
                      '\n');
    }
}

Json report_of(const DiffOptions& options, std::string_view compared, const std::vector<Difference>& differences) {
    constexpr std::string_view names[] = {"changed", "added", "removed"};
    Json list = Json::array();
    for (const Difference& difference : differences) {
        Json entry = Json::object();
        entry.set("change", names[static_cast<std::size_t>(difference.change)]);
        entry.set("path", difference.path);
        if (difference.change != Change::added) entry.set("before", difference.before);
        if (difference.change != Change::removed) entry.set("after", difference.after);
        if (difference.entries > 1) entry.set("entries", difference.entries);
        list.push(std::move(entry));
    }
    Json report = Json::object();
    report.set("before", options.before);
    report.set("after", options.after);
    report.set("compared", compared);
    report.set("same", differences.empty());
    report.set("largest_change", largest_change(differences));
    report.set("differences", std::move(list));
    return report;
}

void diff(Session& session, const DiffOptions& options) {
    std::vector<Side> sides;
    const std::string paths[] = {options.before, options.after};
    expect_options(options.reading, paths);
    for (const std::string& path : paths) {
        auto opened = session.files().open_file(path);
        if (!opened) return session.error(opened.error());
        sides.push_back({std::move(*opened), path});
    }
    // Files of two kinds are compared by what they become.
    const bool as_model = sides[0].opened.format->values != sides[1].opened.format->values;
    const auto before = values_of(session, sides[0], as_model, options.reading);
    if (!before) return session.error(before.error());
    const auto after = values_of(session, sides[1], as_model, options.reading);
    if (!after) return session.error(after.error());

    const std::vector<Difference> differences = compare(*before, *after, options.tolerance);
    if (!differences.empty()) session.fail();
    if (session.options.json)
        return session.print_json(report_of(options, as_model ? "model" : sides[0].opened.format->name, differences));
    print_summary(session, differences, options.all);
    if (differences.empty()) session.say("no difference");
}

} // namespace

void add_diff(Program& program) {
    Verb& verb = program.add_verb({.name = "diff",
                                   .description = "Say what changed between two files; exit 1 if anything did",
                                   .example = "ossuary diff old.md5anim new.md5anim --tolerance 1e-5",
                                   .obeys = {.json = true}});
    DiffOptions& options = verb.calls<DiffOptions>(diff);
    verb.add({{.names = "A", .field = options.before, .help = "The file before", .required = true},
              {.names = "B", .field = options.after, .help = "The file after", .required = true},
              {.names = "--tolerance",
               .field = options.tolerance,
               .help = "Numbers this close are equal",
               .value = "N",
               .check = check::not_negative},
              {.names = "--all", .field = options.all, .help = "Show every difference, not the first five of a kind"}});
    add_reading_options(program, verb, options.reading);
}

} // namespace ossuary::cli
