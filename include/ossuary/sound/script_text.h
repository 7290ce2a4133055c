// Scripts as people write them: instances and prototypes of Daedalus texts (`SFXINST.D`, `MUSICINST.D` …) that are
// lists of data. Enough for games whose scripts are not compiled.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ossuary/base/diagnostic.h"
#include "ossuary/formats/zengin/dat_object.h"

namespace ossuary::sound {

// Texts that know of each other: prototypes and constants of one count in all. Names go without case.
class ScriptText {
public:
    // What is neither instance, prototype, class nor constant is passed over. Lines that assign something that cannot
    // be known here are left out, with a warning.
    void add(std::string_view text, Diagnostics* diagnostics = nullptr);
    // The instances of a class, in order, with what their prototypes assign. A prototype that is in none of the texts
    // counts as one of the class whose name it begins with: `C_SFX_DEF`.
    std::vector<zengin::DatObject> objects_of(std::string_view class_name) const;
    bool empty() const { return instances_.empty(); }

private:
    friend class ScriptTextReader;
    using Value = zengin::DatObject::Value;
    struct Assignment {
        std::string field; // in upper case, `POS[1]`
        Value value;
    };
    struct Body {
        std::string name, base; // in upper case
        std::vector<Assignment> assignments;
    };
    // The class, after what its prototypes assign; empty where there is none.
    std::string fill(const Body& body, zengin::DatObject& object, int depth) const;

    std::vector<Body> instances_;
    std::map<std::string, Body, std::less<>> prototypes_;
    std::map<std::string, Value, std::less<>> constants_;
};

} // namespace ossuary::sound
