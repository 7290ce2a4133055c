#include "ossuary/formats/zengin/mdm.h"
#include "mdm_layout.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {

namespace {

enum : std::uint16_t {
    mdm_version_id = 0xD000,
    mdm_source_id = 0xD010,
    mdm_names_id = 0xD020,
    mdm_skins_id = 0xD030,
    mdm_end_id = 0xD040,
    mdm_mesh_id = 0xB100,
    mdm_mesh_end_id = 0xB1FF,
    mdm_skin_id = 0xE100,
    mdm_skin_end_id = 0xE110
};
constexpr ChunkType mdm_version_chunk{mdm_version_id}, mdm_names_chunk{mdm_names_id}, mdm_skins_chunk{mdm_skins_id},
    mdm_end_chunk{mdm_end_id}, mdm_mesh_chunk{mdm_mesh_id}, mdm_skin_chunk{mdm_skin_id},
    mdm_skin_end_chunk{mdm_skin_end_id}, mdm_mesh_end_chunk{mdm_mesh_end_id};
constexpr ChunkType mdm_content[]{mdm_version_chunk, mdm_names_chunk, mdm_mesh_chunk, mdm_skins_chunk, mdm_skin_chunk};

std::vector<ChunkType> mdm_usual_order(const ModelMesh& file, bool with_names, bool with_skins) {
    std::vector<ChunkType> order{mdm_version_chunk, ChunkType{mdm_source_id}};
    if (with_names) order.push_back(mdm_names_chunk);
    for (std::size_t i = 0; i < file.attachments.size(); ++i)
        order.insert(order.end(), {mdm_mesh_chunk, mdm_mesh_end_chunk});
    if (with_skins) order.push_back(mdm_skins_chunk);
    for (std::size_t i = 0; i < file.softskins.size(); ++i)
        order.insert(order.end(), {mdm_skin_chunk, mdm_mesh_chunk, mdm_mesh_end_chunk, mdm_skin_end_chunk});
    order.push_back(mdm_end_chunk);
    return order;
}

// Goes through the chunks of one file, knowing which mesh or skin each of them belongs to.
class MdmReader {
public:
    explicit MdmReader(ChunkReader& file) : file_(file) {}

    Result<ModelMesh> read() {
        while (!ended_ && file_.next()) {
            if (!version_seen_ && file_.type() != mdm_version_chunk) {
                file_.fail("NotMdm: model meshes begin with chunk d000");
                break;
            }
            read_chunk();
        }
        if (file_.ok() && !version_seen_) file_.missing(mdm_version_chunk);
        close_skin();
        check_counts();
        if (!file_.ok()) return file_.failure();
        if (!source_seen_) file_.warn_missing(ChunkType{mdm_source_id});
        if (!ended_) file_.warn_missing(mdm_end_chunk);
        mdm_.layout = file_.take_layout(mdm_usual_order(mdm_, !mdm_.attachments.empty(), !mdm_.softskins.empty()));
        return std::move(mdm_);
    }

private:
    void read_chunk() {
        switch (static_cast<std::uint16_t>(file_.type())) {
        case mdm_version_id:
            if (!file_.once(version_seen_)) return;
            file_.read([&](PayloadReader& io) { io("version", mdm_.version); });
            if (file_.ok() && mdm_.version != gothic1_model_mesh && mdm_.version != gothic2_model_mesh)
                file_.warn("version " + std::to_string(mdm_.version) + ", expected " +
                               std::to_string(gothic1_model_mesh) + " or " + std::to_string(gothic2_model_mesh),
                           "version");
            return;
        case mdm_source_id:
            if (!file_.once(source_seen_)) return;
            file_.read([&](PayloadReader& io) {
                io("source_date", mdm_.source_date);
                io("source_path", mdm_.source_path);
            });
            return;
        case mdm_names_id:
            if (file_.once(names_seen_)) file_.read([&](PayloadReader& io) { read_names(io); });
            return;
        case mdm_skins_id:
            if (!file_.once(skins_seen_)) return;
            file_.read([&](PayloadReader& io) {
                io("checksum", mdm_.checksum.emplace());
                io("softskins", skin_count_);
            });
            return;
        case mdm_mesh_id: return read_mesh();
        case mdm_mesh_end_id:
            if (in_skin_)
                read_skin_data();
            else
                file_.read([](PayloadReader&) {});
            return;
        case mdm_skin_id:
            if (in_skin_) file_.warn_missing(mdm_skin_end_chunk);
            close_skin();
            if (!file_.ok()) return;
            in_skin_ = true;
            mesh_read_ = data_read_ = false;
            mdm_.softskins.emplace_back();
            file_.read([&](PayloadReader& io) { io("version", mdm_.softskins.back().version); });
            if (file_.ok() && mdm_.softskins.back().version != 4)
                file_.warn("version " + std::to_string(mdm_.softskins.back().version) + ", expected 4", "version");
            return;
        case mdm_skin_end_id:
            close_skin();
            file_.read([](PayloadReader&) {});
            return;
        case mdm_end_id:
            if (in_skin_) file_.warn_missing(mdm_skin_end_chunk);
            close_skin();
            ended_ = true;
            file_.read([](PayloadReader&) {});
            return;
        default: file_.keep();
        }
    }

