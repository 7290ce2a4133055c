#include "ossuary/formats/mw3/gamez.h"

#include "formats/mw3/world_reader.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/mw3/anim.h"

namespace ossuary::mw3 {

namespace {

constexpr std::uint32_t gamez_versions[] = {15, 27, 41}; // by game
constexpr std::uint32_t crimson_skies_world = 42;
constexpr std::size_t most_slots = 32767, most_textures = 4095;
constexpr std::uint32_t last_free_node = 0x00FFFFFF;

struct GamezHeader {
    std::uint32_t signature = gamez_signature;
    std::uint32_t version = 27;
    std::uint32_t timestamp = 0; // Pirate's Moon
    std::uint32_t texture_count = 0;
    std::uint32_t textures_offset = 0;
    std::uint32_t materials_offset = 0;
    std::uint32_t meshes_offset = 0;
    std::uint32_t node_array_size = 0;
    std::int32_t node_last_free = 0;
    std::uint32_t nodes_offset = 0;
};
template <class Io> void describe(Io& io, GamezHeader& header, Game game) {
    io("signature", header.signature);
    io("version", header.version);
    if (game == Game::pirates_moon) io("timestamp", header.timestamp);
    io("texture_count", header.texture_count);
    io("textures_offset", header.textures_offset);
    io("materials_offset", header.materials_offset);
    io("meshes_offset", header.meshes_offset);
    io("node_array_size", header.node_array_size);
    io("node_last_free", header.node_last_free);
    io("nodes_offset", header.nodes_offset);
}

struct ListHeader { // of materials and meshes
    std::uint32_t array_size = 0;
    std::uint32_t count = 0;
    std::int32_t index_free = 0;
    std::int32_t index_last = 0; // of materials
    bool has_last = false;
};
template <class Io> void describe(Io& io, ListHeader& header) {
    io("array_size", header.array_size);
    io("count", header.count);
    io("index_free", header.index_free);
    if (header.has_last) io("index_last", header.index_last);
}

struct Sizes {
    std::size_t material_slot = 44, mesh_slot, node_slot;
};
Sizes sizes_of(Game game) {
    switch (game) {
    case Game::recoil: return {.mesh_slot = 88, .node_slot = 196};
    case Game::mechwarrior3: return {.mesh_slot = 96, .node_slot = 212};
    case Game::pirates_moon: return {.mesh_slot = 104, .node_slot = 212};
    }
    return {.mesh_slot = 0, .node_slot = 0};
}

// ---- free slots as they usually are

ByteBuffer free_materials(std::size_t first, std::size_t end, Game game) {
    ByteWriter io;
    for (std::size_t i = first; i < end; ++i) {
        std::array<std::byte, 40> material{};
        if (game != Game::recoil) material[1] = std::byte{material_flags::free};
        io.bytes(material);
        io.write(static_cast<std::int16_t>(i == first ? -1 : static_cast<int>(i) - 1));
        io.write(static_cast<std::int16_t>(i + 1 == end ? -1 : static_cast<int>(i) + 1));
    }
    return std::move(io).take();
}

ByteBuffer free_meshes(std::size_t first, std::size_t end, Game game) {
    ByteWriter io;
    const ByteBuffer info(sizes_of(game).mesh_slot - 4);
    for (std::size_t i = first; i < end; ++i) {
        io.bytes(info);
        io.write(i + 1 == end ? std::int32_t{-1} : static_cast<std::int32_t>(i + 1));
    }
    return std::move(io).take();
}

ByteBuffer free_nodes(std::size_t first, std::size_t end, Game game) {
    ByteWriter io;
    ByteBuffer record(sizes_of(game).node_slot - 4);
    store(record.data() + 60, std::int32_t{-1}, Endian::little); // mesh_index
    for (std::size_t i = first; i < end; ++i) {
        io.bytes(record);
        io.write(i + 1 == end ? last_free_node : static_cast<std::uint32_t>(i + 1));
    }
    return std::move(io).take();
}

// ---- reading

class GamezReader {
public:
    GamezReader(Bytes bytes, Game game, Diagnostics* diagnostics)
        : check_(diagnostics), in_(bytes, 0, game, false, check_), sizes_(sizes_of(game)) {
        file_.game = game;
    }

