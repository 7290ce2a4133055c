#include "ossuary/formats/zengin/world.h"

#include <map>
#include <unordered_map>

#include "formats/zengin/chunks/chunk_layout.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/zen.h"
#include "zen_class.h"

namespace ossuary::zengin {

namespace {

constexpr std::size_t gothic1_packed = 74, gothic2_packed = 83;

// The entries that the class table knows must have the types it says.
class TypeCheck {
public:
    TypeCheck(const ZenArchive& archive, Diagnostics* diagnostics) : archive_(archive), diagnostics_(diagnostics) {}

    void check(std::uint32_t number) {
        const ZenObject& object = archive_.objects[number];
        const Types& types = types_of(archive_.class_chain(object));
        for (std::uint32_t i = object.open + 1; i < object.close; ++i) {
            const ZenItem& item = archive_.items[i];
            if (item.kind == ZenItem::Kind::open) i = archive_.objects[item.number].close;
            if (item.kind != ZenItem::Kind::entry) continue;
            const auto known = types.find(archive_.name(item));
            if (known == types.end() || fits(item.type, known->second)) continue;
            report(diagnostics_, Severity::error, {.offset = item.value.offset},
                   "zen: entry \"" + std::string(archive_.name(item)) + "\": expected " +
                       std::string(name_of(known->second)) + ", found " + std::string(name_of(item.type)));
        }
    }

private:
    using Types = std::map<std::string_view, ZenType>;

    const Types& types_of(std::string_view chain) {
        const auto [found, is_new] = known_.try_emplace(chain);
        if (is_new)
            for (const ZenClass* part : classes_of(chain).classes)
                for (const ZenStep& step : part->steps)
                    if (step.kind == ZenStep::Kind::entry && !step.numbered)
                        found->second.emplace(step.name, step.type);
        return found->second;
    }
    // ASCII has no byte and no word.
    bool fits(ZenType found, ZenType expected) const {
        if (found == expected) return true;
        return archive_.encoding == ZenEncoding::ascii && found == ZenType::integer &&
               (expected == ZenType::byte || expected == ZenType::word);
    }

    const ZenArchive& archive_;
    Diagnostics* diagnostics_;
    std::map<std::string_view, Types> known_;
};

class WorldReader {
public:
    WorldReader(WorldFile& world, Diagnostics* diagnostics)
        : world_(world), archive_(world.archive), references_(archive_), types_(archive_, diagnostics),
          diagnostics_(diagnostics) {}

    Result<void> read() {
        for (std::uint32_t i = 0; i < archive_.objects.size(); i = behind(i)) {
            const std::string_view chain = archive_.class_chain(archive_.objects[i]);
            if (world_.root == no_object && (chain == "zCWorld" || chain.ends_with(":zCWorld")))
                world_.root = i;
            else if (is_vob(chain))
                add_vob(i, -1, 0);
        }
        if (world_.root == no_object) {
            world_.root_vobs = world_.vobs.size();
            detect_game();
            return {};
        }
        const ZenObject& root = archive_.objects[world_.root];
        for (std::uint32_t i = world_.root + 1; i < archive_.objects.size() && archive_.objects[i].open < root.close;
             i = behind(i))
            world_.sections.push_back(i);
        for (const std::uint32_t section : world_.sections) {
            const std::string_view name = archive_.name(archive_.objects[section]);
            Result<void> read;
            if (name == "MeshAndBsp") read_mesh(section);
            if (name == "VobTree") read = read_vob_tree(section);
            if (name == "WayNet") read = read_way_net(section);
            if (!read) return read;
        }
        detect_game();
        return {};
    }

private:
    // The object behind this one and all within it.
    std::uint32_t behind(std::uint32_t object) const {
        const std::uint32_t close = archive_.objects[object].close;
        std::uint32_t next = object + 1;
        while (next < archive_.objects.size() && archive_.objects[next].open < close) ++next;
        return next;
    }
    void warn(std::uint32_t object, std::string message) {
        report(diagnostics_, Severity::warning, {.offset = archive_.objects[object].name.offset}, std::move(message));
    }

