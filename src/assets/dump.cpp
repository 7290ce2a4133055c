#include "ossuary/assets/dump.h"

#include <algorithm>

#include "ossuary/assets/registry.h"
#include "ossuary/base/base64.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary {

namespace {

constexpr std::string_view format_key = "format";
constexpr std::string_view original_key = "original";

Json original_of(Bytes bytes) {
    const std::string_view text = as_text(bytes);
    Json original = Json::object();
    if (to_utf8(text) == text)
        original.set("text", text);
    else
        original.set("base64", to_base64(bytes));
    return original;
}

Result<ByteBuffer> bytes_of(const Json& original) {
    if (const Json* text = original.find("text"); text && text->is_string()) return to_buffer(text->string());
    if (const Json* base64 = original.find("base64"); base64 && base64->is_string()) {
        if (auto bytes = from_base64(base64->string())) return std::move(*bytes);
        return fail(Place{.field = "original.base64"}, "expected base64");
    }
    return fail(Place{.field = "original"}, "expected a member 'text' or 'base64'");
}

// As the values look after a passage through a file: floats as their shortest doubles, strings as UTF-8.
Json as_read_back(const Json& values) {
    auto json = parse_json(print_json(values));
    return json ? std::move(*json) : Json();
}

Result<const Format*> format_of(const Json& dump) {
    const Json* named = dump.find(format_key);
    if (!named)
        for (const Format& format : formats())
            if (format.is_dump && format.is_dump(dump)) return &format;
    if (!named || !named->is_string())
        return fail(Place{.field = "format"},
                    "is missing, so this is no dump; 'convert' turns models into other formats");
    if (const Format* format = find_format_by_name(named->string())) return format;
    return fail(Place{.field = "format"},
                "expected the name of a format, found '" + std::string(named->string()) + "'");
}

} // namespace

Result<Json> dump_file(const Format& format, Bytes bytes, const OptionValues& options, Diagnostics* diagnostics) {
    if (!format.dump) return fail(std::string(format.name) + " files have no dump; use info or convert");
    Result<Json> dump = format.dump(bytes, options, diagnostics);
    if (!dump || !format.build) return dump;
    const Result<ByteBuffer> rebuilt = format.build(as_read_back(*dump));
    if (!rebuilt || !std::ranges::equal(*rebuilt, bytes)) dump->set(original_key, original_of(bytes));
    return dump;
}

Result<NamedFile> build_file(const Json& dump, Diagnostics* diagnostics) {
    if (!dump.is_object()) return fail("expected an object, as 'dump' writes it");
    const auto found = format_of(dump);
    if (!found) return Failure(found.error());
    const Format* format = *found;
    if (!format->build) {
        return fail(std::string(format->name) + " cannot be built from a dump, use convert");
    }

    Json values = dump;
    values.erase(original_key);
    NamedFile file{.name = std::string(format->name), .bytes = {}};
    if (const Json* original = dump.find(original_key)) {
        Result<ByteBuffer> bytes = bytes_of(*original);
        if (!bytes) return Failure(bytes.error());
        // Lenient reading gives the same values for a sound file, and takes what a lenient dump took.
        const Result<Json> unedited = format->dump(*bytes, OptionValues().set("lenient"), nullptr);
        if (unedited && as_read_back(*unedited) == values) {
            file.bytes = std::move(*bytes);
            return file;
        }
        report(diagnostics, Severity::note, Place{},
               "the values were edited: written afresh, without the original's comments and layout");
    }
    Result<ByteBuffer> bytes = format->build(values);
    if (!bytes) return Failure(bytes.error());
    file.bytes = std::move(*bytes);
    return file;
}

} // namespace ossuary
