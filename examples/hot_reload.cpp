// A model that follows its file: it is loaded once, changed on disk, and replaced between two frames.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "ossuary/assets/live_files.h"

using namespace ossuary;

// A clip of one joint that moves so many units in a second.
std::string clip_text(int units) {
    return "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints 1\nframeRate 1\nnumAnimatedComponents 1\n"
           "hierarchy { \"origin\" -1 1 0 }\nbounds { (0 0 0) (0 0 0) (0 0 0) (0 0 0) }\n"
           "baseframe { (0 0 0) (0 0 0) }\nframe 0 { 0 }\nframe 1 { " +
           std::to_string(units) + " }\n";
}

// Whatever the loader reads through the request, the model is made anew when it changes.
Result<LoadedAsset<Model>> load_model(AssetRequest& request) {
    auto bytes = request.read(request.name());
    if (!bytes) return Failure(bytes.error());
    const NamedFile files[] = {{std::string(request.name()), {bytes->bytes.begin(), bytes->bytes.end()}}};
    auto model = open_model(files, request.lookup());
    if (!model) return Failure(model.error());
    return LoadedAsset<Model>{std::make_shared<const Model>(std::move(*model)), bytes->bytes.size()};
}

int main() {
    std::string folder = (std::filesystem::temp_directory_path() / "ossuary-example-XXXXXX").string();
    if (!mkdtemp(folder.data())) return 1;
    const auto write = [&](const std::string& text) { std::ofstream(folder + "/walk.md5anim") << text; };
    write(clip_text(2));

    bool as_expected = false;
    {
        LiveFiles files;
        if (!files.add_folder(folder)) return 1;
        AssetStore store(files.files());
        const AssetCache<Model> models = store.add_kind<Model>("model", 64 << 20, load_model);
        const AssetHandle<Model> walk = models.get("WALK.MD5ANIM").value(); // names match in any case
        const auto steps = [&] { return walk->clips[0].joints[0].translation.values.back().x; };
        const auto frame = [&] {
            store.prepare_changes(); // on another thread, where frames must not wait
            for (const AssetChange& change : store.apply_changes())
                std::printf("%s\n", change.error.empty() ? "replaced" : change.error.c_str());
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
