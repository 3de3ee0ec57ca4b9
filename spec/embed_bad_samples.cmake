# What breaks a rule becomes part of the library, for `purlin explain`: samples/bad/* -> bad_samples.cpp.
file(GLOB samples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/samples/bad/*.toml ${PROJECT_SOURCE_DIR}/samples/bad/*.txt
     ${PROJECT_SOURCE_DIR}/samples/bad/*.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${samples})
set(rows "")
foreach(sample IN LISTS samples)
  get_filename_component(file ${sample} NAME)
  get_filename_component(code ${sample} NAME_WE)
  file(READ ${sample} text)
  string(APPEND rows "      {\"${code}\", \"${file}\", R\"sample(${text})sample\"},\n")
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/bad_samples.cpp.new "#include <vector>

#include \"spec/rules.hpp\"

std::span<const purlin::BadSample> purlin::bad_samples() {
  static const std::vector<BadSample> all = {
${rows}  };
  return all;
}
")
configure_file(${CMAKE_CURRENT_BINARY_DIR}/bad_samples.cpp.new ${CMAKE_CURRENT_BINARY_DIR}/bad_samples.cpp COPYONLY)
