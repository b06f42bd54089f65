"""Write the payloads that are sent most often, EDGES and PONG, by functions compiled to machine code."""

from .viper import micropython, ptr8, ptr16, ptr32


@micropython.viper
def put_edges(
    payload, link: int, first: int, wraps: int, times, what, slot: int, capacity: int, count: int
) -> int:
    """Writes an EDGES payload of up to `count` edges; returns its length in bytes.

    The first edge has number `first` and is in slot `slot` of the ring; `wraps` are the two highest bits of
    its time. The payload ends before an edge whose distance in time from the previous one exceeds 16 bits.
    """
    into = ptr8(payload)
    ring_times = ptr32(times)
    ring_what = ptr16(what)
    before = ring_times[slot]
    into[0] = 0x82
    into[1] = link & 0xFF
    into[2] = link >> 8
    value = before | (wraps << 30)
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
def put_pong(payload, link: int, token: int, now: int, wraps: int, oldest: int, next_: int) -> int:
    """Writes a PONG payload; returns its length in bytes. `wraps` are the two highest bits of its time."""
    into = ptr8(payload)
    into[0] = 0x83
    into[1] = link & 0xFF
    into[2] = link >> 8
    into[3] = token & 0xFF
    into[4] = token >> 8
    value = now | (wraps << 30)
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