    Result<Gamez> read() {
        GamezHeader header;
        if (!in_.read(header)) return check_.failure();
        if (header.texture_count > most_textures) check_.error("bad-count", "texture_count", "at most 4095");
        if (header.node_array_size > most_slots) check_.error("bad-count", "node_array_size", "at most 32767");
        check_.in_range(header.node_last_free <= static_cast<std::int64_t>(header.node_array_size), "node_last_free",
                        "at most node_array_size");
        file_.timestamp = header.timestamp;
        file_.node_last_free = header.node_last_free;
        in_.limits.textures = header.texture_count;
        const auto arrive = [&](std::string_view field, std::uint32_t offset) {
            if (!check_.ok()) return false;
            check_.enter(header, file_.game, 0);
            if (offset != in_.at())
                check_.error("bad-offset", field,
                             std::to_string(offset) + ", the list lies at " + std::to_string(in_.at()));
            return check_.ok();
        };
        if (arrive("textures_offset", header.textures_offset)) read_textures(header.texture_count);
        if (arrive("materials_offset", header.materials_offset)) read_materials();
        if (arrive("meshes_offset", header.meshes_offset)) read_meshes();
        if (arrive("nodes_offset", header.nodes_offset)) read_nodes(header.node_array_size);
        if (check_.ok() && in_.io.remaining() > 0)
            in_.stop("trailing-bytes", "nodes", std::to_string(in_.io.remaining()) + " bytes behind the last node");
        if (!check_.ok()) return check_.failure();
        return std::move(file_);
    }

private:
    void read_textures(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "textures", i);
            WorldTexture texture;
            if (!in_.read(texture)) return;
            check_.text("name", texture.name);
            const bool is_pirates_moon = file_.game == Game::pirates_moon;
            if (texture.state != 2 && !(is_pirates_moon && texture.state == 1))
                check_.error("bad-enum", "state", std::to_string(texture.state) + ", expected 2");
            if (texture.mip_index < -1 || texture.mip_index >= static_cast<std::int64_t>(count))
                check_.error("bad-index", "mip_index",
                             std::to_string(texture.mip_index) + " of " + std::to_string(count));
            check_.pointer((texture.image_ptr != 0) == (texture.state == 1), "image_ptr",
                           "expected 0, or an address in state 1");
            check_.pointer(texture.surface_ptr == 0, "surface_ptr", "expected 0");
            check_.zero("reserved_4", texture.reserved_4);
            check_.in_range(texture.category == 0, "category", "0");
            file_.textures.push_back(texture);
        }
    }

    // Checks and takes over the head of a list; true if its slots are there.
    template <class T> bool read_head(ListHeader& header, Slots<T>& slots, std::size_t slot_size) {
        if (!in_.read(header)) return false;
        if (header.array_size > most_slots) check_.error("bad-count", "array_size", "at most 32767");
        if (header.count > header.array_size) check_.error("bad-count", "count", "more than there are slots");
        if (!check_.ok()) return false;
        slots.array_size = header.array_size;
        slots.index_free = header.index_free;
        slots.index_last = header.index_last;
        const auto count = static_cast<std::int32_t>(header.count);
        link(header.count < header.array_size, "count", "fewer than there are slots");
        link(header.index_free == count, "index_free", "the count");
        if (header.has_last) link(header.index_last == count - 1, "index_last", "the count less one");
        return in_.need("items", std::uint64_t{header.array_size} * slot_size);
    }
    void link(bool holds, std::string_view field, std::string_view expected) {
        if (!holds) check_.deviation("bad-link", field, "expected " + std::string(expected));
    }
    // The free slots at the reader; kept if they are not these bytes.
    template <class T> void read_free(Slots<T>& slots, const ByteBuffer& usual, std::string_view list) {
        const std::size_t at = in_.at();
        const Bytes raw = in_.io.take("free_raw", usual.size());
        if (std::ranges::equal(raw, usual)) return;
        slots.free_raw.assign(raw.begin(), raw.end());
        const Checker::Scope scope(check_, list);
        check_.deviation_at(at, "free-slot", "free_raw", "free slots are not as usual");
    }

