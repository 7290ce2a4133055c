// EventTrack: the events of a clip, sorted by time. A light header: event.h has the events themselves.
#pragma once

#include <cstdint>
#include <vector>

namespace ossuary {

struct Event;

// Sorted by time, then in source order.
struct EventTrack {
    std::vector<Event> events;

    EventTrack() noexcept;
    EventTrack(const EventTrack& other);
    EventTrack(EventTrack&& other) noexcept;
    EventTrack& operator=(const EventTrack& other);
    EventTrack& operator=(EventTrack&& other) noexcept;
    ~EventTrack();

    void insert(Event event);
    // One of the alternatives of EventData, or EventData itself; event.h defines it.
    template <class Data> void add(double time, Data data, std::int32_t frame = -1);
};

} // namespace ossuary
