// Attachments: what hangs on a character's slots. A slot is a joint that is named for it, in Gothic with ZS_ in front.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/anim/rig.h"
#include "ossuary/base/vectors.h"

namespace ossuary::anim {

// Where Gothic has a thing while it is in use and while it is put away; empty where it has no place.
struct SlotRule {
    std::string_view thing;
    std::string_view drawn;
    std::string_view stowed;
};
std::span<const SlotRule> gothic_slots();
// The rule of a thing, ignoring case; null if there is none.
const SlotRule* find_slot_rule(std::string_view thing);

// Joints with ZS_ in front of their names, in order; `prefix` narrows it: ZS_POS for places at a thing that is used.
std::vector<std::int32_t> slot_joints(const Rig& rig, std::string_view prefix = "ZS_");

struct Attachment {
    std::string slot;
    std::string thing;       // whatever the caller puts there
    std::int32_t joint = -1; // of the rig; -1: the slot is not there, and the thing goes with the object
};

class Attachments {
public:
    explicit Attachments(const Rig& rig) : rig_(&rig) {}

    // Puts a thing into a slot, in place of what was there.
    void put(std::string_view slot, std::string_view thing);
    // Empties a slot; false if it was empty.
    bool remove(std::string_view slot);
    // Moves what is in one slot to another; false if there is nothing.
    bool move(std::string_view from, std::string_view to);
    // The thing in a slot; empty if there is none.
    std::string_view find(std::string_view slot) const;
    // The same things on another skeleton: every slot is looked for again by name.
    void bind(const Rig& rig);

    const std::vector<Attachment>& all() const { return attachments_; }
    // Where a thing is in the world: object · joint, or the object itself where the slot is not there. `joints`:
    // object-space matrices of all joints.
    static Affine matrix_of(const Attachment& attachment, const Affine& object, std::span<const Affine> joints);

private:
    const Rig* rig_;
    std::vector<Attachment> attachments_;
};

} // namespace ossuary::anim
