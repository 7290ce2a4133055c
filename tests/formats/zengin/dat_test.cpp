#include "ossuary/formats/zengin/dat.h"

#include <random>

#include <gtest/gtest.h>

#include "formats/zengin/daedalus/dat_layout.h"
#include "formats/zengin/dat_files.h"
#include "lossless.h"
#include "ossuary/base/diagnostic.h"
#include "ossuary/base/record_json.h"
#include "ossuary/base/text.h"
#include "shared_files.h"

namespace ossuary::zengin {
namespace {

using namespace testing;
using ossuary::testing::survives;

constexpr ossuary::testing::Verbs<DatFile> dat{
    [](Bytes bytes, Diagnostics* diagnostics) { return parse_dat(bytes, diagnostics); }, write_dat, dump_dat,
    build_dat};

bool warns(const DatFile& file, std::string_view text) {
    Diagnostics found;
    const ByteBuffer bytes = write_dat(file);
    EXPECT_TRUE(survives(dat, bytes));
    EXPECT_TRUE(parse_dat(bytes, &found));
    return found.size() == 1 && found[0].message.find(text) != std::string::npos;
}

TEST(Dat, GoldenScriptIsReadInFull) {
    const auto bytes = ossuary::testing::shared_file("samples/zengin/synthetic-script.dat");
    const auto golden = ossuary::testing::golden("zengin-synthetic-script.dat.json");
    OSSUARY_NEED(bytes && golden);
    Diagnostics found;
    const auto file = parse_dat(*bytes, &found);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(file->version, (*golden)["version"].integer());
    EXPECT_EQ(JsonDumper::dump(file->sort_table), (*golden)["sort_table"]);
    ASSERT_EQ(file->symbols.size(), (*golden)["symbols"].size());
    for (std::size_t i = 0; i < file->symbols.size(); ++i) {
        DatSymbol symbol = file->symbols[i];
        const Json& expected = (*golden)["symbols"].items()[i];
        EXPECT_EQ(latin1_to_utf8(symbol.name), expected["name"].string());
        EXPECT_EQ(symbol.vary, expected["vary"].integer());
        EXPECT_EQ(symbol.count, expected["count"].integer());
        EXPECT_EQ(static_cast<int>(symbol.type), expected["type"].integer());
        EXPECT_EQ(symbol.flags, expected["flags"].integer());
        EXPECT_EQ(symbol.others, expected["space"].integer());
        const Json span = JsonDumper::dump(
            std::vector{symbol.file_index, symbol.line_start, symbol.line_count, symbol.char_start, symbol.char_count});
        EXPECT_EQ(span, expected["span"]);
        EXPECT_EQ(symbol.parent, expected["parent"].integer());
        Json data;
        visit_data(symbol, [&](std::string_view, const auto& value) { data = JsonDumper::dump(value); });
        if (symbol.type == DatType::float_type) data = JsonDumper::dump(std::vector<double>{symbol.floats[0]});
        EXPECT_EQ(data, expected["value"]) << symbol.name;
    }
    EXPECT_EQ(file->code.size(), static_cast<std::size_t>((*golden)["code_size"].integer()));

    const auto code = disassemble(file->code, 0, static_cast<std::uint32_t>(file->code.size()));
    const Json::Array& expected = (*golden)["code"].items();
    ASSERT_EQ(code.size(), expected.size());
    for (std::size_t i = 0; i < code.size(); ++i) {
        const Json::Array& line = expected[i].items();
        const DatOpcode& opcode = *find_opcode(static_cast<std::uint8_t>(code[i].op));
        EXPECT_EQ(code[i].address, line[0].integer());
        EXPECT_EQ(opcode.mnemonic, line[1].string());
        Json operand;
        if (opcode.operand == DatOperand::element)
            operand = JsonDumper::dump(std::vector<int>{code[i].operand, code[i].index});
        else if (opcode.operand != DatOperand::none)
            operand = Json(code[i].operand);
        EXPECT_EQ(operand, line[2]);
    }
    EXPECT_TRUE(survives(dat, *bytes));
}

TEST(Dat, RoundTripKeepsEveryByte) {
    EXPECT_TRUE(survives(dat, write_dat({})));
    EXPECT_TRUE(survives(dat, write_dat(guard_script())));

    // What real files do not have: no name, a mark that is neither 0 nor 1, bits above, zeros and quotes in texts.
    DatFile odd = guard_script();
    odd.symbols[2].has_name = 0;
    odd.symbols[2].name.clear();
    odd.symbols[3].has_name = 77;
    odd.symbols[4].others = 0x3ff;
    for (DatSymbol& symbol : odd.symbols)
        if (!symbol.strings.empty()) symbol.strings[0] += std::string_view("\0\r\"\xe4; x", 7);
    EXPECT_TRUE(survives(dat, write_dat(odd)));
    EXPECT_EQ(parse_dat(write_dat(odd)).value(), odd);
}

TEST(Dat, EveryTruncationIsRefusedInItsPlace) {
    const ByteBuffer bytes = write_dat(guard_script());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto file = parse_dat(Bytes(bytes).first(size));
        ASSERT_FALSE(file) << "cut to " << size;
        ASSERT_TRUE(file.error().message().starts_with("dat: ")) << file.error().text();
        ASSERT_TRUE(file.error().place().offset && *file.error().place().offset <= size) << file.error().text();
    }
}

TEST(Dat, WhatBitFlipsLeaveReadableIsKept) {
    const ByteBuffer bytes = write_dat(guard_script());
    std::mt19937 random(50);
    for (int round = 0; round < 1000; ++round) {
        ByteBuffer bent = bytes;
        for (int flips = 1 + round % 3; flips > 0; --flips)
            bent[random() % bent.size()] ^= static_cast<std::byte>(1u << (random() % 8));
        const auto file = parse_dat(bent);
        if (!file) {
            ASSERT_TRUE(file.error().message().starts_with("dat: ")) << file.error().text();
            continue;
        }
        ASSERT_TRUE(survives(dat, bent)) << "round " << round;
        const DatIndex index(*file);
        for (const std::uint32_t instance : index.instances()) visuals_of(index, instance);
    }
}

TEST(Dat, BadInputIsNamed) {
    const auto error_of = [](ByteBuffer bytes) {
        const auto file = parse_dat(bytes);
        return file ? std::string() : file.error().message();
    };
    ByteBuffer bytes = write_dat(guard_script());
    store(bytes.data() + 1, std::uint32_t{0x10000000}, Endian::little);
    EXPECT_TRUE(error_of(bytes).starts_with("dat: symbol count"));

    DatFile one;
    one.sort_table = {0};
    one.symbols = {{.name = "A"}};
    bytes = write_dat(one);
    bytes.resize(14); // version, count, sort table, mark, and the name without its end
    bytes.insert(bytes.end(), 60, std::byte{'A'});
    EXPECT_TRUE(error_of(bytes).starts_with("dat: unterminated name")) << error_of(bytes);

    bytes = write_dat({.code = ByteBuffer(8)});
    store(bytes.data() + 5, std::uint32_t{9}, Endian::little);
    EXPECT_TRUE(error_of(bytes).starts_with("dat: truncated code"));
    bytes.resize(7);
    EXPECT_TRUE(error_of(bytes).starts_with("dat: truncated"));

    one.symbols[0].type = static_cast<DatType>(9);
    EXPECT_TRUE(error_of(write_dat(one)).starts_with("dat: type"));

    EXPECT_TRUE(parse_dat(write_dat(guard_script()), nullptr, 30));
    const auto limited = parse_dat(write_dat(guard_script()), nullptr, 10);
    ASSERT_FALSE(limited);
    EXPECT_TRUE(limited.error().message().starts_with("dat: symbol count")) << limited.error().text();
}

TEST(Dat, OdditiesAreReportedAndKept) {
    DatFile file = guard_script();
    Diagnostics found;
    ASSERT_TRUE(parse_dat(write_dat(file), &found));
    EXPECT_TRUE(found.empty());

    DatFile odd = file;
    odd.sort_table[0] = odd.sort_table[1];
    EXPECT_TRUE(warns(odd, "sort table"));
    odd = file;
    odd.symbols.back().address = static_cast<std::int32_t>(odd.code.size());
    EXPECT_TRUE(warns(odd, "outside the code"));
    odd = file;
    odd.symbols.back().parent = 1000;
    EXPECT_TRUE(warns(odd, "is no symbol"));
    odd = file;
    odd.trailing.bytes.resize(3);
    EXPECT_TRUE(warns(odd, "3 bytes behind the code"));
    odd = file;
    odd.version = 49;
    EXPECT_TRUE(warns(odd, "version 49"));
}

TEST(Dat, ATextCutByALineFeedIsBridged) {
    for (const std::size_t rest : {1u, 4u}) {
        DatFile file = guard_script();
        DatSymbol& symbol = file.symbols[8]; // the first of the texts
        ASSERT_EQ(symbol.strings, std::vector<std::string>{"HUMANS.MDS"});
        symbol.skipped.bytes = to_buffer(std::string(rest - 1, ' ') + '\n');
        const auto read = parse_dat(write_dat(file));
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_EQ(*read, file);
        EXPECT_TRUE(survives(dat, write_dat(file)));
    }
}

TEST(Dat, BuildingRefusesWhatCouldNotBeReadBack) {
    const auto error_of = [](const auto& spoil) {
        DatFile file = guard_script();
        spoil(file);
        const auto built = build_dat(dump_dat(file));
        return built ? std::string() : built.error().text();
    };
    EXPECT_EQ(error_of([](DatFile&) {}), "");
    EXPECT_EQ(error_of([](DatFile& file) { file.symbols[8].count = 2; }),
              "symbols[8]: strings has 1 entries, count says 2");
    EXPECT_NE(error_of([](DatFile& file) { file.symbols[0].flags = 64; }), "");
    EXPECT_NE(error_of([](DatFile& file) { file.symbols[0].has_name = 0; }), "");
    EXPECT_NE(error_of([](DatFile& file) { file.sort_table.pop_back(); }), "");
    EXPECT_NE(error_of([](DatFile& file) { file.symbols[0].name += '\n'; }), "");
}

TEST(Dat, IsToldByItsContent) {
    EXPECT_TRUE(recognise_dat(write_dat(guard_script())));
    EXPECT_TRUE(recognise_dat(write_dat({})));
    EXPECT_FALSE(recognise_dat(as_bytes("2, 3 and many other numbers")));
    EXPECT_FALSE(recognise_dat(as_bytes("ZenGin Archive\nver 1\n")));
}

// ---- code

TEST(DatCode, EveryOpcodeHasItsOwnByteAndMnemonic) {
    for (const DatOpcode& opcode : dat_opcodes()) {
        EXPECT_EQ(find_opcode(static_cast<std::uint8_t>(opcode.op)), &opcode) << opcode.mnemonic;
        const std::string line = std::string(opcode.mnemonic) + (opcode.operand == DatOperand::none      ? ""
                                                                 : opcode.operand == DatOperand::element ? " 258 3"
                                                                                                         : " 258");
        const auto code = assemble(std::vector{line});
        ASSERT_TRUE(code) << code.error().text();
        ASSERT_EQ(code->size(), size_of(opcode.operand));
        const auto read = disassemble(*code, 0, static_cast<std::uint32_t>(code->size()));
        ASSERT_EQ(read.size(), 1u);
        EXPECT_EQ(read[0].op, opcode.op);
        EXPECT_EQ(read[0].operand, opcode.operand == DatOperand::none ? 0 : 258);
        EXPECT_EQ(read[0].index, opcode.operand == DatOperand::element ? 3 : 0);
    }
    EXPECT_EQ(find_opcode(99), nullptr);
}

TEST(DatCode, TheListingNamesWhatIsMeantAndAssemblesAgain) {
    const DatFile file = guard_script();
    const std::vector<std::string> lines = list_code(DatIndex(file));
    EXPECT_EQ(assemble(lines).value(), file.code);
    const auto has = [&](std::string_view line) { return std::ranges::find(lines, line) != lines.end(); };
    EXPECT_TRUE(has("; GRD_200_GUARD at 124")) << "the last to begin";
    EXPECT_TRUE(has("callx 5 ; MDL_SETVISUAL"));
    EXPECT_TRUE(has("call 108 ; NPC_DEFAULT"));
    EXPECT_TRUE(has("pushv 8 ; \xff"
                    "8 \"HUMANS.MDS\""));
}

TEST(DatCode, AnUnknownOpcodeEndsItsFunctionOnly) {
    DatMaker maker;
    maker.code("A", DatType::func_type, {"nop", "bytes 63ff00", "ret"});
    maker.code("B", DatType::func_type, {"pushi -5", "ret"});
    Diagnostics found;
    const DatIndex index(maker.file());
    const auto lines = list_code(index, &found);
    EXPECT_EQ(lines, (std::vector<std::string>{"; A at 0", "nop", "bytes 63ff003c", "; B at 5", "pushi -5", "ret"}));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "dat: unknown opcode 99 at 1");
    EXPECT_EQ(assemble(lines).value(), maker.file().code);
}

