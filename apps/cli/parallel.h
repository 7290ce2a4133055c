// Work on many files at once whose results come out in order, whoever finishes first.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace ossuary::cli {

// Calls produce(i) for every i below count on up to `jobs` threads, and consume(i, result) here, in order. An
// exception of either ends the work and comes out here.
template <class Produce, class Consume>
void in_order(std::size_t count, unsigned jobs, const Produce& produce, const Consume& consume) {
    using Outcome = decltype(produce(std::size_t{}));
    const std::size_t workers = std::min<std::size_t>(std::max(jobs, 1u), count);
    if (workers <= 1) {
        for (std::size_t i = 0; i < count; ++i) consume(i, produce(i));
        return;
    }
    std::vector<std::optional<Outcome>> outcomes(count);
    std::mutex mutex;
    std::condition_variable finished;
    std::atomic<std::size_t> next = 0;
    std::exception_ptr thrown;
    // Whatever happens here, the threads take no more work; they are joined when this scope ends.
    struct Stop {
        std::atomic<std::size_t>& next;
        std::size_t count;
        ~Stop() { next = count; }
    };
    std::vector<std::jthread> threads;
    const Stop stop{next, count};
    for (std::size_t w = 0; w < workers; ++w) {
        threads.emplace_back([&] {
            try {
                for (std::size_t i = next++; i < count; i = next++) {
                    Outcome outcome = produce(i);
                    const std::lock_guard lock(mutex);
                    outcomes[i].emplace(std::move(outcome));
                    finished.notify_one();
                }
            } catch (...) {
                const std::lock_guard lock(mutex);
                thrown = std::current_exception();
                finished.notify_one();
            }
        });
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::unique_lock lock(mutex);
        finished.wait(lock, [&] { return outcomes[i].has_value() || thrown; });
        if (thrown) std::rethrow_exception(thrown);
        Outcome outcome = std::move(*outcomes[i]);
        outcomes[i].reset();
        lock.unlock();
        consume(i, std::move(outcome));
    }
}

} // namespace ossuary::cli
