// Several X8PC models in one file, as the later discs of Shining Force III have them: blocks of equal size, each a
// whole X8PC image filled to that size. The file does not say how many; they are found by their headers.
#pragma once

#include <optional>
#include <vector>

#include "ossuary/formats/sf3/x8pc.h"

namespace ossuary::sf3 {

struct ContainerFile {
    std::vector<ModelFile> blocks; // two or more; the filling is their `trailing`
    bool operator==(const ContainerFile&) const = default;
};

// True if the bytes are at least two blocks of equal size.
bool recognise_x8pc_container(Bytes bytes);
Result<ContainerFile> parse_x8pc_container(Bytes bytes, Diagnostics* diagnostics = nullptr);
// Blocks that became shorter than the longest are filled with zeros.
Result<ByteBuffer> write_x8pc_container(const ContainerFile& file, Diagnostics* diagnostics = nullptr);
// `blocks`, each as dump_x8pc gives it.
Json dump_x8pc_container(const ContainerFile& file);
Result<ContainerFile> build_x8pc_container(const Json& json);

// Bytes of one block; nothing where there are not at least two blocks of equal size.
std::optional<std::size_t> block_size(Bytes bytes);

} // namespace ossuary::sf3
