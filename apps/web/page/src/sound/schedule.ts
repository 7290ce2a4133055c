// When the events of a clip are heard: pure arithmetic, so that it can be tested by itself.

export interface TimedEvent {
    readonly time: number; // seconds in the clip
}

export interface Onset {
    readonly event: number; // index among the clip's events
    readonly at: number; // seconds since the clip began its first pass
}

// The onsets from `from` up to, but not including, `to`, in order. A clip that repeats begins its next pass where it
// ends; one that does not is heard once.
export function onsetsBetween(
    events: readonly TimedEvent[],
    duration: number,
    repeats: boolean,
    from: number,
    to: number,
): Onset[] {
    if (!(duration > 0) || !(to > from)) return [];
    const first = repeats ? Math.max(0, Math.floor(from / duration) - 1) : 0;
    const last = repeats ? Math.max(0, Math.floor(to / duration)) : 0;
    const onsets: Onset[] = [];
    for (let pass = first; pass <= last; ++pass)
        events.forEach(({ time }, event) => {
            const at = pass * duration + time;
            if (at >= from && at < to) onsets.push({ event, at });
        });
    return onsets.sort((a, b) => a.at - b.at || a.event - b.event);
}

// How two clocks run: at `audio` seconds of the one the other shows `clip`, and goes `rate` times as fast.
export interface Anchor {
    readonly audio: number;
    readonly clip: number;
    readonly rate: number;
}

export function audioTimeOf({ audio, clip, rate }: Anchor, at: number): number {
    return audio + (at - clip) / rate;
}

export function clipTimeOf({ audio, clip, rate }: Anchor, time: number): number {
    return clip + (time - audio) * rate;
}

// As loud as the library's mixer has it: linear, and nothing from the end of the range on.
export function falloff(distance: number, range: number): number {
    return range > 0 ? Math.max(0, 1 - distance / range) : 0;
}
