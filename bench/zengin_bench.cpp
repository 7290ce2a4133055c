// Gothic's compiled files from memory: parse, and for animations decode to floats, against copying the same bytes;
// and a whole character compiled from its sources.
// Real samples where the shared folder is there, otherwise files of the same kind and size put together here.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "ossuary/formats/zengin/compile.h"
#include "ossuary/formats/zengin/man.h"
#include "ossuary/formats/zengin/mdh.h"
#include "ossuary/formats/zengin/mdm.h"
#include "ossuary/formats/zengin/mmb.h"
#include "ossuary/formats/zengin/model.h"
#include "ossuary/formats/zengin/mrm.h"
#include "ossuary/formats/zengin/msb.h"
#include "samples/samples.h"

namespace {

using namespace ossuary;
using namespace ossuary::zengin;

ByteBuffer sample_or(const std::string& name, ByteBuffer made) {
    const char* folder = std::getenv("OSSUARY_SHARED");
    const std::string shared = folder ? folder : std::string(OSSUARY_SOURCE_DIR) + "/../shared";
    std::ifstream stream(shared + "/samples/zengin/" + name, std::ios::binary);
    if (!stream) return made;
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return to_buffer(text);
}

ProtoMesh made_mesh() {
    ProtoMesh mesh;
    mesh.positions.resize(8);
    mesh.submeshes.resize(1);
    mesh.materials.resize(1);
    mesh.submeshes[0].wedges.resize(32);
    mesh.submeshes[0].triangles.resize(16);
    mesh.submeshes[0].wedge_map.assign(32, 0xFFFF);
    mesh.submeshes[0].vertex_updates.resize(9);
    return mesh;
}
ByteBuffer man_file() {
    ModelAnimation animation;
    animation.name = "S_FISTRUN";
    animation.num_frames = 20;
    animation.num_nodes = 25;
    animation.sample_position_scale = 0.001f;
    animation.node_indices.resize(25);
    animation.samples.resize(500);
    return sample_or("G2/HUMANS-S_FISTRUN.MAN", write_man(animation));
}
ByteBuffer mdh_file() {
    ModelHierarchy hierarchy;
    hierarchy.nodes.resize(7);
    for (std::size_t i = 0; i < 7; ++i)
        hierarchy.nodes[i] = {"BIP01 " + std::to_string(i), static_cast<std::int16_t>(i), {}};
    for (HierarchyNode& node : hierarchy.nodes) --node.parent;
    return sample_or("hierarchy0.mdh", write_mdh(hierarchy));
}
ByteBuffer mrm_file() { return sample_or("mesh0.mrm", write_mrm({made_mesh(), {}})); }
ByteBuffer mdm_file() {
    ModelMesh mesh;
    mesh.attachments.push_back({"BIP01 DOOR", made_mesh()});
    return sample_or("secretdoor.mdm", write_mdm(mesh));
}
ByteBuffer mmb_file() {
    MorphMesh mesh;
    mesh.mesh = made_mesh();
    mesh.morph_positions = mesh.mesh.positions;
    return sample_or("morph0.mmb", write_mmb(mesh));
}
ByteBuffer msb_file() {
    CompiledScript script;
    for (int i = 0; i < 118; ++i) {
        Ani ani{.name = "T_FISTRUN_2_FISTRUNL", .next = "S_FISTRUNL", .flags = "M.", .asc = "WARAN_RUN_KM01.ASC"};
        if (i % 4 == 0) ani.events.push_back({EventSfxGround{{.frame = 5, .name = "SNEAK"}}, 0});
        script.script.entries.push_back({std::move(ani), 0});
    }
    return sample_or("waran.msb", write_msb(script));
}

void bytes_of(benchmark::State& state, const ByteBuffer& bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes.size()));
}

