#include "cli/parse.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/system.h"

namespace ossuary::cli {

namespace {

template <class T> T& field_of(const Argument& argument) { return *static_cast<T*>(argument.field.address); }

CLI::Option* add_named(CLI::App& app, const Argument& argument) {
    NamedTexts& texts = field_of<NamedTexts>(argument);
    std::string name = argument.option_names().back();
    name.erase(0, name.find_first_not_of('-'));
    const auto take = [&texts, name](const std::string& text) { texts.emplace_back(name, text); };
    if (argument.value.empty()) return app.add_flag_callback(std::string(argument.names), [take] { take("true"); });
    return app.add_option_function<std::string>(std::string(argument.names), take);
}

// `quiet, error or debug`
std::string any_of(const std::vector<std::string>& words) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i)
        list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return list;
}

// What a check returns: the text, and what is wrong with it or what it should have been.
std::string wrong(const std::string& text, const std::string& why) { return text + ": " + why; }
std::string expected(const std::string& text, const std::string& what) { return wrong(text, "expected " + what); }

CLI::Option* add_choice(CLI::App& app, const Argument& argument) {
    const auto choices = argument.check.words.empty() ? argument.choices() : split(argument.check.words, '|');
    const auto take = [&argument, choices](const std::string& text) {
        const auto chosen = std::find(choices.begin(), choices.end(), text);
        argument.field.choose(argument.field.address, static_cast<std::size_t>(chosen - choices.begin()));
    };
    const auto to_lower_case = [choices, shown = argument.choices()](std::string& text) -> std::string {
        const auto chosen = std::ranges::find_if(choices, [&](const std::string& choice) {
            return CLI::detail::to_lower(text) == CLI::detail::to_lower(choice);
        });
        if (chosen == choices.end()) return expected(text, any_of(shown));
        text = *chosen;
        return {};
    };
    return app.add_option_function<std::string>(std::string(argument.names), take)
        ->transform(CLI::Validator(to_lower_case, ""));
}

CLI::Option* add_list(CLI::App& app, const Argument& argument) {
    CLI::Option* option = app.add_option(std::string(argument.names), field_of<std::vector<std::string>>(argument));
    // One value for each time it is given: what stands behind it is a PATH again.
    if (!argument.is_positional())
        option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
    if (argument.delimiter) option->delimiter(argument.delimiter);
    return option;
}

CLI::Option* add(CLI::App& app, const Argument& argument) {
    const std::string names(argument.names);
    switch (argument.field.type) {
    case Field::Type::help: return app.set_help_flag(names);
    case Field::Type::flag: return app.add_flag(names, field_of<bool>(argument));
    case Field::Type::text: return app.add_option(names, field_of<std::string>(argument));
    case Field::Type::list: return add_list(app, argument);
    case Field::Type::int32: return app.add_option(names, field_of<std::int32_t>(argument));
    case Field::Type::uint8: return app.add_option(names, field_of<std::uint8_t>(argument));
    case Field::Type::uint32: return app.add_option(names, field_of<std::uint32_t>(argument));
    case Field::Type::uint64: return app.add_option(names, field_of<std::uint64_t>(argument));
    case Field::Type::real: return app.add_option(names, field_of<double>(argument));
    case Field::Type::optional_real: return app.add_option(names, field_of<std::optional<double>>(argument));
    case Field::Type::choice: return add_choice(app, argument);
    case Field::Type::named: break;
    }
    return add_named(app, argument);
}

std::optional<double> number_in(const std::string& text) {
    double value = 0;
    if (!CLI::detail::lexical_cast(text, value) || !std::isfinite(value)) return {};
    return value;
}

std::string not_two_numbers(const std::string& text, unsigned most) {
    unsigned a = 0, b = 0;
    char rest = 0;
    const bool good = std::sscanf(text.c_str(), "%ux%u%c", &a, &b, &rest) == 2 && a > 0 && b > 0;
    if (good && a <= most && b <= most) return "";
    return expected(text, "two numbers up to " + std::to_string(most) + ", as in 4x3");
}

std::string not_list_of(const std::string& text, std::string_view words) {
    const std::vector<std::string> known = split(words, '|');
    for (const std::string& word : CLI::detail::split(text, ','))
        if (std::ranges::find(known, word) == known.end()) return expected(word, any_of(known));
    return "";
}

