# Headers, libraries, find_package(ossuary) and pkg-config: the component `development`. The command and what belongs to it
# are the component `command`, the page as files of its own `page`.
include(CMakePackageConfigHelpers)

add_library(ossuary_all INTERFACE)
add_library(ossuary::ossuary ALIAS ossuary_all)
set_target_properties(ossuary_all PROPERTIES EXPORT_NAME ossuary)
target_link_libraries(ossuary_all INTERFACE ${OSSUARY_ROOM_TARGETS})

install(TARGETS ${OSSUARY_ROOM_TARGETS} ossuary_all EXPORT ossuary-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY include/ossuary DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT ossuary-targets NAMESPACE ossuary:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ossuary
  COMPONENT development)

configure_package_config_file(cmake/ossuary-config.cmake.in ${PROJECT_BINARY_DIR}/ossuary-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ossuary)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ossuary-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ossuary-config.cmake ${PROJECT_BINARY_DIR}/ossuary-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ossuary COMPONENT development)

# A static link wants users before what they use.
set(libraries ${OSSUARY_ROOM_TARGETS})
list(REVERSE libraries)
list(TRANSFORM libraries PREPEND "-l")
string(REPLACE ";" " " OSSUARY_PC_LIBS "${libraries}")
set(OSSUARY_PC_DRACO "")
if(DRACO_LIBRARY)
  set(OSSUARY_PC_DRACO " -ldraco")
endif()
# The prefix is found from where the .pc file lies, so that an installed copy can be moved.
file(RELATIVE_PATH OSSUARY_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" OSSUARY_PC_PREFIX "${OSSUARY_PC_PREFIX}")
configure_file(cmake/ossuary.pc.in ${PROJECT_BINARY_DIR}/ossuary.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ossuary.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
