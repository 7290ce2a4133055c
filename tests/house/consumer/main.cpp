#include <cstdio>

#include <ossuary/formats/gltf/gltf.h>
#include <ossuary/formats/md5/md5mesh.h>

int main() {
    const char* text =
        "MD5Version 10 commandline \"\" numJoints 1 numMeshes 0 joints { \"origin\" -1 ( 0 0 0 ) ( 0 0 0 ) }";
    const auto file = ossuary::md5::parse_md5mesh(ossuary::as_bytes(text));
    if (!file) return std::puts(file.error().text().c_str()), 1;
    const auto glb = ossuary::gltf::write_glb(ossuary::md5::to_model(*file, "one").value());
    return glb && ossuary::gltf::recognise_gltf(*glb) ? std::puts("a model in, a glTF out"), 0 : 1;
}
