# SPDX-License-Identifier: MIT
# Warnings, determinism and sanitizers for every target of ours.
function(legwork_target target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion)
  if(LEGWORK_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  # Same bits everywhere: no contraction to fused operations, no fast-math. Without errno sqrt() is one instruction,
  # correctly rounded, and needs no libm.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-fast-math -fno-math-errno -fvisibility=hidden)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
  if(LEGWORK_SCALAR)
    target_compile_definitions(${target} PRIVATE LEGWORK_SCALAR)
  endif()
  if(LEGWORK_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

# All C files of the named rooms (src/<room>/*.c).
function(legwork_room_sources out)
  set(all)
  foreach(room ${ARGN})
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.c)
    list(APPEND all ${found})
  endforeach()
  set(${out} ${all} PARENT_SCOPE)
endfunction()
