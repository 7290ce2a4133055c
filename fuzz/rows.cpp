// Any row of the registry of formats: every verb it has, and what must hold between them.
#include "rows.h"

#include "ossuary/assets/dump.h"
#include "ossuary/assets/registry.h"
#include "ossuary/base/diagnostic.h"
#include "target.h"

namespace ossuary::fuzz {

static const Format* chosen_format = nullptr;

namespace {

// A binary file that only --lenient takes is put right when it is written.
bool is_put_right(const Format& format, const OptionValues& options) {
    return options.flag("lenient") && !format.is_text;
}

// What is written can be read, and is written the same again. A binary format that is kept without loss gives the same
// bytes at once, and an error there has a place.
void check_rewriting(const Format& format, const NamedFile& file, const OptionValues& options) {
    const bool is_exact = format.build && !format.is_text && !is_put_right(format, options);
    auto written = format.rewrite(file, {}, options, nullptr);
    if (!written)
        return expect(!written.error().message().empty() && (!is_exact || !written.error().place().text().empty()));
    if (is_exact) expect(file.bytes == Bytes(*written));
    const NamedFile again{file.name, std::move(*written)};
    const auto twice = format.rewrite(again, {}, options, nullptr);
    expect(twice.has_value());
    expect(again.bytes == Bytes(*twice));
}

// A dump builds the same file.
void check_dump(const Format& format, const NamedFile& file, const OptionValues& options) {
    const auto dump = dump_file(format, file.bytes, options);
    if (!dump) return;
    const auto built = build_file(parse_json(print_json(*dump)).value());
    expect(built.has_value());
    expect(built->bytes == file.bytes || is_put_right(format, options));
}

void check_contents(const Format& format, const NamedFile& file) {
    constexpr std::uint64_t largest = 1u << 24;
    if (format.mount)
        if (const auto volume = format.mount(file.name, file.bytes, {.file_size = largest}, nullptr))
            for (const VolumeFile& inner : volume->files) static_cast<void>(volume->read(inner.number));
    if (format.members && !format.mount)
        if (const auto members = format.members(file, {}, nullptr))
            for (const Member& member : *members) static_cast<void>(member.bytes());
}

void check_model(const Format& format, const NamedFile& file, const OptionValues& options) {
    Model model;
    Diagnostics diagnostics;
    if (!format.open(file, model, {}, options, &diagnostics)) return;
    for (const Diagnostic& found : validate(model)) expect(found.severity < Severity::error);
    if (format.save) static_cast<void>(format.save(model, "again", OptionValues().set("lenient"), nullptr));
}

} // namespace

bool choose_row(std::string_view format) {
    chosen_format = find_format_by_name(format);
    return chosen_format != nullptr;
}

void try_row(Bytes bytes) {
    const Format& format = *chosen_format;
    const NamedFile file{"fuzz" + std::string(format.extensions.front()), SharedBytes(bytes)};
    static_cast<void>(format.recognise(bytes));
    static_cast<void>(format.info(file, {}, {}, nullptr));
    check_contents(format, file);
    for (const bool lenient : {false, true}) {
        OptionValues options;
        if (lenient) options.set("lenient");
        if (lenient && !find_option(format.open_options, "lenient")) break;
        if (format.values) static_cast<void>(format.values(file, {}, options, nullptr));
        if (format.rewrite) check_rewriting(format, file, options);
        if (format.dump && format.build) check_dump(format, file, options);
        if (format.open) check_model(format, file, options);
    }
}

} // namespace ossuary::fuzz
