#include "ossuary/sound/script_text.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>

#include "ossuary/base/number.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/chunk.h"

namespace ossuary::sound {

namespace {

constexpr int most_prototypes = 16; // one of the other

bool is_word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '@' || c == '^'; }

struct ScriptToken {
    enum Kind : std::uint8_t { end, word, number, text, sign } kind = end;
    std::string_view value; // of a text without its quotes
    std::size_t line = 0;

    bool is(char c) const { return kind == sign && value[0] == c; }
    bool is_word(std::string_view name) const { return kind == word && equal_ignoring_case(value, name); }
};

class ScriptTokens {
public:
    explicit ScriptTokens(std::string_view text) : text_(text) { next(); }

    const ScriptToken& now() const { return token_; }
    ScriptToken take() {
        const ScriptToken taken = token_;
        next();
        return taken;
    }
    bool take(char c) {
        if (!token_.is(c)) return false;
        next();
        return true;
    }

private:
    void skip_blanks() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (text_.substr(at_, 2) == "//") {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (text_.substr(at_, 2) == "/*") {
                const std::size_t close = text_.find("*/", at_ + 2);
                for (const std::size_t stop = close == text_.npos ? text_.size() : close + 2; at_ < stop; ++at_)
                    line_ += text_[at_] == '\n';
            } else if (std::isspace(static_cast<unsigned char>(c))) {
                line_ += c == '\n';
                ++at_;
            } else {
                return;
            }
        }
    }
    void next() {
        skip_blanks();
        token_ = {ScriptToken::end, {}, line_};
        if (at_ >= text_.size()) return;
        const std::size_t start = at_;
        const char c = text_[at_];
        if (c == '"') {
            const std::size_t close = std::min(text_.find_first_of("\"\n", at_ + 1), text_.size());
            token_.kind = ScriptToken::text;
            token_.value = text_.substr(start + 1, close - start - 1);
            at_ = close < text_.size() && text_[close] == '"' ? close + 1 : close;
            return;
        }
        const bool is_number =
            std::isdigit(static_cast<unsigned char>(c)) ||
            (c == '.' && at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1])));
        if (is_number || is_word_part(c)) {
            while (at_ < text_.size() && (is_word_part(text_[at_]) || (is_number && text_[at_] == '.'))) ++at_;
            token_.kind = is_number ? ScriptToken::number : ScriptToken::word;
        } else {
            ++at_;
            token_.kind = ScriptToken::sign;
        }
        token_.value = text_.substr(start, at_ - start);
    }

    std::string_view text_;
    std::size_t at_ = 0, line_ = 1;
    ScriptToken token_;
};

} // namespace

class ScriptTextReader {
public:
    ScriptTextReader(ScriptText& script, std::string_view text, Diagnostics* diagnostics)
        : script_(script), tokens_(text), diagnostics_(diagnostics) {}

    void read() {
        while (tokens_.now().kind != ScriptToken::end) {
            const ScriptToken token = tokens_.take();
            if (token.is_word("instance"))
                read_bodies(true);
            else if (token.is_word("prototype"))
                read_bodies(false);
            else if (token.is_word("const"))
                read_constant();
            else if (token.is('{'))
                skip_block();
        }
    }

private:
    using Value = ScriptText::Value;

    void warn(std::size_t line, std::string message) {
        report(diagnostics_, Severity::warning, {.line = static_cast<std::uint32_t>(line)}, std::move(message));
    }

    // From behind a brace to behind the one that closes it.
    void skip_block() {
        for (int depth = 1; depth > 0 && tokens_.now().kind != ScriptToken::end;) {
            const ScriptToken token = tokens_.take();
            depth += token.is('{') ? 1 : token.is('}') ? -1 : 0;
        }
    }
    // To behind the semicolon; a block in between counts as a whole. False at the block's end, which stays.
    bool skip_statement() {
        while (tokens_.now().kind != ScriptToken::end) {
            if (tokens_.now().is('}')) return false;
            const ScriptToken token = tokens_.take();
            if (token.is(';')) return true;
            if (token.is('{')) skip_block();
        }
        return false;
    }

