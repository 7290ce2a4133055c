// Writing: every block at the place a layout gives it.
#include <algorithm>
#include <map>

#include "formats/iqm/iqm_layout.h"

namespace ossuary::iqm {

namespace {

struct Part {
    std::string name;
    std::uint64_t size = 0;
    std::uint32_t alignment = 4;
};

// Everything of a file but its header, in the usual order; parts of no size included.
std::vector<Part> parts_of(const IqmFile& file, std::size_t text_size) {
    std::vector<Part> parts = {{"text", text_size},
                               {"meshes", file.meshes.size() * mesh_size},
                               {"vertexarrays", file.arrays.size() * array_size}};
    for (std::size_t i = 0; i < file.arrays.size(); ++i)
        parts.push_back(
            {array_block(i), file.arrays[i].data.size(),
             std::max<std::uint32_t>(4, static_cast<std::uint32_t>(component_size(file.arrays[i].format)))});
    parts.push_back({"triangles", file.triangles.size() * triple_size});
    parts.push_back({"adjacency", file.adjacency.size() * triple_size});
    parts.push_back({"joints", file.joints.size() * joint_size});
    parts.push_back({"poses", file.poses.size() * pose_size});
    parts.push_back({"anims", file.anims.size() * anim_size});
    parts.push_back({"frames", file.frames.size() * 2});
    parts.push_back({"bounds", file.bounds.size() * bounds_size});
    parts.push_back({"comment", file.comment.size()});
    for (std::size_t i = 0; i < file.extensions.size(); ++i) {
        parts.push_back({extension_block(i), extension_size});
        parts.push_back({extension_data_block(i), file.extensions[i].data.size()});
    }
    return parts;
}

// Calls visit(name) for every name, in the order of Layout::names.
template <class Visit> void for_each_name(const IqmFile& file, Visit visit) {
    for (const IqmMesh& mesh : file.meshes) {
        visit(mesh.name);
        visit(mesh.material);
    }
    for (const VertexArray& array : file.arrays)
        if (array.type == ArrayType::custom) visit(array.name);
    for (const IqmJoint& joint : file.joints) visit(joint.name);
    for (const IqmAnim& anim : file.anims) visit(anim.name);
    for (const Extension& extension : file.extensions) visit(extension.name);
}

// Each distinct name once, after an empty one.
void add_text(Layout& layout, const IqmFile& file) {
    std::map<std::string_view, std::uint32_t> known{{"", 0}};
    layout.text.assign(1, '\0');
    for_each_name(file, [&](std::string_view name) {
        name = name.substr(0, name.find('\0'));
        const auto [entry, fresh] = known.try_emplace(name, static_cast<std::uint32_t>(layout.text.size()));
        if (fresh) (layout.text += name) += '\0';
        layout.names.push_back(entry->second);
    });
    layout.text.resize((layout.text.size() + 3) / 4 * 4, '\0');
}

bool holds_names(const Layout& layout, const IqmFile& file) {
    std::size_t count = 0;
    bool same = true;
    for_each_name(file, [&](std::string_view name) {
        same = same && count < layout.names.size() && text_at(layout.text, layout.names[count]) == name;
        ++count;
    });
    return same && count == layout.names.size();
}

// Are the blocks of the layout, gaps aside, those of the file, each with its size, and do they follow one another?
bool holds_blocks(const Layout& layout, const IqmFile& file) {
    std::map<std::string_view, std::uint64_t> sizes;
    std::uint64_t end = 0;
    for (const Layout::Block& block : layout.blocks) {
        if (block.offset != end) return false;
        end += block.size;
        if (block.name == "gap" ? block.bytes.size() != block.size : !sizes.try_emplace(block.name, block.size).second)
            return false;
    }
    std::size_t used = 0;
    for (const Part& part : parts_of(file, layout.text.size())) {
        if (part.size == 0) continue;
        const auto found = sizes.find(part.name);
        if (found == sizes.end() || found->second != part.size) return false;
        ++used;
    }
    const auto header = sizes.find("header");
    return header != sizes.end() && header->second == header_size && layout.blocks.front().name == "header" &&
           sizes.size() == used + 1;
}

class Writer {
public:
    Writer(const IqmFile& file, const Layout& layout) : file_(file), layout_(layout) {
        for (const Layout::Block& block : layout.empty) offsets_[block.name] = block.offset;
        for (const Layout::Block& block : layout.blocks) offsets_[block.name] = block.offset;
    }

