"""Where the firmware starts: the same on the Pico and on any machine."""

from .device import Device


def run(hal):
    """Scans, reports and lights until the hardware ends the program. A restart begins a new life here."""
    going = True
    while going:
        going = live(hal, Device(hal, hal.board))


def live(hal, device):
    """One run of the device until a restart; True if another run follows."""
    leaving_at = 0
    while True:
        device.step()
        if device.restart >= 0:
            # The answer to the command goes out first.
            leaving_at += 1
            if leaving_at > 50:
                return hal.restart(device.restart)
        if not hal.rest():
            return True


if __name__ == "__main__":
    from .hal_unix import Hal

    run(Hal())