bool is_integer(Field::Type type) {
    return type == Field::Type::int32 || type == Field::Type::uint8 || type == Field::Type::uint32 ||
           type == Field::Type::uint64;
}

bool is_number(Field::Type type) {
    return is_integer(type) || type == Field::Type::real || type == Field::Type::optional_real;
}

std::string shown_number(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string not_number(const std::string& text, const Argument& argument) {
    const Check& check = argument.check;
    const bool whole = is_integer(argument.field.type);
    const auto value = number_in(text);
    const bool is_kind = value && (!whole || *value == std::floor(*value));
    switch (check.kind) {
    case Check::Kind::positive: return is_kind && *value > 0 ? "" : expected(text, "a number above 0");
    case Check::Kind::not_negative: return is_kind && *value >= 0 ? "" : expected(text, "a number, 0 or more");
    case Check::Kind::range:
        if (is_kind && *value >= check.least && *value <= check.most) return "";
        return expected(text, "a number from " + shown_number(check.least) + " to " + shown_number(check.most));
    default: return is_kind ? "" : expected(text, whole ? "a whole number" : "a number");
    }
}

std::string not_there(const std::string& text, const Check& check) {
    const std::vector<std::string> words = check.words.empty() ? std::vector<std::string>() : split(check.words, '|');
    if (std::ranges::find(words, text) != words.end()) return "";
    const FileKind kind = look_at(text).kind;
    const bool is_folder = kind == FileKind::folder;
    if (kind == FileKind::none) {
        const std::string what = check.kind == Check::Kind::folder ? "folder" : "file";
        const std::string both = check.kind == Check::Kind::path ? what + " or folder" : what;
        return wrong(text, "there is no such " + both + (words.empty() ? "" : "; or say " + any_of(words)));
    }
    if (check.kind == Check::Kind::folder && !is_folder) return wrong(text, "is no folder");
    if (check.kind == Check::Kind::file && is_folder) return wrong(text, "is a folder, not a file");
    return "";
}

// `4096`, `64k`, `1g`: the text becomes the number of bytes.
std::string to_bytes(std::string& text) {
    std::string number = text;
    const auto bytes = CLI::AsSizeValue(false);
    try {
        if (bytes(number).empty()) return text = number, "";
    } catch (const CLI::Error&) {}
    return expected(text, "a size, as in 4096, 64k or 1g");
}

void add_check(CLI::Option& option, const Argument& argument) {
    const Check& check = argument.check;
    switch (check.kind) {
    case Check::Kind::none:
    case Check::Kind::positive:
    case Check::Kind::not_negative:
    case Check::Kind::finite:
    case Check::Kind::range:
        if (check.kind == Check::Kind::none && !is_number(argument.field.type)) break;
        option.check([&argument](const std::string& text) { return not_number(text, argument); });
        break;
    case Check::Kind::choice:
        if (argument.field.type == Field::Type::choice) break;
        option.check([words = argument.choices()](const std::string& text) {
            return std::ranges::find(words, text) != words.end() ? "" : expected(text, any_of(words));
        });
        break;
    case Check::Kind::path:
    case Check::Kind::file:
    case Check::Kind::folder: option.check([&check](const std::string& text) { return not_there(text, check); }); break;
    case Check::Kind::size: option.transform(CLI::Validator(to_bytes, "")); break;
    case Check::Kind::two_numbers:
        option.check([most = static_cast<unsigned>(check.most)](const std::string& text) {
            return not_two_numbers(text, most);
        });
        break;
    case Check::Kind::list_of_choices:
        option.check([words = check.words](const std::string& text) { return not_list_of(text, words); });
        break;
    }
}

// Words of other tools for options of ours.
constexpr std::pair<std::string_view, std::string_view> other_words[] = {
    {"--fps", "--frame-rate"},     {"--rate", "--frame-rate"}, {"--scale", "--unit-scale"}, {"--out", "--output"},
    {"--overwrite", "--force"},    {"--format", "--to"},       {"--animation", "--clip"},   {"--bone", "--joint"},
    {"--verbose", "--log"},        {"--recursive", "PATH"},    {"--input", "PATH"},         {"--time", "--for"},
    {"--tolerance", "--precision"}};

// What the verb has no use for.
std::string unexpected(const Verb& verb, const std::vector<std::string>& words) {
    const std::string name(verb.text.name), &word = words.front();
    if (!word.starts_with('-') || word == "-") return name + " does not expect " + CLI::detail::join(words, " ");
    std::vector<std::string> known;
    for (const Argument& argument : verb.arguments)
        for (const std::string& option : argument.option_names())
            if (option.starts_with("--")) known.push_back(option);
    std::string near = suggestion(word, known);
    for (const auto& [theirs, ours] : other_words)
        if (near.empty() && word == theirs && (ours == "PATH" || std::ranges::find(known, ours) != known.end()))
            near =
                ours == "PATH" ? "; name files and folders as they are" : "; did you mean " + std::string(ours) + '?';
    return name + " has no option " + word + near;
}

const Argument* argument_named(const Verb& verb, std::string_view name) {
    for (const Argument& argument : verb.arguments) {
        const std::vector<std::string> names = argument.option_names();
        if (argument.names == name || std::ranges::find(names, name) != names.end()) return &argument;
    }
    return nullptr;
}

// What is wrong, in our words. The parser's begin with the name of the argument.
std::string in_our_words(const CLI::ParseError& error, const Verb& verb) {
    std::string text = error.what();
    const std::string verb_name(verb.text.name), example = split(verb.text.example, '\n').front();
    const std::size_t end = std::min(text.find_first_of(": "), text.size());
    const std::string name = text.substr(0, end);
    const Argument* argument = argument_named(verb, name);
    if (dynamic_cast<const CLI::ValidationError*>(&error)) // `--log: loud: quiet, error or debug`
        return argument && argument->is_positional() ? text.substr(std::min(end + 2, text.size()))
                                                     : name + text.substr(std::min(end + 1, text.size()));
    if (!argument) return text;
    const std::string shown =
        argument->is_positional() ? argument->positional_name() : argument->option_names().front();
    const std::string with_value = argument->value.empty() ? shown : shown + ' ' + std::string(argument->value);
    if (dynamic_cast<const CLI::RequiredError*>(&error))
        return verb_name + " needs " + with_value + ", as in: " + example;
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error))
        return text.find("At Most") != text.npos ? shown + " is given more than once"
                                                 : shown + " needs a value: " + with_value;
    return shown + ": this value cannot be read";
}

