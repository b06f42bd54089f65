"""Loops over bytes, compiled to machine code by MicroPython's viper: some twenty times as fast as bytecode.

The Pico has one millisecond for each pass, and one bytecode of a loop takes it 3 to 10 µs. On CPython the
same functions run as plain Python: there a "pointer" is the buffer itself. viper's numbers have 32 bits and
names from outside are slow in it, so the constants stand in the code. Times are 30-bit numbers (mask
0x3FFFFFFF), which MicroPython keeps without allocating.
"""

try:
    import micropython
except ImportError:

    class micropython:
        """The compiler's decorators, which change nothing here."""

        @staticmethod
        def viper(function):
            """The function itself."""
            return function

        native = viper

    def ptr8(buffer):
        """A buffer of bytes, indexed."""
        return buffer

    ptr16 = ptr32 = ptr8


# The scanner. Its numbers stand in an array "i", by these names.
DATED, PENDING, SLOT, CAPACITY, SIZE, FLIP, LAST_MASK, DEBOUNCE = range(8)


@micropython.viper
def note_changes(raw, seen, bits, at_once, since, numbers, now: int):
    """Dates every change since the scan before and sets `bits`, the levels now.

    `at_once` marks the changes that come after quiet.
    """
    new = ptr8(raw)
    old = ptr8(seen)
    level = ptr8(bits)
    quiet = ptr8(at_once)
    date = ptr32(since)
    number = ptr32(numbers)
    size = number[4]
    i = 0
    while i < size:
        changed = new[i] ^ old[i]
        old[i] = new[i]
        level[i] = new[i] ^ number[5]
        channel = i << 3
        mask = 1
        while changed:
            if changed & 1:
                if ((now - date[channel]) & 0x3FFFFFFF) >= number[7]:
                    quiet[i] = quiet[i] | mask
                else:
                    quiet[i] = quiet[i] & (0xFF ^ mask)
                date[channel] = now
            changed >>= 1
            mask <<= 1
            channel += 1
        i += 1
    level[size - 1] = level[size - 1] & number[6]


@micropython.viper
def oldest_change(bits, level, at_once, since, numbers, now: int, below: int) -> int:
    """The greatest age less than `below` of the changes that are due, -1 without any; counts pending ones."""
    new = ptr8(bits)
    held = ptr8(level)
    quiet = ptr8(at_once)
    date = ptr32(since)
    number = ptr32(numbers)
    oldest = -1
    pending = 0
    i = 0
    while i < number[4]:
        differs = new[i] ^ held[i]
        due = quiet[i]
        channel = i << 3
        while differs:
            if differs & 1:
                age = (now - date[channel]) & 0x3FFFFFFF
                if age < number[7] and not due & 1:
                    pending += 1
                elif age > oldest and age < below:
                    oldest = age
            differs >>= 1
            due >>= 1
            channel += 1
        i += 1
    number[1] = pending
    return oldest


@micropython.viper
def deliver_age(bits, level, at_once, since, times, what, numbers, now: int, age: int) -> int:
    """Puts the changes that are due and have this age into the ring, and returns how many."""
    new = ptr8(bits)
    held = ptr8(level)
    quiet = ptr8(at_once)
    date = ptr32(since)
    ring_times = ptr32(times)
    ring_what = ptr16(what)
    number = ptr32(numbers)
    # Dates never go back: a level that held late is dated to the edge before it.
    dated = number[0]
    if age < ((now - dated) & 0x3FFFFFFF):
        dated = (now - age) & 0x3FFFFFFF
    slot = number[2]
    count = 0
    i = 0
    while i < number[4]:
        differs = new[i] ^ held[i]
        channel = i << 3
        mask = 1
        while differs:
            due = age >= number[7] or quiet[i] & mask
            if differs & 1 and due and ((now - date[channel]) & 0x3FFFFFFF) == age:
                held[i] = held[i] ^ mask
                ring_times[slot] = dated
                ring_what[slot] = channel | (0x8000 if held[i] & mask else 0)
                slot += 1
                if slot == number[3]:
                    slot = 0
                count += 1
            differs >>= 1
            mask <<= 1
            channel += 1
        i += 1
    number[0] = dated
    number[2] = slot
    return count


