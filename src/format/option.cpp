#include "ossuary/format/option.h"

#include <algorithm>

#include "ossuary/base/json.h"
#include "ossuary/base/number.h"
#include "ossuary/base/text.h"

namespace ossuary {

std::string json_name(const Option& option) {
    std::string name;
    bool is_first = false; // of a word after a dash
    for (const char c : option.name) {
        if (c == '-') {
            is_first = true;
            continue;
        }
        name += is_first && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        is_first = false;
    }
    return name;
}

OptionValues& OptionValues::set(std::string_view name, std::string_view text) {
    erase(name);
    values_.emplace_back(name, text);
    return *this;
}

OptionValues& OptionValues::set(std::string_view name, double number) { return set(name, print_json(Json(number))); }

void OptionValues::erase(std::string_view name) {
    std::erase_if(values_, [&](const Value& value) { return value.first == name; });
}

const std::string* OptionValues::find(std::string_view name) const {
    for (const auto& [known, text] : values_)
        if (known == name) return &text;
    return nullptr;
}

std::optional<double> OptionValues::number(std::string_view name) const {
    const std::string* text = find(name);
    return text ? parse_number(*text) : std::nullopt;
}

std::string_view OptionValues::text(std::string_view name) const {
    const std::string* text = find(name);
    return text ? std::string_view(*text) : std::string_view();
}

const Option* find_option(std::span<const Option> options, std::string_view name) {
    const auto found = std::ranges::find(options, name, &Option::name);
    return found == options.end() ? nullptr : &*found;
}

Result<void> check_value(const Option& option, std::string_view text) {
    const auto wrong = [&](const std::string& expected) {
        return fail("--" + std::string(option.name) + ": expected " + expected + ", found '" + std::string(text) +
                    '\'');
    };
    switch (option.kind) {
    case OptionKind::number: {
        const auto number = parse_number(text);
        if (!number || !(*number > 0)) return wrong("a number above 0");
        break;
    }
    case OptionKind::choice: {
        if (std::ranges::find_if(option.choices, [&](std::string_view one) {
                return equal_ignoring_case(one, text);
            }) != option.choices.end())
            break;
        std::string all;
        for (const std::string_view choice : option.choices) all += (all.empty() ? "" : ", ") + std::string(choice);
        return wrong("one of " + all);
    }
    case OptionKind::flag:
    case OptionKind::text: break;
    }
    return {};
}

} // namespace ossuary
