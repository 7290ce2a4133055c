// Loading and writing a DOOM 3 character, against Assimp and against touching the bytes once.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <new>
#include <optional>
#include <string>

#include <malloc.h>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include "counted_memory.h"
#include "ossuary/formats/gltf/gltf.h"
#include "ossuary/formats/md5/md5anim.h"
#include "ossuary/formats/md5/md5mesh.h"
#include "samples/samples.h"

namespace {

using namespace ossuary;

// ---- the character

struct Files {
    std::string mesh, anim;
    std::size_t size() const { return mesh.size() + anim.size(); }
};

std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return {};
    return std::string{std::istreambuf_iterator<char>(stream), {}};
}

// Bob of the shared samples, or else our own character.
Files find_character() {
    const char* folder = std::getenv("OSSUARY_SHARED");
    const std::filesystem::path shared =
        folder ? std::filesystem::path(folder) : std::filesystem::path(OSSUARY_SOURCE_DIR).parent_path() / "shared";
    auto mesh = read_file(shared / "samples/md5/Bob.md5mesh"), anim = read_file(shared / "samples/md5/Bob.md5anim");
    if (mesh && anim) return {std::move(*mesh), std::move(*anim)};
    const Model hero = samples::make_hero();
    const auto hero_mesh = md5::md5mesh_from_model(hero, {.lenient = true});
    const auto hero_anim = md5::md5anim_from_model(hero, hero.clips.at(0), {.lenient = true});
    if (!hero_mesh || !hero_anim) std::abort();
    return {md5::write_md5mesh(*hero_mesh), md5::write_md5anim(*hero_anim)};
}

const Files& character() {
    static const Files files = find_character();
    return files;
}

Model load(const Files& files) {
    auto mesh = md5::parse_md5mesh(as_bytes(files.mesh));
    auto anim = md5::parse_md5anim(as_bytes(files.anim));
    auto model = md5::to_model(*mesh, "character");
    model->clips.push_back(*md5::to_clip(*anim, model->skeleton, "character"));
    return std::move(*model);
}

// ---- Assimp, fed from memory

class MemoryStream : public Assimp::IOStream {
public:
    explicit MemoryStream(std::string_view bytes) : bytes_(bytes) {}
    std::size_t Read(void* to, std::size_t size, std::size_t count) override {
        const std::size_t wanted = std::min(size * count, bytes_.size() - at_);
        std::memcpy(to, bytes_.data() + at_, wanted);
        at_ += wanted;
        return size == 0 ? 0 : wanted / size;
    }
    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
    aiReturn Seek(std::size_t offset, aiOrigin origin) override {
        const std::size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
        if (base + offset > bytes_.size()) return aiReturn_FAILURE;
        at_ = base + offset;
        return aiReturn_SUCCESS;
    }
    std::size_t Tell() const override { return at_; }
    std::size_t FileSize() const override { return bytes_.size(); }
    void Flush() override {}

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

class MemoryFiles : public Assimp::IOSystem {
public:
    explicit MemoryFiles(const Files& files)
        : files_{{"character.md5mesh", files.mesh}, {"character.md5anim", files.anim}} {}
    bool Exists(const char* name) const override { return find(name) != nullptr; }
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* name, const char*) override {
        const std::string_view* bytes = find(name);
        return bytes ? new MemoryStream(*bytes) : nullptr;
    }
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    const std::string_view* find(std::string_view name) const {
        while (name.starts_with("./")) name.remove_prefix(2);
        const auto found = files_.find(std::string(name));
        return found == files_.end() ? nullptr : &found->second;
    }
    std::map<std::string, std::string_view> files_;
};

// ---- benchmarks: NAME/ours is held against NAME/<baseline>

void load_ours(benchmark::State& state) {
    const Files& files = character();
    const std::size_t before = in_use;
    most_in_use = before;
    for (auto _ : state) {
        Model model = load(files);
        benchmark::DoNotOptimize(model);
    }
    state.counters["peak_bytes_per_input_byte"] =
        static_cast<double>(most_in_use - before) / static_cast<double>(files.size());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(files.size()));
}

void load_assimp(benchmark::State& state) {
    const Files& files = character();
    const std::size_t before = in_use;
    most_in_use = before;
    for (auto _ : state) {
        Assimp::Importer importer;
        importer.SetIOHandler(new MemoryFiles(files)); // the importer owns it
        const aiScene* scene = importer.ReadFile("character.md5mesh", 0);
        if (scene == nullptr || scene->mNumAnimations == 0) state.SkipWithError(importer.GetErrorString());
        benchmark::DoNotOptimize(scene);
    }
    state.counters["peak_bytes_per_input_byte"] =
        static_cast<double>(most_in_use - before) / static_cast<double>(files.size());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(files.size()));
}

void parse_mesh(benchmark::State& state) {
    const std::string& text = character().mesh;
    for (auto _ : state) {
        auto file = md5::parse_md5mesh(as_bytes(text));
        benchmark::DoNotOptimize(file);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void parse_anim(benchmark::State& state) {
    const std::string& text = character().anim;
    for (auto _ : state) {
        auto file = md5::parse_md5anim(as_bytes(text));
        benchmark::DoNotOptimize(file);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void copy(benchmark::State& state, const std::string& text) {
    std::string to(text.size(), '\0');
    for (auto _ : state) {
        std::memcpy(to.data(), text.data(), text.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
void copy_mesh(benchmark::State& state) { copy(state, character().mesh); }
void copy_anim(benchmark::State& state) { copy(state, character().anim); }

void to_model(benchmark::State& state) {
    const auto mesh = md5::parse_md5mesh(as_bytes(character().mesh));
    for (auto _ : state) {
        auto model = md5::to_model(*mesh, "character");
        benchmark::DoNotOptimize(model);
    }
}

void to_clip(benchmark::State& state) {
    const Model model = load(character());
    const auto anim = md5::parse_md5anim(as_bytes(character().anim));
    for (auto _ : state) {
        auto clip = md5::to_clip(*anim, model.skeleton, "character");
        benchmark::DoNotOptimize(clip);
    }
}

void write_mesh(benchmark::State& state) {
    const auto mesh = md5::parse_md5mesh(as_bytes(character().mesh));
    for (auto _ : state) {
        auto text = md5::write_md5mesh(*mesh);
        benchmark::DoNotOptimize(text);
    }
}

void write_glb(benchmark::State& state) {
    const Model model = load(character());
    for (auto _ : state) {
        auto bytes = gltf::write_glb(model);
        if (!bytes) state.SkipWithError(bytes.error().text().c_str());
        benchmark::DoNotOptimize(bytes);
    }
}

BENCHMARK(load_ours)->Name("md5/load_bob/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(load_assimp)->Name("md5/load_bob/assimp")->Unit(benchmark::kMicrosecond);
BENCHMARK(parse_mesh)->Name("md5/parse_mesh/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_mesh)->Name("md5/parse_mesh/memcpy")->Unit(benchmark::kMicrosecond);
BENCHMARK(parse_anim)->Name("md5/parse_anim/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_anim)->Name("md5/parse_anim/memcpy")->Unit(benchmark::kMicrosecond);
BENCHMARK(to_model)->Name("md5/to_model/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(to_clip)->Name("md5/to_clip/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(write_mesh)->Name("md5/write_mesh/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(write_glb)->Name("md5/write_glb/ours")->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
