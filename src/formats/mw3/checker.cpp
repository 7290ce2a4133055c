#include "formats/mw3/checker.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {

namespace {

constexpr std::size_t most_deviations = 1000;

std::string hex_text(std::uint32_t value) {
    std::array<std::byte, 4> raw;
    store(raw.data(), value, Endian::big);
    return "0x" + to_hex(raw);
}

} // namespace

Place Checker::place(std::size_t offset, std::string_view field) const {
    std::string path;
    for (const Step& step : path_) {
        if (!path.empty()) path += '.';
        path += step.name;
        if (step.index >= 0) path += '[' + std::to_string(step.index) + ']';
    }
    if (!path.empty() && !field.empty()) path += '.';
    path += field;
    return {.offset = offset, .field = std::move(path)};
}

void Checker::error(std::string_view name, std::string_view field, const std::string& message) {
    if (!error_) error_at(offset_ + locate_(record_, game_, field), name, field, message);
}

void Checker::error_at(std::size_t offset, std::string_view name, std::string_view field, const std::string& message) {
    if (!error_) error_ = Error(place(offset, field), std::string(name) + ": " + message);
}

void Checker::deviation(std::string_view name, std::string_view field, const std::string& message) {
    if (wants_deviations()) deviation_at(offset_ + locate_(record_, game_, field), name, field, message);
}

void Checker::deviation_at(std::size_t offset, std::string_view name, std::string_view field,
                           const std::string& message) {
    if (!wants_deviations() || ++reported_ > most_deviations + 1) return;
    if (reported_ > most_deviations)
        report(diagnostics_, Severity::warning, {}, "more deviations follow; the first 1000 are listed");
    else
        report(diagnostics_, Severity::warning, place(offset, field), std::string(name) + ": " + message);
}

void Checker::check_text(std::string_view field, std::string_view bytes) {
    if (error_) return;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == '\0') return;
        if (static_cast<unsigned char>(bytes[i]) < 0x80) continue;
        return error_at(offset_ + locate_(record_, game_, field) + i, "non-ascii", field,
                        "byte " + hex_text(static_cast<unsigned char>(bytes[i])).substr(8) + " in a text");
    }
    error("unterminated-string", field, "no zero byte among " + std::to_string(bytes.size()));
}

void Checker::bad_enum(std::string_view field, std::int64_t value) {
    error("bad-enum", field, std::to_string(value) + " is none of its values");
}

void Checker::bad_flags(std::string_view field, std::uint32_t value) {
    error("bad-flags", field, hex_text(value) + " has bits that mean nothing");
}

void Checker::bad_padding(std::string_view field, Fill fill) {
    deviation("bad-padding", field,
              fill == Fill::zero     ? "expected zeros behind the text"
              : fill == Fill::suffix ? "expected a file's ending and zeros behind the text"
                                     : "expected the rest of 'Default_node_name' behind the text");
}

} // namespace ossuary::mw3
