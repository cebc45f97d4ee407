# mica_library(LAYER INCLUDES layers... SOURCES files... TESTS files...)
#
# One folder of src/ as one library. Each layer has its own include root, which holds one link to its folder: an
# #include of a layer that is not listed in INCLUDES (nor by one of those) finds no file. The architecture is what
# compiles.
function(mica_library layer)  # A path below src: graph, backend/vulkan.
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "INCLUDES;SOURCES;TESTS")
  string(REPLACE "/" "_" target "mica_${layer}")
  set(root "${PROJECT_BINARY_DIR}/layers/${target}")
  cmake_path(GET layer PARENT_PATH parent)
  file(MAKE_DIRECTORY "${root}/${parent}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${root}/${layer}" SYMBOLIC)

  add_library(${target} STATIC ${arg_SOURCES})
  target_include_directories(${target} PUBLIC "${root}")
  list(TRANSFORM arg_INCLUDES REPLACE "/" "_")
  list(TRANSFORM arg_INCLUDES PREPEND mica_)
  target_link_libraries(${target} PUBLIC ${arg_INCLUDES})
  if(arg_TESTS)
    mica_test(${target}_test LIBRARIES ${target} SOURCES ${arg_TESTS})
  endif()
endfunction()

# mica_test(NAME LIBRARIES targets... SOURCES files...): one GoogleTest program, run by ctest as a whole.
function(mica_test name)
  if(NOT MICA_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;SOURCES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200)
endfunction()
