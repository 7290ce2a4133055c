#include "ossuary/formats/zengin/model.h"

namespace ossuary::zengin {

Result<Model> to_model(const ModelFile& file, std::string_view name, const ToModelOptions& options,
                       Diagnostics* diagnostics) {
    auto model = to_model(file.hierarchy, name, options, diagnostics);
    if (!model) return model;
    if (auto added = add_meshes(*model, file.mesh, diagnostics); !added) return Failure(added.error());
    return model;
}

} // namespace ossuary::zengin
