// Reading. Nothing is believed before its block is known to be inside the file; the first thing wrong stops.
#include "ossuary/formats/iqm/iqm.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "formats/iqm/iqm_layout.h"
#include "formats/iqm/iqm_warnings.h"
#include "ossuary/base/hex.h"
#include "ossuary/base/number.h"
#include "ossuary/base/sort.h"
#include "ossuary/base/text.h"

namespace ossuary::iqm {

namespace {

std::string text_of(float value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return number_text(value);
}

class Parser {
public:
    explicit Parser(Bytes bytes) : bytes_(bytes) {}

    Result<IqmFile> parse() {
        const bool good = read_header() && find_blocks() && read_arrays() && read_extensions() && add_gaps() &&
                          read_meshes() && read_triangles() && read_joints() && read_poses() && read_anims();
        if (!good) return Failure(std::move(*error_));
        read_frames();
        layout_.names.insert(layout_.names.end(), extension_names_.begin(), extension_names_.end());
        file_.layout = std::move(layout_);
        return std::move(file_);
    }

private:
    bool fail(std::size_t offset, std::string message) {
        error_ = Error({.offset = offset}, std::move(message));
        return false;
    }
    template <class T> T read(std::size_t offset) const { return load<T>(bytes_.data() + offset, Endian::little); }
    ByteReader reader_at(std::size_t offset) const { return ByteReader(bytes_.subspan(offset)); }

    bool read_header() {
        const std::string_view begin = as_text(bytes_.first(std::min(bytes_.size(), magic.size())));
        if (!magic.starts_with(begin)) {
            const std::string found = to_utf8(begin.substr(0, begin.find('\0')));
            return fail(0, "expected magic " + std::string(magic.substr(0, 15)) + ", found '" + found + '\'');
        }
        const std::string too_short = "expected header of 124 bytes, found " + std::to_string(bytes_.size());
        if (bytes_.size() < at::filesize) return fail(bytes_.size(), too_short);
        const auto version = read<std::uint32_t>(at::version);
        if (version != known_version) return fail(at::version, "expected version 2, found " + std::to_string(version));
        if (bytes_.size() < header_size) return fail(bytes_.size(), too_short);
        ByteReader io = reader_at(at::version);
        describe(io, header_);
        if (header_.filesize < header_size || header_.filesize > bytes_.size())
            return fail(at::filesize, "expected file size in 124.." + std::to_string(bytes_.size()) + ", found " +
                                          std::to_string(header_.filesize));
        file_.flags = header_.flags;
        file_.num_vertexes = header_.num_vertexes;
        file_.num_frames = header_.num_frames;
        file_.num_framechannels = header_.num_framechannels;
        layout_.file_size = header_.filesize;
        layout_.num_extensions = header_.num_extensions;
        layout_.blocks.push_back({"header", 0, header_size, {}});
        return true;
    }

    // Notes a block of the layout. `field` is where its offset stands.
    bool add_block(std::string name, std::uint64_t size, std::uint32_t offset, std::size_t field) {
        if (size == 0) {
            if (offset != 0) layout_.empty.push_back({std::move(name), offset, 0, {}});
            return true;
        }
        if (offset < header_size || offset > header_.filesize || size > header_.filesize - offset)
            return fail(field, "expected " + name + " of " + std::to_string(size) + " bytes inside 124.." +
                                   std::to_string(header_.filesize) + ", found offset " + std::to_string(offset));
        layout_.blocks.push_back({std::move(name), offset, static_cast<std::uint32_t>(size), {}});
        return true;
    }

    std::uint64_t size_of(std::string_view block) const {
        const auto times = [](std::uint32_t count, std::uint32_t size) { return std::uint64_t{count} * size; };
        if (block == "text") return header_.num_text;
        if (block == "meshes") return times(header_.num_meshes, mesh_size);
        if (block == "vertexarrays") return times(header_.num_vertexarrays, array_size);
        if (block == "triangles") return times(header_.num_triangles, triple_size);
        if (block == "adjacency") return header_.ofs_adjacency == 0 ? 0 : times(header_.num_triangles, triple_size);
        if (block == "joints") return times(header_.num_joints, joint_size);
        if (block == "poses") return times(header_.num_poses, pose_size);
        if (block == "anims") return times(header_.num_anims, anim_size);
        if (block == "frames") return times(header_.num_frames, header_.num_framechannels) * 2;
        if (block == "bounds") return header_.ofs_bounds == 0 ? 0 : times(header_.num_frames, bounds_size);
        return header_.num_comment;
    }