@micropython.viper
def judge_readings(reading, baseline, threshold, hysteresis, raw, first: int, end: int):
    """Sets the bits of the channels whose reading is `threshold` off `baseline`, with hysteresis."""
    measured = ptr16(reading)
    base = ptr16(baseline)
    on = ptr16(threshold)
    less = ptr16(hysteresis)
    bits = ptr8(raw)
    channel = first
    while channel < end:
        off = measured[channel] - base[channel]
        if off < 0:
            off = 0 - off
        at = channel >> 3
        mask = 1 << (channel & 7)
        if off >= on[channel]:
            bits[at] = bits[at] | mask
        elif off < on[channel] - less[channel]:
            bits[at] = bits[at] & (0xFF ^ mask)
        channel += 1


@micropython.viper
def count_pass(lengths, counts, us: int) -> int:
    """Counts a pass of `us` µs in steps of 16; `counts` has number and longest. Returns the number."""
    length = ptr16(lengths)
    number = ptr32(counts)
    step = us >> 4
    if step > 255:
        step = 255
    length[step] = length[step] + 1
    if us > number[1]:
        number[1] = us
    number[0] = number[0] + 1
    return number[0]


@micropython.viper
def pass_quantile(lengths, thousandths: int, passes: int) -> int:
    """The length in microseconds below which this share of the passes lies; -1 beyond the table."""
    length = ptr16(lengths)
    wanted = passes * thousandths
    below = 0
    step = 0
    while step < 255:
        below += length[step]
        if below * 1000 > wanted:
            return (step << 4) + 8
        step += 1
    return -1


@micropython.viper
def forget_passes(lengths, counts):
    """Takes all passes out of the table."""
    length = ptr16(lengths)
    number = ptr32(counts)
    number[0] = 0
    number[1] = 0
    step = 0
    while step < 256:
        length[step] = 0
        step += 1


# Frames.


@micropython.viper
def put_number(buffer, at: int, value: int, size: int):
    """Writes `size` bytes of a number, the lowest first."""
    into = ptr8(buffer)
    end = at + size
    while at < end:
        into[at] = value & 0xFF
        value >>= 8
        at += 1


