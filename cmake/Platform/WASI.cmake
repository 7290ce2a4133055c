# CMake 3.25 does not know the system. Programs are called so, and the header-only libraries are the machine's own.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
list(APPEND CMAKE_SYSTEM_PREFIX_PATH /usr)