    bool find_blocks() {
        for (const HeaderBlock& block : header_blocks)
            if (!add_block(std::string(block.name), size_of(block.name), header_.*block.offset, block.field))
                return false;
        layout_.text = as_text(bytes_.subspan(header_.num_text > 0 ? header_.ofs_text : 0, header_.num_text));
        return true;
    }

    // The name whose text offset is `offset`; that number stands at `field`.
    bool read_name(std::string& name, std::uint32_t offset, std::size_t field) {
        if (offset >= layout_.text.size() && offset != 0)
            return fail(field, "expected text offset below " + std::to_string(layout_.text.size()) + ", found " +
                                   std::to_string(offset));
        const std::string_view text = text_at(layout_.text, offset);
        if (text.size() > most_name_bytes)
            return fail(field, "expected name of at most 4095 bytes, found " + std::to_string(text.size()));
        name = text;
        return true;
    }
    // The same for a record that begins with the text offset of its name; remembered for the layout.
    bool read_named(std::string& name, std::size_t field) {
        const auto offset = read<std::uint32_t>(field);
        layout_.names.push_back(offset);
        return read_name(name, offset, field);
    }

    bool read_arrays() {
        for (std::uint32_t i = 0; i < header_.num_vertexarrays; ++i) {
            const std::size_t record_at = header_.ofs_vertexarrays + std::size_t{i} * array_size;
            ArrayRecord record;
            ByteReader io = reader_at(record_at);
            describe(io, record);
            if (record.format > static_cast<std::uint32_t>(ArrayFormat::f64))
                return fail(record_at + 8, "expected array format in 0..8, found " + std::to_string(record.format));
            if (record.size < 1 || record.size > 64)
                return fail(record_at + 12, "expected array size in 1..64, found " + std::to_string(record.size));
            VertexArray array;
            array.type = static_cast<ArrayType>(std::min(record.type, first_custom_type));
            array.flags = record.flags;
            array.format = static_cast<ArrayFormat>(record.format);
            array.size = record.size;
            if (array.type == ArrayType::custom) {
                array_names_.push_back(record.type - first_custom_type);
                if (!read_name(array.name, array_names_.back(), record_at)) return false;
            }
            const std::uint64_t size = std::uint64_t{header_.num_vertexes} * array.size * component_size(array.format);
            if (!add_block(array_block(i), size, record.offset, record_at + 16)) return false;
            // What overlaps would be copied many times: not before all blocks are known to lie apart.
            array_data_.push_back({record.offset, size});
            file_.arrays.push_back(std::move(array));
        }
        return true;
    }

    bool read_extensions() {
        const std::uint32_t count = header_.num_extensions;
        if (count == 0) {
            if (header_.ofs_extensions != 0) layout_.empty.push_back({"extensions", header_.ofs_extensions, 0, {}});
            return true;
        }
        if (count > (header_.filesize - header_size) / extension_size)
            return fail(at::num_extensions, "expected count that fits in the file, found " + std::to_string(count));
        std::uint32_t offset = header_.ofs_extensions;
        std::size_t field = at::ofs_extensions;
        for (std::uint32_t i = 0; offset != 0; ++i) {
            if (i == count)
                return fail(field, "expected end of extension list after " + std::to_string(count) + ", found offset " +
                                       std::to_string(offset));
            if (!add_block(extension_block(i), extension_size, offset, field)) return false;
            ExtensionRecord record;
            ByteReader io = reader_at(offset);
            describe(io, record);
            Extension extension;
            extension_names_.push_back(record.name);
            if (!read_name(extension.name, record.name, offset)) return false;
            if (!add_block(extension_data_block(i), record.num_data, record.ofs_data, offset + 8)) return false;
            extension_data_.push_back({record.ofs_data, record.num_data});
            file_.extensions.push_back(std::move(extension));
            field = offset + 12;
            offset = record.next;
        }
        return true;
    }

