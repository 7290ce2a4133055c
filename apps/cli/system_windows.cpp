#include "cli/system.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <io.h>

#include "ossuary/base/disk_path.h"

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <shellapi.h>
#include <shlobj.h>

namespace ossuary::cli {

namespace fs = std::filesystem;

namespace {

std::string narrow(std::wstring_view text) {
    const int size =
        WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0, nullptr, nullptr);
    std::string result(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size, nullptr, nullptr);
    return result;
}

std::wstring widen(std::string_view text) {
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
    std::wstring result(static_cast<std::size_t>(size), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), result.data(), size);
    return result;
}

// The number of errno that says the same as the last error of Windows.
int last_reason() {
    const DWORD error = GetLastError();
    if (error == ERROR_SHARING_VIOLATION || error == ERROR_USER_MAPPED_FILE || error == ERROR_LOCK_VIOLATION)
        return EBUSY;
    const std::error_condition reason =
        std::error_code(static_cast<int>(error), std::system_category()).default_error_condition();
    return reason.category() == std::generic_category() && reason.value() != 0 ? reason.value() : EIO;
}

std::wstring environment(const wchar_t* name) {
    const wchar_t* value = _wgetenv(name);
    return value ? value : L"";
}

// Files that exist now and must not stay if the program is interrupted. Windows calls its handler on a thread of its
// own, which may lock.
std::mutex temporaries_mutex;
std::set<std::wstring> temporaries;

BOOL WINAPI remove_temporaries(DWORD) {
    temporaries_mutex.lock(); // for good: until the program ends, nobody makes another
    for (const std::wstring& path : temporaries) DeleteFileW(path.c_str());
    TerminateProcess(GetCurrentProcess(), STATUS_CONTROL_C_EXIT); // as it ends by itself; Wine would call that success
    return TRUE;
}

int write_all(HANDLE file, Bytes bytes) {
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto size = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1u << 20));
        if (!WriteFile(file, bytes.data(), size, &written, nullptr)) return last_reason();
        bytes = bytes.subspan(written);
    }
    return 0;
}

// An argument as programs of Windows take it apart again: quotes around it, and backslashes before quotes doubled.
std::wstring quoted_argument(std::string_view argument) {
    std::wstring quoted = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t letter : widen(argument)) {
        if (letter == L'"') quoted.append(backslashes + 1, L'\\');
        backslashes = letter == L'\\' ? backslashes + 1 : 0;
        quoted += letter;
    }
    quoted.append(backslashes, L'\\');
    return quoted + L'"';
}

// Inside the command a path has slashes.
std::string with_slashes(std::string text) {
    std::ranges::replace(text, '\\', '/');
    return text;
}

// The command line with other letters for the wildcards outside quotes: those that are to be compared with files.
constexpr wchar_t any_text = L'\xE000', any_letter = L'\xE001';

std::wstring with_marked_wildcards(std::wstring line) {
    bool in_quotes = false;
    std::size_t backslashes = 0;
    for (wchar_t& letter : line) {
        if (letter == L'"' && backslashes % 2 == 0) in_quotes = !in_quotes;
        backslashes = letter == L'\\' ? backslashes + 1 : 0;
        if (!in_quotes && letter == L'*') letter = any_text;
        if (!in_quotes && letter == L'?') letter = any_letter;
    }
    return line;
}

// The files that an argument with wildcards in its last part names, sorted: no shell of Windows does this. Where there
// is none, the argument itself.
std::vector<std::string> named_files(std::wstring_view argument) {
    std::wstring pattern(argument);
    std::ranges::replace(pattern, any_text, L'*');
    std::ranges::replace(pattern, any_letter, L'?');
    const std::wstring folder = pattern.substr(0, pattern.find_last_of(L"/\\:") + 1);
    std::vector<std::string> found;
    WIN32_FIND_DATAW file;
    const bool is_marked = pattern != argument && folder.find_first_of(L"*?") == folder.npos;
    const HANDLE search = is_marked ? FindFirstFileW(pattern.c_str(), &file) : INVALID_HANDLE_VALUE;
    if (search != INVALID_HANDLE_VALUE) {
        do {
            const std::wstring_view name = file.cFileName;
            if (!name.starts_with(L'.')) found.push_back(with_slashes(narrow(folder + std::wstring(name))));
        } while (FindNextFileW(search, &file));
        FindClose(search);
    }
    std::ranges::sort(found);
    if (found.empty()) found.push_back(with_slashes(narrow(pattern)));
    return found;
}