    void read_names(PayloadReader& io) {
        std::uint16_t count = 0;
        io("attachments", count);
        if (!io.fits("attachments", count, 1)) return;
        for (std::uint16_t i = 0; i < count && io.ok(); ++i) {
            const PayloadReader::Scope scope(io, "attachments", i);
            io("name", mdm_.attachments.emplace_back().name);
        }
    }

    void read_mesh() {
        if (in_skin_) {
            if (file_.once(mesh_read_))
                file_.read([&](PayloadReader& io) { describe(io, mdm_.softskins.back().mesh); });
            return;
        }
        if (meshes_read_ == mdm_.attachments.size()) {
            file_.fail("BadCount: more meshes than the " + std::to_string(meshes_read_) + " names in d020");
            return;
        }
        MeshAttachment& attachment = mdm_.attachments[meshes_read_];
        file_.read([&](PayloadReader& io) {
            const PayloadReader::Scope scope(io, "attachments", static_cast<std::int64_t>(meshes_read_));
            describe(io, attachment.mesh);
        });
        ++meshes_read_;
    }

    void read_skin_data() {
        if (!mesh_read_) {
            file_.fail("MissingChunk: the weights of a skin come after its mesh b100");
            return;
        }
        if (file_.once(data_read_)) file_.read([&](PayloadReader& io) { read_skin(io, mdm_.softskins.back()); });
    }

    // A skin ends; it must be whole.
    void close_skin() {
        if (!in_skin_ || !file_.ok()) return;
        in_skin_ = false;
        if (!mesh_read_) file_.missing(mdm_mesh_chunk);
        if (!data_read_) file_.missing(mdm_mesh_end_chunk);
    }

    void check_counts() {
        if (!file_.ok()) return;
        if (meshes_read_ < mdm_.attachments.size())
            file_.fail("BadCount: " + std::to_string(meshes_read_) + " meshes for the " +
                       std::to_string(mdm_.attachments.size()) + " names in d020");
        else if (!mdm_.softskins.empty() && !skins_seen_)
            file_.missing(mdm_skins_chunk);
        else if (skins_seen_ && skin_count_ != mdm_.softskins.size())
            file_.fail("BadCount: " + std::to_string(mdm_.softskins.size()) + " soft skins, d030 says " +
                       std::to_string(skin_count_));
    }

    ChunkReader& file_;
    ModelMesh mdm_;
    bool version_seen_ = false, source_seen_ = false, names_seen_ = false, skins_seen_ = false, ended_ = false;
    bool in_skin_ = false, mesh_read_ = false, data_read_ = false;
    std::size_t meshes_read_ = 0;
    std::uint16_t skin_count_ = 0;
};

bool has_written(const Layout& layout, ChunkType type) {
    for (const ChunkRecord& chunk : layout.chunks)
        if (chunk.type == type) return true;
    return false;
}

} // namespace

