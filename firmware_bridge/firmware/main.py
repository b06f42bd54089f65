"""The start of the firmware, on the Pico and on any computer."""

from .device import Device


def run(hal):
    """Runs the device until the hardware ends the program; after a restart, a new device begins."""
    going = True
    while going:
        going = live(hal, Device(hal, hal.board))


def live(hal, device):
    """Runs the device until a restart; returns True if another run follows."""
    leaving_at = 0
    while True:
        device.step()
        if device.restart >= 0:
            # The answer to the command is sent before the restart.
            leaving_at += 1
            if leaving_at > 50:
                return hal.restart(device.restart)
        if not hal.rest():
            return True


if __name__ == "__main__":
    from .hal_unix import Hal

    run(Hal())
