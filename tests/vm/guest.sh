#!/bin/bash
# What the walk does in the machine: guest.sh STEP [ARGUMENTS]. The program's disk is unpacked in /opt/program.
set -euo pipefail

source=/opt/program/source
state=/var/lib/jokerboard
debug=/sys/kernel/debug/board
board=/etc/jokerboard/board.toml
python=/usr/local/lib/jokerboard/venv/bin/python
chips="0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x27"
scanner=(--readers table --reader-kind keyboard --reader-path table=/dev/input/by-id/scanner)
# The machine has no network: pip finds every package on the program's disk.
export PIP_NO_INDEX=1 PIP_FIND_LINKS=/opt/program/wheels HOME=/root
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

described() { # file, arguments: a description by the program as it lies there, before it is installed
    (cd $source && PYTHONPATH=. python3 -m jokerboard wiring new "$1" --yes --force "${scanner[@]}" "${@:2}" >/dev/null)
}

pid() { systemctl show -p MainPID --value jokerboard; }

prepared() { # gpiozero asks which Pi this is; nothing else here is a Pi
    printf 'Hardware : BCM2835\nRevision : c03114\nSerial : 10000000abcdef01\n' >/opt/cpuinfo
    mkdir -p /etc/systemd/system/jokerboard.service.d
    printf '[Service]\nBindReadOnlyPaths=/opt/cpuinfo:/proc/cpuinfo\n' >/etc/systemd/system/jokerboard.service.d/pi.conf
    echo 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="scanner", SYMLINK+="input/by-id/scanner"' \
        >/etc/udev/rules.d/50-scanner.rules
    printf 'board\nspidev\nuinput\n' >/etc/modules-load.d/board.conf
    systemctl restart systemd-modules-load
    udevadm control --reload
    described /root/board.toml
    make --no-print-directory -C $source pi BOARD=/root/board.toml
}

installed() {
    cat >/root/table.toml <<TOML
[table]
board = "board.toml"
state = "$state"
listen = "127.0.0.1:8080"

[game]
rules = "texas"
players = 4
cards = "table"
TOML
    make --no-print-directory -C $source install CONFIG=/root/table.toml BOARD=/root/board.toml
}

page() { # the state as the page gets it
    $python -c 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:8080/api/state", timeout=10).read().decode())'
}

played() { $python $source/tests/vm/hands.py $board "$@"; }

pressed() { # line of the button
    echo "$1 0" >$debug/lines
    sleep 0.2
    echo "$1 1" >$debug/lines
}

handles() { ls -l "/proc/$(pid)/fd" | grep -c gpiochip || true; }

unplugged() { echo "$1" >/sys/module/board/parameters/unplugged; } # Y or N

doctor() {
    systemctl stop jokerboard
    mount --bind /opt/cpuinfo /proc/cpuinfo
    jokerboard doctor $board </dev/null || true
    umount /proc/cpuinfo
    systemctl start jokerboard
}

on_a_small_disk() { # the state, on a file system of its own with little room
    systemctl stop jokerboard
    truncate -s 48M /root/state.img
    mke2fs -q -t ext4 /root/state.img
    mount -o loop /root/state.img /mnt
    cp -a $state/. /mnt
    umount /mnt
    mount -o loop /root/state.img $state
    chown jokerboard:jokerboard $state
    systemctl start jokerboard
}

filled() { cp /dev/zero $state/filler 2>/dev/null || true; }

emptied() { rm $state/filler; }

# A file system with files open for writing cannot be remounted; the kernel's emergency remount can, as a fault does.
read_only() {
    echo u >/proc/sysrq-trigger
    until findmnt -no OPTIONS $state | grep -q '^ro'; do sleep 0.2; done
}

writable() { mount -o remount,rw / && mount -o remount,rw $state; }

verified() { runuser -u jokerboard -- jokerboard journal verify --state $state; }

upgraded() { make --no-print-directory -C $source install; }

with_expanders() { # a board with MCP23017 chips, which the kernel's i2c-stub pretends to be
    systemctl stop jokerboard
    modprobe i2c-dev
    modprobe i2c-stub chip_addr="${chips// /,}"
    udevadm settle
    bus=$(i2cdetect -l | grep -i stub | sed 's/i2c-\([0-9]*\).*/\1/')
    for chip in $chips; do i2cset -y "$bus" "$chip" 0x12 0xffff w; done
    described /root/i2c.toml --reading expanders --buttons no
    sed "s/1:0x/$bus:0x/g" /root/i2c.toml >$board
    systemctl start jokerboard
}

uninstalled() {
    make --no-print-directory -C $source uninstall
    ! ls /usr/local/lib /usr/local/bin | grep jokerboard
    ! systemctl list-unit-files | grep jokerboard
    ls /etc/jokerboard $state
}

"$@"
