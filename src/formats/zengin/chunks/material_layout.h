// The records of material.h, field by field: one description for reading, writing, dump and build.
#pragma once

#include "archive_header.h"
#include "ossuary/formats/zengin/material.h"

namespace ossuary::zengin {

inline constexpr std::size_t least_material_size = 53; // Gothic 1, all texts but the class empty

// One material. Fails with `BadClass` or `ObjectOverrun`.
void describe(PayloadReader& io, Material& material);
void describe(PayloadWriter& io, Material& material);

template <class Io> void describe_object(Io& io, Material& material) {
    io("version", material.version);
    io("obj_index", material.object_index);
    io("object_name", material.object_name);
    io("class", material.class_name);
}
template <class Io> void describe_fields(Io& io, Material& material) {
    io("name", material.name);
    io("group", material.mat_group);
    io("color_bgra", material.color_bgra);
    io("smooth_angle", material.smooth_angle);
    io("texture", material.texture);
    io("tex_scale", material.tex_scale);
    io("tex_ani_fps", material.tex_ani_fps);
    io("tex_ani_map_mode", material.tex_ani_map_mode);
    io("tex_ani_map_dir", material.tex_ani_map_dir);
    io("no_coll", material.no_coll_det);
    io("no_lightmap", material.no_lightmap);
    io("dont_collapse", material.lod_dont_collapse);
    io("detail_object", material.detail_object);
    if (!material.is_gothic1()) {
        io("detail_scale", material.detail_object_scale);
        io("force_occluder", material.force_occluder);
        io("env", material.environmental_mapping);
        io("env_strength", material.environmental_mapping_strength);
        io("wave_mode", material.wave_mode);
        io("wave_speed", material.wave_speed);
        io("wave_amp", material.wave_max_amplitude);
        io("wave_grid", material.wave_grid_size);
        io("ignore_sun", material.ignore_sun_light);
        io("alpha_func", material.alpha_func);
    }
    io("default_mapping", material.default_mapping);
}
template <class Io> void describe(Io& io, Material& material) {
    io("entry_name", material.entry_name);
    describe_object(io, material);
    describe_fields(io, material);
    io("leftover", material.leftover);
}
void describe(PayloadReader& io, MaterialList& list);
void describe(PayloadWriter& io, MaterialList& list);
template <class Io> void describe(Io& io, MaterialList& list) {
    io("archive", list.archive);
    io("materials", list.materials);
}

template <class Io> void describe(Io& io, MaterialFile& file) {
    describe(io, file.list);
    io("unusual_ends", file.unusual_ends);
    io("trailing", file.trailing);
}

} // namespace ossuary::zengin