    // Sorts the blocks, which must lie apart, and fills the holes between them with gaps.
    bool add_gaps() {
        ossuary::sort(layout_.blocks,
                      [](const Layout::Block& a, const Layout::Block& b) { return a.offset < b.offset; });
        std::vector<Layout::Block> all;
        std::uint32_t end = 0;
        const auto gap_until = [&](std::size_t offset) {
            if (offset == end) return;
            const Bytes bytes = bytes_.subspan(end, offset - end);
            all.push_back({"gap", end, static_cast<std::uint32_t>(bytes.size()), {bytes.begin(), bytes.end()}});
        };
        for (Layout::Block& block : layout_.blocks) {
            if (block.offset < end)
                return fail(block.offset, "expected " + block.name + " after the end of " + all.back().name + " at 0x" +
                                              hex_text(end) + ", found overlap");
            gap_until(block.offset);
            end = block.offset + block.size;
            all.push_back(std::move(block));
        }
        gap_until(bytes_.size());
        layout_.blocks = std::move(all);
        for (std::size_t i = 0; i < file_.arrays.size(); ++i) file_.arrays[i].data = copied(array_data_[i]);
        for (std::size_t i = 0; i < file_.extensions.size(); ++i) file_.extensions[i].data = copied(extension_data_[i]);
        if (header_.num_comment > 0) file_.comment = as_text(bytes_.subspan(header_.ofs_comment, header_.num_comment));
        return true;
    }

    static bool fits(std::uint32_t first, std::uint32_t count, std::uint32_t limit) {
        return std::uint64_t{first} + count <= limit;
    }
    bool fail_range(std::size_t field, std::string_view what, std::uint64_t limit, std::uint32_t first,
                    std::uint32_t count) {
        return fail(field, "expected " + std::string(what) + " range within " + std::to_string(limit) + ", found " +
                               std::to_string(first) + '+' + std::to_string(count));
    }

    bool read_meshes() {
        for (std::uint32_t i = 0; i < header_.num_meshes; ++i) {
            const std::size_t record_at = header_.ofs_meshes + std::size_t{i} * mesh_size;
            IqmMesh& mesh = file_.meshes.emplace_back();
            if (!read_named(mesh.name, record_at) || !read_named(mesh.material, record_at + 4)) return false;
            ByteReader io = reader_at(record_at + 8);
            describe_numbers(io, mesh);
            if (!fits(mesh.first_vertex, mesh.num_vertexes, header_.num_vertexes))
                return fail_range(record_at + 8, "vertex", header_.num_vertexes, mesh.first_vertex, mesh.num_vertexes);
            if (!fits(mesh.first_triangle, mesh.num_triangles, header_.num_triangles))
                return fail_range(record_at + 16, "triangle", header_.num_triangles, mesh.first_triangle,
                                  mesh.num_triangles);
        }
        layout_.names.insert(layout_.names.end(), array_names_.begin(), array_names_.end());
        return true;
    }

    bool read_triangles() {
        const auto read_all = [&](std::vector<IndexTriple>& to, std::uint32_t offset) {
            ByteReader io = reader_at(offset);
            io.list("", to, header_.num_triangles, triple_size);
        };
        if (header_.num_triangles == 0) return true;
        read_all(file_.triangles, header_.ofs_triangles);
        if (header_.ofs_adjacency != 0) read_all(file_.adjacency, header_.ofs_adjacency);
        for (std::size_t i = 0; i < file_.triangles.size(); ++i)
            for (std::size_t k = 0; k < 3; ++k)
                if (file_.triangles[i][k] >= header_.num_vertexes)
                    return fail(header_.ofs_triangles + i * triple_size + 4 * k,
                                "expected vertex index below " + std::to_string(header_.num_vertexes) + ", found " +
                                    std::to_string(file_.triangles[i][k]));
        return true;
    }

    bool check_parent(std::int32_t parent, std::uint32_t own, std::size_t field) {
        if (parent < static_cast<std::int64_t>(own)) return true;
        return fail(field, "expected parent index below " + std::to_string(own) + ", found " + std::to_string(parent));
    }
    template <class Values> bool check_finite(const Values& values, std::string_view what, std::size_t field) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!std::isfinite(values[i]))
                return fail(field + 4 * i,
                            "expected finite " + std::string(what) + " value, found " + text_of(values[i]));
        return true;
    }

    bool read_joints() {
        for (std::uint32_t i = 0; i < header_.num_joints; ++i) {
            const std::size_t record_at = header_.ofs_joints + std::size_t{i} * joint_size;
            IqmJoint& joint = file_.joints.emplace_back();
            if (!read_named(joint.name, record_at)) return false;
            ByteReader io = reader_at(record_at + 4);
            describe_numbers(io, joint);
            if (!check_parent(joint.parent, i, record_at + 4) ||
                !check_finite(joint.translate, "joint", record_at + 8) ||
                !check_finite(joint.rotate, "joint", record_at + 20) ||
                !check_finite(joint.scale, "joint", record_at + 36))
                return false;
        }
        return true;
    }

