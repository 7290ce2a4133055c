#include "key_block.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"

namespace ossuary::sf3 {

namespace {

// 64 bytes of the table.
struct BoneRecord {
    std::array<std::uint32_t, 3> counts{};
    std::array<std::uint32_t, 3> frames{};
    std::array<std::uint32_t, 3> translation{};
    std::array<std::uint32_t, 4> rotation{};
    std::array<std::uint32_t, 3> scale{};
    static constexpr std::size_t packed_size = 64;
};
template <class Io> void describe(Io& io, BoneRecord& record) {
    io("counts", record.counts);
    io("frames", record.frames);
    io("translation", record.translation);
    io("rotation", record.rotation);
    io("scale", record.scale);
}

constexpr const char* channel_names[]{"translation", "rotation", "scale"};

std::string bone_field(std::size_t bone, std::size_t channel) {
    return "bones[" + std::to_string(bone) + "]." + channel_names[channel];
}

class BlockReader {
public:
    BlockReader(const Source& source, std::uint32_t table, std::size_t least, Budget& budget)
        : source_(source), table_(table), least_(least), budget_(budget) {}

    Result<KeyBlock> read() {
        KeyBlock block;
        std::size_t at = table_;
        for (;; at += BoneRecord::packed_size) {
            if (!source_.holds(at, 4)) return no_end(at, block.bones.size());
            if (source_.at<std::uint32_t>(at) == end_word) break;
            if (!source_.holds(at, BoneRecord::packed_size)) return no_end(at, block.bones.size());
            bone_ = block.bones.size();
            record_at_ = at;
            const auto record = source_.record<BoneRecord>(at);
            BoneKeys& keys = block.bones.emplace_back();
            if (!read_channel(0, record, record.translation, keys.translation) ||
                !read_channel(1, record, record.rotation, keys.rotation) ||
                !read_channel(2, record, record.scale, keys.scale))
                return Failure(error_);
        }
        block.end = at + 4;
        return block;
    }

private:
    Failure no_end(std::size_t at, std::size_t bone) const {
        return source_.fail("E_NO_END_MARKER", std::min(at, source_.bytes.size()),
                            "bones[" + std::to_string(bone) + "]",
                            "the data ends before the end marker of the bone table");
    }
    bool stop(std::string_view code, std::size_t channel, std::size_t offset, const std::string& message) {
        error_ = source_.fail(code, offset, bone_field(bone_, channel), message).error();
        return false;
    }
    // Whether a list is aligned and lies before the table.
    bool check_list(std::size_t channel, std::uint32_t offset, std::uint64_t count, std::size_t size) {
        if (offset % size != 0)
            return stop("E_OFFSET_ALIGN", channel, record_at_,
                        "offset " + std::to_string(offset) + " is not a multiple of " + std::to_string(size));
        if (offset < least_ || offset + count * size > table_)
            return stop("E_OFFSET_RANGE", channel, record_at_,
                        std::to_string(count) + " keys at offset " + std::to_string(offset) + " do not lie between " +
                            std::to_string(least_) + " and the bone table at " + std::to_string(table_));
        return true;
    }

    template <class Value, std::size_t Size>
    bool read_channel(std::size_t channel, const BoneRecord& record, const std::array<std::uint32_t, Size>& offsets,
                      KeyChannel<Value>& keys) {
        using Component = std::remove_cvref_t<decltype(keys.values[0][0])>;
        const std::uint32_t count = record.counts[channel];
        if (count == 0) return true;
        if (count > 0xFFFF)
            return stop("E_COUNT", channel, record_at_ + 4 * channel,
                        std::to_string(count) + " keys, at most 65535 are possible");
        if (!check_list(channel, record.frames[channel], count, 2)) return false;
        if (!budget_.spend(count * (2 + Size * sizeof(Component))))
            return stop("E_OFFSET_RANGE", channel, record_at_, "the bones share their keys too often");
        const std::byte* const frames = source_.bytes.data() + record.frames[channel];
        keys.frames.resize(count);
        for (std::size_t i = 0; i < count; ++i) keys.frames[i] = load<std::uint16_t>(frames + 2 * i, Endian::big);
        for (std::size_t i = 1; i < count; ++i)
            if (keys.frames[i] <= keys.frames[i - 1])
                return stop("E_FRAME_ORDER", channel, record.frames[channel] + 2 * i,
                            "frame " + std::to_string(keys.frames[i]) + " follows frame " +
                                std::to_string(keys.frames[i - 1]));
        for (const std::uint32_t offset : offsets)
            if (!check_list(channel, offset, count, sizeof(Component))) return false;
        keys.values.resize(count);
        for (std::size_t c = 0; c < Size; ++c) {
            const std::byte* const list = source_.bytes.data() + offsets[c];
            for (std::size_t i = 0; i < count; ++i)
                keys.values[i][c] = load<Component>(list + sizeof(Component) * i, Endian::big);
        }
        return true;
    }

    const Source& source_;
    const std::uint32_t table_;
    const std::size_t least_;
    Budget& budget_;
    std::size_t bone_ = 0, record_at_ = 0;
    Error error_;
};

// Fills memory from front to back; the caller has made it large enough.
class BlockWriter {
public:
    BlockWriter(std::byte* begin, std::size_t offset) : at_(begin), offset_(offset) {}