    void read_materials() {
        const Checker::Scope scope(check_, "materials");
        ListHeader header{.has_last = true};
        if (!read_head(header, file_.materials, sizes_.material_slot)) return;
        for (std::uint32_t i = 0; i < header.count; ++i) {
            const Checker::Scope item(check_, "items", i);
            WorldMaterial& material = file_.materials.items.emplace_back();
            if (!in_.read_material(material)) return;
            material.next = in_.io.read<std::int16_t>("next");
            material.prev = in_.io.read<std::int16_t>("prev");
            const auto last = static_cast<std::int64_t>(header.count) - 1;
            if (material.next != (i == last ? -1 : static_cast<std::int64_t>(i) + 1) ||
                material.prev != static_cast<std::int64_t>(i) - 1)
                check_.deviation_at(in_.at() - 4, "bad-link", "next", "expected the neighbours in the list");
        }
        read_free(file_.materials, free_materials(header.count, header.array_size, file_.game), "materials");
        in_.limits.materials = header.count;
        for (std::size_t i = 0; i < file_.materials.items.size() && check_.ok(); ++i) {
            WorldMaterial& material = file_.materials.items[i];
            if (material.cycle_ptr == 0) continue;
            const Checker::Scope item(check_, "items", static_cast<std::int64_t>(i));
            const Checker::Scope cycle_scope(check_, "cycle");
            CycleRecord cycle{material.cycle.emplace()};
            if (!in_.read(cycle)) return;
            check_.at_most_one("looping", cycle.cycle.looping);
            if (cycle.count != cycle.count_2) check_.error("bad-count", "texture_count", "its two counts differ");
            if (cycle.count > most_slots) check_.error("bad-count", "texture_count", "at most 32767");
            check_.in_range(cycle.cycle.current_index == 0, "current_index", "0");
            check_.in_range(positive(cycle.cycle.speed), "speed", "above 0");
            check_.pointer(cycle.cycle.textures_ptr != 0, "textures_ptr", "expected an address");
            if (!check_.ok() || !in_.need("textures", std::uint64_t{cycle.count} * 4)) return;
            const std::size_t at = in_.at();
            in_.io.list("textures", cycle.cycle.textures, cycle.count, 4);
            for (const std::int32_t texture : cycle.cycle.textures)
                if (!in_.has_texture(texture))
                    return check_.error_at(at, "bad-index", "textures", in_.no_texture(texture));
        }
    }

    void read_meshes() {
        const Checker::Scope scope(check_, "meshes");
        ListHeader header;
        if (!read_head(header, file_.meshes, sizes_.mesh_slot)) return;
        struct Slot {
            MeshCounts counts;
            std::uint32_t offset = 0;
            std::size_t at = 0;
        };
        std::vector<Slot> slots;
        file_.meshes.items.resize(header.count);
        for (std::uint32_t i = 0; i < header.count; ++i) {
            const Checker::Scope item(check_, "items", i);
            MeshRecord record{file_.meshes.items[i], {}};
            if (!in_.read_mesh_info(record)) return;
            Slot& slot = slots.emplace_back();
            slot.counts = record.counts;
            slot.at = in_.at();
            slot.offset = in_.io.read<std::uint32_t>("offset");
        }
        read_free(file_.meshes, free_meshes(header.count, header.array_size, file_.game), "meshes");
        for (std::size_t i = 0; i < slots.size() && check_.ok(); ++i) {
            const Checker::Scope item(check_, "items", static_cast<std::int64_t>(i));
            if (!expect_here(slots[i].offset, slots[i].at)) return;
            MeshRecord record{file_.meshes.items[i], slots[i].counts};
            in_.read_mesh_data(record);
        }
        in_.limits.meshes = header.count;
    }
    bool expect_here(std::uint32_t offset, std::size_t slot_at) {
        if (offset == in_.at()) return true;
        check_.error_at(slot_at, "bad-offset", "offset",
                        std::to_string(offset) + ", the data lies at " + std::to_string(in_.at()));
        return false;
    }

