// A folder that a test makes and takes away.
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace ossuary::testing {

// A new, empty folder among the system's temporary ones.
inline std::filesystem::path make_temporary_folder() {
    namespace fs = std::filesystem;
    for (std::random_device chance;;) {
        const fs::path folder = fs::temp_directory_path() / ("ossuary-test-" + std::to_string(chance()));
        std::error_code code;
        if (fs::create_directory(folder, code) || code) return folder;
    }
}

} // namespace ossuary::testing
