#include "ossuary/base/number.h"
#include "ossuary/formats/zengin/mds.h"
#include "script_text_writer.h"

namespace ossuary::zengin {

namespace {

class MdsWriter : ScriptTextWriter {
public:
    std::string write(const Script& script) {
        line(0, "Model").text(script.model).end();
        line(0, "{").raw_end();
        for (const MeshAndTree& tree : script.mesh_and_tree) {
            line(1, "meshAndTree").text(tree.name);
            if (tree.dont_use_mesh) word("DONT_USE_MESH");
            end();
        }
        for (const std::string& mesh : script.register_mesh) line(1, "registerMesh").text(mesh).end();
        if (!script.entries.empty()) {
            line(1, "aniEnum").raw_end();
            line(1, "{").raw_end();
            for (const ScriptEntry& entry : script.entries) {
                std::visit([&](const auto& data) { write_entry(data); }, entry.data);
                const std::vector<ScriptEvent>* events = entry.events();
                if (!events || events->empty()) continue;
                line(2, "{").raw_end();
                for (const ScriptEvent& event : *events)
                    std::visit([&](const auto& data) { write_event(data); }, event.data);
                line(2, "}").raw_end();
            }
            line(1, "}").raw_end();
        }
        line(0, "}").raw_end();
        return std::move(out_);
    }

private:
    template <class Entry> void head(std::string_view directive, const Entry& entry) {
        line(2, directive).text(entry.name).number(entry.layer).text(entry.next);
        number(entry.blend_in).number(entry.blend_out).word(entry.flags.empty() ? "." : entry.flags);
    }
    static std::string_view direction_word(std::string_view dir) {
        if (dir == "f" || dir == "r") return dir; // as it was written
        return direction_of(dir) == Direction::reverse ? "R" : "F";
    }

    void write_entry(const Ani& ani) {
        head("ani", ani);
        text(ani.asc).word(direction_word(ani.dir)).number(ani.first).number(ani.last);
        if (ani.fps != rate_) option("FPS", ani.fps);
        if (ani.spd != 0) option("SPD", ani.spd);
        if (ani.cvs != 1) option("CVS", ani.cvs);
        end();
    }
    void write_entry(const AniAlias& alias) {
        head("aniAlias", alias);
        text(alias.alias);
        if (!alias.no_dir) word(direction_word(alias.dir));
        end();
    }
    void write_entry(const AniBlend& blend) {
        line(2, "aniBlend").text(blend.name);
        if (blend.layer) number(*blend.layer);
        text(blend.next);
        blend_times(blend.blend_in, blend.blend_out);
        if (!blend.flags.empty()) word(blend.flags);
        end();
    }
    void write_entry(const AniSync& sync) {
        line(2, "aniSync").text(sync.name).text(sync.next);
        blend_times(sync.blend_in, sync.blend_out);
        end();
    }
    void write_entry(const AniComb& comb) {
        head("aniComb", comb);
        text(comb.prefix).number(comb.count).end();
    }
    void write_entry(const AniBatch& batch) {
        line(2, "aniBatch").text(batch.name).end();
        line(2, "{").raw_end();
        for (const std::string& ani : batch.anis) line(3, "*aniBatch").text(ani).end();
        line(2, "}").raw_end();
    }
    void write_entry(const AniDisable& disable) { line(2, "aniDisable").text(disable.name).end(); }
    void write_entry(const AniMaxFps& max_fps) {
        line(2, "aniMaxFPS").number(max_fps.fps).end();
        rate_ = max_fps.fps;
    }
    void write_entry(const ModelTag& tag) {
        line(2, "modelTag").text(tag.type);
        texts(tag.args);
        end();
    }
    void write_entry(const ScriptChunk&) {}

    void write_event(const EventTag& event) {
        line(3, "*eventTag").number(event.frame).text(event.type);
        texts(event.args);
        if (event.attach) word("ATTACH");
        end();
    }
    void write_event(const EventSfx& event) { write_sound("*eventSFX", event); }
    void write_event(const EventSfxGround& event) { write_sound("*eventSFXGrnd", event); }
    void write_sound(std::string_view directive, const EventSfx& event) {
        line(3, directive).number(event.frame).text(event.name);
        if (event.range) option("R", *event.range);
        if (event.empty_slot) word(event.misspelt ? "EMTPY_SLOT" : "EMPTY_SLOT");
        end();
    }
    void write_event(const EventPfx& event) {
        line(3, "*eventPFX").number(event.frame);
        if (event.handle != 0) number(event.handle);
        text(event.name);
        if (!event.node.empty()) text(event.node);
        if (event.attach) word("ATTACH");
        end();
    }
    void write_event(const EventPfxGround& event) { line(3, "*eventPFXGrnd").number(event.frame).end(); }
    void write_event(const EventPfxStop& event) {
        line(3, "*eventPFXStop").number(event.frame).number(event.handle).end();
    }
    void write_event(const EventMorphStart& event) {
        line(3, "*eventMMStartAni").number(event.frame).text(event.name);
        if (!event.node.empty()) text(event.node);
        if (event.intensity) option("I", *event.intensity);
        if (event.hold) option("H", *event.hold);
        end();
    }
    void write_event(const EventCamTremor& event) {
        line(3, "*eventCamTremor").number(event.frame);
        for (const float value : event.args) number(value);
        end();
    }
    void write_event(const EventSwapMesh& event) {
        line(3, "*eventSwapMesh").number(event.frame).text(event.nodes[0]).text(event.nodes[1]).end();
    }
    void write_event(const EventSetMesh& event) { line(3, "*eventSetMesh").number(event.frame).text(event.name).end(); }
    void write_event(const EventHeading& event) {
        line(3, "*eventHeading").number(event.frame).word(direction_word(event.dir));
        for (const float value : event.args) number(value);
        end();
    }
    void write_event(const ScriptChunk&) {}

    void blend_times(float blend_in, float blend_out) {
        if (blend_in != 0 || blend_out != 0) number(blend_in).number(blend_out);
    }
    void texts(const std::vector<std::string>& values) {
        for (const std::string& value : values) text(value);
    }

    float rate_ = default_fps; // what an ani without FPS gets
};

} // namespace

std::string write_mds(const Script& script) { return MdsWriter().write(script); }

} // namespace ossuary::zengin
