// Any bytes as a battle model (X8PC), and as what becomes of it.
#include "ossuary/formats/sf3/model.h"
#include "saturn.h"

namespace ossuary::fuzz::try_x8pc {

using namespace sf3;

OSSUARY_FUZZ(x8pc) {
    if (const auto file = parse_x8pc(bytes)) {
        if (const auto model = to_model(*file, "x8pc00a")) {
            expect(validate(*model).empty());
            if (const auto pair = x8pc_from_model(*model)) (void)write_x8pc(pair->model);
        }
    }
    check_kept(bytes, parse_x8pc, write_x8pc, dump_x8pc, build_x8pc);
}

} // namespace ossuary::fuzz::try_x8pc
