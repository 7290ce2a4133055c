// .bvh: what is read must survive writing, dumping and conversion.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/bvh/bvh.h"

using namespace ossuary;

static void require(bool holds) {
    if (!holds) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = bvh::parse_bvh(std::as_bytes(std::span(data, size)));
    if (!file) {
        require(file.error().place().line > 0);
        return 0;
    }
    const std::string text = bvh::write_bvh(*file);
    const auto again = bvh::parse_bvh(as_bytes(text));
    require(again && *again == *file);
    require(bvh::write_bvh(*again) == text);
    const auto model = bvh::to_model(*file, "fuzz");
    if (!model) return 0;
    require(validate(*model).empty());
    const auto back = bvh::bvh_from_model(*model, model->clips[0]);
    require(!back || bvh::parse_bvh(as_bytes(bvh::write_bvh(*back))).has_value());
    return 0;
}
