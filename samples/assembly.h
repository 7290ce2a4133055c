// Puts parts together into meshes of the model: materials become surfaces, bindings become weights.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/model/model.h"
#include "samples/shapes.h"

namespace ossuary::samples {

struct Weight {
    int bone = 0;
    double amount = 0;
};
// Which joints hold a point, and how firmly. Need not sum to one; small ones are dropped.
using Binding = std::function<std::vector<Weight>(const Vec3d& at, const Vec2d& uv)>;
Binding held_by(int bone);

class Assembly {
public:
    // Parts of one material must follow each other to share a surface.
    void add(const Part& part, std::int32_t material, const Binding& binding, std::string_view surface);
    // The same for a mesh without skin.
    void add(const Part& part, std::int32_t material, std::string_view surface);
    std::size_t vertices() const { return mesh_.positions.size(); }
    Mesh take(std::string name);

private:
    Mesh mesh_;
};

// The materials of the house, in the order make_materials() gives them.
enum MaterialSlot : std::int32_t {
    material_bone,
    material_skull,
    material_cloth,
    material_metal,
    material_wood,
    material_glass,
    material_glow,
};

// The pieces of Ossian, each in its own file.
void add_bones(Assembly& body);     // bones of trunk and limbs
Mesh make_head();                   // skull and jaw, with the face's morph targets
void add_clothing(Assembly& cloth); // hood, mantle, cape, kilt
void add_gear(Assembly& gear);      // sword, lantern, shield, belt

// For games that draw the front of a triangle only: what is seen from both sides gets a lining, a surface of its own.
// Not for meshes with morph targets.
void line_cloth(Mesh& mesh, const std::vector<Material>& materials);

// Fills the vertex colours of all meshes with the light that reaches them from around, as a light map would.
void bake_light(Model& model);

// Pictures and the materials that use them.
void add_materials(Model& model);

} // namespace ossuary::samples
