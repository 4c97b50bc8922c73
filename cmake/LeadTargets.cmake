# How every target of this repository is compiled, said once.

find_program(LEAD_CCACHE ccache)
if(LEAD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LEAD_CCACHE})
endif()

# -O2: nothing here gains from -O3, which takes a third longer to compile.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(LEAD_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
endif()

add_library(lead_options INTERFACE)
target_compile_options(lead_options INTERFACE -Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(lead_options INTERFACE -Wno-restrict)  # false alarms on std::string, GCC bug 105651
endif()
target_compile_definitions(lead_options INTERFACE LEAD_VERSION="${PROJECT_VERSION}")
# The simulation must give equal states in every build type: no contraction to FMA, no reassociation.
target_compile_options(lead_options INTERFACE -ffp-contract=off)
if(LEAD_WERROR)
  target_compile_options(lead_options INTERFACE -Werror)
endif()
if(LEAD_SANITIZE)
  add_compile_options(-fsanitize=${LEAD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LEAD_SANITIZE})
  if(LEAD_SANITIZE MATCHES "thread")
    add_compile_definitions(LEAD_TSAN=1)
    add_compile_options(-Wno-tsan)  # of the fences in Asio
  endif()
endif()

# lead_library(NAME SOURCES a.cpp ... [PUBLIC lib ...] [PRIVATE lib ...])
# The include root is the top-level room (common/, server/ or client/), so that an include names the folder.
function(lead_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${LEAD_INCLUDE_ROOT})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE lead_options ${ARG_PRIVATE})
endfunction()

# lead_program(NAME SOURCES ... LINK ...)
function(lead_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${LEAD_INCLUDE_ROOT})
  target_link_libraries(${name} PRIVATE lead_options ${ARG_LINK})
endfunction()