    void read_nodes(std::uint32_t array_size) {
        const Checker::Scope scope(check_, "nodes");
        if (!in_.need("items", std::uint64_t{array_size} * sizes_.node_slot)) return;
        file_.nodes.array_size = array_size;
        const bool is_pirates_moon = file_.game == Game::pirates_moon;
        struct Slot {
            std::uint32_t parents = 0, children = 0, word = 0;
            std::size_t at = 0;
        };
        std::vector<Slot> slots;
        for (std::uint32_t i = 0; i < array_size; ++i) {
            if (!is_pirates_moon && is_free()) break;
            const Checker::Scope item(check_, "items", i);
            GameNode& node = file_.nodes.items.emplace_back();
            NodeRecord record{node};
            const std::size_t start = in_.at();
            if (!in_.read_node(record)) return;
            if (node.mesh_index < -1 || node.mesh_index >= static_cast<std::int64_t>(in_.limits.meshes))
                return check_.error("bad-index", "mesh_index",
                                    std::to_string(node.mesh_index) + " of " + std::to_string(in_.limits.meshes) +
                                        " meshes");
            Slot& slot = slots.emplace_back();
            slot = {record.parent_count, record.child_count, in_.io.read<std::uint32_t>("offset"), start};
        }
        const std::size_t used = slots.size();
        in_.limits.nodes = used;
        if (used < array_size) read_free(file_.nodes, free_nodes(used, array_size, file_.game), "nodes");
        for (std::size_t i = 0; i < used && check_.ok(); ++i) {
            const Checker::Scope item(check_, "items", static_cast<std::int64_t>(i));
            GameNode& node = file_.nodes.items[i];
            const Slot& slot = slots[i];
            if (is_pirates_moon) {
                node.index = slot.word;
            } else if (node.node_class == NodeClass::empty) {
                node.data = {};
                if (slot.word >= used)
                    return check_.error_at(slot.at, "bad-index", "parent",
                                           std::to_string(slot.word) + " of " + std::to_string(used) + " nodes");
                node.parent = static_cast<std::int32_t>(slot.word);
                continue;
            } else if (!expect_here(slot.word, slot.at)) {
                return;
            }
            if (!in_.read_data(node)) return;
            read_links("parents", node.parents, slot.parents);
            read_links("children", node.children, slot.children);
        }
        if (check_.wants_deviations()) check_tree();
    }
    // The name of the slot at the reader is nothing but zeros.
    bool is_free() {
        const std::size_t at = in_.io.offset();
        const Bytes name = in_.io.take("name", 36);
        in_.io.seek("name", at);
        return std::ranges::all_of(name, [](std::byte b) { return b == std::byte{0}; });
    }
    void read_links(std::string_view field, std::vector<std::int32_t>& list, std::uint32_t count) {
        if (!check_.ok() || !in_.need(field, std::uint64_t{count} * 4)) return;
        const std::size_t at = in_.at();
        in_.io.list(field, list, count, 4);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (list[i] < 0 || static_cast<std::size_t>(list[i]) >= in_.limits.nodes)
                return check_.error_at(at + 4 * i, "bad-index", field,
                                       std::to_string(list[i]) + " of " + std::to_string(in_.limits.nodes) + " nodes");
    }