// An option that stands before the verb.
std::string before_verb(std::span<const Verb> verbs, std::span<char*> words) {
    const std::string option(words.front());
    std::string behind;
    const Verb* named = nullptr;
    for (const char* word : words) {
        if (const Verb* verb = named ? nullptr : find_verb(verbs, word))
            named = verb;
        else
            behind += ' ' + std::string(word);
    }
    if (named && argument_named(*named, option))
        return option + " belongs behind the verb: ossuary " + std::string(named->text.name) + behind;
    return "say what to do first: info, view, convert … (ossuary --help)";
}

void add_arguments(CLI::App& app, const Verb& verb) {
    for (const Argument& argument : verb.arguments) {
        CLI::Option& option = *add(app, argument);
        option.required(argument.required);
        add_check(option, argument);
    }
}

} // namespace

Invocation parse_arguments(std::span<const Verb> verbs, int argc, char** argv) {
    CLI::App app;
    app.set_help_flag("-h,--help");
    app.set_version_flag("-V,--version", "");
    app.allow_windows_style_options(false); // a path may begin with a slash
    app.require_subcommand(1);
    for (const Verb& verb : verbs) add_arguments(*app.add_subcommand(std::string(verb.text.name)), verb);
    const auto named = [&]() -> const Verb* {
        const auto parsed = app.get_subcommands();
        return parsed.empty() ? nullptr : find_verb(verbs, parsed.front()->get_name());
    };

    Invocation invocation;
    const std::string_view first = argc > 1 ? argv[1] : "";
    constexpr std::string_view own[] = {"-h", "--help", "-V", "--version"};
    if (first.starts_with('-') && std::ranges::find(own, first) == std::end(own)) {
        invocation.error = before_verb(verbs, {argv + 1, argv + argc});
        return invocation;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion&) {
        invocation.wants = Invocation::Wants::version;
    } catch (const CLI::Success&) {
        invocation.wants = Invocation::Wants::help;
    } catch (const CLI::ParseError& error) {
        const std::vector<std::string> words = app.remaining(true);
        invocation.error = !named()         ? "say what to do: info, view, convert … (ossuary --help)"
                           : !words.empty() ? unexpected(*named(), words)
                                            : in_our_words(error, *named());
    }
    invocation.verb = named();
    return invocation;
}

} // namespace ossuary::cli
