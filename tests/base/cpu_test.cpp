#include "ossuary/base/cpu.h"

#include <gtest/gtest.h>

using namespace ossuary;

namespace {

TEST(Cpu, EveryMachineRunsTheBaseline) { EXPECT_EQ(runnable(Isa::baseline), Isa::baseline); }

TEST(Cpu, WhatTheMachineLacksBecomesTheWidestItHas) {
    EXPECT_EQ(runnable(Isa::best), best_isa());
    for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512})
        EXPECT_EQ(runnable(isa), isa <= best_isa() ? isa : best_isa()) << name_of(isa);
    EXPECT_NE(best_isa(), Isa::best);
}

} // namespace