TEST(DatCode, AnOperandOverTheEndIsReported) {
    const ByteBuffer code = assemble(std::vector<std::string>{"ret", "bytes 4001"}).value();
    Diagnostics found;
    EXPECT_EQ(disassemble(code, 0, 3, &found).size(), 1u);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].message, "dat: truncated instruction at 1");
}

TEST(DatCode, AssemblingSaysWhichLineIsWrong) {
    const auto error_of = [](std::string line) {
        const auto code = assemble(std::vector<std::string>{"nop", "", std::move(line)});
        return code ? std::string() : code.error().text();
    };
    EXPECT_NE(error_of("leap 3").find("there is no instruction leap"), std::string::npos);
    EXPECT_NE(error_of("leap 3").find("3"), std::string::npos) << "the line";
    EXPECT_NE(error_of("pushi"), "");
    EXPECT_NE(error_of("pushi x"), "");
    EXPECT_NE(error_of("pushi 3000000000"), "");
    EXPECT_EQ(error_of("pushi -2147483648 ; the least"), "");
    EXPECT_NE(error_of("pushv -1"), "");
    EXPECT_EQ(error_of("pushv 4294967295"), "");
    EXPECT_NE(error_of("pushvv 1 256"), "");
    EXPECT_NE(error_of("ret 1"), "");
    EXPECT_NE(error_of("bytes 6"), "");
}

