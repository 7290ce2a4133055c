#include "ossuary/format/full_module.h"

#include "ossuary/base/diagnostic.h"

namespace ossuary {

namespace {

Failure use_full_module() { return fail("the small module opens characters; the full one opens this, too"); }

} // namespace

Result<Json> info_in_full_module(const NamedFile&, const FileLookup&, const OptionValues&, Diagnostics*) {
    return use_full_module();
}

Result<void> open_in_full_module(const NamedFile&, Model&, const FileLookup&, const OptionValues&, Diagnostics*) {
    return use_full_module();
}

} // namespace ossuary
