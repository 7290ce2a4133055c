#include "ossuary/formats/sf3/skeleton.h"

#include <algorithm>
#include <utility>

#include "ossuary/base/diagnostic.h"
#include "skeleton_code.h"

namespace ossuary::sf3 {

namespace {

constexpr std::pair<std::uint8_t, std::string_view> tags[]{
    {0x01, ""},     {0x09, "chest"}, {0x10, "grip"}, {0x11, "tip"},    {0x12, ""},
    {0x20, "hand"}, {0x21, ""},      {0x22, ""},     {0x30, "weapon"}, {0x81, "weapon"},
};
constexpr std::pair<std::uint8_t, std::string_view> words[]{
    {SkeletonOp::push, "push"}, {SkeletonOp::pop, "pop"}, {SkeletonOp::draw, "mesh"}, {SkeletonOp::draw80, "mesh80"}};

const std::pair<std::uint8_t, std::string_view>* find_tag(std::uint8_t code) {
    const auto found = std::ranges::find_if(tags, [&](const auto& tag) { return tag.first == code; });
    return found == std::end(tags) ? nullptr : found;
}

} // namespace

Transformd SkeletonOp::transform() const {
    Transformd result{.translation = to_real(place())};
    if (!is_weapon_tag()) return result;
    result.rotation = normalize(to_real(Quat32{values[3], values[4], values[5], values[6]}));
    result.scale = to_real(Vector{values[7], values[8], values[9]});
    return result;
}

Json to_json(const SkeletonOp& op) {
    for (const auto& [code, word] : words)
        if (op.code == code) return Json(word);
    Json operands = Json::array();
    for (std::size_t i = 0; i < op.operand_count(); ++i) operands.push(op.values[i]);
    Json json = Json::object();
    json.set("tag", op.code);
    json.set("values", std::move(operands));
    return json;
}

bool from_json(const Json& json, SkeletonOp& op) {
    op = {};
    if (json.is_string()) {
        const auto found = std::ranges::find_if(words, [&](const auto& word) { return word.second == json.string(); });
        if (found == std::end(words)) return false;
        op.code = found->first;
        return true;
    }
    const std::int64_t code = json["tag"].integer(-1);
    const Json::Array& operands = json["values"].items();
    if (json.size() != 2 || !std::in_range<std::uint8_t>(code)) return false;
    op.code = static_cast<std::uint8_t>(code);
    if (!op.is_tag() || operands.size() != op.operand_count()) return false;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::int64_t value = operands[i].integer(INT64_MIN);
        if (!std::in_range<std::int32_t>(value)) return false;
        op.values[i] = static_cast<std::int32_t>(value);
    }
    return true;
}

SkeletonTree run_skeleton(const std::vector<SkeletonOp>& ops) {
    SkeletonTree tree;
    std::vector<std::int32_t> stack{-1};
    for (std::size_t i = 0; i < ops.size() && !stack.empty(); ++i) {
        const SkeletonOp& op = ops[i];
        if (op.code == SkeletonOp::push) {
            tree.parents.push_back(stack.back());
            stack.push_back(static_cast<std::int32_t>(tree.parents.size()) - 1);
        } else if (op.code == SkeletonOp::pop) {
            stack.pop_back();
            tree.is_closed = stack.empty() && i + 1 == ops.size();
        } else if (op.is_draw()) {
            tree.mesh_bones.push_back(stack.back());
        } else {
            tree.tags.push_back({stack.back(), op});
        }
    }
    return tree;
}

std::string_view meaning_of_tag(std::uint8_t code) {
    const auto* tag = find_tag(code);
    return tag ? tag->second : std::string_view();
}
bool is_usual_tag(std::uint8_t code) { return find_tag(code) != nullptr; }

Result<SkeletonCode> read_skeleton(const Source& source, std::size_t offset) {
    SkeletonCode code;
    std::size_t at = offset, depth = 1;
    while (depth > 0) {
        if (!source.holds(at, 1))
            return source.fail("E_SKELETON_END", std::min(at, source.bytes.size()), "skeleton",
                               "the chunk ends before the root is popped");
        SkeletonOp op{.code = source.at<std::uint8_t>(at)};
        if (!op.is_known())
            return source.fail("E_SKELETON_OPCODE", at, "skeleton", "there is no command 0x" + hex(op.code));
        ++at;
        if (const std::size_t count = op.operand_count(); count > 0) {
            at = align_up(at, 4);
            if (!source.holds(at, 4 * count))
                return source.fail("E_SKELETON_END", source.bytes.size(), "skeleton",
                                   "the chunk ends within the operands of tag 0x" + hex(op.code));
            for (std::size_t i = 0; i < count; ++i, at += 4) op.values[i] = source.at<std::int32_t>(at);
        }
        if (op.code == SkeletonOp::push) ++depth;
        if (op.code == SkeletonOp::pop) --depth;
        code.ops.push_back(op);
    }
    code.end = at;
    return code;
}

void write_skeleton(ByteWriter& writer, std::size_t origin, const std::vector<SkeletonOp>& ops) {
    for (const SkeletonOp& op : ops) {
        writer.write(op.code);
        const std::size_t count = op.operand_count();
        if (count > 0) writer.fill(align_up(writer.offset() - origin, 4) - (writer.offset() - origin));
        for (std::size_t i = 0; i < count; ++i) writer.write(op.values[i]);
    }
}

} // namespace ossuary::sf3
