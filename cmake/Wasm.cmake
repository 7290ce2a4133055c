# Toolchain: the rooms for WebAssembly, by clang-22 with the system's wasi-libc and libc++ (tools/packages, `wasm`).
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# The header-only libraries lie in the system's folder, which must not shadow the headers of the target.
set(CMAKE_CXX_FLAGS_INIT "-Wno-deprecated -msimd128 -fno-exceptions -fno-rtti -ffunction-sections -fdata-sections -idirafter /usr/include")
