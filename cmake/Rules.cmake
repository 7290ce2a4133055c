# The rules of the games (data/*.rules) are installed for people to copy, and carried by the library as text.
foreach(game gothic1 gothic2)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/${game}.rules)
  file(READ ${PROJECT_SOURCE_DIR}/data/${game}.rules ${game}_rules)
endforeach()
configure_file(cmake/rules_text.cpp.in ${PROJECT_BINARY_DIR}/rules_text.cpp @ONLY)
target_sources(ossuary_anim PRIVATE ${PROJECT_BINARY_DIR}/rules_text.cpp)
install(FILES data/gothic1.rules data/gothic2.rules DESTINATION ${CMAKE_INSTALL_DATADIR}/ossuary COMPONENT command)
