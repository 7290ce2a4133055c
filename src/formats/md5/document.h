// The JSON form of the three MD5 kinds, around the descriptions in their headers. Private to the room.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/md5/md5_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/md5/md5.h"

namespace ossuary::md5 {

template <class File> struct Document {
    std::string format;
    std::int32_t version = 10;
    // `latin1` if some text is not UTF-8: then every byte of every text stands as the character of that number.
    std::optional<std::string> encoding;
    File file;
};

template <class Io, class File> void describe(Io& io, Document<File>& document) {
    io("format", document.format);
    io("version", document.version);
    io("encoding", document.encoding);
    describe(io, document.file);
}

// `edit_texts(file, edit)` calls edit(std::string&) for every text of a file.
template <class File, class EditTexts>
Json dump_document(const File& file, std::string_view format, EditTexts edit_texts) {
    Document<File> document{std::string(format), 10, {}, file};
    bool is_utf8 = true;
    edit_texts(document.file, [&](std::string& text) { is_utf8 = is_utf8 && to_utf8(text) == text; });
    if (!is_utf8) {
        document.encoding = "latin1";
        edit_texts(document.file, [](std::string& text) { text = latin1_to_utf8(text); });
    }
    Json json = dump_record(document);
    if (is_utf8) json.erase("encoding");
    return json;
}

// What the reader checks is checked by letting it read the text the file would become.
template <class File, class EditTexts>
Result<File> build_document(const Json& json, std::string_view format, EditTexts edit_texts,
                            std::string (*write)(const File&),
                            Result<File> (*parse)(Bytes, Diagnostics*, const ParseOptions&)) {
    Result<Document<File>> document = build_record<Document<File>>(json);
    if (!document) return Failure(document.error());
    if (document->format != format)
        return fail({.field = "format"}, "expected '" + std::string(format) + "', found '" + document->format + '\'');
    if (document->version != 10)
        return fail({.field = "version"}, "expected 10, found " + std::to_string(document->version));
    if (document->encoding) {
        if (*document->encoding != "latin1") return fail({.field = "encoding"}, "expected 'latin1'");
        edit_texts(document->file, [](std::string& text) { text = utf8_to_latin1(text); });
    }
    Result<File> checked = parse(as_bytes(write(document->file)), nullptr, {});
    if (!checked)
        return fail(checked.error().message() + " (line " + std::to_string(checked.error().place().line) +
                    " of the file it would become)");
    return std::move(document->file);
}

} // namespace ossuary::md5
