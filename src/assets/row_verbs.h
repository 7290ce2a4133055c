// The verbs of a row, made from what a format's own room offers. A Kind says
//   name                                 of the row
//   parse(Bytes, OpenOptions, Diagnostics*) → Result<Record>
//   write(Record) or write(Record, Diagnostics*) → ByteBuffer or Result<ByteBuffer>
//   dump(Record) → Json, build(Json) → Result<Record>
#pragma once

#include "ossuary/assets/format.h"
#include "ossuary/base/text.h"

namespace ossuary {

// The members of one object behind those of another.
inline Json joined(Json first, const Json& rest) {
    for (const Json::Member& member : rest.members()) first.append(member.name, member.value);
    return first;
}

// What `info` begins with.
inline Json file_facts(const NamedFile& file) {
    Json facts = Json::object();
    facts.set("source", file_name(file.name));
    facts.set("bytes", file.bytes.size());
    return facts;
}

template <class Kind, class Record> Result<ByteBuffer> write_row(const Record& record, Diagnostics* diagnostics) {
    if constexpr (requires { Kind::write(record, diagnostics); })
        return Kind::write(record, diagnostics);
    else
        return Kind::write(record);
}

template <class Kind> Result<Json> dump_row(Bytes bytes, const OpenOptions& options, Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    Json dumped = Json::object();
    dumped.set("format", Kind::name);
    return joined(std::move(dumped), Kind::dump(*parsed));
}

template <class Kind> Result<ByteBuffer> build_row(const Json& json) {
    Json record = json;
    record.erase("format");
    const auto built = Kind::build(record);
    if (!built) return Failure(built.error());
    return write_row<Kind>(*built, nullptr);
}

template <class Kind>
Result<Json> row_values(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                        Diagnostics* diagnostics) {
    return dump_row<Kind>(file.bytes, options, diagnostics);
}

template <class Kind>
Result<ByteBuffer> rewrite_row(const NamedFile& file, const FileLookup&, const OpenOptions& options,
                               Diagnostics* diagnostics) {
    const auto parsed = Kind::parse(file.bytes, options, diagnostics);
    if (!parsed) return Failure(parsed.error());
    return write_row<Kind>(*parsed, diagnostics);
}

} // namespace ossuary
