"""`make test-vm`: the installed service on a real kernel, with a board behind real device files.

A virtual machine runs Debian with its own systemd, kernel and udev. A kernel module (`twin/board.c`) is the
board: a GPIO chip, a chain of shift registers on one SPI bus, LEDs on another. The program is installed from
this checkout by the documented commands, without a network, and `hands.py` plays by changing the sensors'
levels and by typing cards on a keyboard of the kernel's.

It needs root and Debian's packages qemu-system-x86, mmdebstrap and e2fsprogs. With `--kvm` a walk takes a few
minutes, without the best part of an hour. The latest results are in docs/tested.md.
"""
