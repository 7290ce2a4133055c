# Static libraries made by lld rather than by binutils (cmake/Windows.cmake), after project() has chosen those.
find_program(OSSUARY_LLD_LINK lld-link REQUIRED)
set(CMAKE_CXX_ARCHIVE_CREATE "${OSSUARY_LLD_LINK} /lib /out:<TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