    void read_mesh(std::uint32_t section) {
        const ZenObject& object = archive_.objects[section];
        const ZenItem& block = archive_.items[object.open + 1];
        if (block.kind != ZenItem::Kind::bytes) return;
        auto mesh = parse_mesh_and_bsp(archive_.bytes(block.value), block.value.offset, diagnostics_);
        if (mesh) {
            world_.mesh = *std::move(mesh);
        } else if (diagnostics_) {
            diagnostics_->push_back({Severity::error, mesh.error().place(),
                                     mesh.error().message() + "; the world is read without its mesh"});
        }
    }

    Result<void> read_vob_tree(std::uint32_t section) {
        struct Level {
            std::int32_t parent;
            std::int64_t left;
        };
        const ZenObject& tree = archive_.objects[section];
        std::vector<Level> levels;
        std::int32_t last = -1; // whose children the next count counts
        std::int64_t counter = 0;
        for (std::uint32_t i = tree.open + 1; i < tree.close; ++i) {
            const ZenItem& item = archive_.items[i];
            if (item.kind == ZenItem::Kind::entry) {
                const std::int64_t count = integer_of(archive_, item).value_or(0);
                if (archive_.name(item) != "childs" + std::to_string(counter++)) world_.childs_sequential = false;
                if (levels.size() == vob_depth_limit && count > 0)
                    return fail(Place{.offset = item.value.offset},
                                "zen: VOB tree too deep: more than " + std::to_string(vob_depth_limit) + " levels");
                if (count > 0) levels.push_back({last, count});
            } else if (item.kind == ZenItem::Kind::open) {
                while (!levels.empty() && levels.back().left == 0) levels.pop_back();
                if (levels.empty()) {
                    warn(item.number, "zen: a VOB that no count of children mentions");
                    levels.push_back({-1, 1});
                }
                --levels.back().left;
                const std::int32_t parent = levels.back().parent;
                last = parent; // the children of a null pointer are its parent's
                const std::uint32_t object = references_.resolve(item.number);
                if (object != no_object)
                    last = add_vob(object, parent, static_cast<std::uint32_t>(levels.size() - 1));
                else if (archive_.is_reference(archive_.objects[item.number]))
                    warn(item.number, "zen: a reference to an object that is not there");
                if (parent < 0 && object != no_object) ++world_.root_vobs;
                i = archive_.objects[item.number].close;
            }
        }
        return {};
    }

    std::int32_t add_vob(std::uint32_t object, std::int32_t parent, std::uint32_t depth) {
        const auto number = static_cast<std::int32_t>(world_.vobs.size());
        Vob& vob = world_.vobs.emplace_back();
        const auto [known, is_new] = by_object_.emplace(object, number);
        if (!is_new) vob = world_.vobs[static_cast<std::size_t>(known->second)];
        vob.object = object;
        vob.parent = parent;
        vob.depth = depth;
        vob.again = !is_new;
        if (!is_new) return number;
        types_.check(object);
        ZenFields fields(archive_, object, diagnostics_);
        vob.packed = fields.integer("pack") != 0;
        if (vob.packed)
            read_packed(fields, vob);
        else
            read_plain(fields, vob);
        const std::uint32_t visual = fields.find_object("visual");
        vob.has_visual_object = visual != no_object;
        vob.visual_object = references_.resolve(visual);
        return number;
    }