    void check_tree() {
        const std::vector<GameNode>& nodes = file_.nodes.items;
        const auto has = [](const std::vector<std::int32_t>& list, std::size_t node) {
            return std::ranges::find(list, static_cast<std::int32_t>(node)) != list.end();
        };
        const std::size_t first = in_.at();
        const auto report_node = [&](std::string_view name, std::size_t i, const std::string& message) {
            const Checker::Scope item(check_, "items", static_cast<std::int64_t>(i));
            check_.deviation_at(std::min(first, in_.at()) - 1, name, "", message);
        };
        constexpr NodeClass order[] = {NodeClass::world, NodeClass::window, NodeClass::camera, NodeClass::display};
        std::array<std::size_t, 10> counts{};
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto node_class = nodes[i].node_class;
            ++counts[static_cast<std::size_t>(node_class)];
            if (i < 4 && node_class != order[i])
                report_node("node-order", i, "expected a node of class " + std::string(name_of(order[i])));
            const bool is_late =
                i >= 4 && (node_class == NodeClass::world || node_class == NodeClass::window ||
                           node_class == NodeClass::camera || (node_class == NodeClass::display && i != 4));
            if (is_late) report_node("node-order", i, "a second node of class " + std::string(name_of(node_class)));
            for (const std::int32_t child : nodes[i].children)
                if (!has(nodes[static_cast<std::size_t>(child)].parents, i))
                    report_node("tree-mismatch", i, "child " + std::to_string(child) + " does not name it as parent");
            for (const std::int32_t parent : nodes[i].parents)
                if (!has(nodes[static_cast<std::size_t>(parent)].children, i))
                    report_node("tree-mismatch", i, "parent " + std::to_string(parent) + " does not name it as child");
        }
        if (counts[static_cast<std::size_t>(NodeClass::light)] > 1) report_node("node-order", 0, "more than one light");
        // A ring: going up from a node more often than there are nodes.
        std::vector<std::uint8_t> state(nodes.size()); // 0 unknown, 1 on the way, 2 leads to a root
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            std::vector<std::size_t> way;
            std::size_t at = i;
            while (state[at] == 0 && !nodes[at].parents.empty()) {
                state[at] = 1;
                way.push_back(at);
                at = static_cast<std::size_t>(nodes[at].parents[0]);
            }
            if (state[at] == 1) report_node("tree-mismatch", at, "a ring of nodes");
            state[at] = 2;
            for (const std::size_t passed : way) state[passed] = 2;
        }
    }

    Gamez file_;
    Checker check_;
    WorldReader in_;
    Sizes sizes_;
};

// ---- writing

template <class T> ByteBuffer free_of(const Slots<T>& slots, ByteBuffer usual) {
    return slots.free_raw.size() == usual.size() && !usual.empty() ? slots.free_raw : std::move(usual);
}
template <class T> std::size_t slots_of(const Slots<T>& slots) {
    return std::max<std::size_t>(slots.array_size, slots.items.size());
}

class GamezWriter {
public:
    explicit GamezWriter(const Gamez& file) : file_(file), out_(file.game, false) {}

    ByteBuffer write() {
        GamezHeader header{.version = gamez_versions[static_cast<std::size_t>(file_.game)],
                           .timestamp = file_.timestamp,
                           .texture_count = static_cast<std::uint32_t>(file_.textures.size()),
                           .node_array_size = static_cast<std::uint32_t>(slots_of(file_.nodes)),
                           .node_last_free = file_.node_last_free};
        out_.put(header);
        header.textures_offset = here();
        for (const WorldTexture& texture : file_.textures) out_.put(texture);
        header.materials_offset = here();
        write_materials();
        header.meshes_offset = here();
        write_meshes();
        header.nodes_offset = here();
        write_nodes();
        // The head again, now that the offsets are known.
        WorldWriter head(file_.game, false);
        head.put(header);
        std::ranges::copy(head.io.buffer(), out_.io.buffer().begin());
        return std::move(out_.io).take();
    }

private:
    std::uint32_t here() { return static_cast<std::uint32_t>(out_.io.offset()); }
    void patch(std::size_t at, std::uint32_t value) { store(out_.io.buffer().data() + at, value, Endian::little); }

