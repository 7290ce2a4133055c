#include "ossuary/formats/zengin/dat_machine.h"

#include <bit>

#include <gtest/gtest.h>

#include "formats/zengin/dat_files.h"
#include "ossuary/base/diagnostic.h"

namespace ossuary::zengin {
namespace {

using namespace testing;

// C_NPC with a name, a level, a weight and three marks; SELF, OTHER, and some variables.
struct People {
    DatMaker dat;
    std::uint32_t name, level, weight, marks, think, self, other, number, text;

    People() {
        const auto npc =
            static_cast<std::int32_t>(dat.add({.name = "C_NPC", .vary = 800, .count = 5, .type = DatType::class_type}));
        name = dat.variable("C_NPC.NAME", DatType::string_type, DatSymbol::is_member, npc);
        level = dat.variable("C_NPC.LEVEL", DatType::int_type, DatSymbol::is_member, npc);
        weight = dat.variable("C_NPC.WEIGHT", DatType::float_type, DatSymbol::is_member, npc);
        DatSymbol list{.name = "C_NPC.MARKS", .count = 3, .type = DatType::int_type, .flags = DatSymbol::is_member};
        list.parent = npc;
        marks = dat.add(list);
        think = dat.variable("C_NPC.THINK", DatType::func_type, DatSymbol::is_member, npc);
        self = dat.variable("SELF", DatType::instance_type);
        other = dat.variable("OTHER", DatType::instance_type);
        number = dat.variable("NUMBER", DatType::int_type);
        text = dat.variable("TEXT", DatType::string_type);
    }
    std::uint32_t person(std::initializer_list<std::string> lines, std::string called = "GUARD") {
        return dat.code(std::move(called), DatType::instance_type, lines, 0);
    }
    std::uint32_t function(std::initializer_list<std::string> lines, std::string called = "F", std::uint16_t count = 0,
                           std::uint8_t flags = 0) {
        const auto made = dat.code(std::move(called), DatType::func_type, lines, -1, count);
        dat.file().symbols[made].flags |= flags;
        return made;
    }
    std::uint32_t external(std::string called, std::uint16_t count, DatType result) {
        const auto made = dat.external(std::move(called), count);
        dat.file().symbols[made].flags |= DatSymbol::is_returning;
        dat.file().symbols[made].vary = static_cast<std::int32_t>(result);
        return made;
    }
    std::int32_t result_of(std::initializer_list<std::string> lines) {
        const auto f = function(lines);
        const DatIndex index(dat.file());
        const auto result = DatMachine(index).call(f);
        EXPECT_TRUE(result) << result.error().text();
        return result ? *result : -99999;
    }
};

TEST(DatMachine, KnowsEveryOperator) {
    People p;
    struct Case {
        const char* op;
        int left, right, result;
    };
    for (const Case& c : {Case{"add", 7, 3, 10},
                          {"sub", 7, 3, 4},
                          {"mul", 7, 3, 21},
                          {"div", -7, 3, -2},
                          {"mod", -7, 3, -1},
                          {"bitor", 5, 3, 7},
                          {"bitand", 5, 3, 1},
                          {"lt", 2, 3, 1},
                          {"gt", 2, 3, 0},
                          {"or", 0, 4, 1},
                          {"and", 2, 0, 0},
                          {"shl", 3, 4, 48},
                          {"shr", -8, 1, -4},
                          {"le", 3, 3, 1},
                          {"eq", 3, 4, 0},
                          {"ne", 3, 4, 1},
                          {"ge", 2, 3, 0},
                          {"add", 2147483647, 1, -2147483647 - 1},
                          {"div", -2147483647 - 1, -1, -2147483647 - 1},
                          {"mod", -2147483647 - 1, -1, 0}})
        EXPECT_EQ(p.result_of({op("pushi", c.right), op("pushi", c.left), c.op, "ret"}), c.result) << c.op;
    EXPECT_EQ(p.result_of({"pushi 5", "neg", "ret"}), -5);
    EXPECT_EQ(p.result_of({"pushi 5", "not", "ret"}), 0);
    EXPECT_EQ(p.result_of({"pushi 5", "cmpl", "ret"}), -6);
    EXPECT_EQ(p.result_of({"pushi 5", "plus", "nop", "ret"}), 5);
    const auto change = [&](const char* how) {
        return p.result_of({"pushi 12", op("pushv", p.number), "movi", "pushi 4", op("pushv", p.number), how,
                            op("pushv", p.number), "ret"});
    };
    EXPECT_EQ(change("addi"), 16);
    EXPECT_EQ(change("subi"), 8);
    EXPECT_EQ(change("muli"), 48);
    EXPECT_EQ(change("divi"), 3);
}

TEST(DatMachine, FillsFieldsOfEveryType) {
    People p;
    const auto called = p.dat.text("Diego");
    const auto idea = p.function({"ret"}, "ZS_THINK");
    const auto guard =
        p.person({op("pushv", called), op("pushv", p.name), "movs", "pushi 7", op("pushv", p.level), "movi",
                  op("pushi", std::bit_cast<std::int32_t>(1.5f)), op("pushv", p.weight), "movf", "pushi 9",
                  op("pushvv", p.marks) + " 2", "movi", op("pushv", idea), op("pushv", p.think), "movfn", "ret"});
    const DatIndex index(p.dat.file());
    DatMachine machine(index);
    const auto made = machine.make(guard);
    ASSERT_TRUE(made) << made.error().text();
    const DatObject object = machine.read(*made);
    EXPECT_EQ(object.name, "GUARD");
    EXPECT_EQ(object.text("NAME"), "Diego");
    EXPECT_EQ(object.integer("LEVEL"), 7);
    EXPECT_EQ(object.real("WEIGHT"), 1.5f);
    EXPECT_EQ(object.integer("MARKS[2]"), 9);
    EXPECT_FALSE(object.fields.contains("MARKS"));
    EXPECT_EQ(object.integer("THINK"), static_cast<std::int32_t>(idea));
}

TEST(DatMachine, MembersBelongToTheInstanceThatIsChosen) {
    People p;
    // OTHER = SELF; OTHER.LEVEL = 3; and back in the constructor LEVEL += 1.
    const auto f = p.function({op("pushinst", p.self), op("pushinst", p.other), "movinst", op("setinst", p.other),
                               "pushi 3", op("pushv", p.level), "movi", op("setinst", p.text), "ret"});
    const auto guard = p.person({op("call", p.dat.address(f)), "pushi 1", op("pushv", p.level), "addi", "ret"});
    const auto lost = p.function({op("setinst", p.other), op("pushv", p.level), "ret"}, "G");
    const DatIndex index(p.dat.file());
    DatMachine machine(index);
    const auto made = machine.make(guard);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(machine.read(*made).integer("LEVEL"), 4);
    EXPECT_EQ(machine.call(lost), 4);
    machine.reset();
    EXPECT_EQ(machine.call(lost), 0) << "there is no OTHER";
    EXPECT_EQ(machine.lost_members(), 1u);
}

TEST(DatMachine, CallsPassArgumentsAndDropWhatIsLeftBehind) {
    People p;
    // func int TWICE(var int x) { 5; return x * 2; }
    const auto x = static_cast<std::uint32_t>(p.dat.file().symbols.size() + 1);
    const auto twice = p.function({op("pushv", x), "movi", "pushi 5", "pushi 2", op("pushv", x), "mul", "ret"}, "TWICE",
                                  1, DatSymbol::is_returning);
    p.dat.variable("TWICE.X", DatType::int_type);
    const auto sum = p.function(
        {"pushi 3", op("call", p.dat.address(twice)), "pushi 10", op("call", p.dat.address(twice)), "add", "ret"},
        "SUM");
    const DatIndex index(p.dat.file());
    DatMachine machine(index);
    EXPECT_EQ(machine.call(sum), 26);
    const std::int32_t four[] = {4};
    EXPECT_EQ(machine.call(twice, four), 8);
}

TEST(DatMachine, ExternalsAreToldAndOthersAreZeroAndNamedOnce) {
    People p;
    const auto concat = p.external("CONCATSTRINGS", 2, DatType::string_type),
               print = p.external("INTTOSTRING", 1, DatType::string_type),
               random = p.external("HLP_RANDOM", 1, DatType::int_type), ask = p.external("ASK", 2, DatType::int_type);
    const auto no = p.dat.text("No. ");
    const auto f =
        p.function({op("pushv", no), "pushi 12", op("callx", print), op("callx", concat), op("pushv", p.text), "movs",
                    op("pushv", p.text), "pushi 4", op("callx", ask), op("pushv", p.number), "movi", "pushi 9",
                    op("callx", random), "pushi 9", op("callx", random), "add", op("pushv", p.number), "add", "ret"});
    const DatIndex index(p.dat.file());
    DatMachine machine(index);
    std::string asked;
    machine.set_external("ask", [&](DatCall& call) {
        asked = call.text(0);
        call.give(call.integer(1) * 10);
    });
    machine.set_external("NOT_DECLARED", [](DatCall&) {});
    EXPECT_EQ(machine.call(f), 40);
    EXPECT_EQ(asked, "No. 12");
    EXPECT_EQ(machine.unknown_externals(), std::vector<std::string>{"HLP_RANDOM"});
}

TEST(DatMachine, EverythingIsBounded) {
    People p;
    const auto concat = p.external("CONCATSTRINGS", 2, DatType::string_type);
    const auto here = [&] { return static_cast<std::int64_t>(p.dat.file().code.size()); };
    const auto endless = p.function({op("jmp", here())}, "ENDLESS");
    const auto deep = p.function({op("call", here())}, "DEEP");
    const auto full = p.function({"pushi 1", op("jmp", here())}, "FULL");
    const auto a = p.dat.text("aaaaaaaa");
    const auto start = here();
    const auto big = p.function(
        {op("pushv", a), op("pushv", a), op("callx", concat), op("pushv", a), "movs", op("jmp", start)}, "BIG");
    const DatIndex index(p.dat.file());
    const auto error_of = [&](std::uint32_t function, const MachineLimits& limits = {}) {
        const auto result = DatMachine(index, limits).call(function);
        return result ? std::string("no error") : result.error().message();
    };
    EXPECT_EQ(error_of(endless), "dat: runs too long at 0 in ENDLESS");
    EXPECT_TRUE(error_of(deep).starts_with("dat: calls go too deep at "));
    EXPECT_TRUE(error_of(deep).ends_with(" in DEEP"));
    EXPECT_TRUE(error_of(full).starts_with("dat: the stack is full at "));
    EXPECT_TRUE(error_of(big, {.memory = 1u << 16}).starts_with("dat: too much memory at "));
    EXPECT_NE(error_of(big, {.steps = 1000}), "no error");
}

TEST(DatMachine, ResetForgetsWhatWasAssigned) {
    People p;
    const auto f = p.function({"pushi 1", op("pushv", p.number), "addi", op("pushv", p.number), "ret"});
    const DatIndex index(p.dat.file());
    DatMachine machine(index);
    EXPECT_EQ(machine.call(f), 1);
    EXPECT_EQ(machine.call(f), 2);
    machine.reset();
    EXPECT_EQ(machine.call(f), 1);
}

} // namespace
} // namespace ossuary::zengin
