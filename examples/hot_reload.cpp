// A model that follows its file: it is loaded once, changed on disk, and replaced between two frames.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ossuary/assets/workspace.h"

using namespace ossuary;

// A clip of one joint that moves so many units in a second.
std::string clip_text(int units) {
    return "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 1\nframeRate 1\nnumAnimatedComponents 1\n"
           "hierarchy { \"origin\" -1 1 0 }\nbounds { (0 0 0) (0 0 0) (0 0 0) (0 0 0) }\n"
           "baseframe { (0 0 0) (0 0 0) }\nframe 0 { 0 }\nframe 1 { " +
           std::to_string(units) + " }\n";
}

int main() {
    std::string folder = (std::filesystem::temp_directory_path() / "ossuary-example-XXXXXX").string();
    if (!mkdtemp(folder.data())) return 1;
    const auto write = [&](const std::string& text) { std::ofstream(folder + "/walk.md5anim") << text; };
    write(clip_text(2));

    bool as_expected = false;
    {
        Workspace files({.follow_changes = true});
        const std::string path = folder + "/walk.md5anim";
        Result<Opened> walk = files.open(path);
        if (!walk) return 1;
        const auto steps = [&] { return walk->model->clips[0].joints[0].translation.values.back().x; };
        const auto frame = [&] {
            files.prepare_changes(); // on another thread, where frames must not wait
            for (const AssetChange& change : files.changes().models)
                std::printf("%s\n", change.error.empty() ? "replaced" : change.error.c_str());
            walk = files.open(path); // the new one, out of the cache
            std::printf("it walks %g\n", static_cast<double>(steps()));
            return steps();
        };
        const float first = frame();
        write(clip_text(6));
        const float second = frame();
        write("MD5Version 10\nnonsense");
        const float third = frame(); // says why, and keeps the old one
        as_expected = second == 3 * first && third == second;
    }
    std::filesystem::remove_all(folder);
    return as_expected ? 0 : 1;
}
