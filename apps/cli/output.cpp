#include "cli/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <ranges>
#include <system_error>

#include <fmt/format.h>

#include "cli/session.h"
#include "cli/system.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

Failure file_failure(const std::string& path, int code) {
    if (code == EMFILE) return fail(Place{.file = path}, "too many files are being written at once");
    if (code == EBUSY) return fail(Place{.file = path}, "is in use by another program");
    return fail(Place{.file = path}, std::generic_category().message(code));
}

// As text, not as the system has it: behind the `\\?\` of a long path on Windows nothing finds the folders.
std::string folder_of(const std::string& path) {
    const std::u8string_view letters(reinterpret_cast<const char8_t*>(path.data()), path.size());
    const std::u8string folder = fs::path(letters).parent_path().generic_u8string();
    return {folder.begin(), folder.end()};
}

} // namespace

Result<void> may_write(const std::string& path, bool force) {
    if (path == "-") return {};
    const FileFacts facts = look_at(path);
    if (facts.error != 0) return file_failure(path, facts.error);
    if (facts.kind == FileKind::none) {
        std::string folder = folder_of(path);
        const auto kind = [&] { return look_at(folder).kind; };
        while (!folder.empty() && kind() == FileKind::none && folder != folder_of(folder)) folder = folder_of(folder);
        if (!folder.empty() && kind() != FileKind::none && kind() != FileKind::folder)
            return fail(Place{.file = path}, fmt::format("'{}' is a file, not a folder", folder));
        return {};
    }
    if (facts.kind == FileKind::folder) return fail(Place{.file = path}, "is a folder");
    if (facts.kind == FileKind::regular && !force) return fail(Place{.file = path}, "exists; --force replaces it");
    return {};
}

Result<void> may_replace(const std::vector<std::string>& paths, bool force) {
    if (force) return {};
    for (const std::string& path : paths)
        if (look_at(path).kind != FileKind::none) return fail(Place{.file = path}, "exists; --force replaces it");
    return {};
}

OutputSet::OutputSet(bool force) : force_(force) {}
OutputSet::~OutputSet() = default;

void refuse_terminal() {
    if (is_terminal(stdout))
        throw UsageError{"-o - would fill the terminal with binary data; send it on (| or >), or name a file"};
}

Result<void> OutputSet::add(const std::string& path, Bytes bytes) {
    if (auto allowed = may_write(path, force_); !allowed) return allowed;
    if (path == "-" && is_terminal(stdout) && std::ranges::find(bytes, std::byte{0}) != bytes.end())
        return fail("this is binary data, and standard output is a terminal; send it on (| or >), or name a file");
    if (const std::string folder = folder_of(path); path != "-" && !folder.empty())
        if (const int reason = make_folder(folder)) return file_failure(folder, reason);
    const FileKind kind = path == "-" ? FileKind::other : look_at(path).kind;
    // A pipe or a device cannot be renamed over; it is written when everything else is in place.
    if (kind == FileKind::other) {
        pending_.push_back({path, {}, false, {bytes.begin(), bytes.end()}});
        return {};
    }
    const bool exists = kind == FileKind::regular;
    const std::string target = exists ? behind_links(path) : path; // a link stays a link
    pending_.push_back({target, {}, true, {}});
    // Process numbers come again, in containers soon: what a killed process left must not stand in the way.
    int reason = EEXIST;
    for (std::size_t attempt = 0; reason == EEXIST && attempt < 1000; ++attempt)
        reason = pending_.back().temporary.create(
            fmt::format("{}.ossuary-{}-{}", target, process_number(), pending_.size() + 1000 * attempt),
            exists ? target : "", bytes);
    if (reason == 0) return {};
    pending_.pop_back();
    return file_failure(path, reason);
}

void OutputSet::retire(std::string path) { retired_.push_back(std::move(path)); }

Result<void> OutputSet::commit() {
    std::vector<std::string> placed;
    for (Pending& file : std::views::reverse(pending_)) {
        if (!file.is_temporary) continue;
        const bool is_new = look_at(file.path).kind == FileKind::none;
        if (const int reason = file.temporary.move_to(file.path, force_)) {
            for (const std::string& path : placed) remove_file(path);
            return reason == EEXIST ? fail(Place{.file = file.path}, "exists; --force replaces it")
                                    : file_failure(file.path, reason);
        }
        if (is_new) placed.push_back(file.path);
    }
    for (const Pending& file : pending_) {
        if (file.for_stream.empty()) continue;
        const bool is_standard = file.path == "-";
        const int reason =
            is_standard ? write_standard_output(file.for_stream) : write_device(file.path, file.for_stream);
        if (reason != 0) return file_failure(is_standard ? "standard output" : file.path, reason);
    }
    for (const std::string& path : retired_) remove_file(path);
    pending_.clear();
    retired_.clear();
    return {};
}

Result<void> write_output(const std::string& path, Bytes bytes, bool force) {
    OutputSet output(force);
    if (auto added = output.add(path, bytes); !added) return added;
    return output.commit();
}

Result<std::string> fill_pattern(std::string_view pattern, const PatternValues& values) {
    std::string filled;
    for (std::size_t i = 0; i < pattern.size();) {
        const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string_view::npos;
        if (end == std::string_view::npos) {
            filled += pattern[i++];
            continue;
        }
        const std::string_view name = pattern.substr(i + 1, end - i - 1);
        const auto value = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
        if (value == values.end()) return fail(fmt::format("'{{{}}}' has no meaning in this output name", name));
        std::string text = value->second;
        for (char& c : text)
            if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ||
                forbidden_letters().find(c) != std::string_view::npos)
                c = '_';
        if (text.starts_with('.')) text.front() = '_';
        filled += text;
        i = end + 1;
    }
    return filled;
}

bool has_placeholder(std::string_view pattern, std::string_view name) {
    return pattern.find(fmt::format("{{{}}}", name)) != std::string_view::npos;
}

} // namespace ossuary::cli