    void read_plain(ZenFields& fields, Vob& vob) {
        vob.preset_name = fields.text("presetName");
        const std::vector<float> box = fields.reals("bbox3DWS", 6);
        vob.bbox = {{box[0], box[1], box[2]}, {box[3], box[4], box[5]}};
        const ByteBuffer rotation = fields.raw("trafoOSToWSRot", 36);
        for (std::size_t i = 0; i < 9; ++i) vob.rotation[i] = load<float>(rotation.data() + i * 4, Endian::little);
        vob.position = fields.vec3("trafoOSToWSPos");
        vob.vob_name = fields.text("vobName");
        vob.visual = fields.text("visual");
        vob.show_visual = fields.boolean("showVisual");
        vob.visual_cam_align = static_cast<std::uint8_t>(fields.integer("visualCamAlign"));
        if (!game_by_layout_) game_by_layout_ = fields.find("visualAniMode") ? Game::gothic2 : Game::gothic1;
        vob.visual_ani_mode = static_cast<std::uint32_t>(fields.integer("visualAniMode"));
        vob.visual_ani_strength = fields.real("visualAniModeStrength");
        vob.far_clip = fields.real("vobFarClipZScale", 1);
        vob.cd_static = fields.boolean("cdStatic");
        vob.cd_dyn = fields.boolean("cdDyn");
        vob.static_vob = fields.boolean("staticVob");
        vob.dyn_shadow = static_cast<std::uint8_t>(fields.integer("dynShadow"));
        vob.zbias = static_cast<std::int32_t>(fields.integer("zbias"));
        vob.ambient = fields.boolean("isAmbient");
    }

    void read_packed(ZenFields& fields, Vob& vob) {
        const ByteBuffer raw = fields.raw("dataRaw", gothic1_packed);
        ByteReader reader(raw);
        std::uint8_t bits = 0;
        reader("bbox", vob.bbox);
        reader("position", vob.position);
        reader("rotation", vob.rotation);
        reader("bits", bits);
        vob.show_visual = bits & 1;
        vob.visual_cam_align = bits >> 1 & 3;
        vob.cd_static = bits >> 3 & 1;
        vob.cd_dyn = bits >> 4 & 1;
        vob.static_vob = bits >> 5 & 1;
        vob.dyn_shadow = bits >> 6 & 3;
        const bool gothic2 = raw.size() >= gothic2_packed;
        if (!game_by_layout_) game_by_layout_ = gothic2 ? Game::gothic2 : Game::gothic1;
        const std::uint32_t more = gothic2 ? reader.read<std::uint16_t>("more") : reader.read<std::uint8_t>("more");
        vob.has_event_manager = more >> 5 & 1;
        vob.physics = more >> 6 & 1;
        if (gothic2) {
            vob.visual_ani_mode = more >> 7 & 3;
            vob.zbias = static_cast<std::int32_t>(more >> 9 & 31);
            vob.ambient = more >> 14 & 1;
            reader("visual_ani_strength", vob.visual_ani_strength);
            reader("far_clip", vob.far_clip);
        }
        if (more & 1) vob.preset_name = fields.text("presetName");
        if (more >> 1 & 1) vob.vob_name = fields.text("vobName");
        if (more >> 2 & 1) vob.visual = fields.text("visual");
    }

    Result<void> read_way_net(std::uint32_t section) {
        // The net is the object in it.
        const std::uint32_t number = section + 1;
        if (number >= archive_.objects.size() || archive_.objects[number].open > archive_.objects[section].close ||
            class_name(archive_.class_chain(archive_.objects[number])) != "zCWayNet")
            return {};
        WayNetEntries net;
        std::map<std::uint32_t, std::uint32_t> by_object;
        const auto point_of = [&](std::uint32_t object) -> std::optional<std::uint32_t> {
            if (object == no_object) return {};
            if (archive_.is_reference(archive_.objects[object])) ++net.references;
            object = references_.resolve(object);
            if (object == no_object || class_name(archive_.class_chain(archive_.objects[object])) != "zCWaypoint")
                return {};
            const auto [known, is_new] = by_object.emplace(object, static_cast<std::uint32_t>(net.points.size()));
            if (is_new) {
                ZenFields fields(archive_, object, diagnostics_);
                types_.check(object);
                net.points.push_back({object, fields.text("wpName"),
                                      static_cast<std::int32_t>(fields.integer("waterDepth")),
                                      fields.boolean("underWater"), fields.vec3("position"), fields.vec3("direction")});
            }
            return known->second;
        };
        // Objects in file order, as they are: a world has thousands of ways, and names are only numbers.
        const ZenObject& object = archive_.objects[number];
        std::vector<std::uint32_t> ends;
        for (std::uint32_t i = object.open + 1; i < object.close; ++i) {
            const ZenItem& item = archive_.items[i];
            if (item.kind == ZenItem::Kind::entry && archive_.name(item) == "waynetVersion")
                net.version = integer_of(archive_, item).value_or(0);
            if (item.kind != ZenItem::Kind::open) continue;
            i = archive_.objects[item.number].close;
            if (archive_.name(archive_.objects[item.number]).starts_with("waypoint")) {
                if (point_of(item.number)) ++net.free_points;
                continue;
            }
            const auto point = point_of(item.number);
            if (!point)
                return fail(Place{.offset = archive_.objects[item.number].name.offset},
                            "waynet: dangling way " + std::to_string(ends.size() / 2));
            ends.push_back(*point);
        }
        if (ends.size() % 2 != 0)
            return fail(Place{.offset = object.name.offset}, "waynet: dangling way " + std::to_string(ends.size() / 2));
        for (std::size_t i = 0; i < ends.size(); i += 2) net.ways.push_back({ends[i], ends[i + 1]});
        world_.way_net = std::move(net);
        return {};
    }

