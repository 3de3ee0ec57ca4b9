# Profiles become part of the library: samples/profiles/*.toml -> builtin_profiles.cpp, at configure time.
file(GLOB profiles CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/samples/profiles/*.toml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${profiles})
set(rows "")
foreach(profile IN LISTS profiles)
  get_filename_component(name ${profile} NAME_WLE)
  file(READ ${profile} text)
  string(APPEND rows "      {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/builtin_profiles.cpp.new "#include \"snac/read_profile.hpp\"

const std::vector<purlin::BuiltinProfile>& purlin::builtin_profiles() {
  static const std::vector<BuiltinProfile> all = {
${rows}  };
  return all;
}
")
configure_file(${CMAKE_CURRENT_BINARY_DIR}/builtin_profiles.cpp.new ${CMAKE_CURRENT_BINARY_DIR}/builtin_profiles.cpp
               COPYONLY)
