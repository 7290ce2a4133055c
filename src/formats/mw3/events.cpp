#include "formats/mw3/event_layouts.h"

#include <cmath>

namespace ossuary::mw3 {

namespace {

constexpr std::size_t event_types = std::variant_size_v<EventData>;
template <std::size_t I>
using Record = std::remove_cvref_t<decltype(unboxed(std::declval<std::variant_alternative_t<I, EventData>&>()))>;

struct TypeRow {
    std::uint8_t type = 0;
    std::string_view name;
    void (*make)(EventData&) = nullptr;
    std::array<std::size_t, 3> size{}; // by game
};

template <std::size_t I> TypeRow row_of() {
    TypeRow row{Record<I>::type,
                Record<I>::type_name,
                [](EventData& data) {
                    auto& held = data.template emplace<I>();
                    static_cast<void>(unboxed(held));
                },
                {}};
    Record<I> record;
    for (const Game game : {Game::recoil, Game::mechwarrior3, Game::pirates_moon})
        row.size[static_cast<std::size_t>(game)] = size_of(record, game);
    return row;
}

const std::array<TypeRow, event_types>& rows() {
    static const auto table = []<std::size_t... I>(std::index_sequence<I...>) { return std::array{row_of<I>()...}; }
    (std::make_index_sequence<event_types>());
    return table;
}

// The row of each type's number; a type that a game lacks stays in the table.
const TypeRow* row_of_type(std::uint8_t type) {
    static const auto by_type = [] {
        std::array<const TypeRow*, 256> table{};
        for (const TypeRow& row : rows()) table[row.type] = &row;
        return table;
    }();
    return by_type[type];
}

bool has_type(Game game, std::uint8_t type) {
    if (game == Game::recoil) return type != event::PufferState::type;
    const bool is_rare = type == event::FbfxCsinwaveFromTo::type || type == event::AnimVerbose::type;
    return game == Game::pirates_moon || !is_rare;
}

std::size_t channel_size(Game game) { return game == Game::recoil ? 28 : 76; }

} // namespace

std::uint8_t type_of(const Event& event) { return rows()[event.data.index()].type; }
std::string_view name_of(const Event& event) { return rows()[event.data.index()].name; }

std::size_t frames_size(const std::vector<event::Frame>& frames, Game game) {
    std::size_t size = 0;
    for (const event::Frame& frame : frames)
        size += 12 + channel_size(game) * static_cast<std::size_t>(std::popcount(frame.flags & 7));
    return size;
}

std::size_t size_of(const Event& event, Game game) {
    std::size_t size = event_header_size + rows()[event.data.index()].size[static_cast<std::size_t>(game)];
    if (const auto* script = std::get_if<event::ObjectMotionSiScript>(&event.data))
        if (game != Game::pirates_moon) size += frames_size(script->frames, game);
    return size;
}

std::optional<std::size_t> data_size(std::uint8_t type, Game game) {
    const TypeRow* row = row_of_type(type);
    if (!row || !has_type(game, type)) return {};
    return row->size[static_cast<std::size_t>(game)];
}

bool make_event(std::uint8_t type, EventData& data) {
    const TypeRow* row = row_of_type(type);
    if (row) row->make(data);
    return row != nullptr;
}

bool make_event(std::string_view name, EventData& data) {
    const auto row = std::ranges::find(rows(), name, &TypeRow::name);
    if (row != rows().end()) row->make(data);
    return row != rows().end();
}

double duration_of(const std::vector<event::Frame>& frames) {
    if (frames.empty()) return 0;
    const double start = frames.back().start_time, end = frames.back().end_time;
    return std::max({0.0, std::isfinite(start) ? start : 0, std::isfinite(end) ? end : 0});
}

double duration_of(const Event& event) {
    const double seconds = visit_event(
        [](const auto& record) -> double {
            using T = std::remove_cvref_t<decltype(record)>;
            if constexpr (std::is_same_v<T, event::ObjectMotionSiScript>)
                return duration_of(record.frames);
            else if constexpr (requires { static_cast<float>(record.run_time); })
                return record.run_time;
            else
                return 0;
        },
        event);
    return std::isfinite(seconds) && seconds > 0 ? seconds : 0;
}

} // namespace ossuary::mw3
