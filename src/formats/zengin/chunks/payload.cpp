#include "payload.h"

#include <array>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/hex.h"

namespace ossuary::zengin {

ChunkName::ChunkName(ChunkType type) : digits{} {
    for (int i = 0; i < 4; ++i) digits[i] = hex_digits[(static_cast<unsigned>(type) >> (12 - 4 * i)) & 15];
}

void PayloadReader::fail_endless(std::string_view field, std::string& value) {
    value.clear();
    fail(field,
         "UnterminatedString: the text goes on for " + std::to_string(end_ - at_) + " bytes to the end of its chunk");
}

bool PayloadReader::fits(std::string_view field, std::uint64_t count, std::size_t least_size) {
    if (error_) return false;
    if (least_size == 0 || count <= remaining() / least_size) return true;
    fail(field, "BadCount: " + std::to_string(count) + " entries of at least " + std::to_string(least_size) +
                    " bytes do not fit in the " + std::to_string(remaining()) + " bytes that are left");
    return false;
}

void PayloadReader::fail_short(std::string_view field, std::uint64_t size) {
    fail(field, "TruncatedChunk: needs " + std::to_string(size) + " bytes, only " + std::to_string(remaining()) +
                    " are left in the chunk");
}

void PayloadReader::fail(std::string_view field, std::string message, std::size_t back) {
    if (error_) return;
    error_ = std::make_unique<Error>(place(field, back), std::move(message));
    begin_ = at_ = end_;
}

void PayloadReader::warn(std::string_view field, std::string message, std::size_t back) {
    if (diagnostics_) report(diagnostics_, Severity::warning, place(field, back), std::move(message));
}

Place PayloadReader::place(std::string_view field, std::size_t back) const {
    return {.offset = file_offset() - back, .field = path_to(field)};
}

std::string PayloadReader::path_to(std::string_view field) const {
    std::vector<const Scope*> scopes;
    for (const Scope* scope = scope_; scope; scope = scope->outer_) scopes.push_back(scope);
    std::string path;
    if (chunk_ != ChunkType{}) path = ChunkName(chunk_).text();
    const auto add = [&path](std::string_view name) {
        if (!path.empty() && !name.empty()) path += '.';
        path += name;
    };
    for (std::size_t i = scopes.size(); i-- > 0;) {
        add(scopes[i]->name_);
        if (scopes[i]->index_ >= 0) path += '[' + std::to_string(scopes[i]->index_) + ']';
    }
    add(field);
    return path;
}

void PayloadWriter::text(const std::string& value) {
    bytes(as_bytes(value));
    const bool unusual = unusual_ends_ && std::ranges::binary_search(*unusual_ends_, string_count_);
    const char end = unusual ? (usual_end_ == '\n' ? '\0' : '\n') : usual_end_;
    buffer_.push_back(static_cast<std::byte>(end));
    ++string_count_;
}

} // namespace ossuary::zengin
