#include "ossuary/formats/zengin/mds.h"

#include <algorithm>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/text.h"
#include "script_lexer.h"

namespace ossuary::zengin {

namespace {

enum class Directive : std::uint8_t {
    none,
    mesh_and_tree,
    register_mesh,
    ani_enum,
    ani,
    ani_alias,
    ani_blend,
    ani_sync,
    ani_comb,
    ani_batch,
    ani_disable,
    ani_max_fps,
    model_tag,
};

struct DirectiveName {
    Keyword word;
    Directive directive;
};
constexpr DirectiveName directives[] = {
    {"ani", Directive::ani},
    {"aniAlias", Directive::ani_alias},
    {"aniBlend", Directive::ani_blend},
    {"aniComb", Directive::ani_comb},
    {"aniDisable", Directive::ani_disable},
    {"modelTag", Directive::model_tag},
    {"registerMesh", Directive::register_mesh},
    {"meshAndTree", Directive::mesh_and_tree},
    {"aniEnum", Directive::ani_enum},
    {"aniSync", Directive::ani_sync},
    {"aniBatch", Directive::ani_batch},
    {"aniMaxFPS", Directive::ani_max_fps},
};

struct EventName {
    Keyword word;
    EventKind kind;
};
constexpr EventName events[] = {
    {"*eventSFX", EventKind::sfx},
    {"*eventSFXGrnd", EventKind::sfx_ground},
    {"*eventTag", EventKind::tag},
    {"*eventPFX", EventKind::pfx},
    {"*eventPFXStop", EventKind::pfx_stop},
    {"*eventMMStartAni", EventKind::morph_start},
    {"*eventCamTremor", EventKind::cam_tremor},
    {"*eventSwapMesh", EventKind::swap_mesh},
    {"*eventPFXGrnd", EventKind::pfx_ground},
    {"*eventSetMesh", EventKind::set_mesh},
    {"*eventHeading", EventKind::heading},
};

constexpr std::string_view tag_types[] = {
    "DEF_CREATE_ITEM",
    "DEF_INSERT_ITEM",
    "DEF_REMOVE_ITEM",
    "DEF_DESTROY_ITEM",
    "DEF_PLACE_ITEM",
    "DEF_EXCHANGE_ITEM",
    "DEF_FIGHTMODE",
    "DEF_PLACE_MUNITION",
    "DEF_REMOVE_MUNITION",
    "DEF_DRAWSOUND",
    "DEF_UNDRAWSOUND",
    "DEF_SWAPMESH",
    "DEF_DRAWTORCH",
    "DEF_INV_TORCH",
    "DEF_DROP_TORCH",
    "DEF_HIT_LIMB",
    "HIT_LIMB",
    "DEF_HIT_DIR",
    "DEF_DIR",
    "DEF_DAM_MULTIPLY",
    "DEF_PAR_FRAME",
    "DEF_OPT_FRAME",
    "DEF_HIT_END",
    "DEF_WINDOW",
    "DEF_DAM_MULTIPLIER",
};

Directive directive_of(const Keyword& word) {
    for (const DirectiveName& name : directives)
        if (name.word == word) return name.directive;
    return Directive::none;
}
bool begins_directive(const Keyword& word) { return directive_of(word) != Directive::none; }

bool is_known_tag(std::string_view type) {
    return std::any_of(std::begin(tag_types), std::end(tag_types),
                       [&](std::string_view known) { return equal_ignoring_case(known, type); });
}

class MdsParser {
public:
    MdsParser(std::string_view text, Diagnostics* diagnostics, bool strict)
        : lex_(text, diagnostics, strict), empty_(text.empty()) {
        // Shipped scripts take about a hundred characters per entry, events included.
        script_.entries.reserve(text.size() / 96 + 4);
    }

