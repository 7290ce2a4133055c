// What the format's description says about values, record by record.
#pragma once

#include "formats/mw3/anim_layout.h"
#include "formats/mw3/checker.h"
#include "ossuary/formats/mw3/anim.h"

namespace ossuary::mw3 {

// The records of fixed size with what they hold besides the struct's own fields.
struct InfoRecord {
    Info& info;
    std::uint16_t def_count = 0;
    std::uint32_t script_count = 0;
};
template <class Io> void describe(Io& io, InfoRecord& record, Game game) {
    describe_info(io, record.info, record.def_count, record.script_count, game);
}

constexpr std::size_t sequence_record_size = 64;
struct SequenceRecord {
    Sequence& sequence;
    std::uint32_t events_size = 0;
};
template <class Io> void describe(Io& io, SequenceRecord& record) {
    describe_sequence(io, record.sequence, record.events_size);
}

struct DefinitionRecord {
    Definition& definition;
    Counts counts;
    Raw<sequence_record_size> reset;
};
template <class Io> void describe(Io& io, DefinitionRecord& record, Game game) {
    describe_definition(io, record.definition, record.counts, game, [&](auto& at) {
        if (game != Game::pirates_moon) at("reset", record.reset);
    });
}

struct EventHeader {
    std::uint8_t type = 0;
    StartOffset start_offset = StartOffset::animation;
    std::uint16_t pad = 0;
    std::uint32_t size = 0;
    Real start_time;
};
template <class Io> void describe(Io& io, EventHeader& header) {
    io("type", header.type);
    io("start_offset", header.start_offset);
    io("pad", header.pad);
    io("size", header.size);
    io("start_time", header.start_time);
}

// The record was entered before: rules name its fields.
void check(Checker& c, const SourceFile& source);
void check(Checker& c, const InfoRecord& record);
void check(Checker& c, const DefinitionRecord& record);
void check(Checker& c, const Object& object);
void check(Checker& c, const Node& node);
void check(Checker& c, const Light& light);
void check(Checker& c, const Puffer& puffer);
void check(Checker& c, const StaticSound& sound);
void check(Checker& c, const Effect& effect);
void check(Checker& c, const Prerequisite& prerequisite);
void check(Checker& c, const AnimRef& reference);
void check(Checker& c, const SequenceRecord& record, bool is_reset);
// The data of an event; indices are those of the definition's lists.
void check_event(Checker& c, const Event& event, const Definition& definition);

} // namespace ossuary::mw3
