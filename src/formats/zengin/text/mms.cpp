#include "ossuary/formats/zengin/mms.h"
#include "mms_layout.h"

#include <tuple>

#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "script_lexer.h"
#include "script_text_writer.h"
#include "script_texts.h"

namespace ossuary::zengin {

namespace {

bool begins_morph_statement(const Keyword& word) { return word == Keyword("morphRef") || word == Keyword("morphAni"); }

class MmsParser {
public:
    MmsParser(std::string_view text, Diagnostics* diagnostics, bool strict)
        : lex_(text, diagnostics, strict), empty_(text.empty()) {}

    Result<MorphScript> parse() {
        if (!lex_.at_word("morphMesh")) {
            if (lex_.failed()) return Failure(lex_.error());
            return fail({.line = lex_.token().line, .column = lex_.token().column},
                        empty_ ? "SyntaxError: the file is empty"
                               : "SyntaxError: a morph script begins with `morphMesh`");
        }
        lex_.next();
        lex_.read_string(script_.name, "the name of the mesh");
        if (!lex_.accept(TokenKind::open)) lex_.expected("`{`");
        parse_body();
        while (!lex_.at(TokenKind::end)) {
            if (lex_.at(TokenKind::word) && begins_morph_statement(lex_.token().keyword))
                lex_.complain(Severity::warning, "this stands after the end of the script and is ignored");
            lex_.next();
        }
        lex_.close();
        if (lex_.failed()) return Failure(lex_.error());
        return std::move(script_);
    }

private:
    void parse_body() {
        for (;;) {
            const Token token = lex_.token();
            if (lex_.accept(TokenKind::close)) return;
            if (token.kind == TokenKind::end) return lex_.complain(Severity::warning, "the file ends inside morphMesh");
            bool read = false;
            if (lex_.accept_word("morphRef"))
                read = lex_.read_string(script_.morph_ref, "the file of the reference shape");
            else if (lex_.accept_word("morphAni"))
                read = parse_ani(token.line);
            else
                lex_.expected("morphRef, morphAni or `}`");
            if (read) {
                lex_.skip_surplus(begins_morph_statement);
                continue;
            }
            if (lex_.token().text.data() == token.text.data()) lex_.next(); // nothing was taken yet
            lex_.skip_statement(token.line);
        }
    }

    bool parse_ani(std::uint32_t line) {
        MorphAni& ani = script_.anis.emplace_back();
        ani.line = line;
        bool read = lex_.read_string(ani.name, "a name") && lex_.read_int(ani.layer, "a layer") &&
                    lex_.read_number(ani.blend_in, "a blend-in time") && lex_.read_number(ani.hold, "a hold time") &&
                    lex_.read_number(ani.blend_out, "a blend-out time") && lex_.read_flags(ani.flags) &&
                    lex_.read_string(ani.asc, "an ASC file") && lex_.read_int(ani.first, "the first frame") &&
                    lex_.read_int(ani.last, "the last frame");
        while (read && lex_.accept_word("SPD")) read = lex_.read_option(ani.spd, "a speed");
        if (!read) script_.anis.pop_back();
        return read;
    }

    ScriptLexer lex_;
    MorphScript script_;
    bool empty_;
};

class MmsWriter : ScriptTextWriter {
public:
    std::string write(const MorphScript& script) {
        line(0, "morphMesh").text(script.name).end();
        line(0, "{").raw_end();
        line(1, "morphRef").text(script.morph_ref).end();
        for (const MorphAni& ani : script.anis) {
            line(1, "morphAni").text(ani.name).number(ani.layer).number(ani.blend_in).number(ani.hold);
            number(ani.blend_out).word(ani.flags.empty() ? "." : ani.flags).text(ani.asc);
            number(ani.first).number(ani.last).option("SPD", ani.spd).end();
        }
        line(0, "}").raw_end();
        return std::move(out_);
    }
};

} // namespace

bool MorphAni::operator==(const MorphAni& other) const {
    const auto values = [](const MorphAni& a) {
        return std::tie(a.name, a.layer, a.blend_in, a.hold, a.blend_out, a.flags, a.asc, a.first, a.last, a.spd);
    };
    return values(*this) == values(other);
}

std::uint8_t morph_flag_bits(std::string_view flags) {
    std::uint8_t bits = 0;
    for (const char letter : flags) {
        switch (to_lower(letter)) {
        case 'd': bits |= MorphFlag::discontinuous; break;
        case 'l': bits |= MorphFlag::loop; break;
        case 's': bits |= MorphFlag::shape; break;
        case 'r': bits |= MorphFlag::reference; break;
        default: break;
        }
    }
    return bits;
}

Result<MorphScript> parse_mms(Bytes bytes, Diagnostics* diagnostics, const MmsOptions& options) {
    return MmsParser(as_text(bytes), diagnostics, options.strict).parse();
}

std::string write_mms(const MorphScript& script) { return MmsWriter().write(script); }

bool recognise_mms(Bytes bytes) {
    return ScriptLexer(as_text(bytes).substr(0, 1 << 20), nullptr, false).at_word("morphMesh");
}

Json dump_mms(const MorphScript& script) {
    MorphScript printable = script;
    visit_texts(printable, [](std::string& text) { text = latin1_to_utf8(text); });
    return dump_record(printable);
}

Result<MorphScript> build_mms(const Json& json) {
    Result<MorphScript> script = build_record<MorphScript>(json);
    if (script) visit_texts(*script, [](std::string& text) { text = utf8_to_latin1(text); });
    return script;
}

} // namespace ossuary::zengin
