// Between the text form and the compiled form of a script, and JSON.
#include <algorithm>
#include <cmath>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/script.h"
#include "script_layout.h"
#include "script_lexer.h"
#include "script_texts.h"

namespace ossuary::zengin {

namespace {

void make_upper(std::string& text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
}

constexpr std::string_view tree_extension = ".ASC";

// ---- to the compiled form

struct Compiler {
    void operator()(EventTag& event) const {
        event.args.resize(4);
        event.attach = false;
    }
    void operator()(EventSfx& event) const { compile_sound(event, default_sfx_range); }
    void operator()(EventSfxGround& event) const { compile_sound(event, default_sfx_ground_range); }
    void operator()(EventPfx& event) const {
        if (!event.attach_value) event.attach_value = event.attach ? 1.0f : 0.0f;
        event.attach = *event.attach_value != 0;
    }
    void operator()(EventMorphStart& event) const {
        if (!event.intensity) event.intensity = default_intensity;
        if (!event.hold) event.hold = default_hold;
    }
    void operator()(EventCamTremor& event) const {
        if (!event.radius_squared) event.radius_squared = event.args[0] * event.args[0];
    }
    void operator()(Ani& ani) const { ani.dir = direction_of(ani.dir) == Direction::reverse ? "R" : "F"; }
    void operator()(AniAlias& alias) const {
        if (alias.no_dir || alias.dir.empty())
            alias.dir.clear();
        else
            alias.dir = direction_of(alias.dir) == Direction::reverse ? "R" : "F";
        alias.no_dir = false;
    }
    void operator()(AniBlend& blend) const {
        blend.layer.reset();
        blend.flags.clear();
    }
    void operator()(ModelTag& tag) const { tag.args.resize(4); }
    template <class Other> void operator()(Other&) const {} // the same in both forms

    static void compile_sound(EventSfx& event, float range) {
        if (!event.range) event.range = range;
        if (!event.slot_value) event.slot_value = engine_empty_slot(event) ? 0.0f : 1.0f;
        event.empty_slot = *event.slot_value == 0;
        event.misspelt = false;
    }
};

// ---- to the text form

class Decompiler {
public:
    explicit Decompiler(Diagnostics* diagnostics) : diagnostics_(diagnostics) {}

    std::string field; // where in the script we are
    bool keep = true;  // false: the text has no word for this

    void operator()(EventTag& event) { trim(event.args); }
    void operator()(EventSfx& event) { sound(event, default_sfx_range); }
    void operator()(EventSfxGround& event) { sound(event, default_sfx_ground_range); }
    void operator()(EventPfx& event) {
        if (event.attach_value) {
            event.attach = *event.attach_value != 0;
            if (*event.attach_value != 0 && *event.attach_value != 1) lost("an attach value other than 0 and 1");
            event.attach_value.reset();
        }
    }
    void operator()(EventMorphStart& event) {
        if (event.intensity == default_intensity) event.intensity.reset();
        if (event.hold == default_hold) event.hold.reset();
    }
    void operator()(EventCamTremor& event) {
        if (!event.radius_squared) return;
        if (event.args[0] * event.args[0] != *event.radius_squared) {
            event.args[0] = std::sqrt(std::max(0.0f, *event.radius_squared));
            if (event.args[0] * event.args[0] != *event.radius_squared) lost("a tremor radius without exact root");
        }
        event.radius_squared.reset();
    }
    void operator()(Ani& ani) {
        flags(ani.flags);
        direction(ani.dir);
    }
    void operator()(AniAlias& alias) {
        flags(alias.flags);
        alias.no_dir = alias.dir.empty();
        if (alias.no_dir) alias.dir = "F";
        direction(alias.dir);
    }
    void operator()(AniComb& comb) { flags(comb.flags); }
    void operator()(ModelTag& tag) { trim(tag.args); }
    void operator()(ScriptChunk&) {
        lost("a chunk the text has no word for");
        keep = false;
    }
    template <class Other> void operator()(Other&) {}

    void text(std::string& value) {
        const std::size_t odd = value.find_first_of("\"\r\n");
        if (odd == value.npos) return;
        lost("a quote or line end inside a name");
        for (char& c : value) c = c == '"' ? '\'' : c == '\r' || c == '\n' ? ' ' : c;
    }

private:
    void lost(std::string_view what) {
        report(diagnostics_, Severity::warning, {.field = field}, "the text form cannot hold " + std::string(what));
    }
    static void trim(std::vector<std::string>& args) {
        while (!args.empty() && args.back().empty()) args.pop_back();
    }
    void sound(EventSfx& event, float default_range) {
        if (event.range == default_range) event.range.reset();
        if (!event.slot_value) return;
        event.empty_slot = *event.slot_value == 0;
        if (*event.slot_value != 0 && *event.slot_value != 1) lost("a slot value other than 0 and 1");
        event.slot_value.reset();
    }
    void flags(std::string& value) {
        if (is_plain_word(value)) return;
        lost("these flags");
        value = ".";
    }
    void direction(std::string& value) {
        const std::string_view word = direction_of(value) == Direction::reverse ? "R" : "F";
        if (!equal_ignoring_case(value, word)) lost("this direction");
        value = word;
    }

    Diagnostics* diagnostics_;
};

} // namespace

Script to_compiled(const Script& script) {
    Script compiled = script;
    compiled.model.clear();
    visit_texts(compiled, make_upper);
    for (MeshAndTree& tree : compiled.mesh_and_tree)
        if (tree.name.ends_with(tree_extension)) tree.name.resize(tree.name.size() - tree_extension.size());
    for (ScriptEntry& entry : compiled.entries) {
        std::visit(Compiler(), entry.data);
        if (std::vector<ScriptEvent>* events = entry.events())
            for (ScriptEvent& event : *events) std::visit(Compiler(), event.data);
    }
    return compiled;
}

Script to_text(const Script& compiled, std::string_view model, Diagnostics* diagnostics) {
    Script script = compiled;
    script.model = model;
    Decompiler decompiler(diagnostics);
    for (MeshAndTree& tree : script.mesh_and_tree) tree.name += tree_extension;
    visit_texts(script, [&](std::string& value) { decompiler.text(value); });
    std::erase_if(script.entries, [&, index = std::size_t{0}](ScriptEntry& entry) mutable {
        const std::string name = "items[" + std::to_string(index++) + ']';
        decompiler.field = name;
        decompiler.keep = true;
        std::visit(decompiler, entry.data);
        if (!decompiler.keep) return true;
        if (std::vector<ScriptEvent>* events = entry.events()) {
            std::erase_if(*events, [&, at = std::size_t{0}](ScriptEvent& event) mutable {
                decompiler.field = name + ".events[" + std::to_string(at++) + ']';
                decompiler.keep = true;
                std::visit(decompiler, event.data);
                return !decompiler.keep;
            });
        }
        return false;
    });
    return script;
}

Json dump_script(const Script& script) {
    Script printable = script;
    visit_texts(printable, [](std::string& text) { text = latin1_to_utf8(text); });
    return dump_record(printable);
}

Result<Script> build_script(const Json& json) {
    Result<Script> script = build_record<Script>(json);
    if (script) visit_texts(*script, [](std::string& text) { text = utf8_to_latin1(text); });
    return script;
}

} // namespace ossuary::zengin
