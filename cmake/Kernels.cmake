# ossuary_kernels(ROOM) compiles src/ROOM/kernels/kernels.cpp once for each instruction set the target has, fast and
# strict, and adds the objects to the room. Fast: a multiply and an add may be fused. Strict: they never are, so that
# every set gives the same bits.

function(ossuary_kernels ROOM)
  get_filename_component(name ${ROOM} NAME)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    set(sets baseline avx2 avx512)
    set(baseline_flags -march=x86-64-v2)
    set(avx2_flags -march=x86-64-v3)
    set(avx512_flags -march=x86-64-v4 -mprefer-vector-width=512)
  else()
    set(sets baseline)
    set(baseline_flags -O3) # where the rest is built to be small
  endif()

  set(all "")
  foreach(set IN LISTS sets)
    foreach(table ${set} ${set}_strict)
      set(objects ossuary_${name}_kernels_${table})
      add_library(${objects} OBJECT ${PROJECT_SOURCE_DIR}/src/${ROOM}/kernels/kernels.cpp)
      target_link_libraries(${objects} PRIVATE ossuary_options)
      target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
      target_compile_options(${objects} PRIVATE ${${set}_flags})
      if(table STREQUAL set)
        target_compile_options(${objects} PRIVATE -ffp-contract=fast)
      endif()
      target_compile_definitions(${objects} PRIVATE OSSUARY_KERNELS=kernels_${table} OSSUARY_SIMD_NAMESPACE=${table})
      target_sources(ossuary_${name} PRIVATE $<TARGET_OBJECTS:${objects}>)
      list(APPEND all $<TARGET_OBJECTS:${objects}>)
    endforeach()
  endforeach()
  # For the test that these objects share no symbol.
  set_property(TARGET ossuary_${name} PROPERTY OSSUARY_KERNEL_OBJECTS ${all})
endfunction()
