#include "ossuary/anim/attachments.h"

#include <algorithm>

#include "ossuary/base/text.h"

namespace ossuary::anim {

namespace {

constexpr SlotRule rules[] = {
    {"1H", "ZS_RIGHTHAND", "ZS_SWORD"},
    {"2H", "ZS_RIGHTHAND", "ZS_LONGSWORD"},
    {"BOW", "ZS_LEFTHAND", "ZS_BOW"},
    {"CBOW", "ZS_RIGHTHAND", "ZS_CROSSBOW"},
    {"SHIELD", "ZS_LEFTARM", "ZS_SHIELD"},
    {"TORCH", "ZS_LEFTHAND", ""},
    {"HEAD", "BIP01 HEAD", ""},
};

template <class List> auto find_slot(List& list, std::string_view slot) {
    return std::ranges::find_if(list, [&](const Attachment& a) { return equal_ignoring_case(a.slot, slot); });
}

} // namespace

std::span<const SlotRule> gothic_slots() { return rules; }

const SlotRule* find_slot_rule(std::string_view thing) {
    for (const SlotRule& rule : rules)
        if (equal_ignoring_case(rule.thing, thing)) return &rule;
    return nullptr;
}

std::vector<std::int32_t> slot_joints(const Rig& rig, std::string_view prefix) {
    std::vector<std::int32_t> joints;
    for (std::size_t j = 0; j < rig.names.size(); ++j)
        if (equal_ignoring_case(std::string_view(rig.names[j]).substr(0, prefix.size()), prefix))
            joints.push_back(static_cast<std::int32_t>(j));
    return joints;
}

void Attachments::put(std::string_view slot, std::string_view thing) {
    const auto found = find_slot(attachments_, slot);
    if (found != attachments_.end())
        found->thing = thing;
    else
        attachments_.push_back({std::string(slot), std::string(thing), rig_->find(slot)});
}

bool Attachments::remove(std::string_view slot) {
    const auto found = find_slot(attachments_, slot);
    if (found == attachments_.end()) return false;
    attachments_.erase(found);
    return true;
}

bool Attachments::move(std::string_view from, std::string_view to) {
    const auto found = find_slot(attachments_, from);
    if (found == attachments_.end()) return false;
    if (equal_ignoring_case(from, to)) return true;
    const std::string thing = std::move(found->thing);
    attachments_.erase(found);
    put(to, thing);
    return true;
}

std::string_view Attachments::find(std::string_view slot) const {
    const auto found = find_slot(attachments_, slot);
    return found == attachments_.end() ? std::string_view() : found->thing;
}

void Attachments::bind(const Rig& rig) {
    rig_ = &rig;
    for (Attachment& attachment : attachments_) attachment.joint = rig.find(attachment.slot);
}

Affine Attachments::matrix_of(const Attachment& attachment, const Affine& object, std::span<const Affine> joints) {
    const auto joint = static_cast<std::size_t>(attachment.joint);
    return attachment.joint < 0 || joint >= joints.size() ? object : object * joints[joint];
}

} // namespace ossuary::anim
