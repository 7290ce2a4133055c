# ossuary_room(ROOM USES rooms… LIBRARIES packages…) makes the target of one room.
#
# A room that has src/ROOM/rows.cpp is a family of formats: its rows are in the registry (Families.cmake).
#
# A room owns include/ossuary/ROOM and src/ROOM; its target is ossuary_<last part>, alias ossuary::<last part>.
# USES names the rooms it may include and link; tests/house checks the include graph against the same list.
# LIBRARIES names third-party packages: header-only ones stay out of public headers, so that
# an installed copy needs nothing but the static libraries it lists.
# Sources are compiled in batches (a unity build), which takes less than half the time: file-local names must differ
# within a room.

option(OSSUARY_UNITY "Compile the sources of a target in batches (a unity build)" ON)

add_library(ossuary_options INTERFACE)
target_compile_features(ossuary_options INTERFACE cxx_std_20)
# The same bits on every machine: a multiply and an add stay two roundings wherever the compiler could fuse them.
if(MSVC)
  target_compile_options(ossuary_options INTERFACE /W4 /WX /permissive- /utf-8)
  add_compile_options(/fp:precise)
else()
  target_compile_options(ossuary_options INTERFACE
    -Wall -Wextra -Wconversion -Werror -Wno-missing-field-initializers)
  # In a batch the names of one file are global for the next, and nothing lies in the main file.
  if(NOT OSSUARY_UNITY)
    target_compile_options(ossuary_options INTERFACE -Wshadow)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(ossuary_options INTERFACE -Wshadow=local -Wno-subobject-linkage)
  endif()
  add_compile_options(-ffp-contract=off)
