#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/asc.h"

namespace ossuary::zengin {

std::optional<Error> check_asc(const AscFile& file) {
    const auto wrong = [](std::string_view list, std::size_t index, std::string message) {
        return std::optional<Error>(
            std::in_place, Place{.field = std::string(list) + '[' + std::to_string(index) + ']'}, std::move(message));
    };
    for (std::size_t n = 0; n < file.nodes.size(); ++n) {
        const AscNode& node = file.nodes[n];
        for (const AscMesh& mesh : node.meshes) {
            if (mesh.vertices.size() != node.meshes[0].vertices.size())
                return wrong("nodes", n, "BadCount: mesh keys differ");
            if (!mesh.texture_faces.empty() && mesh.texture_faces.size() != mesh.faces.size())
                return wrong("nodes", n, "BadCount: texture faces");
            for (const AscFace& face : mesh.faces)
                for (const std::uint32_t v : face.vertices)
                    if (v >= mesh.vertices.size())
                        return wrong("nodes", n, "BadIndex: a face names a vertex that is not there");
            for (const auto& face : mesh.texture_faces)
                for (const std::uint32_t v : face)
                    if (v >= mesh.texture_vertices.size()) return wrong("nodes", n, "BadIndex: a texture face");
        }
    }
    for (std::size_t s = 0; s < file.skins.size(); ++s) {
        const AscSkin& skin = file.skins[s];
        if (skin.start.empty() || skin.start.front() != 0 || skin.start.back() != skin.influences.size() ||
            !std::is_sorted(skin.start.begin(), skin.start.end()))
            return wrong("skins", s, "BadCount: start does not divide the influences");
        for (const AscInfluence& influence : skin.influences)
            if (influence.bone >= skin.bones.size()) return wrong("skins", s, "BadIndex: an influence names no bone");
    }
    return {};
}

} // namespace ossuary::zengin
