// The records of dat.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/formats/zengin/dat.h"

namespace ossuary::zengin {

template <class Io> void describe_position(Io& io, DatSymbol& symbol) {
    io("file_index", symbol.file_index);
    io("line_start", symbol.line_start);
    io("line_count", symbol.line_count);
    io("char_start", symbol.char_start);
    io("char_count", symbol.char_count);
}

// Calls `visit(field, data)` for the data that a symbol of this type has, if any.
template <class Visit> void visit_data(DatSymbol& symbol, Visit visit) {
    if (symbol.has(DatSymbol::is_member)) return;
    switch (symbol.type) {
    case DatType::void_type: return;
    case DatType::float_type: return visit("floats", symbol.floats);
    case DatType::int_type: return visit("ints", symbol.ints);
    case DatType::string_type: return visit("strings", symbol.strings);
    case DatType::class_type: return visit("offset", symbol.address);
    default: return visit("address", symbol.address);
    }
}

template <class Io> void describe(Io& io, DatSymbol& symbol) {
    io("has_name", symbol.has_name);
    io("name", symbol.name);
    io("vary", symbol.vary);
    io("count", symbol.count);
    io("type", symbol.type);
    io("flags", symbol.flags);
    io("others", symbol.others);
    describe_position(io, symbol);
    visit_data(symbol, [&](std::string_view field, auto& data) { io(field, data); });
    io("skipped", symbol.skipped);
    io("parent", symbol.parent);
}
template <class Io> void describe(Io& io, DatFile& file) {
    io("version", file.version);
    io("sort_table", file.sort_table);
    io("symbols", file.symbols);
    io("trailing", file.trailing);
}

} // namespace ossuary::zengin