    Result<Script> parse() {
        if (!lex_.at_word("Model")) return not_a_script();
        lex_.next();
        lex_.read_string(script_.model, "the name of the model");
        if (!lex_.accept(TokenKind::open)) lex_.expected("`{`");
        parse_body();
        parse_rest();
        lex_.close();
        if (lex_.failed()) return Failure(lex_.error());
        return std::move(script_);
    }

private:
    Result<Script> not_a_script() {
        if (lex_.failed()) return Failure(lex_.error());
        const Token& token = lex_.token();
        return fail({.line = token.line, .column = token.column},
                    token.kind == TokenKind::end
                        ? (empty_ ? "SyntaxError: the file is empty" : "SyntaxError: there is no Model in this file")
                        : "SyntaxError: a model script begins with `Model`");
    }

    // Everything between the braces of Model. A surplus `}` closes aniEnum or Model too early; entries that follow
    // inside Model are taken all the same.
    void parse_body() {
        bool in_enum = false;
        std::uint32_t surplus_open = 0;
        for (;;) {
            switch (lex_.token().kind) {
            case TokenKind::end:
                lex_.complain(Severity::warning,
                              in_enum ? "the file ends inside aniEnum" : "the file ends inside Model");
                return;
            case TokenKind::open:
                lex_.complain(Severity::warning, "`{` belongs to nothing");
                lex_.next();
                ++surplus_open;
                break;
            case TokenKind::close:
                lex_.next();
                if (surplus_open > 0)
                    --surplus_open;
                else if (in_enum)
                    in_enum = false;
                else
                    return;
                break;
            case TokenKind::word: parse_statement(in_enum); break;
            default:
                lex_.expected("a directive");
                const std::uint32_t line = lex_.token().line;
                lex_.next();
                lex_.skip_statement(line);
            }
        }
    }

    void parse_statement(bool& in_enum) {
        const Token word = lex_.token();
        if (word.text.front() == '*') {
            lex_.complain(Severity::warning, "OrphanEvent: no animation stands before this event; it is skipped");
            lex_.next();
            return lex_.skip_statement(word.line);
        }
        const Directive directive = directive_of(word.keyword);
        if (directive == Directive::none) {
            lex_.complain(Severity::warning, "unknown directive " + quoted(word.text) + "; the line is skipped");
            lex_.next();
            return lex_.skip_statement(word.line);
        }
        const bool at_model_level = directive <= Directive::ani_enum;
        if (at_model_level == in_enum) {
            lex_.complain(Severity::warning,
                          in_enum ? "this directive belongs before aniEnum" : "this directive belongs inside aniEnum");
            if (lex_.failed()) return;
        }
        lex_.next();
        switch (directive) {
        case Directive::mesh_and_tree: return parse_mesh_and_tree(word.line);
        case Directive::register_mesh: return parse_register_mesh(word.line);
        case Directive::ani_enum:
            in_enum = true;
            if (!lex_.accept(TokenKind::open)) lex_.expected("`{`");
            return;
        default: return parse_entry(directive, word.line);
        }
    }

    void parse_mesh_and_tree(std::uint32_t line) {
        MeshAndTree tree{.line = line};
        if (!lex_.read_string(tree.name, "the file of the mesh")) return lex_.skip_statement(line);
        tree.dont_use_mesh = lex_.accept_word("DONT_USE_MESH");
        script_.mesh_and_tree.push_back(std::move(tree));
        lex_.skip_surplus(begins_directive);
    }

    void parse_register_mesh(std::uint32_t line) {
        std::string name;
        if (!lex_.read_string(name, "the file of the mesh")) return lex_.skip_statement(line);
        script_.register_mesh.push_back(std::move(name));
        lex_.skip_surplus(begins_directive);
    }

    void parse_entry(Directive directive, std::uint32_t line) {
        ScriptEntry& entry = script_.entries.emplace_back();
        entry.line = line;
        if (parse_fields(directive, entry.data)) {
            lex_.skip_surplus(begins_directive);
            if (std::vector<ScriptEvent>* list = entry.events()) parse_events(list);
            return;
        }
        // The line is lost, and with it the events that belong to it.
        script_.entries.pop_back();
        lex_.skip_statement(line);
        parse_events(nullptr);
    }

