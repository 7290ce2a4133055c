// The three files of DOOM 3: what is read must survive writing, dumping and conversion.
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5camera.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "target.h"

namespace ossuary::fuzz::try_md5 {

using namespace md5;

template <class Parse, class Write, class Dump, class Build, class FromModel>
static void check(Bytes bytes, Parse parse, Write write, Dump dump, Build build, FromModel from_model) {
    for (const bool lenient : {false, true}) {
        Diagnostics diagnostics;
        const auto file = parse(bytes, &diagnostics, {.lenient = lenient});
        if (!file) {
            expect(file.error().place().line > 0);
            continue;
        }
        const std::string text = write(*file);
        const auto again = parse(as_bytes(text), nullptr, {});
        expect(again && *again == *file);
        expect(write(*again) == text);
        const auto built = build(dump(*file));
        expect(built && *built == *file);
        const auto model = to_model(*file, "fuzz");
        if (!model) continue;
        expect(validate(*model).empty());
        const auto back = from_model(*model);
        expect(!back || parse(as_bytes(write(*back)), nullptr, {}).has_value());
    }
}

OSSUARY_FUZZ(md5mesh) {
    check(bytes, parse_md5mesh, write_md5mesh, dump_md5mesh, build_md5mesh,
          [](const Model& model) { return md5mesh_from_model(model, {.lenient = true}); });
}

OSSUARY_FUZZ(md5anim) {
    check(bytes, parse_md5anim, write_md5anim, dump_md5anim, build_md5anim,
          [](const Model& model) { return md5anim_from_model(model, model.clips[0], {.lenient = true}); });
}

OSSUARY_FUZZ(md5camera) {
    check(bytes, parse_md5camera, write_md5camera, dump_md5camera, build_md5camera,
          [](const Model& model) { return md5camera_from_model(model); });
}

} // namespace ossuary::fuzz::try_md5
