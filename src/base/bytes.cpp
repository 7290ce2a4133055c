#include "ossuary/base/bytes.h"

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/number.h"

namespace ossuary {

namespace {
std::string size_text(std::uint64_t bytes) {
    if (bytes < 10'000) return std::to_string(bytes) + " bytes";
    if (bytes < 10'000'000) return std::to_string(bytes / 1'000) + " kB";
    return std::to_string(bytes / 1'000'000) + " MB";
}
} // namespace

Bytes ByteReader::take(std::string_view field, std::size_t size) {
    if (failed_) return {};
    if (size > remaining()) {
        fail(field, "needs " + size_text(size) + ", only " + size_text(remaining()) + " are left");
        return {};
    }
    const Bytes taken = bytes_.subspan(offset_, size);
    offset_ += size;
    return taken;
}

void ByteReader::seek(std::string_view field, std::size_t offset) {
    if (failed_) return;
    if (offset > bytes_.size()) return fail(field, "offset " + std::to_string(offset) + " lies behind the end");
    offset_ = offset;
}

bool ByteReader::fits(std::string_view field, std::uint64_t count, std::size_t least_size) {
    if (failed_) return false;
    if (least_size == 0 || count <= remaining() / least_size) return true;
    const bool overflows = count > UINT64_MAX / least_size;
    const std::string need = overflows ? "more than there is memory" : size_text(count * least_size);
    fail(field, std::to_string(count) + " entries need " + need + ", only " + size_text(remaining()) + " are left");
    return false;
}

void ByteReader::fail(std::string_view field, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = Error({.offset = origin_ + offset_, .field = path_to(field)}, std::move(message));
}

std::string ByteReader::path_to(std::string_view field) const {
    std::string path;
    const auto add = [&path](std::string_view name) {
        if (!path.empty() && !name.empty()) path += '.';
        path += name;
    };
    for (const Segment& segment : path_) {
        add(segment.name);
        if (segment.index >= 0) path += '[' + std::to_string(segment.index) + ']';
    }
    add(field);
    return path;
}

} // namespace ossuary
