// The verbs of a row, made from the functions of its format. A Kind says
//   name                                 of the row
//   parse(Bytes, OptionValues, Diagnostics*) → Result<Record>
//   write(Record) or write(Record, Diagnostics*) → ByteBuffer, std::string or Result<ByteBuffer>
//   dump(Record) → Json, build(Json) → Result<Record>
//   facts(Record, NamedFile, FileLookup, OptionValues) or facts(Record) → Json, for `info`
//   own_dump = true                      if its dump has no `format` of ours (Format::is_dump)
// Beside them is what the openers and savers of all families share.
#pragma once

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/format/format.h"

namespace ossuary {

using SavedFiles = Result<std::vector<NamedFile>>;

// Options that several families have.
inline constexpr Option clip_option{
    .name = "clip", .kind = OptionKind::text, .value = "NAME", .help = "Write only the clip of this name"};
inline constexpr Option frame_rate_option{.name = "frame-rate",
                                          .kind = OptionKind::number,
                                          .value = "N",
                                          .help = "Frames per second of sampled clips (default: the clip's)"};
inline constexpr Option opaque_option{.name = "opaque", .help = "Do not guess transparency from the pictures' alpha"};
// Frames per second that were asked for; 0: the clip's own.
double frame_rate(const OptionValues& options);

// The members of one object after those of another.
Json joined(Json first, const Json& rest);
// The facts that `info` begins with.
Json file_facts(const NamedFile& file);

// Fails unless the model is empty: a model file fills one.
Result<void> expect_empty(const Model& model);
// The name, or the name with a number behind it that no clip has yet.
std::string free_clip_name(const Model& model, std::string_view wanted, Diagnostics* diagnostics);
// The clip of that name, or the first for an empty one.
Result<const Clip*> chosen_clip(const Model& model, std::string_view name);
// The one picture of the model, for formats that hold one.
Result<const Image*> only_picture(const Model& model);
// One file, named stem + extension.
SavedFiles saved(std::string_view stem, std::string_view extension, ByteBuffer bytes);
SavedFiles saved(std::string_view stem, std::string_view extension, std::string_view text);

// parse, write, dump and build from functions that take no options.
template <auto Parse, auto Write, auto Dump, auto Build> struct PlainKind {
    static auto parse(Bytes bytes, const OptionValues&, Diagnostics* diagnostics) { return Parse(bytes, diagnostics); }
    static constexpr auto write = Write;
    static constexpr auto dump = Dump;
    static constexpr auto build = Build;
};

inline ByteBuffer as_buffer(ByteBuffer bytes) { return bytes; }
inline ByteBuffer as_buffer(const std::string& text) { return to_buffer(text); }
inline Result<ByteBuffer> as_buffer(Result<ByteBuffer> bytes) { return bytes; }

template <class Kind, class Record> Result<ByteBuffer> write_row(const Record& record, Diagnostics* diagnostics) {
    if constexpr (requires { Kind::write(record, diagnostics); })
        return as_buffer(Kind::write(record, diagnostics));
    else
        return as_buffer(Kind::write(record));
}

template <class Kind>
Result<Json> info_row(const NamedFile& file, const FileLookup& lookup, const OptionValues& options,
                      Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    if constexpr (requires { Kind::facts(*parsed, file, lookup, options); })
        return joined(file_facts(file), Kind::facts(*parsed, file, lookup, options));
    else
        return joined(file_facts(file), Kind::facts(*parsed));
}

template <class Kind> Result<Json> dump_row(Bytes bytes, const OptionValues& options, Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    if constexpr (requires { Kind::own_dump; }) {
        return Kind::dump(*parsed);
    } else {
        Json dumped = Json::object();
        dumped.set("format", Kind::name);
        return joined(std::move(dumped), Kind::dump(*parsed));
    }
}

template <class Kind> Result<ByteBuffer> build_row(const Json& json) {
    Json record = json;
    if constexpr (!requires { Kind::own_dump; }) record.erase("format");
    const auto built = Kind::build(record);
    if (!built) return Failure(built.error());
    return write_row<Kind>(*built, nullptr);
}

template <class Kind>
Result<Json> row_values(const NamedFile& file, const FileLookup&, const OptionValues& options,
                        Diagnostics* diagnostics) {
    return dump_row<Kind>(file.bytes, options, diagnostics);
}

template <class Kind>
Result<ByteBuffer> rewrite_row(const NamedFile& file, const FileLookup&, const OptionValues& options,
                               Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    return write_row<Kind>(*parsed, diagnostics);
}

template <class Kind> using RecordOf = typename decltype(Kind::parse(Bytes(), OptionValues(), nullptr))::value_type;
template <class Kind>
concept HasFacts = requires(const RecordOf<Kind>& record, const NamedFile& file, const OptionValues& options) {
    Kind::facts(record);
}
|| requires(const RecordOf<Kind>& record, const NamedFile& file, const OptionValues& options) {
    Kind::facts(record, file, FileLookup(), options);
};

// The verbs of a kind that is kept without loss, put into its row.
template <class Kind> constexpr Format with_verbs(Format row) {
    row.name = Kind::name;
    if constexpr (HasFacts<Kind>) row.info = info_row<Kind>;
    row.dump = dump_row<Kind>;
    row.build = build_row<Kind>;
    if (!row.values) row.values = row_values<Kind>;
    row.rewrite = rewrite_row<Kind>;
    return row;
}

} // namespace ossuary
