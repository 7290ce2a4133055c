#include "names.h"

#include "ossuary/base/text.h"

namespace ossuary::md5 {

void TextEncoding::look_at(std::string_view text) { latin1 = latin1 || to_utf8(text) != text; }

std::string TextEncoding::decode(std::string_view text) const {
    return latin1 ? latin1_to_utf8(text) : std::string(text);
}

std::string TextEncoding::encode(std::string_view text) const {
    return latin1 ? utf8_to_latin1(text) : std::string(text);
}

} // namespace ossuary::md5