std::vector<std::string> command_line() {
    std::vector<std::string> arguments;
    int count = 0;
    LPWSTR* words = CommandLineToArgvW(with_marked_wildcards(GetCommandLineW()).c_str(), &count);
    for (int i = 0; words && i < count; ++i)
        for (std::string& name : named_files(words[i])) arguments.push_back(std::move(name));
    LocalFree(words);
    return arguments;
}

// ---- the registry: what belongs to this person

constexpr const wchar_t* classes = LR"(Software\Classes)";
constexpr const wchar_t* our_type = L"Ossuary.File";

class RegistryKey {
public:
    RegistryKey(HKEY parent, const std::wstring& path, REGSAM rights, bool make = false) {
        const LSTATUS status =
            make ? RegCreateKeyExW(parent, path.c_str(), 0, nullptr, 0, rights, nullptr, &key_, nullptr)
                 : RegOpenKeyExW(parent, path.c_str(), 0, rights, &key_);
        if (status != ERROR_SUCCESS) key_ = nullptr;
    }
    RegistryKey(const RegistryKey&) = delete;
    RegistryKey& operator=(const RegistryKey&) = delete;
    ~RegistryKey() {
        if (key_) RegCloseKey(key_);
    }

    explicit operator bool() const { return key_ != nullptr; }
    HKEY get() const { return key_; }

    bool set(const wchar_t* name, const std::wstring& text) const {
        const auto* bytes = reinterpret_cast<const BYTE*>(text.c_str());
        const auto size = static_cast<DWORD>((text.size() + 1) * sizeof(wchar_t));
        return key_ && RegSetValueExW(key_, name, 0, REG_SZ, bytes, size) == ERROR_SUCCESS;
    }
    std::wstring get(const wchar_t* name) const {
        wchar_t text[260];
        DWORD size = sizeof text;
        const bool is_there = key_ && RegGetValueW(key_, nullptr, name, RRF_RT_REG_SZ, nullptr, text, &size) == 0;
        return is_there ? text : L"";
    }
    bool has(const wchar_t* name) const {
        return key_ && RegQueryValueExW(key_, name, nullptr, nullptr, nullptr, nullptr) == ERROR_SUCCESS;
    }
    void remove(const wchar_t* name) const {
        if (key_) RegDeleteValueW(key_, name);
    }

private:
    HKEY key_ = nullptr;
};

} // namespace

void prepare_process(int* argc, char*** argv) {
    static std::vector<std::string> arguments = command_line();
    static std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    *argc = static_cast<int>(arguments.size());
    *argv = pointers.data();
    for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
    static const UINT letters_before = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { SetConsoleOutputCP(letters_before); });
    for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        DWORD mode = 0;
        if (GetConsoleMode(GetStdHandle(stream), &mode))
            SetConsoleMode(GetStdHandle(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

bool opens_viewer_when_clicked() { return true; }

bool has_own_window() {
    DWORD processes[2];
    return GetConsoleProcessList(processes, 2) == 1;
}

std::string program_path() {
    std::wstring path(32768, L'\0'); // the longest there can be
    path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
    return with_slashes(narrow(path));
}

// What is a device by its name, NUL, is none.
bool is_terminal(std::FILE* stream) {
    DWORD mode = 0;
    return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stream))), &mode) != 0;
}
int process_number() { return static_cast<int>(GetCurrentProcessId()); }

