// Any bytes as several battle models in one file.
#include "ossuary/formats/sf3/x8pc_container.h"
#include "saturn.h"

using namespace ossuary;
using namespace ossuary::sf3;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // One image as two blocks, so that a seed of one model leads somewhere.
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    ByteBuffer twice(bytes.begin(), bytes.end());
    twice.insert(twice.end(), bytes.begin(), bytes.end());
    return fuzz::check_kept(twice, parse_x8pc_container, write_x8pc_container, dump_x8pc_container,
                            build_x8pc_container);
}
