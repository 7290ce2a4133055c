// Opens a file and plays one of its clips: what it fires and where it is, frame by frame.
//
//   example_actor hero.glb run
//
// Without a file it is the sample character, from memory.
#include <cstdio>

#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/ossuary.h"
#include "samples/samples.h"

using namespace ossuary;

namespace {

int complain(const Error& error) {
    std::fprintf(stderr, "%s\n", error.text().c_str());
    return 1;
}

} // namespace

int main(int argc, char** argv) {
    Workspace files;
    std::string path = argc > 1 ? argv[1] : "hero.glb";
    if (argc < 2) {
        auto glb = gltf::write_glb(samples::make_hero());
        if (!glb) return complain(glb.error());
        files.add(path, SharedBytes(std::move(*glb)));
    }
    const auto opened = files.open(path);
    if (!opened) return complain(opened.error());
    for (const Diagnostic& oddity : opened->diagnostics) std::fprintf(stderr, "%s\n", oddity.text().c_str());

    Diagnostics left_out;
    const auto figure = anim::Figure::make(opened->model, {}, &left_out);
    if (!figure) return complain(figure.error());
    for (const Diagnostic& part : left_out) std::fprintf(stderr, "%s\n", part.text().c_str());
    anim::Actor actor(*figure);
    if (const auto started = actor.play(argc > 2 ? argv[2] : "run"); !started) return complain(started.error());

    for (int frame = 0; frame < 60; ++frame) {
        if (const auto advanced = actor.advance(1 / 30.0); !advanced) return complain(advanced.error());
        for (const anim::ActorEvent& event : actor.events())
            std::printf("%.3f s  %s %s\n", to_seconds(event.time), std::string(kind_of(event.event->data)).c_str(),
                        std::string(name_in(event.event->data)).c_str());
        const auto box = actor.bounds();
        if (!box) continue;
        std::printf("%.3f s  ", to_seconds(actor.now()));
        for (std::size_t axis = 0; axis < 3; ++axis)
            std::printf("%c %.2f … %.2f  ", "xyz"[axis], static_cast<double>(box->min[axis]),
                        static_cast<double>(box->max[axis]));
        const Vec3d& at = actor.transform().position;
        std::printf("at %.2f %.2f %.2f\n", at.x, at.y, at.z);
    }
}