@micropython.viper
def put_edges(
    payload, link: int, first: int, turns: int, times, what, slot: int, capacity: int, count: int
) -> int:
    """An EDGES payload of up to `count` edges, numbered from `first`, from `slot` on; its length.

    `turns`: the two highest bits of the time. The payload ends before a step that 16 bits do not hold.
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
    """A PONG payload; its length."""
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


@micropython.viper
def stuff(payload, length: int, wire) -> int:
    """COBS: the payload without zeros, a zero on either side; how many bytes."""
    source = ptr8(payload)
    into = ptr8(wire)
    into[0] = 0  # Closes whatever noise stands on the line.
    mark = 1
    at = 2
    i = 0
    while i < length:
        byte = source[i]
        if byte:
            into[at] = byte
        else:
            into[mark] = at - mark
            mark = at
        at += 1
        i += 1
    into[mark] = at - mark
    into[at] = 0
    return at + 1


@micropython.viper
def unstuff(frame, filled: int) -> int:
    """Takes the COBS stuffing out of `frame[:filled]` in place. The new length, or -1 if it is none."""
    bytes_ = ptr8(frame)
    source = 0
    target = 0
    while source < filled:
        code = bytes_[source]
        end = source + code
        if code == 0 or end > filled:
            return -1
        source += 1
        while source < end:
            bytes_[target] = bytes_[source]
            target += 1
            source += 1
        if code < 0xFF and source < filled:
            bytes_[target] = 0
            target += 1
    return target


@micropython.viper
def collect(data, at: int, end: int, frame, filled) -> int:
    """Appends `data[at:end]` to the frame up to a zero. The zero's index, or `end` when there is none.

    `filled[0]` counts the frame's bytes; one more than the frame holds means that it is too long.
    """
    source = ptr8(data)
    into = ptr8(frame)
    count = ptr32(filled)
    have = count[0]
    most = count[1]
    while at < end:
        byte = source[at]
        if byte == 0:
            break
        if have < most:
            into[have] = byte
        if have <= most:
            have += 1
        at += 1
    count[0] = have
    return at


@micropython.viper
def enqueue(queue, at: int, size: int, data, count: int):
    """Copies bytes into a ring of `size` bytes from `at` on."""
    into = ptr8(queue)
    source = ptr8(data)
    i = 0
    while i < count:
        into[at] = source[i]
        at += 1
        if at == size:
            at = 0
        i += 1


# Lights.


@micropython.viper
def mix_styles(styles, counts, shades, phases, levels, now: int, brightness: int) -> int:
    """The colour of each painted style at this moment; returns the sum over all LEDs and colours.

    `levels`: how bright each effect is, at each of the 256 phases of its period.
    """
    table = ptr8(levels)
    style = ptr8(styles)
    count = ptr16(counts)
    shade = ptr8(shades)
    phase_of = ptr8(phases)
    lit = 0
    number = 1
    while number < 64:
        leds = count[number]
        if leds:
            at = 6 * number
            period = style[at + 4] | (style[at + 5] << 8)
            if period == 0:
                period = 1000
            phase = ((now % period) << 8) // period
            phase_of[number] = phase
            level = table[(style[at + 3] << 8) | phase]
            level = brightness * level // 255
            colour = 3 * number
            end = colour + 3
            while colour < end:
                value = style[at] * level // 255
                shade[colour] = value
                lit += value * leds
                at += 1
                colour += 1
        number += 1
    return lit


@micropython.viper
def any_animated(styles, counts) -> bool:
    """Whether an LED has a style that changes with time."""
    style = ptr8(styles)
    count = ptr16(counts)
    number = 1
    while number < 64:
        if count[number] and style[6 * number + 3]:
            return True
        number += 1
    return False


@micropython.viper
def dim_styles(shades, share: int):
    """Multiplies every colour by `share` / 256."""
    shade = ptr8(shades)
    i = 3
    while i < 192:
        shade[i] = (shade[i] * share) >> 8
        i += 1


@micropython.viper
def fill_pixels(pixels, paint, styles, shades, phases, led: int, end: int):
    """The LEDs `led` to `end` - 1: four bytes each, 0, blue, red, green."""
    into = ptr8(pixels)
    number_of = ptr8(paint)
    style = ptr8(styles)
    shade = ptr8(shades)
    phase = ptr8(phases)
    at = 4 * led
    while led < end:
        number = number_of[led]
        colour = 3 * number
        dim = 0
        if style[6 * number + 3] == 3 and ((phase[number] - 32 * led) & 0xFF) >= 64:
            dim = 3
        into[at + 1] = shade[colour + 2] >> dim
        into[at + 2] = shade[colour] >> dim
        into[at + 3] = shade[colour + 1] >> dim
        at += 4
        led += 1


@micropython.viper
def paint_runs(frame, at: int, end: int, paint, counts, leds: int) -> bool:
    """Gives runs of LEDs (first u16, count u16, style u8) their styles; False at the first that cannot be."""
    source = ptr8(frame)
    number_of = ptr8(paint)
    count = ptr16(counts)
    while at < end:
        led = source[at] | (source[at + 1] << 8)
        last = led + (source[at + 2] | (source[at + 3] << 8))
        number = source[at + 4]
        if number >= 64 or last > leds:
            return False
        while led < last:
            count[number_of[led]] = count[number_of[led]] - 1
            count[number] = count[number] + 1
            number_of[led] = number
            led += 1
        at += 5
    return True


@micropython.viper
def define_styles(frame, at: int, end: int, styles) -> bool:
    """Takes styles of seven bytes (number, colours, effect, period); False at the first invalid one."""
    source = ptr8(frame)
    style = ptr8(styles)
    while at < end:
        number = source[at]
        if number == 0 or number >= 64 or source[at + 4] > 6:
            return False
        to = 6 * number
        last = at + 7
        at += 1
        while at < last:
            style[to] = source[at]
            to += 1
            at += 1
    return True