    template <class T> void write_head(const Slots<T>& slots, bool has_last) {
        out_.put(ListHeader{static_cast<std::uint32_t>(slots_of(slots)), static_cast<std::uint32_t>(slots.items.size()),
                            slots.index_free, slots.index_last, has_last});
    }
    void write_materials() {
        const Slots<WorldMaterial>& slots = file_.materials;
        write_head(slots, true);
        for (const WorldMaterial& material : slots.items) {
            out_.material(material);
            out_.io.write(material.next);
            out_.io.write(material.prev);
        }
        out_.io.bytes(free_of(slots, free_materials(slots.items.size(), slots_of(slots), file_.game)));
        for (const WorldMaterial& material : slots.items) {
            if (!material.cycle) continue;
            const auto count = static_cast<std::uint32_t>(material.cycle->textures.size());
            out_.put(CycleRecord{const_cast<TextureCycle&>(*material.cycle), count, count});
            out_.io.list("textures", material.cycle->textures);
        }
    }
    void write_meshes() {
        const Slots<WorldMesh>& slots = file_.meshes;
        write_head(slots, false);
        std::vector<std::size_t> offsets;
        for (const WorldMesh& mesh : slots.items) {
            out_.mesh_info(mesh);
            offsets.push_back(out_.io.offset());
            out_.io.write(std::uint32_t{0});
        }
        out_.io.bytes(free_of(slots, free_meshes(slots.items.size(), slots_of(slots), file_.game)));
        for (std::size_t i = 0; i < slots.items.size(); ++i) {
            patch(offsets[i], here());
            out_.mesh_data(slots.items[i]);
        }
    }
    void write_nodes() {
        const Slots<GameNode>& slots = file_.nodes;
        const bool is_pirates_moon = file_.game == Game::pirates_moon;
        std::vector<std::size_t> offsets;
        for (const GameNode& node : slots.items) {
            out_.node(node, node.parents.size(), node.children.size());
            offsets.push_back(out_.io.offset());
            out_.io.write(is_pirates_moon ? node.index : static_cast<std::uint32_t>(node.parent));
        }
        if (!is_pirates_moon)
            out_.io.bytes(free_of(slots, free_nodes(slots.items.size(), slots_of(slots), file_.game)));
        for (std::size_t i = 0; i < slots.items.size(); ++i) {
            const GameNode& node = slots.items[i];
            if (!is_pirates_moon) {
                if (node.node_class == NodeClass::empty) continue;
                patch(offsets[i], here());
            }
            out_.data(node);
            out_.io.list("parents", node.parents);
            out_.io.list("children", node.children);
        }
    }

    const Gamez& file_;
    WorldWriter out_;
};

// ---- JSON

constexpr std::string_view game_keys[] = {"rc", "mw", "pm"};

struct WorldMaterialItem {
    WorldMaterial material;
};
template <class Io> void describe(Io& io, WorldMaterialItem& in) {
    MaterialRecord record{in.material, false};
    describe(io, record);
    io("next", in.material.next);
    io("prev", in.material.prev);
    io("cycle", in.material.cycle);
}

template <class Io> void describe_free(Io& io, ByteBuffer& free_raw) {
    if constexpr (building<Io>) {
        std::optional<std::string> hex;
        io("free_raw", hex);
        free_raw.resize(hex ? hex->size() / 2 : 0);
        if (hex && !from_hex(*hex, free_raw)) io.stop("free_raw: expected hexadecimal digits");
    } else if (!free_raw.empty()) {
        io("free_raw", to_hex(free_raw));
    }
}

} // namespace

