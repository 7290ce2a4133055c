// Gothic's scripts run: instructions of a loop, against the same loop compiled; and a thousand people listed with what
// they wear, against reading their code without running it.
#include <benchmark/benchmark.h>

#include <string>

#include "ossuary/formats/zengin/outfit.h"

namespace {

using namespace ossuary;
using namespace ossuary::zengin;

constexpr std::int32_t rounds = 100'000, instructions_of_a_round = 11;

// `while (i < rounds) { sum += i; i += 1; };`
DatFile loop_script() {
    DatFile file;
    file.symbols = {{.name = "I", .count = 1, .type = DatType::int_type, .ints = {0}},
                    {.name = "SUM", .count = 1, .type = DatType::int_type, .ints = {0}},
                    {.name = "LOOP", .type = DatType::func_type, .flags = DatSymbol::is_const}};
    const std::vector<std::string> lines{
        "pushv 0", "pushv 1", "addi",  "pushi 1", "pushv 0", "addi", "pushi " + std::to_string(rounds),
        "pushv 0", "lt",      "jz 43", "jmp 0",   "pushv 1", "ret"};
    file.code = assemble(lines).value();
    return file;
}

void run_loop(benchmark::State& state) {
    const DatFile file = loop_script();
    const DatIndex index(file);
    DatMachine machine(index);
    for (auto _ : state) {
        machine.reset();
        machine.refill(2'000'000);
        benchmark::DoNotOptimize(machine.call(2).value());
    }
    state.counters["instructions"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * rounds * instructions_of_a_round, benchmark::Counter::kIsRate);
}

void native_loop(benchmark::State& state) {
    for (auto _ : state) {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < rounds; ++i) benchmark::DoNotOptimize(sum += i);
    }
}

// So many people, dressed by a function that all of them call.
DatFile people_script(int count) {
    DatFile file;
    const auto add = [&](DatSymbol symbol) {
        file.symbols.push_back(std::move(symbol));
        return static_cast<std::int32_t>(file.symbols.size() - 1);
    };
    const auto text = [&](std::string value) {
        std::string name = "\xff"; // no word of a script begins so
        name += std::to_string(file.symbols.size());
        return add({.name = std::move(name),
                    .count = 1,
                    .type = DatType::string_type,
                    .flags = DatSymbol::is_const,
                    .strings = {std::move(value)}});
    };
    const auto op = [](const char* word, std::int32_t operand) {
        return std::string(word) + ' ' + std::to_string(operand);
    };
    const auto code = [&](std::string name, DatType type, std::int32_t parent, const std::vector<std::string>& lines) {
        const auto address = static_cast<std::int32_t>(file.code.size());
        const ByteBuffer bytes = assemble(lines).value();
        file.code.insert(file.code.end(), bytes.begin(), bytes.end());
        DatSymbol symbol{.name = std::move(name), .type = type, .flags = DatSymbol::is_const, .address = address};
        symbol.parent = parent;
        add(std::move(symbol));
        return address;
    };
    const auto external = [&](std::string name, std::uint16_t parameters) {
        return add({.name = std::move(name),
                    .count = parameters,
                    .type = DatType::func_type,
                    .flags = DatSymbol::is_const | DatSymbol::is_external});
    };
    const std::int32_t npc = add({.name = "C_NPC", .vary = 800, .count = 1, .type = DatType::class_type});
    DatSymbol level{.name = "C_NPC.LEVEL", .count = 1, .type = DatType::int_type, .flags = DatSymbol::is_member};
    level.parent = npc;
    const std::int32_t field = add(level), self = add({.name = "SELF", .type = DatType::instance_type});
    const std::int32_t visual = external("MDL_SETVISUAL", 2), body = external("MDL_SETVISUALBODY", 8);
    const std::int32_t humans = text("HUMANS.MDS"), naked = text("HUM_BODY_NAKED0"), head = text("HUM_HEAD_BALD");
    const std::int32_t dress =
        code("B_DRESS", DatType::func_type, -1,
             {op("pushinst", self), op("pushv", humans), op("callx", visual), op("pushinst", self), op("pushv", naked),
              "pushi 0", "pushi 0", op("pushv", head), "pushi 0", "pushi 0", "pushi -1", op("callx", body), "ret"});
    for (int i = 0; i < count; ++i)
        code("NPC_" + std::to_string(i), DatType::instance_type, npc,
             {op("pushi", i), op("pushv", field), "movi", op("call", dress), "ret"});
    return file;
}

void list_people(benchmark::State& state) {
    const DatFile file = people_script(1000);
    for (auto _ : state) {
        const DatIndex index(file);
        Wardrobe wardrobe(index);
        for (const std::uint32_t npc : wardrobe.people()) benchmark::DoNotOptimize(wardrobe.outfit(npc).value());
    }
}
void read_people(benchmark::State& state) {
    const DatFile file = people_script(1000);
    for (auto _ : state) {
        const DatIndex index(file);
        for (const std::uint32_t npc : index.instances()) benchmark::DoNotOptimize(visuals_of(index, npc));
    }
}

[[maybe_unused]] const bool npc_registered = [] {
    using benchmark::RegisterBenchmark;
    RegisterBenchmark("zengin/npc_run/ours", run_loop);
    RegisterBenchmark("zengin/npc_run/native", native_loop);
    RegisterBenchmark("zengin/npc/ours", list_people);
    RegisterBenchmark("zengin/npc/read", read_people);
    return true;
}();

} // namespace

BENCHMARK_MAIN();