// ---- looking things up

TEST(DatIndex, FindsSymbolsClassesAndCode) {
    const DatFile file = guard_script();
    const DatIndex index(file);
    const auto guard = index.find("grd_200_guard");
    ASSERT_TRUE(guard);
    EXPECT_EQ(file.symbols[*guard].name, "GRD_200_GUARD");
    EXPECT_EQ(index.class_of(*guard), index.find("C_NPC")) << "through its prototype";
    EXPECT_EQ(index.find("NOBODY"), std::nullopt);
    EXPECT_EQ(index.code_of(*guard).end, file.code.size());
    EXPECT_EQ(index.code_of(*index.find("NPC_DEFAULT")).end, index.code_of(*guard).begin);
    EXPECT_EQ(index.code_of(*index.find("SELF")).end, 0u) << "a variable has none";
    EXPECT_EQ(index.symbol_at(0), index.find("ITAR_GUARD"));
    EXPECT_EQ(index.symbol_at(1), std::nullopt);
    EXPECT_EQ(index.instances().size(), 3u) << "without the variable SELF";
}

TEST(DatIndex, ParentsThatGoRoundLeadToNoClass) {
    DatFile file = guard_script();
    const auto guard = static_cast<std::uint32_t>(file.symbols.size() - 1);
    file.symbols.back().parent = static_cast<std::int32_t>(guard);
    EXPECT_EQ(DatIndex(file).class_of(guard), std::nullopt);
}