    std::uint32_t offset() const { return static_cast<std::uint32_t>(offset_); }
    template <Scalar T> void put(T value) {
        store(at_, value, Endian::big);
        at_ += sizeof(T);
        offset_ += sizeof(T);
    }
    // The frames of a channel, and where they are.
    template <class Value> std::uint32_t frames(const KeyChannel<Value>& channel) {
        const std::uint32_t where = offset();
        for (const std::uint16_t frame : channel.frames) put(frame);
        return where;
    }
    // One list per component.
    template <class Value, std::size_t Size>
    void components(const KeyChannel<Value>& channel, std::array<std::uint32_t, Size>& where) {
        for (std::size_t c = 0; c < Size; ++c) {
            where[c] = offset();
            for (const Value& value : channel.values) put(value[c]);
        }
    }

private:
    std::byte* at_;
    std::size_t offset_;
};

std::size_t key_size(const BoneKeys& bone) {
    const std::size_t translations = bone.translation.frames.size(), rotations = bone.rotation.frames.size(),
                      scales = bone.scale.frames.size();
    return align_up(2 * (translations + rotations + scales), 4) + 12 * translations + 8 * rotations + 12 * scales;
}

template <class Value>
std::optional<Error> check_channel(const KeyChannel<Value>& channel, const std::string& path, std::size_t bone,
                                   std::size_t which) {
    const auto error = [&](const std::string& message) {
        return Error({.field = path + bone_field(bone, which)}, message);
    };
    if (channel.frames.size() != channel.values.size())
        return error("E_COUNT: " + std::to_string(channel.frames.size()) + " frames and " +
                     std::to_string(channel.values.size()) + " values");
    if (channel.frames.size() > 0xFFFF)
        return error("E_COUNT: " + std::to_string(channel.frames.size()) + " keys, at most 65535 are possible");
    for (std::size_t i = 1; i < channel.frames.size(); ++i)
        if (channel.frames[i] <= channel.frames[i - 1])
            return error("E_FRAME_ORDER: frame " + std::to_string(channel.frames[i]) + " follows frame " +
                         std::to_string(channel.frames[i - 1]));
    return {};
}

} // namespace

Result<KeyBlock> read_key_block(const Source& source, std::size_t table_at, std::size_t least, Budget& budget) {
    const auto table = source.at<std::uint32_t>(table_at);
    if (table < least || table % 4 != 0 || !source.holds(table, 4))
        return source.fail("E_TABLE_OFFSET", table_at, "",
                           "a bone table at offset " + std::to_string(table) + " of " +
                               std::to_string(source.bytes.size()) + " bytes");
    return BlockReader(source, table, least, budget).read();
}

std::uint32_t write_key_block(ByteWriter& writer, std::size_t origin, std::span<const BoneKeys> bones) {
    std::size_t size = BoneRecord::packed_size * bones.size() + 4;
    for (const BoneKeys& bone : bones) size += key_size(bone);
    const std::size_t begin = writer.offset();
    writer.fill(size);
    BlockWriter keys(writer.buffer().data() + begin, begin - origin);
    std::vector<BoneRecord> records(bones.size());
    for (std::size_t b = 0; b < bones.size(); ++b) {
        const BoneKeys& bone = bones[b];
        BoneRecord& record = records[b];
        record.counts = {static_cast<std::uint32_t>(bone.translation.frames.size()),
                         static_cast<std::uint32_t>(bone.rotation.frames.size()),
                         static_cast<std::uint32_t>(bone.scale.frames.size())};
        record.frames = {keys.frames(bone.translation), keys.frames(bone.rotation), keys.frames(bone.scale)};
        if (keys.offset() % 4 != 0) keys.put(std::uint16_t{0});
        keys.components(bone.translation, record.translation);
        keys.components(bone.rotation, record.rotation);
        keys.components(bone.scale, record.scale);
    }
    const std::uint32_t table = keys.offset();
    for (const BoneRecord& record : records) {
        const auto put_all = [&](const auto& numbers) {
            for (const std::uint32_t number : numbers) keys.put(number);
        };
        put_all(record.counts);
        put_all(record.frames);
        put_all(record.translation);
        put_all(record.rotation);
        put_all(record.scale);
    }
    keys.put(end_word);
    return table;
}

std::optional<Error> check_keys(std::span<const BoneKeys> bones, const std::string& path) {
    for (std::size_t b = 0; b < bones.size(); ++b) {
        if (auto error = check_channel(bones[b].translation, path, b, 0)) return error;
        if (auto error = check_channel(bones[b].rotation, path, b, 1)) return error;
        if (auto error = check_channel(bones[b].scale, path, b, 2)) return error;
    }
    return {};
}

void warn_keys(std::span<const BoneKeys> bones, const std::string& path, Diagnostics* diagnostics) {
    if (!diagnostics) return;
    for (std::size_t b = 0; b < bones.size(); ++b) {
        const KeyChannel<Quat16>& rotation = bones[b].rotation;
        const auto odd = std::ranges::find_if(rotation.values, [](const Quat16& value) {
            const Quatd q = to_real(value);
            return std::abs(std::sqrt(dot(q, q)) - 1) > 0.01;
        });
        if (odd == rotation.values.end()) continue;
        const auto key = static_cast<std::size_t>(odd - rotation.values.begin());
        report(diagnostics, Severity::warning, {.field = path + bone_field(b, 1)},
               "the rotation at frame " + std::to_string(rotation.frames[key]) + " has not unit length");
    }
}

} // namespace ossuary::sf3
