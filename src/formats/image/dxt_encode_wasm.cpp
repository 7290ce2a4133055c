#include "ossuary/formats/image/dxt.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary::image {

Result<ByteBuffer> encode_dxt(Dxt, BlockGrid, const Image&, DxtQuality) {
    return fail("pictures are not compressed as DXT in this build; choose a format of plain pixels");
}

} // namespace ossuary::image