// ---- visuals

TEST(DatVisuals, AreFoundThroughPrototypesAndParameters) {
    const DatFile file = guard_script();
    const DatIndex index(file);
    EXPECT_EQ(visuals_of(index, *index.find("GRD_200_GUARD")), (std::vector<InstanceVisual>{
                                                                   {VisualUse::overlay, "RELAXED.MDS"},
                                                                   {VisualUse::script, "HUMANS.MDS"},
                                                                   {VisualUse::body, "hum_body_Naked0"},
                                                                   {VisualUse::head, "Hum_Head_Bald"},
                                                                   {VisualUse::armor, "ITAR_GUARD"},
                                                               }));
    EXPECT_EQ(visuals_of(index, *index.find("ITAR_GUARD")), (std::vector<InstanceVisual>{
                                                                {VisualUse::visual, "ITAR_GUARD.3DS"},
                                                                {VisualUse::worn, "GUARD.ASC"},
                                                            }));
}

TEST(DatVisuals, BothBranchesAreRead) {
    DatMaker maker;
    const auto visual = maker.variable("C_ITEM.VISUAL", DatType::string_type, DatSymbol::is_member);
    const auto a = maker.text("A.3DS"), b = maker.text("B.3DS");
    const auto chapter = maker.variable("CHAPTER", DatType::int_type);
    const auto item = maker.code("ITEM", DatType::instance_type,
                                 {op("pushv", chapter), "pushi 3", "gt", "jz 28", op("pushv", a), op("pushv", visual),
                                  "movs", "ret", op("pushv", b), op("pushv", visual), "movs", "ret"});
    const DatIndex index(maker.file());
    EXPECT_EQ(visuals_of(index, item),
              (std::vector<InstanceVisual>{{VisualUse::visual, "A.3DS"}, {VisualUse::visual, "B.3DS"}}));
}

TEST(DatVisuals, CallsThatGoRoundEnd) {
    DatMaker maker;
    const auto round = maker.code("ROUND", DatType::instance_type, {"call 0", "call 0", "call 0", "ret"});
    const DatIndex index(maker.file());
    std::size_t left = 1000;
    EXPECT_TRUE(visuals_of(index, round, &left).empty());
    EXPECT_LT(left, 1000u);
    EXPECT_TRUE(visuals_of(index, round).empty());
}

} // namespace
} // namespace ossuary::zengin