    bool parse_fields(Directive directive, ScriptEntryData& data) {
        switch (directive) {
        case Directive::ani: return parse(data.emplace<Ani>());
        case Directive::ani_alias: return parse(data.emplace<AniAlias>());
        case Directive::ani_blend: return parse(data.emplace<AniBlend>());
        case Directive::ani_sync: return parse(data.emplace<AniSync>());
        case Directive::ani_comb: return parse(data.emplace<AniComb>());
        case Directive::ani_batch: return parse(data.emplace<AniBatch>());
        case Directive::ani_disable: return lex_.read_string(data.emplace<AniDisable>().name, "the name of an ani");
        case Directive::ani_max_fps: return parse(data.emplace<AniMaxFps>());
        default: return parse(data.emplace<ModelTag>());
        }
    }

    // The first six arguments of ani, aniAlias and aniComb.
    template <class Entry> bool parse_head(Entry& entry) {
        return lex_.read_string(entry.name, "a name") && lex_.read_int(entry.layer, "a layer") &&
               lex_.read_string(entry.next, "the next ani") && lex_.read_number(entry.blend_in, "a blend-in time") &&
               lex_.read_number(entry.blend_out, "a blend-out time") && lex_.read_flags(entry.flags);
    }

    bool at_direction() const { return lex_.at_word("F") || lex_.at_word("R"); }
    bool read_direction(std::string& dir) {
        if (!at_direction()) return lex_.missing("the direction F or R");
        dir.assign(lex_.token().text);
        lex_.next();
        return true;
    }

    bool parse(Ani& ani) {
        ani.fps = rate_;
        if (!parse_head(ani) || !lex_.read_string(ani.asc, "an ASC file") || !read_direction(ani.dir) ||
            !lex_.read_int(ani.first, "the first frame") || !lex_.read_int(ani.last, "the last frame"))
            return false;
        while (lex_.at(TokenKind::word)) {
            const Keyword word = lex_.token().keyword;
            float* value = word == Keyword("FPS")   ? &ani.fps
                           : word == Keyword("SPD") ? &ani.spd
                           : word == Keyword("CVS") ? &ani.cvs
                                                    : nullptr;
            if (!value) break;
            lex_.next();
            if (!lex_.read_option(*value, "a rate or scale")) return false;
        }
        return true;
    }

    bool parse(AniAlias& alias) {
        if (!parse_head(alias) || !lex_.read_string(alias.alias, "the name of an ani")) return false;
        alias.no_dir = !at_direction();
        return alias.no_dir || read_direction(alias.dir);
    }

    bool parse_blend_times(float& blend_in, float& blend_out) {
        return (!lex_.at(TokenKind::number) || lex_.read_number(blend_in, "a blend-in time")) &&
               (!lex_.at(TokenKind::number) || lex_.read_number(blend_out, "a blend-out time"));
    }

    bool parse(AniBlend& blend) {
        if (!lex_.read_string(blend.name, "a name")) return false;
        if (lex_.at(TokenKind::number) && !lex_.read_int(blend.layer.emplace(), "a layer")) return false;
        if (!lex_.read_string(blend.next, "the next ani") || !parse_blend_times(blend.blend_in, blend.blend_out))
            return false;
        const Token& token = lex_.token();
        if (token.kind == TokenKind::word && token.line == lex_.last_line() && token.text.front() != '*' &&
            !begins_directive(token.keyword))
            return lex_.read_flags(blend.flags);
        return true;
    }

    bool parse(AniSync& sync) {
        return lex_.read_string(sync.name, "a name") && lex_.read_string(sync.next, "the next ani") &&
               parse_blend_times(sync.blend_in, sync.blend_out);
    }

    bool parse(AniComb& comb) {
        return parse_head(comb) && lex_.read_string(comb.prefix, "the prefix of the combined anis") &&
               lex_.read_int(comb.count, "the number of combined anis");
    }

    bool parse(AniBatch& batch) {
        if (!lex_.read_string(batch.name, "a name")) return false;
        const bool braced = lex_.accept(TokenKind::open);
        while (lex_.accept_word("*aniBatch"))
            if (!lex_.read_string(batch.anis.emplace_back(), "the name of an ani")) return false;
        return !braced || lex_.accept(TokenKind::close) || lex_.expected("`*aniBatch` or `}`");
    }

