#include "ossuary/base/result.h"

#include <charconv>

namespace ossuary {

namespace {
std::string hex(std::uint64_t value) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + 16, value, 16).ptr;
    return "0x" + std::string(digits, end);
}
} // namespace

std::string Place::text() const {
    std::string text = file;
    if (line > 0) {
        text += text.empty() ? "line " : ":";
        text += std::to_string(line);
        if (column > 0) text += (file.empty() ? ", column " : ":") + std::to_string(column);
    }
    const auto join = [&text](std::string_view part) {
        if (!text.empty()) text += ": ";
        text += part;
    };
    if (offset) join("byte " + hex(*offset));
    if (!field.empty()) join(field);
    return text;
}

std::string Error::text() const {
    const std::string where = place.text();
    return where.empty() ? message : where + ": " + message;
}

Error Error::in_file(std::string_view file) && {
    place.file = place.file.empty() ? std::string(file) : std::string(file) + '/' + place.file;
    return std::move(*this);
}

std::string_view name_of(Severity severity) {
    switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
    }
    return "unknown";
}

std::string Diagnostic::text() const {
    const std::string where = place.text();
    return (where.empty() ? "" : where + ": ") + std::string(name_of(severity)) + ": " + message;
}

void report(Diagnostics* diagnostics, Severity severity, Place place, std::string message) {
    if (diagnostics) diagnostics->push_back({severity, std::move(place), std::move(message)});
}

} // namespace ossuary