void copy(benchmark::State& state, ByteBuffer (*make)()) {
    const ByteBuffer bytes = make();
    ByteBuffer to(bytes.size());
    for (auto _ : state) {
        std::memcpy(to.data(), bytes.data(), bytes.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    bytes_of(state, bytes);
}

template <auto parse> void parse_file(benchmark::State& state, ByteBuffer (*make)()) {
    const ByteBuffer bytes = make();
    for (auto _ : state) {
        auto file = parse(bytes, nullptr);
        if (!file) state.SkipWithError("does not parse");
        benchmark::DoNotOptimize(file);
    }
    bytes_of(state, bytes);
}

// Parse and decode, as a caller would who wants floats.
template <auto decode_samples> void decode_man(benchmark::State& state) {
    const ByteBuffer bytes = man_file();
    std::vector<Quat> rotations;
    std::vector<Vec3> positions;
    for (auto _ : state) {
        auto animation = parse_man(bytes, nullptr);
        if (!animation) return state.SkipWithError("does not parse");
        rotations.resize(animation->samples.size());
        positions.resize(animation->samples.size());
        decode_samples(*animation, rotations, positions);
        benchmark::DoNotOptimize(rotations.data());
        benchmark::ClobberMemory();
    }
    bytes_of(state, bytes);
}

// The sample character as text, and all of it read, compiled and written.
struct SourceTexts {
    ModelSources sources; // without the files
    std::string tree;
    std::vector<std::string> motions;
};
const SourceTexts& hero_texts() {
    static const SourceTexts texts = [] {
        SourceTexts made{.sources = mds_from_model(samples::make_hero(), "HERO").value(), .tree = {}, .motions = {}};
        made.tree = write_asc(made.sources.tree.file, {.six_digits = true});
        for (ModelSources::Source& motion : made.sources.motions) {
            made.motions.push_back(write_asc(motion.file, {.six_digits = true}));
            motion.file = {};
        }
        return made;
    }();
    return texts;
}
ByteBuffer hero_bytes() {
    std::string all = hero_texts().tree;
    for (const std::string& motion : hero_texts().motions) all += motion;
    return to_buffer(all);
}
template <Packing packing> void compile_hero(benchmark::State& state) {
    const SourceTexts& texts = hero_texts();
    for (auto _ : state) {
        ModelSources sources = texts.sources;
        sources.tree.file = parse_asc(as_bytes(texts.tree)).value();
        for (std::size_t i = 0; i < texts.motions.size(); ++i)
            sources.motions[i].file = parse_asc(as_bytes(texts.motions[i])).value();
        const CompiledModel compiled = compile_model(sources, {.packing = packing}).value();
        std::size_t size = write_mdh(compiled.hierarchy).size() + write_mdm(compiled.mesh).size();
        for (const ModelAnimation& animation : compiled.animations) size += write_man(animation).size();
        benchmark::DoNotOptimize(size);
    }
    bytes_of(state, hero_bytes());
}

[[maybe_unused]] const bool registered = [] {
    using benchmark::RegisterBenchmark;
    RegisterBenchmark("zengin/man_decode/ours", decode_man<decode>);
    RegisterBenchmark("zengin/man_decode/scalar", decode_man<decode_scalar>);
    RegisterBenchmark("zengin/man_decode/memcpy", copy, man_file);
    RegisterBenchmark("zengin/man_parse/ours", parse_file<parse_man>, man_file);
    RegisterBenchmark("zengin/man_parse/memcpy", copy, man_file);
    RegisterBenchmark("zengin/mdh_parse/ours", parse_file<parse_mdh>, mdh_file);
    RegisterBenchmark("zengin/mdh_parse/memcpy", copy, mdh_file);
    RegisterBenchmark("zengin/mrm_parse/ours", parse_file<parse_mrm>, mrm_file);
    RegisterBenchmark("zengin/mrm_parse/memcpy", copy, mrm_file);
    RegisterBenchmark("zengin/mdm_parse/ours", parse_file<parse_mdm>, mdm_file);
    RegisterBenchmark("zengin/mdm_parse/memcpy", copy, mdm_file);
    RegisterBenchmark("zengin/mmb_parse/ours", parse_file<parse_mmb>, mmb_file);
    RegisterBenchmark("zengin/mmb_parse/memcpy", copy, mmb_file);
    RegisterBenchmark("zengin/msb_parse/ours", parse_file<parse_msb>, msb_file);
    RegisterBenchmark("zengin/msb_parse/memcpy", copy, msb_file);
    RegisterBenchmark("zengin/compile/ours", compile_hero<Packing::game>);
    RegisterBenchmark("zengin/compile/memcpy", copy, hero_bytes);
    RegisterBenchmark("zengin/compile_closest/ours", compile_hero<Packing::automatic>);
    RegisterBenchmark("zengin/compile_closest/memcpy", copy, hero_bytes);
    return true;
}();

} // namespace

BENCHMARK_MAIN();