    bool parse(AniMaxFps& max_fps) {
        if (!lex_.read_number(max_fps.fps, "a rate")) return false;
        rate_ = max_fps.fps;
        return true;
    }

    bool parse(ModelTag& tag) { return parse_tag(tag.type, tag.args); }

    bool parse_tag(std::string& type, std::vector<std::string>& args) {
        const Token token = lex_.token();
        if (!lex_.read_string(type, "the type of a tag")) return false;
        if (!is_known_tag(type)) lex_.complain(Severity::warning, token, "unknown type of tag " + quoted(type));
        for (; lex_.at(TokenKind::string) && args.size() < 4; lex_.next()) args.emplace_back(lex_.token().text);
        return true;
    }

    // Events behind an entry, with or without braces. Without a list they are read and dropped.
    void parse_events(std::vector<ScriptEvent>* list) {
        const std::uint32_t first_line = lex_.token().line;
        const bool braced = lex_.accept(TokenKind::open);
        ScriptEvent dropped;
        for (;;) {
            const Token token = lex_.token();
            if (token.kind == TokenKind::word && token.text.front() == '*') {
                if (list && list->empty()) list->reserve(4);
                ScriptEvent& event = list ? list->emplace_back() : dropped;
                event.line = token.line;
                lex_.next();
                if (parse_event(token, event.data)) {
                    lex_.skip_surplus(begins_directive);
                } else {
                    if (list) list->pop_back();
                    lex_.skip_statement(token.line);
                }
                continue;
            }
            if (!braced || lex_.accept(TokenKind::close)) return;
            if (token.kind == TokenKind::end || (token.kind == TokenKind::word && begins_directive(token.keyword))) {
                lex_.complain(Severity::warning,
                              "the events that begin on line " + std::to_string(first_line) + " are not closed by `}`");
                return;
            }
            lex_.expected("an event or `}`");
            lex_.next();
            lex_.skip_statement(token.line);
        }
    }

    bool parse_event(const Token& word, ScriptEventData& data) {
        const auto found = std::find_if(std::begin(events), std::end(events),
                                        [&](const EventName& event) { return event.word == word.keyword; });
        if (found == std::end(events)) {
            lex_.complain(Severity::warning, word, "unknown event " + quoted(word.text));
            return false;
        }
        switch (found->kind) {
        case EventKind::tag: return parse(data.emplace<EventTag>());
        case EventKind::sfx: return parse(data.emplace<EventSfx>());
        case EventKind::sfx_ground: return parse(data.emplace<EventSfxGround>());
        case EventKind::pfx: return parse(data.emplace<EventPfx>());
        case EventKind::pfx_ground: return read_frame(data.emplace<EventPfxGround>().frame);
        case EventKind::pfx_stop: return parse(data.emplace<EventPfxStop>());
        case EventKind::morph_start: return parse(data.emplace<EventMorphStart>());
        case EventKind::cam_tremor: return parse(data.emplace<EventCamTremor>());
        case EventKind::swap_mesh: return parse(data.emplace<EventSwapMesh>());
        case EventKind::set_mesh: return parse(data.emplace<EventSetMesh>());
        default: return parse(data.emplace<EventHeading>());
        }
    }

    bool read_frame(std::int32_t& frame) { return lex_.read_int(frame, "a frame"); }

    bool parse(EventTag& event) {
        if (lex_.at(TokenKind::number) && !read_frame(event.frame)) return false;
        if (!parse_tag(event.type, event.args)) return false;
        event.attach = lex_.accept_word("ATTACH");
        return true;
    }

    bool parse(EventSfx& event) {
        if (!read_frame(event.frame) || !lex_.read_string(event.name, "the name of a sound")) return false;
        while (lex_.at(TokenKind::word)) {
            if (lex_.accept_word("R")) {
                if (!lex_.read_option(event.range.emplace(), "a range")) return false;
            } else if (lex_.accept_word("EMPTY_SLOT")) {
                event.empty_slot = true;
                event.misspelt = false;
            } else if (lex_.accept_word("EMTPY_SLOT")) {
                event.misspelt = !event.empty_slot || event.misspelt;
                event.empty_slot = true;
            } else {
                break;
            }
        }
        return true;
    }

