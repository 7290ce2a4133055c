# Toolchain: x86-64 Windows, by MinGW-w64's GCC 12 with the libraries of tools/windows-libraries. What it links is static:
# one executable without DLLs beside it.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(libraries ${CMAKE_CURRENT_LIST_DIR}/../build/windows-libraries)
set(CMAKE_FIND_ROOT_PATH ${libraries} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Windows 10 is the oldest there is. The objects of templates are many. GCC takes a stack for aligned to 32 bytes that is
# not there (GCC bug 54412), so no move of a vector may ask for it.
set(CMAKE_CXX_FLAGS_INIT "-D_WIN32_WINNT=0x0A00 -DFMT_HEADER_ONLY -DSPNG_STATIC -Wa,-mbig-obj,-muse-unaligned-vector-move -isystem ${libraries}/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -fuse-ld=lld -B${libraries}/bin -Wl,--no-insert-timestamp -L${libraries}/lib")
# Of the many sections that such objects have, binutils 2.40 compares each with each, for minutes; lld does not.
set(CMAKE_PROJECT_ossuary_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/WindowsArchives.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../tools/wine)