FileFacts look_at(const std::string& path) {
    const std::wstring name = windows_path(path);
    wchar_t whole[16]; // a device has a short one
    if (const DWORD size = GetFullPathNameW(name.c_str(), 16, whole, nullptr); size > 0 && size < 16)
        if (std::wstring_view(whole).starts_with(LR"(\\.\)")) return {FileKind::other};
    const DWORD attributes = GetFileAttributesW(name.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        const int reason = last_reason();
        return {FileKind::none, reason == ENOENT || reason == ENOTDIR ? 0 : reason};
    }
    if ((attributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return {FileKind::folder};
    return {(attributes & FILE_ATTRIBUTE_DEVICE) != 0 ? FileKind::other : FileKind::regular};
}

std::string behind_links(const std::string& path) { return path; } // few have the right to make one

int make_folder(const std::string& path) {
    // The standard library asks the C library, which takes the `?` of a long path for a wildcard.
    if (look_at(path).kind == FileKind::folder || CreateDirectoryW(windows_path(path).c_str(), nullptr)) return 0;
    const DWORD error = GetLastError();
    const std::size_t slash = path.find_last_of("/\\");
    if (error == ERROR_ALREADY_EXISTS) return ENOTDIR;
    if (error != ERROR_PATH_NOT_FOUND || slash == path.npos || slash == 0) return last_reason();
    if (const int reason = make_folder(path.substr(0, slash)); reason != 0) return reason;
    if (slash + 1 == path.size() || look_at(path).kind == FileKind::folder) return 0;
    return CreateDirectoryW(windows_path(path).c_str(), nullptr) ? 0 : last_reason();
}

std::string_view forbidden_letters() { return "<>:\"|?*"; }

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), slot_(other.slot_) {}

TemporaryFile::~TemporaryFile() {
    if (path_.empty()) return;
    const std::lock_guard lock(temporaries_mutex);
    DeleteFileW(windows_path(path_).c_str());
    temporaries.erase(windows_path(path_));
}

int TemporaryFile::create(const std::string& path, const std::string&, Bytes bytes) {
    const std::wstring name = windows_path(path);
    HANDLE file = INVALID_HANDLE_VALUE;
    {
        const std::lock_guard lock(temporaries_mutex);
        // Shared for deletion: an interrupt takes it away while it is written.
        file = CreateFileW(name.c_str(), GENERIC_WRITE, FILE_SHARE_DELETE, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL,
                           nullptr);
        if (file == INVALID_HANDLE_VALUE) return last_reason();
        temporaries.insert(name);
        path_ = path;
    }
    int reason = write_all(file, bytes);
    if (reason == 0 && !FlushFileBuffers(file)) reason = last_reason();
    CloseHandle(file);
    return reason;
}

int TemporaryFile::move_to(const std::string& target, bool force) {
    const std::wstring from = windows_path(path_), to = windows_path(target);
    const DWORD flags = MOVEFILE_WRITE_THROUGH | (force ? MOVEFILE_REPLACE_EXISTING : 0);
    if (!MoveFileExW(from.c_str(), to.c_str(), flags)) {
        if (!force || GetLastError() != ERROR_ACCESS_DENIED) return last_reason();
        // No open file is replaced, even if its reader lets others delete it, nor one that must not be written. Such a
        // file can be put aside; one whose reader shares nothing cannot.
        const std::wstring aside = from + L"-old";
        if (!MoveFileExW(to.c_str(), aside.c_str(), 0)) return last_reason();
        if (!MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_WRITE_THROUGH)) {
            const int reason = last_reason();
            MoveFileExW(aside.c_str(), to.c_str(), 0);
            return reason;
        }
        SetFileAttributesW(aside.c_str(), FILE_ATTRIBUTE_NORMAL);
        DeleteFileW(aside.c_str());
    }
    const std::lock_guard lock(temporaries_mutex);
    temporaries.erase(from);
    path_.clear();
    return 0;
}

void remove_file(const std::string& path) { DeleteFileW(windows_path(path).c_str()); }

