#include "cli/repeated_notes.h"

#include <fmt/format.h>

#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace {

constexpr std::size_t shown_of_a_kind = 3;

// The sentence without what makes it another file's: numbers, quoted texts, words in capitals or with a dot.
std::string without_names(std::string_view message) {
    std::string key;
    for (std::size_t i = 0; i < message.size();) {
        const std::size_t end = std::min(message.find(' ', i), message.size());
        const std::string_view word = message.substr(i, end - i);
        bool is_name = word.starts_with('\'');
        for (std::size_t k = 0; k < word.size(); ++k) {
            const char c = word[k];
            is_name = is_name || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/' ||
                      (c == '.' && k + 1 < word.size());
        }
        key += is_name ? "#" : std::string(word);
        key += ' ';
        i = end + 1;
    }
    return key;
}

} // namespace

void RepeatedNotes::warn(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        if (is_missing_texture(diagnostic)) missing_textures_ = true;
        if (diagnostic.severity == Severity::error || session_.wants(LogLevel::info)) {
            session_.warn(Diagnostics{diagnostic});
            continue;
        }
        const std::string key = fmt::format("{}{}", name_of(diagnostic.severity), without_names(diagnostic.message));
        const auto [known, is_new] = known_.try_emplace(key, kinds_.size());
        if (is_new) kinds_.push_back({key, diagnostic, 0});
        if (kinds_[known->second].count++ < shown_of_a_kind) session_.warn(Diagnostics{diagnostic});
    }
}

void RepeatedNotes::finish() {
    for (const Kind& kind : kinds_) {
        if (kind.count <= shown_of_a_kind) continue;
        Diagnostic more{kind.first.severity, {}, {}};
        more.message =
            fmt::format("{} more like '{}'; --log info shows all", kind.count - shown_of_a_kind, kind.first.message);
        session_.warn(Diagnostics{more});
    }
    if (missing_textures_) session_.warn(Diagnostics{where_textures_are(session_)});
}

} // namespace ossuary::cli