    // Numbers, texts and constants, with signs, sums and bits set together.
    std::optional<Value> read_value() {
        std::optional<Value> value = read_term();
        while (value && (tokens_.now().is('+') || tokens_.now().is('-') || tokens_.now().is('|'))) {
            const char sign = tokens_.take().value[0];
            const std::optional<Value> other = read_term();
            if (!other || other->index() != value->index()) return {};
            if (auto* whole = std::get_if<std::int32_t>(&*value)) {
                const auto a = static_cast<std::uint32_t>(*whole), b = static_cast<std::uint32_t>(std::get<0>(*other));
                *whole = static_cast<std::int32_t>(sign == '+' ? a + b : sign == '-' ? a - b : a | b);
            } else if (auto* real = std::get_if<float>(&*value); real && sign != '|') {
                *real += sign == '+' ? std::get<float>(*other) : -std::get<float>(*other);
            } else {
                return {};
            }
        }
        return value;
    }
    std::optional<Value> read_term() {
        const bool is_negative = tokens_.take('-');
        const ScriptToken token = tokens_.take();
        if (token.kind == ScriptToken::text && !is_negative) return Value(std::string(token.value));
        if (token.kind == ScriptToken::word && !is_negative) {
            const auto known = script_.constants_.find(zengin::upper_case(token.value));
            if (known == script_.constants_.end() || tokens_.now().is('[') || tokens_.now().is('(')) return {};
            return known->second;
        }
        if (token.kind != ScriptToken::number) return {};
        if (token.value.find('.') != token.value.npos) {
            const auto real = parse_number(token.value);
            if (!real) return {};
            return Value(static_cast<float>(is_negative ? -*real : *real));
        }
        const auto whole = parse_integer(token.value);
        if (!whole || *whole > INT32_MAX) return {};
        return Value(static_cast<std::int32_t>(is_negative ? -*whole : *whole));
    }

    // `INT most = 3;` Arrays are passed over.
    void read_constant() {
        tokens_.take(); // its type
        const ScriptToken name = tokens_.take();
        if (name.kind == ScriptToken::word && tokens_.take('='))
            if (const auto value = read_value(); value && tokens_.now().is(';'))
                script_.constants_.insert_or_assign(zengin::upper_case(name.value), *value);
        skip_statement();
    }

    // `name, other (base) { … };`
    void read_bodies(bool are_instances) {
        std::vector<std::string> names;
        do {
            const ScriptToken name = tokens_.take();
            if (name.kind != ScriptToken::word)
                return warn(name.line, "expected the name of an instance or a prototype");
            names.push_back(zengin::upper_case(name.value));
        } while (tokens_.take(','));
        ScriptText::Body body;
        if (tokens_.take('(')) {
            body.base = zengin::upper_case(tokens_.now().value);
            if (!tokens_.now().is(')')) tokens_.take();
            tokens_.take(')');
        }
        if (tokens_.take('{')) {
            while (tokens_.now().kind != ScriptToken::end && !tokens_.now().is('}')) read_assignment(body);
            tokens_.take('}');
        }
        for (const std::string& name : names) {
            body.name = name;
            if (are_instances)
                script_.instances_.push_back(body);
            else
                script_.prototypes_.insert_or_assign(name, body);
        }
    }

    void read_assignment(ScriptText::Body& body) {
        const ScriptToken field = tokens_.take();
        if (field.is(';')) return;
        std::string name = zengin::upper_case(field.value);
        bool is_known = field.kind == ScriptToken::word;
        if (is_known && tokens_.take('[')) {
            const auto index = read_value();
            const auto* number = index ? std::get_if<std::int32_t>(&*index) : nullptr;
            is_known = number && *number >= 0 && tokens_.take(']');
            if (is_known && *number > 0) name += '[' + std::to_string(*number) + ']';
        }
        if (is_known && tokens_.take('=')) {
            if (const auto value = read_value(); value && (tokens_.now().is(';') || tokens_.now().is('}'))) {
                body.assignments.push_back({std::move(name), *value});
                tokens_.take(';');
                return;
            }
        }
        warn(field.line,
             "what '" + std::string(field.value) + "' is given here can only be known by running the script");
        skip_statement();
    }

    ScriptText& script_;
    ScriptTokens tokens_;
    Diagnostics* diagnostics_;
};

void ScriptText::add(std::string_view text, Diagnostics* diagnostics) {
    ScriptTextReader(*this, text, diagnostics).read();
}

std::string ScriptText::fill(const Body& body, zengin::DatObject& object, int depth) const {
    std::string class_name = body.base;
    if (const auto base = prototypes_.find(body.base); base != prototypes_.end())
        class_name = depth < most_prototypes ? fill(base->second, object, depth + 1) : std::string();
    for (const Assignment& assignment : body.assignments)
        object.fields.insert_or_assign(assignment.field, assignment.value);
    return class_name;
}

std::vector<zengin::DatObject> ScriptText::objects_of(std::string_view class_name) const {
    const std::string wanted = zengin::upper_case(class_name);
    std::vector<zengin::DatObject> objects;
    for (const Body& body : instances_) {
        zengin::DatObject object;
        object.name = body.name;
        const std::string own = fill(body, object, 0);
        if (own == wanted || own.starts_with(wanted + '_')) objects.push_back(std::move(object));
    }
    return objects;
}

} // namespace ossuary::sound
