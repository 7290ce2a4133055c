# ossuary_kernels(ROOM SETS sets… [STRICT]) compiles src/ROOM/kernels/kernels.cpp once for each instruction set and adds
# the objects to the room, with a source that chooses between their tables:
#
#     const KernelTable& kernels_for(Isa isa);          // of src/ROOM/kernels/table.h
#     const KernelTable& strict_kernels_for(Isa isa);   // with STRICT
#
# SETS are those of base/cpu.h that the room's kernels make use of, `baseline` first; a wider machine takes the widest of
# them, and a target other than x86-64 has the baseline alone. A multiply and an add stay two roundings, so that every set
# gives the same bits. With STRICT such tables come second: in the first ones the two may be fused, which is faster.

if(MSVC)
  set(OSSUARY_baseline_FLAGS "")
  set(OSSUARY_avx2_FLAGS /arch:AVX2)
  set(OSSUARY_avx512_FLAGS /arch:AVX512)
  set(OSSUARY_FUSED_FLAGS /fp:contract)
else()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(OSSUARY_baseline_FLAGS -march=x86-64-v2)
  else()
    set(OSSUARY_baseline_FLAGS "")
  endif()
  set(OSSUARY_avx2_FLAGS -march=x86-64-v3)
  set(OSSUARY_avx512_FLAGS -march=x86-64-v4 -mprefer-vector-width=512)
  set(OSSUARY_FUSED_FLAGS -ffp-contract=fast)
endif()

# One table: kernels.cpp with the flags of a set.
function(ossuary_kernel_table ROOM SET TABLE)
  get_filename_component(name ${ROOM} NAME)
  set(objects ossuary_${name}_kernels_${TABLE})
  add_library(${objects} OBJECT ${PROJECT_SOURCE_DIR}/src/${ROOM}/kernels/kernels.cpp)
  target_link_libraries(${objects} PRIVATE ossuary_options)
  target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${objects} PRIVATE ${OSSUARY_${SET}_FLAGS} ${ARGN})
  target_compile_definitions(${objects} PRIVATE OSSUARY_KERNELS=kernels_${TABLE} OSSUARY_SIMD_NAMESPACE=${name}_${TABLE})
  target_sources(ossuary_${name} PRIVATE $<TARGET_OBJECTS:${objects}>)
  set_property(GLOBAL APPEND PROPERTY OSSUARY_KERNEL_OBJECTS $<TARGET_OBJECTS:${objects}>)
endfunction()

# The text of a function that chooses between tables, by the order of base/cpu.h.
function(ossuary_kernel_chooser RESULT FUNCTION SUFFIX)
  set(declared "")
  set(listed "")
  foreach(set baseline avx2 avx512)
    if(set IN_LIST ARGN)
      set(table kernels_${set}${SUFFIX})
      string(APPEND declared "extern const KernelTable ${table};\n")
    endif()
    string(APPEND listed "&${table}, ")
  endforeach()
  set(${RESULT} "${declared}
const KernelTable& ${FUNCTION}(Isa isa) {
    static constexpr const KernelTable* by_isa[] = {${listed}};
    return *by_isa[static_cast<std::size_t>(runnable(isa))];
}
" PARENT_SCOPE)
endfunction()

function(ossuary_kernels ROOM)
  cmake_parse_arguments(ARG "STRICT" "" "SETS" ${ARGN})
  get_filename_component(name ${ROOM} NAME)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(ARG_SETS baseline)
  endif()
  set(fused "")
  if(ARG_STRICT)
    set(fused ${OSSUARY_FUSED_FLAGS})
  endif()
  foreach(set IN LISTS ARG_SETS)
    ossuary_kernel_table(${ROOM} ${set} ${set} ${fused})
    if(ARG_STRICT)
      ossuary_kernel_table(${ROOM} ${set} ${set}_strict)
    endif()
  endforeach()

  ossuary_kernel_chooser(choosers kernels_for "" ${ARG_SETS})
  if(ARG_STRICT)
    ossuary_kernel_chooser(strict_chooser strict_kernels_for _strict ${ARG_SETS})
    string(APPEND choosers "\n${strict_chooser}")
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kernels/${name}_kernels.cpp CONTENT
"// Made by ossuary_kernels(${ROOM}).
#include \"${ROOM}/kernels/table.h\"
#include \"ossuary/base/cpu.h\"

namespace ossuary::${name} {

${choosers}
} // namespace ossuary::${name}
")
  target_sources(ossuary_${name} PRIVATE ${PROJECT_BINARY_DIR}/kernels/${name}_kernels.cpp)
endfunction()
