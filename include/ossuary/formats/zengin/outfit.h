// Outfit: what a character of Gothic is put together from, and the model it makes. The game's scripts say it for each
// of their people (outfit_of); a file (`GUARD.outfit`, JSON) says the same by hand:
//
//     {"outfit": 1, "script": "HUMANS.MDS", "body": "HUM_BODY_NAKED0", "head": "HUM_HEAD_BALD", "slots":
//      [{"slot": "ZS_RIGHTHAND", "visual": "ITMW_1H_SWORD_01.3DS"}]}
//
// Names are those of sources, as scripts have them; asset_names.h finds the files. What is left out is as below.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/formats/zengin/dat_machine.h"
#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

struct OutfitSlot {
    std::string slot;   // a joint: `ZS_RIGHTHAND`
    std::string visual; // a mesh or a morph mesh: `SWORD.3DS`, `BOW.MMS`
    bool operator==(const OutfitSlot&) const = default;
};

struct Outfit {
    std::uint32_t outfit = 1;          // the version of the file
    std::string name;                  // of the instance
    std::string script;                // `HUMANS.MDS`: the skeleton and the clips
    std::vector<std::string> overlays; // scripts whose clips take the place of those of the same name, in order
    std::string body;                  // an ASC; empty: the mesh of the script
    std::string armor;                 // an ASC, in place of the body
    std::uint32_t skin = 0;            // _V0 in the names of the body's textures
    std::uint32_t color = 0;           // _C0 in those of body and head
    std::string head;                  // an MMS, on BIP01 HEAD
    std::uint32_t face = 0;            // _V0 in the names of the head's textures
    std::uint32_t teeth = 0;           // the same, of the teeth
    std::vector<OutfitSlot> slots;
    Vec3 scale{1, 1, 1};
    float fatness = 0; // centimetres that the skin moves out
    bool operator==(const Outfit&) const = default;
};

bool recognise_outfit(Bytes bytes);
Result<Outfit> parse_outfit(Bytes bytes, Diagnostics* diagnostics = nullptr);
std::string write_outfit(const Outfit& outfit);
Json dump_outfit(const Outfit& outfit);
Result<Outfit> build_outfit(const Json& json);

// The script's model with its clips, dressed. A part that is not found is reported as an error, and left out; one whose
// slot the skeleton does not have hangs on the object, with a warning. The clips of a head come behind those of the
// body. A scale that is not the same in all directions is taken as its mean, with a warning. Without pictures: see
// add_textures.
Result<Model> to_model(const Outfit& outfit, std::string_view name, const FileLookup& find,
                       const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);
// The same with the script at hand.
Result<Model> to_model(const Script& script, std::string_view script_name, const Outfit& outfit, const FileLookup& find,
                       const ToModelOptions& options = {}, Diagnostics* diagnostics = nullptr);

// ---- from scripts

struct ItemLook {
    std::string name;   // of the instance
    std::string visual; // lying there, or in a hand
    std::string worn;   // on its wearer: the ASC of an armour
    std::string kind;   // `1H`, `2H`, `BOW`, `CBOW`, `SHIELD`, `ARMOR`; empty for others
    bool operator==(const ItemLook&) const = default;
};

struct OutfitOptions {
    bool stowed = false; // weapons on belt and back instead of in the hands
};

// The people and the things of a script (GOTHIC.DAT). Constructors are run; what they tell the game about looks,
// overlays, equipment and inventory is listened to. Of several weapons of a kind that somebody has, the one equipped
// counts, else the first. The index must outlive it.
class Wardrobe {
public:
    explicit Wardrobe(const DatIndex& index);
    Wardrobe(const Wardrobe&) = delete;
    Wardrobe& operator=(const Wardrobe&) = delete;

    // Instances of C_NPC and of C_ITEM, in the order of the file.
    std::vector<std::uint32_t> people() const { return of_class("C_NPC"); }
    std::vector<std::uint32_t> items() const { return of_class("C_ITEM"); }
    // Fails if the constructor does, or tells no model script.
    Result<Outfit> outfit(std::uint32_t npc, const OutfitOptions& options = {}, Diagnostics* diagnostics = nullptr);
    Result<ItemLook> item(std::uint32_t item, Diagnostics* diagnostics = nullptr);

private:
    struct Heard {
        Outfit outfit;
        std::int32_t armor = -1; // the number of an item
        std::vector<std::uint32_t> equipped, carried;
    };
    void listen();
    Heard* heard(std::uint32_t object);
    std::vector<std::uint32_t> of_class(std::string_view name) const;

    const DatIndex& index_;
    DatMachine machine_;
    std::uint32_t symbol_ = 0; // who is being made
    Heard heard_;
    std::map<std::uint32_t, ItemLook> items_;
};

} // namespace ossuary::zengin
