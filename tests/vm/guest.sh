#!/bin/bash
# What the walk does in the machine: guest.sh STEP [ARGUMENTS]. The program's disk is unpacked in /opt/program.
set -euo pipefail

source=/opt/program/source
state=/var/lib/jokerboard
debug=/sys/kernel/debug/board
board=/etc/jokerboard/board.toml
python=/usr/local/lib/jokerboard/venv/bin/python
home=/home/pi
chips="0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x27"
scanner=(--readers table --reader-kind keyboard --reader-path table=/dev/input/by-id/scanner)
export HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

awaited() { # device file
    for _ in $(seq 300); do
        if [ -e "$1" ]; then return; fi
        sleep 0.2
    done
    echo "$1 did not appear in a minute"
    return 1
}

described() { # file, arguments: a description by the program as it lies there, before it is installed
    (cd $source && PYTHONPATH=. python3 -m jokerboard wiring new "$1" --yes --force "${scanner[@]}" "${@:2}" >/dev/null)
}

as_documented() { # checkout, a command that docs/install.md names
    runuser -l pi -c "cd $1 && ${*:2}"
}

pid() { systemctl show -p MainPID --value jokerboard; }

running() { [ -d /run/systemd/system ]; } # whether this is the machine, and not its root on another computer
running || export SYSTEMD_OFFLINE=1

a_user() { # as a Raspberry Pi has after its first start: one who may use sudo, and to whom the checkout belongs
    useradd --create-home --groups sudo --shell /bin/bash pi
    echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/pi
    chown -R pi: /opt/program
    # The machine has no network: pip finds every package on the program's disk.
    printf '[global]\nno-index = true\nfind-links = /opt/program/wheels\n' >/etc/pip.conf
}

prepared() { # gpiozero asks which Pi this is; nothing else here is a Pi
    printf 'Hardware : BCM2835\nRevision : c03114\nSerial : 10000000abcdef01\n' >/opt/cpuinfo
    mkdir -p /etc/systemd/system/jokerboard.service.d
    printf '[Service]\nBindReadOnlyPaths=/opt/cpuinfo:/proc/cpuinfo\n' >/etc/systemd/system/jokerboard.service.d/pi.conf
    echo 'SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="scanner", SYMLINK+="input/by-id/scanner"' \
        >/etc/udev/rules.d/50-scanner.rules
    printf 'board\nspidev\nuinput\n' >/etc/modules-load.d/board.conf
    if running; then
        systemctl restart systemd-modules-load
        udevadm control --reload
    fi
    a_user
    described $home/my-board.toml
    as_documented $source sudo make pi BOARD=$home/my-board.toml
    # `make demo` of that user needs an environment without files of root.
    if find $source/.venv -not -user pi | grep .; then return 1; fi
}

installed() {
    cat >$home/my.toml <<TOML
[table]
board = "board.toml"
state = "$state"
listen = "127.0.0.1:8080"

[game]
rules = "texas"
players = 4
cards = "table"
TOML
    as_documented $source sudo make install CONFIG=$home/my.toml BOARD=$home/my-board.toml
}

page() { # the state as the page gets it
    $python -c 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:8080/api/state", timeout=10).read().decode())'
}

played() { (cd $source && PYTHONPATH=. $python -m tests.vm.hands $board "$@"); }

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
    if mountpoint -q $state; then return; fi
    systemctl stop jokerboard
    # ext4 that was made read-only in mid run does not become writable again while a deleted file is open on it, as
    # lgpio's pipe is in /tmp; and a disk in a file of a read-only disk is not writable.
    mount -t tmpfs tmpfs /tmp
    truncate -s 48M /run/state.img
    mke2fs -q -t ext4 /run/state.img
    mount -o loop /run/state.img /mnt
    cp -a $state/. /mnt
    umount /mnt
    mount -o loop /run/state.img $state
    chown jokerboard:jokerboard $state
    systemctl start jokerboard
}

back_on_its_disk() { # the state, after `on_a_small_disk`
    systemctl stop jokerboard
    mount --bind / /mnt
    cp -a $state/. /mnt$state
    rm -rf /mnt$state/lost+found
    umount /mnt $state
    umount -l /tmp # Its files are memory, which an installation needs.
    rm /run/state.img # systemd of Debian 13 refuses to reload its units while less than 16 MB of /run are free.
    systemctl start jokerboard
}

filled() { cp /dev/zero $state/filler 2>/dev/null || true; }

emptied() { rm $state/filler; }

# A file system with files open for writing cannot be remounted; the kernel's emergency remount can, as a fault does.
read_only() {
    echo u >/proc/sysrq-trigger
    # The kernel remounts one file system after the other; one that follows later would undo `writable`.
    for each in $state /; do
        until findmnt -no OPTIONS $each | grep -q '^ro'; do sleep 0.2; done
    done
}

writable() { mount -o remount,rw / && mount -o remount,rw $state; }

verified() { runuser -u jokerboard -- jokerboard journal verify --state $state; }