endif()
if(OSSUARY_SANITIZE)
  add_compile_options(-fsanitize=${OSSUARY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${OSSUARY_SANITIZE})
endif()

if(OSSUARY_FUZZ)
  # The rooms count their coverage, so that a fuzz target sees which inputs lead somewhere new.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# ossuary_harden(TARGET): what is released makes it hard to turn a mistake into more than a crash. Kernels are left alone:
# they work within bounds that were checked before, and a guarded stack costs them.
function(ossuary_harden TARGET)
  if(OSSUARY_SANITIZE OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    return()
  endif()
  target_compile_options(${TARGET} PRIVATE
    $<$<CONFIG:Release>:-fstack-protector-strong;-fcf-protection;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
  get_target_property(type ${TARGET} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_options(${TARGET} PRIVATE LINKER:-z,relro,-z,now)
  endif()
endfunction()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # It leaves precompiled headers alone unless it may take two things lightly: macros defined before them, and __TIME__.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# What most sources include, compiled once. For clang: GCC 12 then warns of bounds inside its own strings. Off in the
# release and wasm presets, which so find the source that forgot an include.
option(OSSUARY_PRECOMPILE "Precompile the headers most rooms and tests include (clang only)" OFF)
set(OSSUARY_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <optional> <set>
  <span> <string> <string_view> <tuple> <variant> <vector>)
# Such a header is known by its contents, not by when it was made: ccache may bring it from elsewhere.
set(OSSUARY_PRECOMPILE_OPTIONS "SHELL:-Xclang -fno-pch-timestamp")
# ossuary_precompile(LIBRARY) for a static library of ours: all of them share one.
function(ossuary_precompile LIBRARY)
  if(NOT OSSUARY_PRECOMPILE)
    return()
  endif()
  target_compile_options(${LIBRARY} PRIVATE ${OSSUARY_PRECOMPILE_OPTIONS})
  if(LIBRARY STREQUAL "ossuary_base")
    target_precompile_headers(${LIBRARY} PRIVATE ${OSSUARY_COMMON_HEADERS})
  else()
    target_precompile_headers(${LIBRARY} REUSE_FROM ossuary_base)
  endif()
endfunction()

# ossuary_unity(TARGET SIZE [sources to compile by themselves…]). A source that opens the namespace of another room, or
# an enumeration, to all of its lines is compiled by itself too.
function(ossuary_unity TARGET SIZE)
  if(NOT OSSUARY_UNITY)
    return()
  endif()
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${SIZE})
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  get_target_property(sources ${TARGET} SOURCES)
  foreach(source IN LISTS sources)
    file(STRINGS ${source} opened REGEX "^using (enum|namespace (::ossuary|anim|audio|codec|msb|mw3|sf3|zengin))" LIMIT_COUNT 1)
    if(opened OR (WIN32 AND source MATCHES "_windows\\.cpp$")) # whose headers define words like `near` and `small`
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

set(OSSUARY_ROOM_TARGETS "")
set(OSSUARY_ROOM_GRAPH "")
set(OSSUARY_FAMILIES "")

# Of a list of sources, x_posix.cpp and x_windows.cpp do the same for different systems: keeps this one's. One without
# the other is about something else.
function(ossuary_system_sources LIST)
  foreach(posix IN LISTS ${LIST})
    string(REGEX REPLACE "_posix\\.cpp$" "_windows.cpp" windows ${posix})
    if(windows STREQUAL posix OR NOT windows IN_LIST ${LIST})
      continue()
    endif()
    if(NOT WIN32)
      list(REMOVE_ITEM ${LIST} ${windows})
    endif()
    if(WIN32 OR CMAKE_SYSTEM_NAME STREQUAL "WASI")
      list(REMOVE_ITEM ${LIST} ${posix})
    endif()
  endforeach()
  set(${LIST} ${${LIST}} PARENT_SCOPE)
endfunction()

function(ossuary_room ROOM)
  cmake_parse_arguments(ARG "" "" "USES;LIBRARIES" ${ARGN})
  get_filename_component(name ${ROOM} NAME)
  set(target ossuary_${name})

  # A room with many formats has shelves: folders of one level. ossuary_kernels() compiles what lies in kernels/.
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${ROOM}/*.cpp ${PROJECT_SOURCE_DIR}/src/${ROOM}/*/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/kernels/")
  # x_native.cpp needs libraries, threads or a system that a browser does not have; x_wasm.cpp stands in for it there.
  if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    list(FILTER sources EXCLUDE REGEX "_native\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_wasm\\.cpp$")
  endif()
  ossuary_system_sources(sources)
  # The module for browsers is optimised as a whole, and archives of this system's tools cannot hold what that takes.
  if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    add_library(${target} OBJECT ${sources})
  else()
    add_library(${target} STATIC ${sources})
  endif()
  add_library(ossuary::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  # Every family calls its rows, verbs and lists of extensions the same.
  set(batch 30)
  # The names of an object's sections end at 10 MB on Windows, and the variants of this room have long ones.
  if(WIN32 AND ROOM STREQUAL "formats/mw3")
    set(batch 8)
  endif()
  ossuary_unity(${target} ${batch} ${PROJECT_SOURCE_DIR}/src/${ROOM}/rows.cpp)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:ossuary_options>)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)

  foreach(used IN LISTS ARG_USES)
    get_filename_component(used_name ${used} NAME)
    target_link_libraries(${target} PUBLIC ossuary_${used_name})
  endforeach()
  foreach(library IN LISTS ARG_LIBRARIES)
    if(library MATCHES "^(spng|z|squish|meshoptimizer)$")
      # Native libraries, for native sources only. They are named, not found as targets, so that an installed copy needs
      # to find nothing again.
      if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
        string(TOUPPER ${library} upper)
        find_library(${upper}_LIBRARY ${library} REQUIRED)
        target_link_libraries(${target} PRIVATE ${library})
      endif()
    elseif(library STREQUAL "draco")
      # Optional: without it, files that need it are refused with a sentence.
      if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
        find_library(DRACO_LIBRARY draco)
        if(DRACO_LIBRARY)
          target_link_libraries(${target} PRIVATE draco)
          target_compile_definitions(${target} PRIVATE OSSUARY_HAS_DRACO=1)
        endif()
      endif()
    elseif(library STREQUAL "fast-float")
      find_path(FAST_FLOAT_INCLUDE fast_float/fast_float.h REQUIRED)
    elseif(library STREQUAL "nlohmann-json")
      find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
    endif()
  endforeach()

  ossuary_precompile(${target})
  ossuary_harden(${target})

  list(APPEND OSSUARY_ROOM_TARGETS ${target})
  set(OSSUARY_ROOM_TARGETS ${OSSUARY_ROOM_TARGETS} PARENT_SCOPE)
  string(REPLACE ";" " " uses "${ARG_USES}")
  list(APPEND OSSUARY_ROOM_GRAPH "${ROOM}: ${uses}")
  set(OSSUARY_ROOM_GRAPH ${OSSUARY_ROOM_GRAPH} PARENT_SCOPE)

  if(EXISTS ${PROJECT_SOURCE_DIR}/src/${ROOM}/rows.cpp)
    list(APPEND OSSUARY_FAMILIES ${ROOM})
    # A family that others use comes after them: pictures have the weakest marks.
    foreach(used IN LISTS ARG_USES)
      if(used IN_LIST OSSUARY_FAMILIES)
        list(REMOVE_ITEM OSSUARY_FAMILIES ${used})
        list(APPEND OSSUARY_FAMILIES ${used})
      endif()
    endforeach()
    set(OSSUARY_FAMILIES ${OSSUARY_FAMILIES} PARENT_SCOPE)
  endif()
endfunction()
