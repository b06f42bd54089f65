"""`make test-vm`: test the installed service in a virtual machine, with a board behind real device files.

The machine runs Debian with systemd, a kernel and udev. A kernel module (`twin/board.c`) simulates the board:
a GPIO chip, a chain of shift registers on an SPI bus, LEDs on another bus. The program is installed from this
checkout by the documented commands, without a network. `hands.py` plays by changing the sensors' levels and
by typing cards on a virtual keyboard.

This needs root and Debian's packages qemu-system-x86, mmdebstrap and e2fsprogs. A run takes a few minutes
with `--kvm`, and nearly an hour without. The latest results are in docs/tested.md.
"""