    void detect_game() {
        if (world_.mesh) {
            world_.game = world_.mesh->game();
        } else if (archive_.encoding != ZenEncoding::binary && game_by_layout_) {
            world_.game = game_by_layout_;
        } else {
            for (const ZenObject& object : archive_.objects) {
                const std::string_view chain = archive_.class_chain(object);
                if (chain != "zCVob" && chain != "zCVobSpot:zCVob" && chain != "zCMaterial") continue;
                const ZenClass* known = find_class(class_name(chain));
                for (const Game game : {Game::gothic1, Game::gothic2})
                    if (object.version == known->version(game)) world_.game = game;
                if (world_.game) return;
            }
            world_.game = game_by_layout_;
        }
    }

    WorldFile& world_;
    const ZenArchive& archive_;
    ZenReferences references_;
    TypeCheck types_;
    Diagnostics* diagnostics_;
    std::optional<Game> game_by_layout_;
    std::unordered_map<std::uint32_t, std::int32_t> by_object_; // VOBs
};

} // namespace

std::string_view WorldFile::visual_class(const Vob& vob) const {
    return vob.visual_object == no_object ? std::string_view()
                                          : archive.class_chain(archive.objects[vob.visual_object]);
}

bool is_world(const ZenArchive& archive) {
    return std::ranges::any_of(archive.objects, [&](const ZenObject& object) {
        const std::string_view chain = archive.class_chain(object);
        return is_vob(chain) || chain == "zCWorld" || chain.ends_with(":zCWorld");
    });
}

Result<WorldFile> read_world(ZenArchive archive, Diagnostics* diagnostics) {
    WorldFile world;
    world.archive = std::move(archive);
    if (auto read = WorldReader(world, diagnostics).read(); !read) return Failure(read.error());
    return world;
}

Result<WorldFile> read_world(Bytes bytes, Diagnostics* diagnostics) {
    auto archive = parse_zen(bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    return read_world(*std::move(archive), diagnostics);
}

Json class_fields(const WorldFile& world, const Vob& vob) {
    Json fields = Json::object();
    const ZenArchive& archive = world.archive;
    const ZenObject& object = archive.objects[vob.object];
    const ZenClass* common = find_class("zCVob");
    for (std::uint32_t i = object.open + 1; i < object.close; ++i) {
        const ZenItem& item = archive.items[i];
        if (item.kind == ZenItem::Kind::open) i = archive.objects[item.number].close;
        if (item.kind != ZenItem::Kind::entry) continue;
        const std::string_view name = archive.name(item);
        if (std::ranges::any_of(common->steps, [&](const ZenStep& step) {
                return step.kind == ZenStep::Kind::entry && step.name == name;
            }))
            continue;
        fields.append(latin1_to_utf8(name), value_json(archive, item));
    }
    return fields;
}

} // namespace ossuary::zengin