    ByteBuffer write() {
        const Layout::Block& last = layout_.blocks.back();
        bytes_.resize(std::size_t{last.offset} + last.size);
        put_records();
        for (const Layout::Block& block : layout_.blocks)
            if (block.name == "gap") put(block.offset, block.bytes);
        put(0, as_bytes(magic));
        put_record(at::version, header());
        return std::move(bytes_);
    }

private:
    std::uint32_t offset_of(std::string_view block) const {
        const auto found = offsets_.find(block);
        return found == offsets_.end() ? 0 : found->second;
    }
    void put(std::size_t offset, Bytes bytes) {
        if (bytes.empty()) return; // it may have an offset outside
        std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    template <class T> void put_record(std::size_t offset, const T& record) {
        ByteWriter io;
        io("", record);
        put(offset, io.buffer());
    }
    // The numbers of a record after the text offsets of its names.
    template <class T> void put_named(ByteWriter& io, const T& record, int names) {
        for (int i = 0; i < names; ++i) io.write(layout_.names[next_name_++]);
        describe_numbers(io, const_cast<T&>(record)); // a description only reads when it writes
    }
    template <class T> void put_named_list(std::string_view block, const std::vector<T>& records, int names) {
        ByteWriter io;
        for (const T& record : records) put_named(io, record, names);
        put(offset_of(block), io.buffer());
    }

    void put_records() {
        put(offset_of("text"), as_bytes(layout_.text));
        put_named_list("meshes", file_.meshes, 2);
        put_arrays();
        put_record(offset_of("triangles"), file_.triangles);
        put_record(offset_of("adjacency"), file_.adjacency);
        put_named_list("joints", file_.joints, 1);
        put_record(offset_of("poses"), file_.poses);
        put_named_list("anims", file_.anims, 1);
        put_record(offset_of("frames"), file_.frames);
        put_record(offset_of("bounds"), file_.bounds);
        put(offset_of("comment"), as_bytes(file_.comment));
        put_extensions();
    }
    void put_arrays() {
        for (std::size_t i = 0; i < file_.arrays.size(); ++i) {
            const VertexArray& array = file_.arrays[i];
            ArrayRecord record{static_cast<std::uint32_t>(array.type), array.flags,
                               static_cast<std::uint32_t>(array.format), array.size, offset_of(array_block(i))};
            if (array.type == ArrayType::custom) record.type += layout_.names[next_name_++];
            put_record(offset_of("vertexarrays") + i * array_size, record);
            put(record.offset, array.data);
        }
    }
    void put_extensions() {
        for (std::size_t i = 0; i < file_.extensions.size(); ++i) {
            const Extension& extension = file_.extensions[i];
            const ExtensionRecord record{layout_.names[next_name_++], static_cast<std::uint32_t>(extension.data.size()),
                                         offset_of(extension_data_block(i)), offset_of(extension_block(i + 1))};
            put_record(offset_of(extension_block(i)), record);
            put(record.ofs_data, extension.data);
        }
    }

    Header header() const {
        const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
        Header header;
        header.filesize = layout_.file_size;
        header.flags = file_.flags;
        header.num_text = count(layout_.text);
        header.num_meshes = count(file_.meshes);
        header.num_vertexarrays = count(file_.arrays);
        header.num_vertexes = file_.num_vertexes;
        header.num_triangles = count(file_.triangles);
        header.num_joints = count(file_.joints);
        header.num_poses = count(file_.poses);
        header.num_anims = count(file_.anims);
        header.num_frames = file_.num_frames;
        header.num_framechannels = file_.num_framechannels;
        header.num_comment = count(file_.comment);
        header.num_extensions = std::max(layout_.num_extensions, count(file_.extensions));
        header.ofs_extensions = offset_of(file_.extensions.empty() ? "extensions" : extension_block(0));
        for (const HeaderBlock& block : header_blocks) header.*block.offset = offset_of(block.name);
        return header;
    }

    const IqmFile& file_;
    const Layout& layout_;
    std::map<std::string, std::uint32_t, std::less<>> offsets_;
    std::size_t next_name_ = 0;
    ByteBuffer bytes_;
};

} // namespace

Layout canonical_layout(const IqmFile& file) {
    Layout layout;
    add_text(layout, file);
    layout.num_extensions = static_cast<std::uint32_t>(file.extensions.size());
    std::uint32_t end = header_size;
    const auto pad_to = [&](std::uint32_t alignment) {
        const std::uint32_t size = (alignment - end % alignment) % alignment;
        if (size > 0) layout.blocks.push_back({"gap", end, size, ByteBuffer(size)});
        end += size;
    };
    layout.blocks.push_back({"header", 0, header_size, {}});
    for (const Part& part : parts_of(file, layout.text.size())) {
        if (part.size == 0) continue;
        pad_to(part.alignment);
        layout.blocks.push_back({part.name, end, static_cast<std::uint32_t>(part.size), {}});
        end += static_cast<std::uint32_t>(part.size);
    }
    pad_to(4);
    layout.file_size = end;
    return layout;
}

Layout layout_of(const IqmFile& file) {
    if (file.layout && holds_names(*file.layout, file) && holds_blocks(*file.layout, file)) return *file.layout;
    return canonical_layout(file);
}

ByteBuffer write_iqm(const IqmFile& file) {
    const Layout layout = layout_of(file);
    return Writer(file, layout).write();
}

} // namespace ossuary::iqm
