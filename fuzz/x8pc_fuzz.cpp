// Any bytes as a battle model (X8PC), and as what becomes of it.
#include "ossuary/formats/sf3/model.h"
#include "saturn.h"

using namespace ossuary;
using namespace ossuary::sf3;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    if (const auto file = parse_x8pc(bytes)) {
        if (const auto model = to_model(*file, "x8pc00a")) {
            fuzz::expect(validate(*model).empty());
            if (const auto pair = x8pc_from_model(*model)) (void)write_x8pc(pair->model);
        }
    }
    return fuzz::check_kept(bytes, parse_x8pc, write_x8pc, dump_x8pc, build_x8pc);
}
