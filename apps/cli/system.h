// What the command needs of the operating system, with paths in UTF-8: system_posix.cpp and system_windows.cpp.
// Functions that return an int return errno's number, 0 for success.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/bytes.h"
#include "ossuary/base/result.h"

namespace ossuary::cli {

// Before anything else: arguments as UTF-8, streams as bytes, a console that knows colours.
void prepare_process(int* argc, char*** argv);

// Whether a start without arguments asks for the viewer: where people click programs rather than type them.
bool opens_viewer_when_clicked();
// Whether the window that we write to goes when we end, and nobody has read what it says.
bool has_own_window();

// Where this program is; empty if the system does not say.
std::string program_path();

bool is_terminal(std::FILE* stream);
int process_number();

// ---- files

enum class FileKind { none, regular, folder, other };
struct FileFacts {
    FileKind kind = FileKind::none;
    int error = 0; // why it could not be looked at, other than that it is not there
};
FileFacts look_at(const std::string& path);
// The folder and those above it, where they are not there.
int make_folder(const std::string& path);
// What a link leads to; the path itself if it is none.
std::string behind_links(const std::string& path);
// The letters that a file's name cannot have here, beside those that nobody's can.
std::string_view forbidden_letters();

// Creates a file that must not exist yet, with the permissions of `like` where that is given, and writes it down to the
// disk. Until forget_temporary() an interrupt takes it away.
class TemporaryFile {
public:
    TemporaryFile() = default;
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    ~TemporaryFile();

    int create(const std::string& path, const std::string& like, Bytes bytes);
    // Renames it; without `force` never over a file that is there (EEXIST).
    int move_to(const std::string& target, bool force);

private:
    std::string path_;
    std::size_t slot_ = 0; // in the table of temporary files
};

void remove_file(const std::string& path);
int write_standard_output(Bytes bytes);
// A pipe or a device.
int write_device(const std::string& path, Bytes bytes);

// Takes temporary files away when the program is interrupted. Called once, at the start.
void clean_up_on_signals();

// ---- programs

// Where a program is, looked for in PATH; empty if it is not there.
std::string find_program(std::string_view name);
// Programs of the Chromium kind, most wanted first, that are installed here.
std::vector<std::string> installed_browsers();

// A program started without a window, its standard error in a file. It ends, with its children, when this does.
class ChildProcess {
public:
    ChildProcess() = default;
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();

    int start(const std::string& program, const std::vector<std::string>& arguments, const std::string& log);
    bool runs();

private:
    struct State;
    void stop();
    State* state_ = nullptr;
};

// Shows an address in the person's browser. True if one was started.
bool show_in_browser(const std::string& url);
// Whether the person may do everything: Chromium refuses to sandbox what root does.
bool is_superuser();

// File types that open in the viewer when they are clicked, for this person: what was registered, or why nothing was.
Result<std::vector<std::string>> register_file_types(const std::vector<std::string>& extensions);
Result<std::vector<std::string>> unregister_file_types();
// A new folder for files that are soon gone; empty if there is none to be had.
std::string make_temporary_folder(const std::string& prefix);

} // namespace ossuary::cli