int write_standard_output(Bytes bytes) {
    std::fflush(stdout);
    return write_all(GetStdHandle(STD_OUTPUT_HANDLE), bytes);
}

int write_device(const std::string& path, Bytes bytes) {
    const HANDLE file = CreateFileW(windows_path(path).c_str(), GENERIC_WRITE, 0, nullptr, OPEN_EXISTING, 0, nullptr);
    if (file == INVALID_HANDLE_VALUE) return last_reason();
    const int reason = write_all(file, bytes);
    CloseHandle(file);
    return reason;
}

void clean_up_on_signals() { SetConsoleCtrlHandler(remove_temporaries, TRUE); }

std::string find_program(std::string_view name) {
    std::wstring found(MAX_PATH, L'\0');
    const std::wstring wanted = widen(name);
    const DWORD size = SearchPathW(nullptr, wanted.c_str(), L".exe", MAX_PATH, found.data(), nullptr);
    if (size == 0 || size >= MAX_PATH) return {};
    found.resize(size);
    return narrow(found);
}

std::vector<std::string> installed_browsers() {
    std::vector<std::string> found;
    for (const char* name : {"chromium", "chrome", "msedge"})
        if (std::string program = find_program(name); !program.empty()) found.push_back(std::move(program));
    for (const wchar_t* folder : {L"ProgramFiles", L"ProgramFiles(x86)", L"LocalAppData"}) {
        const std::wstring root = environment(folder);
        if (root.empty()) continue;
        for (const wchar_t* program :
             {LR"(Google\Chrome\Application\chrome.exe)", LR"(Chromium\Application\chrome.exe)",
              LR"(Microsoft\Edge\Application\msedge.exe)"}) {
            std::error_code code;
            const fs::path path = fs::path(root) / program;
            if (fs::is_regular_file(path, code)) found.push_back(narrow(path.native()));
        }
    }
    return found;
}

struct ChildProcess::State {
    HANDLE process = nullptr, job = nullptr;
};

