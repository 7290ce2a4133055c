#include "ossuary/base/diagnostic.h"

#include "ossuary/base/hex.h"

namespace ossuary {

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
    if (offset) join("byte 0x" + hex_text(*offset));
    if (!field.empty()) join(field);
    return text;
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

void name_file(Diagnostics& diagnostics, std::string_view file) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.place.file.empty()) diagnostic.place.file = file;
}

} // namespace ossuary
