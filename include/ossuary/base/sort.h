// Sorting, where the order of equals does not matter.
#pragma once

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

namespace ossuary {

// std::ranges::sort. In a browser by way of a heap, which is a sixth of the code: there it would be the largest thing
// in the module.
template <std::ranges::random_access_range Range, class Compare = std::ranges::less, class Projection = std::identity>
void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
#if defined(__wasm__)
    std::ranges::make_heap(range, std::ref(compare), std::ref(projection));
    std::ranges::sort_heap(range, std::ref(compare), std::ref(projection));
#else
    std::ranges::sort(std::forward<Range>(range), std::move(compare), std::move(projection));
#endif
}

} // namespace ossuary
