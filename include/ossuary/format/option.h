// Declared options: the options a format has when it reads or writes a file. A row lists its options as data; the
// flags of the command, its help, completions and manual page, and the choices of the page follow from the lists.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ossuary/base/result.h"

namespace ossuary {

enum class OptionKind : std::uint8_t {
    flag,
    number, // above 0
    text,
    choice, // one of `choices`
};

// Reading is done in two steps: the file is parsed, then it is made into a model.
enum class OptionScope : std::uint8_t {
    file,  // concerns parsing: `info`, `dump`, `diff` and `verify` have it, too
    model, // concerns the model alone
};

struct Option {
    std::string_view name; // `flip-green`, which is `--flip-green` on the command line and `flipGreen` in JSON
    OptionKind kind = OptionKind::flag;
    std::string_view value; // what stands for the value in help: `METRES`; choices speak for themselves
    std::span<const std::string_view> choices;
    std::string_view help; // one line, with the default where there is one
    OptionScope scope = OptionScope::model;
};

// The name as JSON has it: `flipGreen`.
std::string json_name(const Option& option);

// The options a user gave, by name. The text of a flag is `true`.
class OptionValues {
public:
    using Value = std::pair<std::string, std::string>;

    OptionValues() = default;
    OptionValues(std::initializer_list<Value> values) : values_(values) {}
    explicit OptionValues(std::vector<Value> values) : values_(std::move(values)) {}

    OptionValues& set(std::string_view name, std::string_view text = "true");
    OptionValues& set(std::string_view name, double number); // kept to the bit
    void erase(std::string_view name);

    bool flag(std::string_view name) const { return find(name) != nullptr; }
    std::optional<double> number(std::string_view name) const;
    std::string_view text(std::string_view name) const; // empty where it was not given
    const std::string* find(std::string_view name) const;
    std::span<const Value> all() const { return values_; }
    bool empty() const { return values_.empty(); }
    bool operator==(const OptionValues&) const = default;

private:
    std::vector<Value> values_;
};

const Option* find_option(std::span<const Option> options, std::string_view name);
// Fails if the text is not of the option's kind: `--front: expected one of -y, +x, found 'up'`.
Result<void> check_value(const Option& option, std::string_view text);

} // namespace ossuary
