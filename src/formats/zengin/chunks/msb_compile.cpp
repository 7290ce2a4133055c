#include "compiled_names.h"
#include "formats/zengin/text/script_layout.h"
#include "formats/zengin/text/script_texts.h"
#include "ossuary/formats/zengin/compile.h"

namespace ossuary::zengin {

CompiledScript compile_msb(const Script& script, std::string_view name, const CompileOptions& options) {
    CompiledScript compiled{.script = to_compiled(script)};
    visit_texts(compiled.script, [](std::string& text) { text = compiled_text(text); });
    compiled.root.path = compiled_text(options.folder);
    compiled.source = {options.date, compiled.root.path + compiled_text(name)};
    return compiled;
}

} // namespace ossuary::zengin
