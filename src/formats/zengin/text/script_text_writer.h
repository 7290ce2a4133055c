// Statements of MDS and MMS: `	keyword (argument argument …)`, one to a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ossuary/base/number.h"

namespace ossuary::zengin {

class ScriptTextWriter {
public:
    // Begins a line; arguments follow in parentheses until end().
    ScriptTextWriter& line(std::size_t depth, std::string_view keyword) {
        out_.append(depth, '\t');
        out_ += keyword;
        first_ = true;
        return *this;
    }
    // In quotes. Names cannot hold a quote or a line end: those become ' and a blank.
    ScriptTextWriter& text(std::string_view value) {
        separate();
        out_ += '"';
        for (const char c : value) out_ += c == '"' ? '\'' : c == '\n' || c == '\r' ? ' ' : c;
        out_ += '"';
        return *this;
    }
    ScriptTextWriter& word(std::string_view value) {
        separate();
        out_ += value;
        return *this;
    }
    ScriptTextWriter& number(std::int32_t value) {
        separate();
        append_number(out_, static_cast<std::int64_t>(value));
        return *this;
    }
    ScriptTextWriter& number(float value) { // scripts know no exponents
        separate();
        append_fixed(out_, shortest_double(value));
        return *this;
    }
    ScriptTextWriter& option(std::string_view name, float value) {
        separate();
        out_ += name;
        out_ += ':';
        append_fixed(out_, shortest_double(value));
        return *this;
    }
    void end() { out_ += ")\n"; }
    // Ends a line that has no arguments.
    void raw_end() { out_ += '\n'; }

    std::string out_;

private:
    void separate() {
        out_ += first_ ? " (" : " ";
        first_ = false;
    }

    bool first_ = true;
};

} // namespace ossuary::zengin