ChildProcess::ChildProcess(ChildProcess&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
ChildProcess::~ChildProcess() { stop(); }

int ChildProcess::start(const std::string& program, const std::vector<std::string>& arguments, const std::string& log) {
    stop();
    std::wstring line = quoted_argument(program);
    for (const std::string& argument : arguments) line += L' ' + quoted_argument(argument);
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    const HANDLE output = CreateFileW(windows_path(log).c_str(), GENERIC_WRITE, FILE_SHARE_READ, &inherited,
                                      CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdError = output;
    // Whatever it starts ends with the job.
    const HANDLE job = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    PROCESS_INFORMATION started{};
    const BOOL ok = CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW | CREATE_SUSPENDED,
                                   nullptr, nullptr, &startup, &started);
    const int reason = ok ? 0 : last_reason();
    if (output != INVALID_HANDLE_VALUE) CloseHandle(output);
    if (reason != 0) {
        CloseHandle(job);
        return reason;
    }
    AssignProcessToJobObject(job, started.hProcess);
    ResumeThread(started.hThread);
    CloseHandle(started.hThread);
    state_ = new State{started.hProcess, job};
    return 0;
}

bool ChildProcess::runs() { return state_ && WaitForSingleObject(state_->process, 0) == WAIT_TIMEOUT; }

void ChildProcess::stop() {
    if (!state_) return;
    TerminateJobObject(state_->job, 1);
    WaitForSingleObject(state_->process, 5000);
    CloseHandle(state_->process);
    CloseHandle(state_->job);
    delete std::exchange(state_, nullptr);
}

bool show_in_browser(const std::string& url) {
    const auto code =
        reinterpret_cast<INT_PTR>(ShellExecuteW(nullptr, L"open", widen(url).c_str(), nullptr, nullptr, SW_SHOWNORMAL));
    return code > 32; // smaller ones are errors
}

bool is_superuser() { return false; }

Result<std::vector<std::string>> register_file_types(const std::vector<std::string>& extensions) {
    const RegistryKey ours(HKEY_CURRENT_USER, classes, KEY_ALL_ACCESS, true);
    const RegistryKey type(ours.get(), our_type, KEY_ALL_ACCESS, true);
    const RegistryKey command(type.get(), LR"(shell\open\command)", KEY_ALL_ACCESS, true);
    const RegistryKey icon(type.get(), L"DefaultIcon", KEY_ALL_ACCESS, true);
    std::wstring program = widen(program_path());
    std::ranges::replace(program, L'/', L'\\');
    if (!type.set(nullptr, L"Game animation (Ossuary)") || !command.set(nullptr, L'"' + program + LR"(" view "%1")") ||
        !icon.set(nullptr, L'"' + program + LR"(",-2)")) // number 2 of windows.rc
        return fail("the registry could not be written");
    std::vector<std::string> done;
    for (const std::string& extension : extensions) {
        // What opens them already goes on doing so; we are offered beside it.
        const RegistryKey key(ours.get(), widen(extension), KEY_ALL_ACCESS, true);
        const RegistryKey everybodys(HKEY_CLASSES_ROOT, widen(extension), KEY_READ);
        const bool is_free = key.get(nullptr).empty() && everybodys.get(nullptr).empty();
        const RegistryKey offered(key.get(), L"OpenWithProgids", KEY_ALL_ACCESS, true);
        if (!offered.set(our_type, L"") || (is_free && !key.set(nullptr, our_type)))
            return fail("the registry could not be written");
        done.push_back(extension);
    }
    SHChangeNotify(SHCNE_ASSOCCHANGED, SHCNF_IDLIST, nullptr, nullptr);
    return done;
}

Result<std::vector<std::string>> unregister_file_types() {
    std::vector<std::string> done;
    const RegistryKey ours(HKEY_CURRENT_USER, classes, KEY_ALL_ACCESS);
    if (!ours) return done;
    std::vector<std::wstring> names;
    wchar_t name[256];
    for (DWORD i = 0, size = 256; RegEnumKeyExW(ours.get(), i, name, &size, nullptr, nullptr, nullptr, nullptr) == 0;
         ++i, size = 256)
        if (name[0] == L'.') names.emplace_back(name);
    for (const std::wstring& extension : names) {
        const RegistryKey key(ours.get(), extension, KEY_ALL_ACCESS);
        {
            const RegistryKey offered(key.get(), L"OpenWithProgids", KEY_ALL_ACCESS);
            if (!offered.has(our_type)) continue;
            offered.remove(our_type);
        }
        if (key.get(nullptr) == our_type) key.remove(nullptr);
        done.push_back(narrow(extension));
        // Keys that hold nothing any more are removed; others stay as they are.
        for (const std::wstring& path : {extension + L"\\OpenWithProgids", extension}) {
            DWORD keys = 1, values = 1;
            const RegistryKey left(ours.get(), path, KEY_READ);
            if (RegQueryInfoKeyW(left.get(), nullptr, nullptr, nullptr, &keys, nullptr, nullptr, &values, nullptr,
                                 nullptr, nullptr, nullptr) == 0 &&
                keys == 0 && values == 0)
                RegDeleteKeyW(ours.get(), path.c_str());
        }
    }
    RegDeleteTreeW(ours.get(), our_type);
    SHChangeNotify(SHCNE_ASSOCCHANGED, SHCNF_IDLIST, nullptr, nullptr);
    return done;
}

std::string make_temporary_folder(const std::string& prefix) {
    std::error_code code;
    const fs::path folder = fs::temp_directory_path(code);
    if (code) return {};
    for (DWORD number = GetTickCount();; ++number) {
        const fs::path path = folder / (prefix + std::to_string(process_number()) + '-' + std::to_string(number));
        if (fs::create_directory(path, code)) return with_slashes(narrow(path.native()));
        if (code) return {};
    }
}

} // namespace ossuary::cli