    bool read_poses() {
        std::uint64_t channels = 0;
        for (std::uint32_t i = 0; i < header_.num_poses; ++i) {
            const std::size_t record_at = header_.ofs_poses + std::size_t{i} * pose_size;
            IqmPose& pose = file_.poses.emplace_back();
            ByteReader io = reader_at(record_at);
            describe(io, pose);
            if (!check_parent(pose.parent, i, record_at)) return false;
            if (pose.mask >> pose_channels != 0)
                return fail(record_at + 4, "expected channel mask in 0..0x3ff, found 0x" + hex_text(pose.mask));
            if (!check_finite(pose.offset, "pose", record_at + 8) || !check_finite(pose.scale, "pose", record_at + 48))
                return false;
            channels += channel_count(pose);
        }
        if (header_.num_frames > 0 && channels != header_.num_framechannels)
            return fail(at::num_framechannels, "expected " + std::to_string(channels) + " frame channels, found " +
                                                   std::to_string(header_.num_framechannels));
        if (header_.num_framechannels == 0 && header_.num_frames > 65536)
            return fail(at::num_frames,
                        "expected at most 65536 frames without channels, found " + std::to_string(header_.num_frames));
        return true;
    }

    bool read_anims() {
        for (std::uint32_t i = 0; i < header_.num_anims; ++i) {
            const std::size_t record_at = header_.ofs_anims + std::size_t{i} * anim_size;
            IqmAnim& anim = file_.anims.emplace_back();
            if (!read_named(anim.name, record_at)) return false;
            ByteReader io = reader_at(record_at + 4);
            describe_numbers(io, anim);
            if (!fits(anim.first_frame, anim.num_frames, header_.num_frames))
                return fail_range(record_at + 4, "frame", header_.num_frames, anim.first_frame, anim.num_frames);
            if (!(anim.framerate >= 0) || !std::isfinite(anim.framerate))
                return fail(record_at + 12,
                            "expected finite frame rate of at least 0, found " + text_of(anim.framerate));
        }
        return true;
    }

    void read_frames() {
        const std::uint64_t count = std::uint64_t{header_.num_frames} * header_.num_framechannels;
        if (count > 0) {
            ByteReader io = reader_at(header_.ofs_frames);
            io.list("", file_.frames, count, 2);
        }
        if (header_.num_frames > 0 && header_.ofs_bounds != 0) {
            ByteReader io = reader_at(header_.ofs_bounds);
            io.list("", file_.bounds, header_.num_frames, bounds_size);
        }
    }

    struct Run {
        std::uint32_t offset;
        std::uint64_t size;
    };
    ByteBuffer copied(const Run& run) const {
        if (run.size == 0) return {};
        const Bytes bytes = bytes_.subspan(run.offset, static_cast<std::size_t>(run.size));
        return {bytes.begin(), bytes.end()};
    }

    Bytes bytes_;
    Header header_;
    IqmFile file_;
    Layout layout_;
    std::vector<std::uint32_t> array_names_, extension_names_; // text offsets
    std::vector<Run> array_data_, extension_data_;
    std::optional<Error> error_;
};

} // namespace

bool recognise_iqm(Bytes bytes) { return as_text(bytes).starts_with(magic); }

bool is_animation_only(Bytes bytes) {
    if (!recognise_iqm(bytes) || bytes.size() < header_size) return false;
    Header header;
    ByteReader io(bytes.subspan(at::version));
    describe(io, header);
    return header.version == known_version && header.num_meshes == 0 && header.num_joints == 0 && header.num_poses > 0;
}

Result<IqmFile> parse_iqm(Bytes bytes, Diagnostics* diagnostics) {
    Result<IqmFile> file = Parser(bytes).parse();
    if (file && diagnostics) report_warnings(*file, *diagnostics);
    return file;
}

const VertexArray* IqmFile::find(ArrayType type) const {
    for (auto array = arrays.rbegin(); array != arrays.rend(); ++array)
        if (array->type == type) return &*array;
    return nullptr;
}

std::size_t channel_count(const IqmPose& pose) { return static_cast<std::size_t>(std::popcount(pose.mask)); }

} // namespace ossuary::iqm