loaded() { # both processors and the disk busy for two minutes, more than ten times as long as the watchdog waits
    for _ in 1 2 3 4; do timeout 120 sh -c 'while :; do :; done' & done
    timeout 120 sh -c 'while :; do dd if=/dev/zero of=/root/filler bs=1M count=64 conv=fsync 2>/dev/null; done' &
    sleep 5
    played "$@" || true
    wait
    rm /root/filler
}

upgraded() { as_documented $source sudo make install; }

with_expanders() { # a board with MCP23017 chips, which the kernel's i2c-stub pretends to be
    page >/root/state.json
    systemctl stop jokerboard
    modprobe i2c-dev
    modprobe i2c-stub chip_addr="${chips// /,}"
    udevadm settle
    bus=$(i2cdetect -l | grep -i stub | sed 's/i2c-\([0-9]*\).*/\1/')
    # No marble anywhere; the outputs, GPA7 high and GPB7 low, read back as they are set.
    for chip in $chips; do i2cset -y "$bus" "$chip" 0x12 0x7fff w; done
    described /root/i2c.toml --reading expanders --buttons no
    sed "s/1:0x/$bus:0x/g" /root/i2c.toml >$board
    # A table whose board stands empty offers a new game after six seconds.
    (cd $source && PYTHONPATH=. $python -m tests.vm.hands $board --stand /root/state.json)
    systemctl start jokerboard
}

gadget() { # name, port, vendor, product, maker, title, function
    local g=/sys/kernel/config/usb_gadget/$1
    mkdir -p $g/strings/0x409 $g/configs/c.1 "$g/functions/$7"
    echo "$3" >$g/idVendor
    echo "$4" >$g/idProduct
    echo "$5" >$g/strings/0x409/manufacturer
    echo "$6" >$g/strings/0x409/product
    echo "$1-0001" >$g/strings/0x409/serialnumber
    if [[ $7 == hid.* ]]; then # a boot keyboard
        echo 1 >"$g/functions/$7/protocol"
        echo 1 >"$g/functions/$7/subclass"
        echo 8 >"$g/functions/$7/report_length"
        printf '%b' '\x05\x01\x09\x06\xa1\x01\x05\x07\x19\xe0\x29\xe7\x15\x00\x25\x01\x75\x01\x95\x08\x81\x02' \
            '\x95\x01\x75\x08\x81\x03\x95\x05\x75\x01\x05\x08\x19\x01\x29\x05\x91\x02\x95\x01\x75\x03\x91\x03' \
            '\x95\x06\x75\x08\x15\x00\x25\x65\x05\x07\x19\x00\x29\x65\x81\x00\xc0' >"$g/functions/$7/report_desc"
    fi
    ln -s "$g/functions/$7" $g/configs/c.1
    echo "dummy_udc.$2" >$g/UDC
}

with_gadgets() { # a board with a Pico, and cards by a USB keyboard or a USB serial port
    systemctl stop jokerboard
    modprobe dummy_hcd num=3
    modprobe libcomposite
    mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
    gadget pico 0 0x2e8a 0x0005 MicroPython "Board in FS mode" acm.pico
    gadget reader 1 0x1a86 0x55d4 Scanners "Serial Reader" acm.reader
    gadget scanner 2 0x0c2e 0x0200 Scanners "Barcode Scanner" hid.scanner
    read_by keyboard /dev/input/by-id/usb-Scanners_Barcode_Scanner_scanner-0001-event-kbd
}

read_by() { # kind and port of the reader
    systemctl stop jokerboard
    scanner=(--readers table --reader-kind "$1" --reader-path "table=$2")
    awaited "$2"
    awaited /dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_pico-0001-if00
    described $board --reading pico --buttons no
    systemctl start --no-block jokerboard
}

absent() { # fails if a line is about jokerboard; a negated pipe would not end this script
    if grep jokerboard; then return 1; fi
}

uninstalled() {
    as_documented $source sudo make uninstall
    ls /usr/local/lib /usr/local/bin /usr/local/share/doc /etc/udev/rules.d | absent
    systemctl list-unit-files | absent
    ls /etc/jokerboard $state
}

purged() { as_documented $source sudo make uninstall PURGE=1; }

older() { # the release before, installed as its own documents say, with the system's lgpio as on Raspberry Pi OS
    python3 -m pip --quiet install --break-system-packages lgpio || # Debian 13's wheel has another name.
        python3 -m pip --quiet install --break-system-packages adafruit-lgpio
    (cd /opt/program/older && PYTHONPATH=. python3 -c 'import sys; from commands.cli import main; sys.exit(main(sys.argv[1:]))' \
        wiring new $home/my-board.toml --yes --force "${scanner[@]}" >/dev/null)
    as_documented /opt/program/older sudo make install CONFIG=$home/my.toml BOARD=$home/my-board.toml
}

opened() { # the state and configuration that version 0.1.0 left
    systemctl stop jokerboard
    rm -rf /root/before
    mkdir /root/before
    tar xf $source/tests/upgrades/version-0.1.0.tar.gz -C /root/before
    rm -rf ${state:?}/*
    cp -a /root/before/state/. $state
    chown -R jokerboard:jokerboard $state
    systemctl start jokerboard
}

"$@"
