#include "ossuary/formats/mw3/mechlib.h"

#include "formats/mw3/archive_json.h"
#include "formats/mw3/world_reader.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::mw3 {

namespace {

constexpr std::string_view format_entry = "format", version_entry = "version", materials_entry = "materials";
constexpr std::uint32_t mechlib_versions[] = {27, 41};
// Deep enough for any mech, and for its dump to be read again.
constexpr int deepest_tree = 100;

class MechlibReader {
public:
    MechlibReader(Bytes bytes, const Archive& archive, Diagnostics* diagnostics)
        : bytes_(bytes), archive_(archive), check_(diagnostics) {}

    Result<Mechlib> read() {
        Mechlib file{.footer_version = archive_.footer_version, .checksum = archive_.checksum};
        if (!find_version(file.game)) return check_.failure();
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < archive_.entries.size(); ++i) {
            const Checker::Scope scope(check_, "entries", static_cast<std::int64_t>(i));
            total += archive_.data[i].size();
            if (total > 16 * std::uint64_t{bytes_.size()})
                check_.error_at(archive_.entries[i].start, "bad-entry", "",
                                "entries overlap more than sixteen times over");
            MechlibEntry& entry = file.entries.emplace_back();
            entry.entry = archive_.entries[i];
            if (check_.ok()) read_entry(entry, i, file.game);
            if (!check_.ok()) return check_.failure();
        }
        file.gaps = gaps_of(archive_, bytes_);
        return file;
    }

private:
    // Also how many materials there are, for the models before them.
    bool find_version(Game& game) {
        bool has_version = false;
        for (std::size_t i = 0; i < archive_.entries.size(); ++i) {
            const std::string_view name = archive_.entries[i].name.text();
            const Bytes data = archive_.data[i];
            if (name == materials_entry && data.size() >= 4 && material_count_ == 0)
                material_count_ = load<std::uint32_t>(data.data(), Endian::little);
            if (name != version_entry || data.size() < 4) continue;
            const auto version = load<std::uint32_t>(data.data(), Endian::little);
            const bool is_pirates_moon = archive_.footer_version == 2;
            has_version = true;
            game = is_pirates_moon ? Game::pirates_moon : Game::mechwarrior3;
            const std::uint32_t expected = mechlib_versions[is_pirates_moon ? 1 : 0];
            if (version == expected) continue;
            const Checker::Scope scope(check_, "entries", static_cast<std::int64_t>(i));
            check_.error_at(archive_.entries[i].start, "bad-version", "value",
                            std::to_string(version) + ", expected " + std::to_string(expected) +
                                (is_pirates_moon ? " (Pirate's Moon)" : " (MechWarrior 3)"));
            return false;
        }
        if (!has_version) check_.error_at(0, "bad-version", "entries", "there is no entry 'version'");
        return has_version;
    }

    void read_entry(MechlibEntry& entry, std::size_t i, Game game) {
        const std::string_view name = entry.entry.name.text();
        WorldReader reader(archive_.data[i], entry.entry.start, game, true, check_);
        reader.limits.materials = material_count_;
        if (name == format_entry || name == version_entry) {
            if (!reader.need("value", 4)) return;
            const auto value = reader.io.read<std::uint32_t>("value");
            entry.content = value;
            if (name == format_entry && value != 1)
                return check_.error_at(entry.entry.start, "bad-version", "value",
                                       std::to_string(value) + ", expected 1");
        } else if (name == materials_entry) {
            read_materials(reader, entry.content.emplace<std::vector<WorldMaterial>>());
        } else {
            const Checker::Scope scope(check_, "model");
            read_node(reader, entry.content.emplace<MechNode>(), 0);
        }
        if (check_.ok() && reader.io.remaining() > 0)
            reader.stop("trailing-bytes", "",
                        std::to_string(reader.io.remaining()) + " bytes behind the entry's content");
    }

