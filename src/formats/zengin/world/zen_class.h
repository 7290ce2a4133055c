// The classes of ZEN archives: which entries an object has, in which order, for both games. One table (zen_class.cpp)
// serves the reader of BINARY archives, which say nothing themselves, the check of types and the maker of new objects.
//
// An object has the fields of its base classes first. Fields may depend on the game, on the archive being a saved game,
// and on values before them:
//
//     zCVobAnimate:zCVob 12289 52224                the class with those it derives from; its version in either game
//         startOn:bool                              an entry
//         {save isRunning:bool}                     only in saved games; also `G1`, `G2`
//         {!lightStatic turnedOn:bool}              only where that entry was 0, or {lightStatic …}: was not
//         {numTarget* triggerTarget#:string}        so many times; # is the number of the round
//         keyframes:raw28*numKeyframes              so many times 28 bytes
//         [visual]                                  an object of that name
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/zen.h"

namespace ossuary::zengin {

struct ZenStep {
    enum class Kind : std::uint8_t { entry, object, block, end, sections, vobs };
    enum class When : std::uint8_t { gothic1, gothic2, save_game, nonzero, zero, times };
    Kind kind = Kind::entry;
    When when{};            // of a block
    ZenType type{};         // of an entry
    std::uint32_t size = 0; // of raw, in bytes; of floats, their number
    std::string_view name;  // of an entry or object, without #; or of the entry a block asks
    std::string_view times; // raw: the entry whose value multiplies the size
    bool numbered = false;
    std::uint32_t end = 0; // block: the number of its end
};

struct ZenClass {
    std::string_view name;
    std::string_view chain;
    std::array<std::uint16_t, 2> versions{}; // of a new object, in Gothic 1 and 2
    bool instead = false;                    // its fields stand instead of those of its base, down to zCVob
    std::vector<ZenStep> steps;
    std::uint16_t version(Game game) const { return versions[static_cast<std::size_t>(game)]; }
};

std::span<const ZenClass> zen_classes();
// Nothing if it is not known.
const ZenClass* find_class(std::string_view name);
// The most derived class of a chain.
std::string_view class_name(std::string_view chain);
bool is_vob(std::string_view chain); // ends in zCVob

// The classes of a chain, base first, as far as they are known without a gap; `complete` if that is all of them.
struct ZenClasses {
    std::vector<const ZenClass*> classes;
    bool complete = true;
};
ZenClasses classes_of(std::string_view chain);

// What the flags of a packed VOB announce (zCVob.dataRaw); the table asks for them by these names.
struct VobFlags {
    static constexpr std::array<std::string_view, 7> names{"#preset", "#name",          "#visual_name", "#visual",
                                                           "#ai",     "#event_manager", "#physics"};
};

// Which game's classes a BINARY archive has: the version of the first plain VOB tells. Nothing if it has none.
std::optional<Game> game_by_vob_version(Bytes archive);

} // namespace ossuary::zengin
