# SPDX-License-Identifier: MIT
# Install: headers, static and shared library, find_package(legwork), pkg-config; with the tools also the
# command line, its man page and completion.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/legwork)
install(DIRECTORY include/legwork DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(runtime_targets legwork)
if(LEGWORK_SHARED)
  list(APPEND runtime_targets legwork_shared)
endif()
install(TARGETS ${runtime_targets} EXPORT legwork-targets)
install(EXPORT legwork-targets NAMESPACE legwork:: DESTINATION ${package_dir})

if(LEGWORK_TOOLS)
  install(TARGETS legwork_tools EXPORT legwork-tools-targets)
  install(EXPORT legwork-tools-targets NAMESPACE legwork:: DESTINATION ${package_dir})
  install(TARGETS legwork_cli)
  install(FILES docs/legwork.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES scripts/completion/legwork.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME legwork)
endif()

configure_package_config_file(cmake/legwork-config.cmake.in ${PROJECT_BINARY_DIR}/legwork-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/legwork-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/legwork-config.cmake ${PROJECT_BINARY_DIR}/legwork-config-version.cmake
  DESTINATION ${package_dir})

file(RELATIVE_PATH LEGWORK_PC_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/legwork.pc.in ${PROJECT_BINARY_DIR}/legwork.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/legwork.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