    void read_materials(WorldReader& reader, std::vector<WorldMaterial>& materials) {
        if (!reader.need("materials", 4)) return;
        const auto count = reader.io.read<std::uint32_t>("count");
        if (count > 32767)
            return reader.stop("bad-count", "materials", std::to_string(count) + ", expected at most 32767");
        if (!reader.need("materials", std::uint64_t{count} * 40)) return;
        for (std::uint32_t i = 0; i < count && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "materials", i);
            WorldMaterial& material = materials.emplace_back();
            if (!reader.read_material(material) || !material.is_textured()) continue;
            if (!reader.need("texture_name", 4)) return;
            const auto length = reader.io.read<std::uint32_t>("texture_name");
            if (!reader.need("texture_name", length)) return;
            material.texture_name = as_text(reader.io.take("texture_name", length));
            for (const char c : material.texture_name)
                if (static_cast<unsigned char>(c) > 0x7F)
                    return reader.stop("non-ascii", "texture_name", "a byte above 0x7f");
        }
    }

    void read_node(WorldReader& reader, MechNode& node, int depth) {
        if (depth >= deepest_tree)
            return reader.stop("bad-count", "children",
                               "a tree of more than " + std::to_string(deepest_tree) + " levels");
        NodeRecord record{node};
        const std::size_t start = reader.at();
        if (!reader.read_node(record)) return;
        const std::uint32_t parents = depth == 0 ? 0 : 1;
        if (record.parent_count != parents)
            return check_.error_at(start, "bad-count", "parent_count",
                                   std::to_string(record.parent_count) + ", expected " + std::to_string(parents));
        if (!reader.read_data(node)) return;
        if (node.mesh_ptr != 0) {
            const Checker::Scope scope(check_, "mesh");
            MeshRecord mesh{node.mesh.emplace(), {}};
            if (!reader.read_mesh_info(mesh) || !reader.read_mesh_data(mesh)) return;
        }
        if (!reader.need("children", std::uint64_t{record.child_count} * 208)) return;
        node.children.reserve(record.child_count);
        for (std::uint32_t i = 0; i < record.child_count && check_.ok(); ++i) {
            const Checker::Scope scope(check_, "children", i);
            read_node(reader, node.children.emplace_back(), depth + 1);
        }
    }

    Bytes bytes_;
    const Archive& archive_;
    Checker check_;
    std::size_t material_count_ = 0;
};

void write_node(WorldWriter& out, const MechNode& node, bool is_root) {
    out.node(node, is_root ? 0 : 1, node.children.size());
    out.data(node);
    if (node.mesh) {
        out.mesh_info(*node.mesh);
        out.mesh_data(*node.mesh);
    }
    for (const MechNode& child : node.children) write_node(out, child, false);
}

ByteBuffer write_content(const MechlibContent& content, Game game) {
    WorldWriter out(game, true);
    if (const auto* value = std::get_if<std::uint32_t>(&content)) {
        out.io.write(*value);
    } else if (const auto* materials = std::get_if<std::vector<WorldMaterial>>(&content)) {
        out.io.write(static_cast<std::uint32_t>(materials->size()));
        for (const WorldMaterial& material : *materials) {
            out.material(material);
            if (!material.is_textured()) continue;
            out.io.write(static_cast<std::uint32_t>(material.texture_name.size()));
            out.io.text(material.texture_name);
        }
    } else {
        write_node(out, std::get<MechNode>(content), true);
    }
    return std::move(out.io).take();
}

// A material as the mechlib has it.
struct MechMaterial {
    WorldMaterial material;
};
template <class Io> void describe(Io& io, MechMaterial& in) {
    MaterialRecord record{in.material, true};
    describe(io, record);
    if constexpr (building<Io>) {
        std::optional<std::string> name;
        io("texture_name", name);
        in.material.texture_name = name.value_or("");
    } else if (in.material.is_textured()) {
        io("texture_name", in.material.texture_name);
    }
}

} // namespace

template <class Io> void describe(Io& io, MechNode& node, Game game) {
    NodeRecord record{node, 0, 0, true};
    describe(io, record, game);
    if constexpr (building<Io>) node.data = data_of(node.node_class);
    std::visit(
        [&]<class T>(T& data) {
            if constexpr (!std::is_same_v<T, std::monostate>) {
                InGame<T> in{data, game};
                io("data", in);
            }
        },
        node.data);
    if constexpr (building<Io>)
        describe_one(io, "mesh", node.mesh, game);
    else
        io("mesh", node.mesh ? JsonDumper::dump(InGame<WorldMesh>{*node.mesh, game}) : Json());
    describe_all(io, "children", node.children, game);
}

