// How often this thread has asked for memory. The counter is in allocation_count_test.cpp, once for the whole program.
#pragma once

#include <cstddef>

namespace ossuary::testing {

std::size_t allocation_count();

} // namespace ossuary::testing
