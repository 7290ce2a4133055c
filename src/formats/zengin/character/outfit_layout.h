// The records of outfit.h, field by field: one description for dump and build, which are also how a file is read and
// written.
#pragma once

#include "ossuary/base/record_json.h"
#include "ossuary/formats/zengin/outfit.h"

namespace ossuary::zengin {

template <class Io> void describe(Io& io, OutfitSlot& slot) {
    io("slot", slot.slot);
    io("visual", slot.visual);
}
template <class Io> void describe(Io& io, Outfit& outfit) {
    io("outfit", outfit.outfit);
    io("name", outfit.name);
    io("script", outfit.script);
    io("overlays", outfit.overlays);
    io("body", outfit.body);
    io("armor", outfit.armor);
    io("skin", outfit.skin);
    io("color", outfit.color);
    io("head", outfit.head);
    io("face", outfit.face);
    io("teeth", outfit.teeth);
    io("slots", outfit.slots);
    io("scale", outfit.scale);
    io("fatness", outfit.fatness);
}

} // namespace ossuary::zengin
