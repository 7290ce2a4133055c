#include "assets/zengin_open.h"
#include "ossuary/formats/zengin/mesh_from_model.h"

namespace ossuary {

namespace {

zengin::MeshFromModelOptions mesh_options(const SaveOptions& options) {
    return {.basis = {},
            .game = options.gothic1 ? zengin::Game::gothic1 : zengin::Game::gothic2,
            .frame_rate = options.frame_rate};
}

} // namespace

Result<std::vector<NamedFile>> save_mrm(const Model& model, std::string_view stem, const SaveOptions& options,
                                        Diagnostics* diagnostics) {
    const auto file = zengin::mrm_from_model(model, mesh_options(options), diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".mrm", zengin::write_mrm(*file)}};
}

Result<std::vector<NamedFile>> save_mmb(const Model& model, std::string_view stem, const SaveOptions& options,
                                        Diagnostics* diagnostics) {
    const auto file = zengin::mmb_from_model(model, stem, mesh_options(options), diagnostics);
    if (!file) return Failure(file.error());
    return std::vector{NamedFile{std::string(stem) + ".mmb", zengin::write_mmb(*file)}};
}

} // namespace ossuary
