# Machine models become part of the library: samples/machines/*.toml -> builtin_machines.cpp, at configure time.
file(GLOB machines CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/samples/machines/*.toml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${machines})
set(rows "")
foreach(machine IN LISTS machines)
  get_filename_component(name ${machine} NAME_WLE)
  file(READ ${machine} text)
  string(APPEND rows "      {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/builtin_machines.cpp.new "#include \"spec/read_machine.hpp\"

const std::vector<purlin::BuiltinMachine>& purlin::builtin_machines() {
  static const std::vector<BuiltinMachine> all = {
${rows}  };
  return all;
}
")
configure_file(${CMAKE_CURRENT_BINARY_DIR}/builtin_machines.cpp.new ${CMAKE_CURRENT_BINARY_DIR}/builtin_machines.cpp
               COPYONLY)
