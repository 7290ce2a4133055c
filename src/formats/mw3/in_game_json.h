// Lists of records whose layout depends on the game, as JSON and back: Io is JsonDumper or JsonBuilder.
#pragma once

#include <optional>
#include <vector>

#include "formats/mw3/fields_layout.h"

namespace ossuary::mw3 {

template <class Io> constexpr bool building = std::is_same_v<Io, JsonBuilder>;

// A record whose game is known to the compiler, as the elements of a list that is being built must be.
template <class T, Game G> struct As { T value; };
template <class Io, class T, Game G> void describe(Io& io, As<T, G>& as) {
    InGame<T> in{as.value, G};
    describe(io, in);
}

template <Game G, class T>
void build_items(JsonBuilder& io, std::string_view field, std::optional<std::vector<T>>& items) {
    std::optional<std::vector<As<T, G>>> built;
    io(field, built);
    if (!built) return items.reset();
    items.emplace().reserve(built->size());
    for (As<T, G>& as : *built) items->push_back(std::move(as.value));
}

template <class T>
void build_items(JsonBuilder& io, std::string_view field, std::optional<std::vector<T>>& items, Game game) {
    switch (game) {
    case Game::recoil: return build_items<Game::recoil>(io, field, items);
    case Game::mechwarrior3: return build_items<Game::mechwarrior3>(io, field, items);
    case Game::pirates_moon: return build_items<Game::pirates_moon>(io, field, items);
    }
}

template <class T> Json list_json(std::vector<T>& list, Game game) {
    Json json = Json::array();
    for (T& item : list) json.push(JsonDumper::dump(InGame<T>{item, game}));
    return json;
}

template <class Io, class T>
void describe_items(Io& io, std::string_view field, std::optional<std::vector<T>>& items, Game game) {
    if constexpr (building<Io>)
        build_items(io, field, items, game);
    else
        io(field, items ? list_json(*items, game) : Json());
}

// A list that is always there.
template <class Io, class T> void describe_all(Io& io, std::string_view field, std::vector<T>& list, Game game) {
    if constexpr (building<Io>) {
        std::optional<std::vector<T>> items;
        build_items(io, field, items, game);
        if (!items) return io.stop("expected a list '" + std::string(field) + "'");
        list = std::move(*items);
    } else {
        io(field, list_json(list, game));
    }
}

// One that may be absent: null.
template <class T> void describe_one(JsonBuilder& io, std::string_view field, std::optional<T>& one, Game game) {
    const auto build = [&]<Game G>(std::integral_constant<Game, G>) {
        std::optional<As<T, G>> built;
        io(field, built);
        one.reset();
        if (built) one = std::move(built->value);
    };
    switch (game) {
    case Game::recoil: return build(std::integral_constant<Game, Game::recoil>());
    case Game::mechwarrior3: return build(std::integral_constant<Game, Game::mechwarrior3>());
    case Game::pirates_moon: return build(std::integral_constant<Game, Game::pirates_moon>());
    }
}

} // namespace ossuary::mw3