    bool parse(EventPfx& event) {
        if (!read_frame(event.frame)) return false;
        if (lex_.at(TokenKind::number) && !lex_.read_number(event.handle, "a handle")) return false;
        if (!lex_.read_string(event.name, "the name of an effect")) return false;
        bool has_node = false;
        for (;;) {
            if (lex_.at(TokenKind::string) && equal_ignoring_case(lex_.token().text, "ATTACH")) {
                event.attach = true; // the word in quotes counts
                lex_.next();
            } else if (lex_.at(TokenKind::string) && !has_node) {
                has_node = lex_.read_string(event.node, "a node");
            } else if (lex_.accept_word("ATTACH")) {
                event.attach = true;
            } else {
                return true;
            }
        }
    }

    bool parse(EventPfxStop& event) { return read_frame(event.frame) && lex_.read_number(event.handle, "a handle"); }

    bool parse(EventMorphStart& event) {
        if (!read_frame(event.frame) || !lex_.read_string(event.name, "the name of a morph ani")) return false;
        if (lex_.at(TokenKind::string)) lex_.read_string(event.node, "a node");
        while (lex_.at(TokenKind::word)) {
            if (lex_.accept_word("I")) {
                if (!lex_.read_option(event.intensity.emplace(), "an intensity")) return false;
            } else if (lex_.accept_word("H")) {
                if (!lex_.read_option(event.hold.emplace(), "a hold time")) return false;
            } else {
                break;
            }
        }
        return true;
    }

    bool parse(EventCamTremor& event) {
        return read_frame(event.frame) && lex_.read_number(event.args[0], "a radius") &&
               lex_.read_number(event.args[1], "a duration") && lex_.read_number(event.args[2], "an amplitude") &&
               lex_.read_number(event.args[3], "an amplitude");
    }

    bool parse(EventSwapMesh& event) {
        return read_frame(event.frame) && lex_.read_string(event.nodes[0], "a node") &&
               lex_.read_string(event.nodes[1], "a node");
    }

    bool parse(EventSetMesh& event) { return read_frame(event.frame) && lex_.read_string(event.name, "a mesh"); }

    bool parse(EventHeading& event) {
        if (!read_frame(event.frame) || !read_direction(event.dir)) return false;
        for (float& value : event.args)
            if (!lex_.read_number(value, "a number")) return false;
        return true;
    }

    // What follows the `}` of Model does nothing in the game either.
    void parse_rest() {
        bool told_brace = false;
        for (; !lex_.at(TokenKind::end); lex_.next()) {
            const Token& token = lex_.token();
            if (token.kind == TokenKind::word && (token.text.front() == '*' || begins_directive(token.keyword))) {
                lex_.complain(Severity::warning,
                              quoted(token.text) + " stands after the end of the script and is ignored");
            } else if (token.kind == TokenKind::close && !told_brace) {
                told_brace = true;
                lex_.complain(Severity::warning, "`}` stands after the end of the script");
            }
        }
    }

    ScriptLexer lex_;
    Script script_;
    float rate_ = default_fps;
    bool empty_;
};

} // namespace

Result<Script> parse_mds(Bytes bytes, Diagnostics* diagnostics, const MdsOptions& options) {
    return MdsParser(as_text(bytes), diagnostics, options.strict).parse();
}

bool recognise_mds(Bytes bytes) {
    // A megabyte of comments in front of the first word is no script that anybody wrote. A name has to follow: other
    // texts speak of models too.
    ScriptLexer lex(as_text(bytes).substr(0, 1 << 20), nullptr, false);
    if (!lex.at_word("Model")) return false;
    lex.next();
    return lex.at(TokenKind::string);
}

std::vector<std::string_view> source_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    for (TextScanner scanner(text); !scanner.at_end();) lines.push_back(scanner.take_line());
    return lines;
}

} // namespace ossuary::zengin
