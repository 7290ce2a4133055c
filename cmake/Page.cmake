# The viewer's page within the command: what tools/web has built lies in apps/web/dist, and the assembler takes the files
# as they are. Without it, or where the assembler is another, the command looks for the page on disk alone.
option(OSSUARY_EMBED_PAGE "Put the built page into the command" ON)
set(dist ${PROJECT_SOURCE_DIR}/apps/web/dist)
set(folder ${PROJECT_BINARY_DIR}/page)
set(files "")
if(OSSUARY_EMBED_PAGE AND NOT MSVC AND NOT APPLE)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${dist} ${dist}/*)
  list(FILTER files EXCLUDE REGEX "\\.map$")
endif()
if(NOT "index.html" IN_LIST files)
  set(files "") # a page that is being built
endif()

set(data "")
set(declared "")
set(listed "")
set(number 0)
foreach(file IN LISTS files)
  set(name ossuary_page_${number})
  string(APPEND data "    .globl ${name}, ${name}_end\n    .balign 16\n${name}:\n    .incbin \"${dist}/${file}\"\n${name}_end:\n    .byte 0\n")
  string(APPEND declared "extern const std::byte ${name}[], ${name}_end[];\n")
  string(APPEND listed "    {\"${file}\", ${name}, ${name}_end},\n")
  math(EXPR number "${number} + 1")
endforeach()
if(WIN32)
  set(section ".section .rdata,\"dr\"")
  set(end "")
else()
  set(section ".section .rodata")
  set(end ".section .note.GNU-stack,\"\",%progbits")
endif()
file(CONFIGURE OUTPUT ${folder}/embedded_page.cpp CONTENT "// Made by cmake/Page.cmake.
#include \"cli/embedded_page.h\"

#include <cstddef>
#include <iterator>

#include \"ossuary/base/diagnostic.h\"

extern \"C\" {
${declared}}

namespace ossuary::cli {

namespace {

struct EmbeddedFile {
    std::string_view path;
    const std::byte *begin, *end;
};
const EmbeddedFile embedded_files[] = {
${listed}    {{}, nullptr, nullptr}};

} // namespace

Result<SharedBytes> embedded_page_file(std::string_view path) {
    for (const EmbeddedFile& file : embedded_files)
        if (file.begin && file.path == path) return SharedBytes(Bytes(file.begin, file.end), nullptr);
    return fail(\"there is no such file\");
}

} // namespace ossuary::cli
" @ONLY)
target_sources(ossuary PRIVATE ${folder}/embedded_page.cpp)
set_source_files_properties(${folder}/embedded_page.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set(OSSUARY_PAGE_OBJECT "")
if(files)
  set(OSSUARY_PAGE_OBJECT ${folder}/embedded_page.o)
  file(CONFIGURE OUTPUT ${folder}/embedded_page.s CONTENT "    ${section}\n${data}    ${end}\n" @ONLY)
  list(TRANSFORM files PREPEND ${dist}/)
  add_custom_command(OUTPUT ${folder}/embedded_page.o
    COMMAND ${CMAKE_CXX_COMPILER} -c ${folder}/embedded_page.s -o ${folder}/embedded_page.o
    DEPENDS ${folder}/embedded_page.s ${files}
    COMMENT "Taking the viewer's page into the command"
    VERBATIM)
  target_sources(ossuary PRIVATE ${OSSUARY_PAGE_OBJECT})
endif()
