// The tags of `*eventTag` that do something with an item.
#pragma once

#include <string_view>

#include "ossuary/model/event.h"

namespace ossuary::zengin {

struct ItemWord {
    std::string_view word;
    ItemAction action;
};
inline constexpr ItemWord item_words[] = {
    {"DEF_CREATE_ITEM", ItemAction::create},
    {"DEF_INSERT_ITEM", ItemAction::insert},
    {"DEF_REMOVE_ITEM", ItemAction::remove},
    {"DEF_DESTROY_ITEM", ItemAction::destroy},
    {"DEF_PLACE_ITEM", ItemAction::place},
    {"DEF_EXCHANGE_ITEM", ItemAction::exchange},
    {"DEF_PLACE_MUNITION", ItemAction::place_munition},
    {"DEF_REMOVE_MUNITION", ItemAction::remove_munition},
    {"DEF_DRAWSOUND", ItemAction::draw_sound},
    {"DEF_UNDRAWSOUND", ItemAction::undraw_sound},
    {"DEF_DRAWTORCH", ItemAction::draw_torch},
    {"DEF_INV_TORCH", ItemAction::store_torch},
    {"DEF_DROP_TORCH", ItemAction::drop_torch},
};

} // namespace ossuary::zengin
