"""The payloads that are sent often, EDGES and PONG, written by machine code."""

from .viper import micropython, ptr8, ptr16, ptr32


@micropython.viper
def put_edges(
    payload, link: int, first: int, turns: int, times, what, slot: int, capacity: int, count: int
) -> int:
    """Writes an EDGES payload of up to `count` edges, from number `first` and slot `slot` on.

    Returns its length. `turns`: the two highest bits of the time. The payload ends before a step that 16 bits
    do not hold.
    """
    into = ptr8(payload)
    ring_times = ptr32(times)
    ring_what = ptr16(what)
    before = ring_times[slot]
    into[0] = 0x82
    into[1] = link & 0xFF
    into[2] = link >> 8
    value = before | (turns << 30)
    at = 3
    while at < 7:
        into[at] = first & 0xFF
        into[at + 4] = value & 0xFF
        first >>= 8
        value >>= 8
        at += 1
    at = 11
    while count:
        step = (ring_times[slot] - before) & 0x3FFFFFFF
        if step > 0xFFFF:
            break
        before = ring_times[slot]
        value = ring_what[slot]
        into[at] = step & 0xFF
        into[at + 1] = step >> 8
        into[at + 2] = value & 0xFF
        into[at + 3] = value >> 8
        at += 4
        count -= 1
        slot += 1
        if slot == capacity:
            slot = 0
    return at


@micropython.viper
def put_pong(payload, link: int, token: int, now: int, turns: int, oldest: int, next_: int) -> int:
    """Writes a PONG payload; returns its length."""
    into = ptr8(payload)
    into[0] = 0x83
    into[1] = link & 0xFF
    into[2] = link >> 8
    into[3] = token & 0xFF
    into[4] = token >> 8
    value = now | (turns << 30)
    at = 5
    while at < 9:
        into[at] = value & 0xFF
        into[at + 4] = oldest & 0xFF
        into[at + 8] = next_ & 0xFF
        value >>= 8
        oldest >>= 8
        next_ >>= 8
        at += 1
    return 17
