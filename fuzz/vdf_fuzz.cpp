// Any bytes as an archive (VDF): kept exactly, and every file in it read or refused.
#include "lossless.h"
#include "ossuary/assets/mounts.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/vdf.h"

namespace ossuary::fuzz::try_vdf {

using namespace zengin;

OSSUARY_FUZZ(vdf) {
    check_lossless(
        bytes, [](Bytes file, Diagnostics* diagnostics) { return parse_vdf(file, diagnostics); }, write_vdf, dump_vdf,
        build_vdf);
    auto volume = archive_volume("fuzz.vdf", SharedBytes(bytes), nullptr, {.file_size = 1u << 24});
    if (!volume) return;
    MountTree tree;
    tree.add(std::move(*volume));
    for (const MountedFile& file : tree.match()) {
        if (const auto content = file.read()) expect(content->bytes.size() == file.size());
        if (const MountedFile found = tree.resolve(file.path())) expect(found == file);
    }
}

} // namespace ossuary::fuzz::try_vdf
