// .bvh: what is read must survive writing, dumping and conversion.
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/bvh/bvh.h"
#include "target.h"

namespace ossuary::fuzz::try_bvh {

OSSUARY_FUZZ(bvh) {
    const auto file = bvh::parse_bvh(bytes);
    if (!file) {
        expect(file.error().place().line > 0);
        return;
    }
    const std::string text = bvh::write_bvh(*file);
    const auto again = bvh::parse_bvh(as_bytes(text));
    expect(again && *again == *file);
    expect(bvh::write_bvh(*again) == text);
    const auto model = bvh::to_model(*file, "fuzz");
    if (!model) return;
    expect(validate(*model).empty());
    const auto back = bvh::bvh_from_model(*model, model->clips[0]);
    expect(!back || bvh::parse_bvh(as_bytes(bvh::write_bvh(*back))).has_value());
}

} // namespace ossuary::fuzz::try_bvh
