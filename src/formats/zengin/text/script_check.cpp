#include <algorithm>
#include <set>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "ossuary/formats/zengin/asset_names.h"
#include "ossuary/formats/zengin/model.h"
#include "tag_words.h"

namespace ossuary::zengin {

namespace {

constexpr std::string_view other_tags[] = {"DEF_FIGHTMODE", "DEF_HIT_LIMB",     "HIT_LIMB",      "DEF_HIT_DIR",
                                           "DEF_DIR",       "DEF_DAM_MULTIPLY", "DEF_SWAPMESH",  "DEF_DAM_MULTIPLIER",
                                           "DEF_OPT_FRAME", "DEF_HIT_END",      "DEF_PAR_FRAME", "DEF_WINDOW"};

class ScriptChecker {
public:
    ScriptChecker(const Script& script, std::string_view name, const FileLookup& find, const ScriptCheck& check)
        : script_(script), name_(name), find_(find), check_(check), lines_(lines_of(check.text)) {}

    Diagnostics run() {
        for (const Script* known : {&script_, check_.below})
            if (known)
                for (const ScriptEntry& entry : known->entries)
                    if (const std::string* named = name_of_entry(entry)) names_.insert(upper_case(*named));
        for (const ScriptEntry& entry : script_.entries)
            std::visit([&](const auto& data) { look(data, entry); }, entry.data);
        for (const std::string& file : check_.files) {
            const std::string upper = upper_case(file_name(file));
            if (upper.starts_with(upper_case(name_) + '-') && upper.ends_with(".MAN") && !used_.contains(upper))
                report(&found_, Severity::warning, {.file = file}, "no entry of the script uses it");
        }
        return std::move(found_);
    }

private:
    static std::vector<std::string_view> lines_of(std::string_view text) {
        std::vector<std::string_view> lines;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            lines.push_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        return lines;
    }
    static const std::string* name_of_entry(const ScriptEntry& entry) {
        return std::visit(
            [&](const auto& data) -> const std::string* {
                if constexpr (requires { data.name; })
                    return entry.kind() == EntryKind::ani_disable ? nullptr : &data.name;
                else
                    return nullptr;
            },
            entry.data);
    }

    // The column of a word in its line, where the text is at hand.
    void warn(std::uint32_t line, std::string_view word, std::string message) {
        Place place{.line = line};
        if (line > 0 && line <= lines_.size()) {
            const std::string upper = upper_case(lines_[line - 1]);
            const std::size_t at = upper.find(upper_case(word));
            if (at != upper.npos) place.column = static_cast<std::uint32_t>(at + 1);
        }
        report(&found_, Severity::warning, std::move(place), std::move(message));
    }
    bool is_known(const std::string& name) const { return names_.contains(upper_case(name)); }
    void look_at_next(const std::string& name, const std::string& next, std::uint32_t line) {
        if (!next.empty() && !is_known(next))
            warn(line, next, to_utf8(name) + " goes on as " + to_utf8(next) + ", which no entry defines");
    }
    void look_at_tag(const std::string& type, std::uint32_t line) {
        const auto is = [&](std::string_view word) { return equal_ignoring_case(type, word); };
        if (std::ranges::any_of(other_tags, is) ||
            std::ranges::any_of(item_words, [&](const ItemWord& item) { return is(item.word); }))
            return;
        warn(line, type, "unknown tag " + to_utf8(type));
    }
    static std::int32_t frame_of(const ScriptEvent& event) {
        return std::visit(
            [](const auto& data) -> std::int32_t {
                if constexpr (requires { data.frame; })
                    return data.frame;
                else
                    return 0;
            },
            event.data);
    }
    void look_at_events(const std::string& name, const std::vector<ScriptEvent>& events, const Ani* ani) {
        for (const ScriptEvent& event : events) {
            const EventTag* tag = std::get_if<EventTag>(&event.data);
            if (tag) look_at_tag(tag->type, event.line);
            // Those with lists of frames say nothing by their own.
            const bool lists = tag && (upper_case(tag->type).find("FRAME") != std::string::npos ||
                                       upper_case(tag->type).find("WINDOW") != std::string::npos ||
                                       upper_case(tag->type).find("HIT_") != std::string::npos ||
                                       upper_case(tag->type).find("DAM_") != std::string::npos);
            const std::int32_t frame = frame_of(event);
            if (!ani || lists || ani->last < 0) continue;
            const auto [first, last] = std::minmax(ani->first, ani->last);
            if (frame < first || frame > last)
                warn(event.line, std::to_string(frame),
                     "frame " + std::to_string(frame) + " lies outside " + to_utf8(name) + ", which has " +
                         std::to_string(first) + " to " + std::to_string(last));
        }
    }

    void look(const Ani& ani, const ScriptEntry& entry) {
        look_at_next(ani.name, ani.next, entry.line);
        look_at_events(ani.name, ani.events, &ani);
        const std::string file = animation_name(name_ + ".MDS", ani.name);
        used_.insert(upper_case(file));
        if (find_ && !find_(file) && (ani.asc.empty() || !find_(ani.asc)))
            warn(entry.line, ani.name, file + (ani.asc.empty() ? "" : " or " + to_utf8(ani.asc)) + " is not found");
    }
    void look(const AniAlias& alias, const ScriptEntry& entry) {
        look_at_next(alias.name, alias.next, entry.line);
        look_at_events(alias.name, alias.events, nullptr);
        if (!is_known(alias.alias))
            warn(entry.line, alias.alias,
                 to_utf8(alias.name) + " is an alias of " + to_utf8(alias.alias) + ", which no entry defines");
    }
    void look(const AniBlend& blend, const ScriptEntry& entry) { look_at_next(blend.name, blend.next, entry.line); }
    void look(const AniSync& sync, const ScriptEntry& entry) { look_at_next(sync.name, sync.next, entry.line); }
    void look(const AniComb& comb, const ScriptEntry& entry) {
        look_at_next(comb.name, comb.next, entry.line);
        look_at_events(comb.name, comb.events, nullptr);
        std::string missing;
        for (std::int32_t i = 1; i <= std::clamp(comb.count, 0, 64); ++i)
            if (const std::string part = comb.prefix + std::to_string(i); !is_known(part))
                missing += (missing.empty() ? "" : ", ") + to_utf8(part);
        if (!missing.empty() || comb.count < 1)
            warn(entry.line, comb.name,
                 to_utf8(comb.name) + (comb.count < 1 ? " has no parts" : " lacks its parts " + missing));
    }
    void look(const AniBatch& batch, const ScriptEntry& entry) {
        for (const std::string& ani : batch.anis)
            if (!is_known(ani))
                warn(entry.line, ani, to_utf8(batch.name) + " starts " + to_utf8(ani) + ", which no entry defines");
    }
    void look(const AniDisable&, const ScriptEntry&) {}
    void look(const AniMaxFps&, const ScriptEntry&) {}
    void look(const ModelTag& tag, const ScriptEntry& entry) { look_at_tag(tag.type, entry.line); }
    void look(const ScriptChunk&, const ScriptEntry&) {}

    const Script& script_;
    std::string name_;
    const FileLookup& find_;
    const ScriptCheck& check_;
    std::vector<std::string_view> lines_;
    std::set<std::string> names_, used_;
    Diagnostics found_;
};

} // namespace

Diagnostics validate(const Script& script, std::string_view name, const FileLookup& find, const ScriptCheck& check) {
    return ScriptChecker(script, name, find, check).run();
}

} // namespace ossuary::zengin