template <class Io> void describe(Io& io, Slots<WorldMaterial>& slots, Game) {
    io("array_size", slots.array_size);
    io("index_free", slots.index_free);
    io("index_last", slots.index_last);
    std::vector<WorldMaterialItem> items;
    for (WorldMaterial& material : slots.items) items.push_back({std::move(material)});
    io("items", items);
    slots.items.clear();
    for (WorldMaterialItem& item : items) slots.items.push_back(std::move(item.material));
    describe_free(io, slots.free_raw);
}
template <class Io> void describe(Io& io, Slots<WorldMesh>& slots, Game game) {
    io("array_size", slots.array_size);
    io("index_free", slots.index_free);
    describe_all(io, "items", slots.items, game);
    describe_free(io, slots.free_raw);
}
template <class Io> void describe(Io& io, GameNode& node, Game game) {
    NodeRecord record{node};
    describe(io, record, game);
    if (game == Game::pirates_moon) io("index", node.index);
    if constexpr (building<Io>) node.data = data_of(node.node_class);
    std::visit(
        [&]<class T>(T& data) {
            if constexpr (!std::is_same_v<T, std::monostate>) {
                InGame<T> in{data, game};
                io("data", in);
            }
        },
        node.data);
    if (node.node_class == NodeClass::empty && game != Game::pirates_moon) io("parent", node.parent);
    io("parents", node.parents);
    io("children", node.children);
}
template <class Io> void describe(Io& io, Slots<GameNode>& slots, Game game) {
    io("array_size", slots.array_size);
    describe_all(io, "items", slots.items, game);
    describe_free(io, slots.free_raw);
}
template <class Io> void describe(Io& io, Gamez& file, Game game) {
    std::string key(game_keys[static_cast<std::size_t>(game)]);
    io("game", key);
    if (game == Game::pirates_moon) io("timestamp", file.timestamp);
    io("node_last_free", file.node_last_free);
    describe_all(io, "textures", file.textures, game);
    InGame<Slots<WorldMaterial>> materials{file.materials, game};
    io("materials", materials);
    InGame<Slots<WorldMesh>> meshes{file.meshes, game};
    io("meshes", meshes);
    InGame<Slots<GameNode>> nodes{file.nodes, game};
    io("nodes", nodes);
}

bool recognise_gamez(Bytes bytes) {
    if (bytes.size() < 40) return false;
    const auto word = [&](std::size_t at) { return load<std::uint32_t>(bytes.data() + at, Endian::little); };
    // A file whose first number alone is wrong is still meant to be one.
    const bool has_head = (word(4) == 27 || word(4) == 15) ? word(12) == 36 : word(4) == 41 && word(16) == 40;
    return word(0) == gamez_signature || has_head;
}

Result<Gamez> parse_gamez(Bytes bytes, Diagnostics* diagnostics) {
    if (bytes.size() < 8)
        return fail({.offset = 0, .field = "signature"}, "truncated: a gamez.zbd has at least 36 bytes");
    if (load<std::uint32_t>(bytes.data(), Endian::little) != gamez_signature)
        return fail({.offset = 0, .field = "signature"},
                    "bad-signature: expected 0x02971222, which begins a gamez.zbd");
    const auto version = load<std::uint32_t>(bytes.data() + 4, Endian::little);
    for (const Game game : {Game::recoil, Game::mechwarrior3, Game::pirates_moon})
        if (version == gamez_versions[static_cast<std::size_t>(game)])
            return GamezReader(bytes, game, diagnostics).read();
    return fail({.offset = 4, .field = "version"},
                version == crimson_skies_world
                    ? "bad-version: 42 is Crimson Skies, whose worlds are not read"
                    : "bad-version: " + std::to_string(version) +
                          ", expected 27 (MechWarrior 3), 15 (Recoil) or 41 (Pirate's Moon)");
}

ByteBuffer write_gamez(const Gamez& file) { return GamezWriter(file).write(); }

Json dump_gamez(const Gamez& file) {
    Gamez copy = file; // lists are moved through on the way
    return JsonDumper::dump(InGame<Gamez>{copy, file.game});
}

Result<Gamez> build_gamez(const Json& json) {
    const auto build = [&]<Game G>(std::integral_constant<Game, G>) -> Result<Gamez> {
        auto built = JsonBuilder::build<As<Gamez, G>>(json);
        if (!built) return Failure(built.error());
        built->value.game = G;
        return std::move(built->value);
    };
    const std::string_view key = json["game"].string();
    auto file = key == "mw"   ? build(std::integral_constant<Game, Game::mechwarrior3>())
                : key == "rc" ? build(std::integral_constant<Game, Game::recoil>())
                : key == "pm" ? build(std::integral_constant<Game, Game::pirates_moon>())
                              : Result<Gamez>(fail({.field = "game"}, "expected mw, pm or rc"));
    if (!file) return file;
    // What could not be read again is not built.
    if (auto again = parse_gamez(write_gamez(*file)); !again) {
        again.error().place().offset.reset();
        return Failure(again.error());
    }
    return file;
}

} // namespace ossuary::mw3