Result<ModelMesh> parse_mdm_part(ChunkReader& file) { return MdmReader(file).read(); }

bool recognise_mdm(Bytes bytes) {
    const ChunkHead head = first_chunk(bytes);
    return head.type == 0xd000 && (begins_with(head, gothic1_model_mesh) || begins_with(head, gothic2_model_mesh));
}

Result<ModelMesh> parse_mdm(Bytes bytes, Diagnostics* diagnostics) {
    ChunkReader file(bytes, diagnostics);
    auto mdm = parse_mdm_part(file);
    if (mdm) mdm->layout.trailing = file.take_trailing();
    return mdm;
}

void write_mdm_part(ByteBuffer& buffer, const ModelMesh& mdm) {
    // A file may hold an empty list of either kind; then it stays.
    const bool with_names = !mdm.attachments.empty() || has_written(mdm.layout, mdm_names_chunk);
    const bool with_skins = !mdm.softskins.empty() || has_written(mdm.layout, mdm_skins_chunk);
    const auto chunks = chunks_to_write(mdm.layout, mdm_usual_order(mdm, with_names, with_skins), mdm_content);
    std::size_t next_mesh = 0, next_skin = 0;
    const SoftSkin* skin = nullptr;
    write_chunks(buffer, chunks, [&](PayloadWriter& io, ChunkType type) {
        switch (static_cast<std::uint16_t>(type)) {
        case mdm_version_id: return io("version", mdm.version);
        case mdm_source_id: io("source_date", mdm.source_date); return io("source_path", mdm.source_path);
        case mdm_names_id:
            io("attachments", static_cast<std::uint16_t>(mdm.attachments.size()));
            for (const MeshAttachment& attachment : mdm.attachments) io("name", attachment.name);
            return;
        case mdm_skins_id:
            io("checksum", mdm.checksum.value_or(0));
            return io("softskins", static_cast<std::uint16_t>(mdm.softskins.size()));
        case mdm_mesh_id:
            if (skin)
                io("mesh", skin->mesh);
            else if (next_mesh < mdm.attachments.size())
                io("mesh", mdm.attachments[next_mesh++].mesh);
            return;
        case mdm_mesh_end_id:
            if (skin) write_skin(io, *skin);
            return;
        case mdm_skin_id:
            skin = next_skin < mdm.softskins.size() ? &mdm.softskins[next_skin++] : nullptr;
            if (skin) io("version", skin->version);
            return;
        case mdm_skin_end_id: skin = nullptr; return;
        default: return;
        }
    });
    buffer.insert(buffer.end(), mdm.layout.trailing.bytes.begin(), mdm.layout.trailing.bytes.end());
}

ByteBuffer write_mdm(const ModelMesh& file) {
    ByteBuffer buffer;
    write_mdm_part(buffer, file);
    return buffer;
}

std::optional<Error> check_meshes(const ModelMesh& file) {
    const auto below = [](std::optional<Error> error, std::string_view list, std::size_t index, std::string_view rest) {
        if (error)
            error->place().field.insert(0, std::string(list) + '[' + std::to_string(index) + "]." + std::string(rest));
        return error;
    };
    if (file.attachments.size() > 0xFFFF || file.softskins.size() > 0xFFFF)
        return Error("BadCount: more than 65535 meshes of a kind");
    for (std::size_t i = 0; i < file.attachments.size(); ++i)
        if (auto error = below(check_mesh(file.attachments[i].mesh), "attachments", i, "mesh.")) return error;
    for (std::size_t i = 0; i < file.softskins.size(); ++i)
        if (auto error = below(check_skin(file.softskins[i]), "softskins", i, "")) return error;
    return {};
}

Json dump_mdm(const ModelMesh& file) { return dump_zengin(file); }

Result<ModelMesh> build_mdm(const Json& json) {
    auto file = build_zengin<ModelMesh>(json);
    if (!file) return file;
    if (auto error = check_meshes(*file)) return Failure(std::move(*error));
    return file;
}

} // namespace ossuary::zengin
