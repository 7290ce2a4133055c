# What goes beside the command when it is installed: its manual page and completions, printed by the command itself, and what
# desktops want to know.
set(folder ${PROJECT_BINARY_DIR}/command)
file(MAKE_DIRECTORY ${folder})
# Whoever builds the command has them too: `cmake --install` after `./run` finds all it needs.
add_custom_command(
  TARGET ossuary POST_BUILD
  COMMAND ossuary man > ${folder}/ossuary.1
  COMMAND ossuary completions bash > ${folder}/ossuary.bash
  COMMAND ossuary completions zsh > ${folder}/_ossuary
  COMMAND ossuary completions fish > ${folder}/ossuary.fish
  BYPRODUCTS ${folder}/ossuary.1 ${folder}/ossuary.bash ${folder}/_ossuary ${folder}/ossuary.fish
  COMMENT "Printing the manual page and completions"
  VERBATIM)

install(FILES ${folder}/ossuary.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${folder}/ossuary.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ossuary
  COMPONENT command)
install(FILES ${folder}/_ossuary DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT command)
install(FILES ${folder}/ossuary.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)

set(desktop ${CMAKE_CURRENT_LIST_DIR}/../apps/cli/desktop)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable)
install(FILES ${desktop}/ossuary.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT command)
install(FILES ${desktop}/ossuary.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT command)
install(FILES ${desktop}/ossuary-character.svg DESTINATION ${icons}/mimetypes COMPONENT command)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/../apps/web/page/public/icon.svg DESTINATION ${icons}/apps RENAME ossuary.svg
  COMPONENT command)
