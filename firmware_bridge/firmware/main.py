"""Start the firmware, on a Pico or on a computer."""

from .device import Device


def run(hal):
    """Runs one device after another: each restart makes a new one.

    Returns when the hardware does not restart.
    """
    going = True
    while going:
        going = live(hal, Device(hal, hal.board))


def live(hal, device):
    """Runs the device until a reset or a restart; returns whether the firmware is to run again."""
    leaving_at = 0
    while True:
        device.step()
        if device.restart >= 0:
            # The answer to RESTART must be sent before the restart.
            leaving_at += 1
            if leaving_at > 50:
                return hal.restart(device.restart)
        if not hal.rest():
            return True


if __name__ == "__main__":
    from .hal_unix import Hal

    run(Hal())
