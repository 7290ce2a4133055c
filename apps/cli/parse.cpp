#include "cli/parse.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

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

CLI::Option* add_choice(CLI::App& app, const Argument& argument) {
    const auto choices = argument.check.words.empty() ? argument.choices() : split(argument.check.words, '|');
    const auto take = [&argument, choices](const std::string& text) {
        const auto chosen = std::find(choices.begin(), choices.end(), text);
        argument.field.choose(argument.field.address, static_cast<std::size_t>(chosen - choices.begin()));
    };
    return app.add_option_function<std::string>(std::string(argument.names), take)
        ->transform(CLI::IsMember(choices, CLI::ignore_case));
}

CLI::Option* add_list(CLI::App& app, const Argument& argument) {
    CLI::Option* option = app.add_option(std::string(argument.names), field_of<std::vector<std::string>>(argument));
    if (!argument.is_positional()) option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
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

std::string not_finite(const std::string& text) {
    double value = 0;
    return CLI::detail::lexical_cast(text, value) && std::isfinite(value) ? "" : text + ": not a number";
}

std::string not_two_numbers(const std::string& text, unsigned most) {
    unsigned a = 0, b = 0;
    char rest = 0;
    const bool good = std::sscanf(text.c_str(), "%ux%u%c", &a, &b, &rest) == 2 && a > 0 && b > 0;
    if (good && a <= most && b <= most) return "";
    return text + ": two numbers up to " + std::to_string(most) + ", as in 4x3";
}

std::string not_list_of(const std::string& text, std::string_view words) {
    const std::vector<std::string> known = split(words, '|');
    for (const std::string& word : CLI::detail::split(text, ','))
        if (std::ranges::find(known, word) == known.end())
            return "'" + word + "' is none of " + CLI::detail::join(known, ", ");
    return "";
}

bool is_integer(Field::Type type) {
    return type == Field::Type::int32 || type == Field::Type::uint8 || type == Field::Type::uint32 ||
           type == Field::Type::uint64;
}

CLI::Validator range_of(const Argument& argument) {
    const Check& check = argument.check;
    if (is_integer(argument.field.type)) return CLI::Range(static_cast<int>(check.least), static_cast<int>(check.most));
    return CLI::Range(check.least, check.most);
}

void add_check(CLI::Option& option, const Argument& argument) {
    const Check& check = argument.check;
    switch (check.kind) {
    case Check::Kind::none: break;
    case Check::Kind::positive: option.check(CLI::PositiveNumber); break;
    case Check::Kind::not_negative: option.check(CLI::NonNegativeNumber); break;
    case Check::Kind::finite: option.check(not_finite); break;
    case Check::Kind::range: option.check(range_of(argument)); break;
    case Check::Kind::choice:
        if (argument.field.type != Field::Type::choice) option.check(CLI::IsMember(argument.choices()));
        break;
    case Check::Kind::path:
        option.check(check.words.empty() ? CLI::Validator(CLI::ExistingPath)
                                         : CLI::ExistingPath | CLI::IsMember(split(check.words, '|')));
        break;
    case Check::Kind::file: option.check(CLI::ExistingFile); break;
    case Check::Kind::folder: option.check(CLI::ExistingDirectory); break;
    case Check::Kind::size: option.transform(CLI::AsSizeValue(false)); break;
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

// What the verb has no use for.
std::string unexpected(const Verb& verb, const std::vector<std::string>& words) {
    const std::string name(verb.text.name), &word = words.front();
    if (!word.starts_with('-') || word == "-") return name + " does not expect " + CLI::detail::join(words, " ");
    std::vector<std::string> known;
    for (const Argument& argument : verb.arguments)
        for (const std::string& option : argument.option_names())
            if (option.starts_with("--")) known.push_back(option);
    return name + " has no option " + word + suggestion(word, known);
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
    app.set_version_flag("--version", "");
    app.require_subcommand(1);
    for (const Verb& verb : verbs) add_arguments(*app.add_subcommand(std::string(verb.text.name)), verb);
    const auto named = [&]() -> const Verb* {
        const auto parsed = app.get_subcommands();
        return parsed.empty() ? nullptr : find_verb(verbs, parsed.front()->get_name());
    };

    Invocation invocation;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion&) {
        invocation.wants = Invocation::Wants::version;
    } catch (const CLI::Success&) {
        invocation.wants = Invocation::Wants::help;
    } catch (const CLI::ParseError& error) {
        const std::vector<std::string> words = app.remaining(true);
        invocation.error = named() && !words.empty() ? unexpected(*named(), words) : error.what();
    }
    invocation.verb = named();
    return invocation;
}

} // namespace ossuary::cli