template <class Io> void describe(Io& io, MechlibEntry& entry, Game game) {
    describe(io, entry.entry);
    const std::string_view name = entry.entry.name.text();
    if constexpr (building<Io>) {
        if (name == format_entry || name == version_entry) {
            io("value", entry.content.emplace<std::uint32_t>());
        } else if (name == materials_entry) {
            std::vector<MechMaterial> materials;
            io("materials", materials);
            auto& made = entry.content.emplace<std::vector<WorldMaterial>>();
            for (MechMaterial& material : materials) made.push_back(std::move(material.material));
        } else {
            InGame<MechNode> in{entry.content.emplace<MechNode>(), game};
            io("model", in);
        }
    } else if (auto* value = std::get_if<std::uint32_t>(&entry.content)) {
        io("value", *value);
    } else if (auto* materials = std::get_if<std::vector<WorldMaterial>>(&entry.content)) {
        Json list = Json::array();
        for (const WorldMaterial& material : *materials) list.push(JsonDumper::dump(MechMaterial{material}));
        io("materials", list);
    } else {
        io("model", JsonDumper::dump(InGame<MechNode>{std::get<MechNode>(entry.content), game}));
    }
}

template <class Io> void describe(Io& io, Mechlib& file, Game game) {
    describe_archive(io, file.footer_version, file.checksum);
    describe_all(io, "entries", file.entries, game);
    describe_gaps(io, file.gaps);
}

const std::vector<WorldMaterial>* Mechlib::materials() const {
    for (const MechlibEntry& entry : entries)
        if (const auto* list = std::get_if<std::vector<WorldMaterial>>(&entry.content)) return list;
    return nullptr;
}

const MechNode* Mechlib::find(std::string_view model) const {
    for (const MechlibEntry& entry : entries) {
        const std::string_view name = entry.entry.name.text();
        const bool fits = name == model || (name.ends_with(".flt") && name.substr(0, name.size() - 4) == model);
        if (const auto* node = std::get_if<MechNode>(&entry.content); node && fits) return node;
    }
    return nullptr;
}

bool recognise_mechlib(Bytes bytes) {
    const std::vector<std::string_view> names = archive_names(bytes);
    const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
    return has(version_entry) && has(materials_entry);
}

Result<Mechlib> parse_mechlib(Bytes bytes, Diagnostics* diagnostics) {
    const auto archive = parse_archive(bytes, diagnostics);
    if (!archive) return Failure(archive.error());
    return MechlibReader(bytes, *archive, diagnostics).read();
}

ByteBuffer write_mechlib(const Mechlib& file) {
    Archive archive{.footer_version = file.footer_version, .checksum = file.checksum};
    std::vector<ByteBuffer> data;
    for (const MechlibEntry& entry : file.entries) {
        data.push_back(write_content(entry.content, file.game));
        archive.entries.push_back(entry.entry);
    }
    archive.data.assign(data.begin(), data.end());
    return write_archive(std::move(archive), file.gaps);
}

Json dump_mechlib(const Mechlib& file) {
    return JsonDumper::dump(InGame<Mechlib>{const_cast<Mechlib&>(file), file.game});
}

Result<Mechlib> build_mechlib(const Json& json) {
    bool is_pirates_moon = false;
    for (const Json& entry : json["entries"].items())
        if (entry["name"].string() == version_entry) is_pirates_moon = entry["value"].integer() == mechlib_versions[1];
    const auto build = [&]<Game G>(std::integral_constant<Game, G>) -> Result<Mechlib> {
        auto built = JsonBuilder::build<As<Mechlib, G>>(json);
        if (!built) return Failure(built.error());
        built->value.game = G;
        return std::move(built->value);
    };
    auto file = is_pirates_moon ? build(std::integral_constant<Game, Game::pirates_moon>())
                                : build(std::integral_constant<Game, Game::mechwarrior3>());
    if (!file) return file;
    // What could not be read again is not built.
    if (auto again = parse_mechlib(write_mechlib(*file)); !again) {
        again.error().place().offset.reset();
        return Failure(again.error());
    }
    return file;
}

} // namespace ossuary::mw3
