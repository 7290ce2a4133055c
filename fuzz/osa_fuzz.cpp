// Any bytes: refused with a reason, or a file that is written back exactly and whose clips decode without a fault. The
// checksum is set right first, so that what lies behind it is reached.
#include <algorithm>

#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/osa.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ossuary;
    using fuzz::expect;
    ByteBuffer bytes(reinterpret_cast<const std::byte*>(data), reinterpret_cast<const std::byte*>(data) + size);
    if (size >= 40) {
        store(bytes.data() + 24, static_cast<std::uint64_t>(size), Endian::little);
        store(bytes.data() + 8, crc32(Bytes(bytes).subspan(12)), Endian::little);
    }
    const auto file = codec::parse_osa(bytes);
    if (!file) {
        expect(!file.error().message().empty());
        return 0;
    }
    const auto written = codec::write_osa(*file);
    expect(written.has_value() && *written == bytes);
    for (const codec::PackedClip& clip : file->clips) {
        const auto resident = codec::to_resident(file->rig, clip);
        if (!resident) continue;
        const auto decoder = codec::Decoder::make(file->rig, *resident);
        if (!decoder) continue;
        codec::Cursor cursor = decoder->make_cursor();
        std::vector<Transform> pose(file->rig.size()), plain(file->rig.size());
        std::vector<JointBlock> blocks(block_count(file->rig.size()));
        for (const double share : {0.0, 0.3, 0.31, 0.99, 1.0, 2.0}) {
            const double time = clip.duration * share;
            decoder->sample(time, cursor, pose);
            decoder->sample(time, cursor, blocks);
            decoder->sample_plainly(time, plain);
        }
        const codec::Position last_to_first{decoder->frames() - 1, 0, 0.5f};
        decoder->sample(last_to_first, cursor, blocks);
        decoder->sample(last_to_first, blocks);
    }
    return 0;
}
