// A folder on disk for tests, and archives to put into it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/vdf.h"
#include "temporary_folder.h"

namespace ossuary::testing {

namespace fs = std::filesystem;

// An archive with these files.
inline ByteBuffer make_archive(const std::vector<std::pair<std::string, std::string>>& contents) {
    std::vector<zengin::VdfSource> sources;
    for (const auto& [file, text] : contents)
        sources.push_back(zengin::pack_source(file, SharedBytes(to_buffer(text)), false).value());
    return zengin::make_vdf(std::move(sources)).value();
}

// A folder of its own for each test, gone at its end.
class OnDisk : public ::testing::Test {
protected:
    void TearDown() override { fs::remove_all(root_); }

    std::string path(std::string_view name) const { return (root_ / name).generic_string(); }
    void write(std::string_view name, std::string_view text) const {
        fs::create_directories(fs::path(path(name)).parent_path());
        std::ofstream(path(name), std::ios::binary) << text;
    }
    // As careful programs do it: beside its place, then into it.
    void put(std::string_view name, std::string_view text) const {
        write(".new", text);
        fs::rename(path(".new"), path(name));
    }

    void put_archive(std::string_view name, const std::vector<std::pair<std::string, std::string>>& contents) const {
        put(name, as_text(make_archive(contents)));
    }

    fs::path root_ = make_temporary_folder();
};

} // namespace ossuary::testing
