// A verb of the command as data: its arguments, the fields their values go to, and the function that runs it. The
// parser (parse.cpp, the only source that includes CLI11), help, completions and the manual page read this description.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ossuary::cli {

class Session;

// Values of options that a table declares at run time: the option's long name without dashes, and the text given. A
// flag's text is `true`.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;

// Where a value is written. The type of the field says how the text is read: a bool is a flag, a vector takes every
// occurrence of the option, the constants of an enum are in the order of the argument's choices.
struct Field {
    enum class Type : std::uint8_t {
        help, // asks for the help text, has no field
        flag,
        text,
        list,
        int32,
        uint8,
        uint32,
        uint64,
        real,
        optional_real,
        choice,
        named
    };

    Type type = Type::help;
    void* address = nullptr;
    void (*choose)(void* address, std::size_t index) = nullptr; // of a choice

    constexpr Field() = default;
    Field(bool& field) : Field(Type::flag, &field) {}
    Field(std::string& field) : Field(Type::text, &field) {}
    Field(std::vector<std::string>& field) : Field(Type::list, &field) {}
    Field(std::int32_t& field) : Field(Type::int32, &field) {}
    Field(std::uint8_t& field) : Field(Type::uint8, &field) {}
    Field(std::uint32_t& field) : Field(Type::uint32, &field) {}
    Field(std::uint64_t& field) : Field(Type::uint64, &field) {}
    Field(double& field) : Field(Type::real, &field) {}
    Field(std::optional<double>& field) : Field(Type::optional_real, &field) {}
    Field(NamedTexts& field) : Field(Type::named, &field) {}
    template <class Enum, class = std::enable_if_t<std::is_enum_v<Enum>>>
    Field(Enum& field) : Field(Type::choice, &field) {
        choose = [](void* to, std::size_t index) { *static_cast<Enum*>(to) = static_cast<Enum>(index); };
    }

private:
    Field(Type the_type, void* the_address) : type(the_type), address(the_address) {}
};

// What a text must be besides readable as the type of its field.
struct Check {
    enum class Kind : std::uint8_t {
        none,
        positive,
        not_negative,
        finite,
        range,
        choice,         // one of the words in the argument's `value`, or of `words`
        path,           // a file or folder that exists, or one of `words`
        file,           // a file that exists
        folder,         // a folder that exists
        size,           // bytes: 4096, 64k, 1g
        two_numbers,    // 4x3, both from 1 to `most`
        list_of_choices // words between commas, all of them in `words`
    };

    Kind kind = Kind::none;
    double least = 0, most = 0;
    std::string_view words = {}; // `g1|g2`
};

namespace check {

inline constexpr Check positive{.kind = Check::Kind::positive};
inline constexpr Check not_negative{.kind = Check::Kind::not_negative};
inline constexpr Check finite{.kind = Check::Kind::finite};
inline constexpr Check choice{.kind = Check::Kind::choice};
// The constants of an enum in their order, where help lists them in another one.
constexpr Check choice_in_order(std::string_view words) { return {.kind = Check::Kind::choice, .words = words}; }
inline constexpr Check path{.kind = Check::Kind::path};
inline constexpr Check file{.kind = Check::Kind::file};
inline constexpr Check folder{.kind = Check::Kind::folder};
inline constexpr Check size{.kind = Check::Kind::size};
constexpr Check range(double least, double most) { return {Check::Kind::range, least, most}; }
constexpr Check path_or(std::string_view words) { return {.kind = Check::Kind::path, .words = words}; }
constexpr Check two_numbers(double most) { return {.kind = Check::Kind::two_numbers, .most = most}; }
constexpr Check list_of(std::string_view words) { return {.kind = Check::Kind::list_of_choices, .words = words}; }

} // namespace check

// A positional argument or an option. Texts are literals, or kept by the verb (Verb::keep).
struct Argument {
    std::string_view names; // `-o,--output`; `PATH` is a positional; `!--no-x` clears its flag
    Field field = {};
    std::string_view help = {};
    std::string_view value = {}; // what stands for the value in help: `DIR`; `sum|angle` lists the choices
    Check check = {};
    bool required = false;
    char delimiter = 0;          // between several values in one text
    std::string_view group = {}; // heading in help; Verb::add sets it

    bool is_positional() const { return !names.starts_with('-') && !names.starts_with('!'); }
    // `-o` and `--output`, without the mark of a clearing name; none of a positional.
    std::vector<std::string> option_names() const;
    // `PATH…` if it takes several.
    std::string positional_name() const;
    // The words of `sum|angle`; none where `value` is one word.
    std::vector<std::string> choices() const;
};

// The headings of the options without one of their own, and of those that verbs share.
inline constexpr std::string_view own_options = "Options", general_options = "General";

// Which of the shared options mean something to a verb; the others are unknown to it.
struct Obeys {
    bool json = false;
    bool jobs = false;
    bool progress = false; // --no-progress
};

struct VerbText {
    std::string_view name, description;
    std::string_view example;    // what a person would type, without the prompt
    std::string_view notes = {}; // below the example
    Obeys obeys = {};
};

class Verb {
public:
    explicit Verb(const VerbText& verb_text) : text(verb_text) {}

    VerbText text;
    std::vector<Argument> arguments; // positionals first, then in the order they were added

    // The function of the verb, and the object of options it is called with, which arguments can then refer to.
    template <class Values, class Function> Values& calls(Function* function) {
        auto body = std::make_unique<BodyOf<Values, Function>>(function);
        Values& values = body->values;
        body_ = std::move(body);
        return values;
    }
    void run(Session& session) const { body_->run(session); }

    void add(std::initializer_list<Argument> added) { add(own_options, added); }
    void add(std::string_view group, std::initializer_list<Argument> added);
    // A text made at run time, for as long as the verb lives.
    std::string_view keep(std::string made);

private:
    struct Body {
        virtual ~Body() = default;
        virtual void run(Session& session) = 0;
    };
    template <class Values, class Function> struct BodyOf final : Body {
        explicit BodyOf(Function* the_function) : function(the_function) {}
        void run(Session& session) override { function(session, values); }
        Function* function;
        Values values;
    };

    std::unique_ptr<Body> body_;
    std::vector<std::unique_ptr<const std::string>> kept_;
};

const Verb* find_verb(std::span<const Verb> verbs, std::string_view name);

// `there is no verb 'cnvert'; did you mean convert?`
std::string no_such_verb(std::span<const Verb> verbs, std::string_view word);

// The parts of a text between those characters.
std::vector<std::string> split(std::string_view text, char delimiter);
// The known word that is one or two changed letters away; of several the nearest.
std::optional<std::size_t> nearest_word(std::string_view word, const std::vector<std::string>& known);
// `; did you mean --jobs?` where one of the known words is one or two changed letters away; else nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

} // namespace ossuary::cli
