// Any bytes: refused with a reason, or a file that is written back exactly and whose clips decode without a fault. The
// checksum is set right first, so that what lies behind it is reached.
#include <algorithm>

#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hash.h"
#include "ossuary/codec/decode.h"
#include "ossuary/codec/osa.h"

namespace ossuary::fuzz::try_osa {

OSSUARY_FUZZ(osa) {
    ByteBuffer mended(bytes.begin(), bytes.end());
    if (mended.size() >= 40) {
        store(mended.data() + 24, static_cast<std::uint64_t>(mended.size()), Endian::little);
        store(mended.data() + 8, crc32(Bytes(mended).subspan(12)), Endian::little);
    }
    const auto file = codec::parse_osa(mended);
    if (!file) {
        expect(!file.error().message().empty());
        return;
    }
    const auto written = codec::write_osa(*file);
    expect(written.has_value() && *written == mended);
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
}

} // namespace ossuary::fuzz::try_osa
