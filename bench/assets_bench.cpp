// Room assets: mounting archives, finding names in them, reading what they hold.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include <benchmark/benchmark.h>
#include <zlib.h>

#include "ossuary/assets/disk.h"
#include "ossuary/assets/mounts.h"
#include "ossuary/formats/zengin/vdf.h"

namespace {

using namespace ossuary;
using namespace ossuary::zengin;

// ---- mounts

constexpr std::size_t file_count = 50'000;

std::string name_of_file(std::size_t i) {
    return "HUM_BODY_NAKED_V" + std::to_string(i % 97) + "_C" + std::to_string(i) + "-C.TEX";
}

// As many files as a whole game has, in the folders of one; half a megabyte of catalog to every six thousand.
ByteBuffer large_archive() {
    std::vector<VdfSource> sources;
    const SharedBytes content(to_buffer("sixteen bytes ..")); // shared by all
    for (std::size_t i = 0; i < file_count; ++i)
        sources.push_back({"_WORK/DATA/TEXTURES/_COMPILED" + std::to_string(i % 40) + '/' + name_of_file(i),
                           static_cast<std::uint32_t>(content.bytes.size()), content});
    return make_vdf(std::move(sources)).value();
}

// On disk, where an archive lies; taken away at the end.
class LargeArchive {
public:
    LargeArchive() {
        std::string pattern = (std::filesystem::temp_directory_path() / "ossuary-bench-XXXXXX").string();
        const int descriptor = mkstemp(pattern.data());
        path_ = descriptor < 0 ? "" : pattern;
        const ByteBuffer bytes = large_archive();
        std::ofstream(path_, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    ~LargeArchive() { std::remove(path_.c_str()); }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};
const LargeArchive& archive() {
    static const LargeArchive made;
    return made;
}

void mount_50000(benchmark::State& state) {
    archive();
    for (auto _ : state) {
        MountTree tree;
        tree.add(open_archive(archive().path()).value());
        benchmark::DoNotOptimize(tree.file_count());
    }
    state.counters["files"] = file_count;
}

MountTree mounted() {
    MountTree tree;
    tree.add(open_archive(archive().path()).value());
    return tree;
}

std::vector<std::string> names_to_ask(bool known) {
    std::mt19937 random(3);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 4096; ++i)
        names.push_back(name_of_file(random() % file_count + (known ? 0 : file_count)));
    return names;
}

void find_name(benchmark::State& state, bool known) {
    const MountTree tree = mounted();
    const std::vector<std::string> names = names_to_ask(known);
    std::size_t at = 0;
    for (auto _ : state) benchmark::DoNotOptimize(tree.find(names[at++ % names.size()]).file);
}
void find_present(benchmark::State& state) { find_name(state, true); }
void find_absent(benchmark::State& state) { find_name(state, false); }

void open_without_copy(benchmark::State& state) {
    const MountTree tree = mounted();
    const std::vector<std::string> names = names_to_ask(true);
    std::size_t at = 0;
    for (auto _ : state) benchmark::DoNotOptimize(tree.find(names[at++ % names.size()]).read()->bytes.data());
}

// ---- zipped files: ours against zlib on the very same streams, by a caller who knows where they lie

ByteBuffer some_text(std::size_t size) {
    std::mt19937 random(4);
    ByteBuffer bytes;
    while (bytes.size() < size) {
        const std::string line = "ani (\"t_" + std::to_string(random() % 500) +
                                 "\" 1 \"\" 0.1 0.1 M. \"HUMANS.ASC\" F 0 " + std::to_string(random() % 100) + ")\n";
        bytes.insert(bytes.end(), as_bytes(line).begin(), as_bytes(line).end());
    }
    bytes.resize(size);
    return bytes;
}

struct ZippedFile {
    static constexpr std::size_t size = 4u << 20;
    ByteBuffer bytes;
    Vdf vdf;

    ZippedFile()
        : bytes(make_vdf({pack_source("TEXT.MDS", SharedBytes(some_text(size)), true).value()}, {.zipped = true})
                    .value()),
          vdf(parse_vdf(bytes).value()) {}
};
const ZippedFile& zipped_file() {
    static const ZippedFile made;
    return made;
}

void unpack_ours(benchmark::State& state) {
    const ZippedFile& file = zipped_file();
    for (auto _ : state) benchmark::DoNotOptimize(read_entry(file.vdf, file.vdf.records[0])->bytes.data());
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size));
}
void unpack_zlib(benchmark::State& state) {
    const ZippedFile& file = zipped_file();
    const auto blocks = blocks_of(file.vdf, file.vdf.records[0]);
    ByteBuffer out(file.size);
    for (auto _ : state) {
        std::size_t at = 0;
        for (const VdfBlock& block : *blocks) {
            uLongf length = block.source_length;
            uncompress(reinterpret_cast<Bytef*>(out.data() + at), &length,
                       reinterpret_cast<const Bytef*>(file.bytes.data() + block.offset), block.compressed_length);
            at += length;
        }
        benchmark::DoNotOptimize(out.data());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size));
}

BENCHMARK(mount_50000)->Name("assets/mount_50000/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(find_present)->Name("assets/find/ours");
BENCHMARK(find_absent)->Name("assets/find_absent/ours");
BENCHMARK(open_without_copy)->Name("assets/find_and_open/ours");
BENCHMARK(unpack_ours)->Name("assets/zipped_read/ours")->Unit(benchmark::kMillisecond);
BENCHMARK(unpack_zlib)->Name("assets/zipped_read/zlib")->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
