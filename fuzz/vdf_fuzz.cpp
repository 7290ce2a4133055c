// Any bytes as an archive (VDF): kept exactly, and every file in it read or refused.
#include "lossless.h"
#include "ossuary/assets/mounts.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/vdf.h"

using namespace ossuary;
using namespace ossuary::zengin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), size);
    fuzz::check_lossless(
        data, size, [](Bytes file, Diagnostics* diagnostics) { return parse_vdf(file, diagnostics); }, write_vdf,
        dump_vdf, build_vdf);
    auto volume = archive_volume("fuzz.vdf", SharedBytes(bytes), nullptr, {.file_size = 1u << 24});
    if (!volume) return 0;
    MountTree tree;
    tree.add(std::move(*volume));
    for (const MountedFile& file : tree.match()) {
        if (const auto content = file.read()) fuzz::expect(content->bytes.size() == file.size());
        if (const MountedFile found = tree.resolve(file.path())) fuzz::expect(found == file);
    }
    return 0;
}
