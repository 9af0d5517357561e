#!/usr/bin/env bash
# Runs the tests of a package on an emulated processor with AVX-512, in Bochs under a Debian
# kernel, on any machine with Debian 12 and bochs, xorriso and cpio. It boots for some minutes:
#
#     tools/bochs.sh ./engine/lanes -test.v -test.run ThisProcessor -deals 100000
#
# The first argument is the package, the others are for its test program, which is the only
# program there is: /init.
set -euo pipefail

work=$(mktemp -d)
trap 'kill "$bochs" 2>/dev/null || true; rm -rf "$work"' EXIT
bochs=

mkdir -p "$work/root" "$work/disk" "$work/debs"
# Bochs 2.7 gets wrong what Go's garbage collector does with AVX-512: its own test fails there.
CGO_ENABLED=0 GOEXPERIMENT=nogreenteagc go test -c -o "$work/root/init" "$1"
shift
(cd "$work/root" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/disk/init.gz"

kernel=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9]\)/\1/p' | head -1)
(cd "$work/debs" && apt-get download "$kernel" isolinux syslinux-common >/dev/null &&
	for deb in *.deb; do dpkg-deb -x "$deb" .; done)
cp "$work"/debs/boot/vmlinuz-* "$work/disk/vmlinuz"
cp "$work/debs/usr/lib/ISOLINUX/isolinux.bin" "$work/debs/usr/lib/syslinux/modules/bios/ldlinux.c32" "$work/disk"

# Bochs 2.7 says that the processor has some features which it does not have as Linux wants
# them: the kernel must not use them.
missing=xsavec,xsaves,pku,erms,fsrm,rep_good,smap,invpcid,umip,la57
cat >"$work/disk/isolinux.cfg" <<END
default nonna
label nonna
  kernel vmlinuz
  append initrd=init.gz console=ttyS0 quiet mitigations=off random.trust_cpu=on clearcpuid=$missing nopcid nosmp -- $*
END
xorriso -as mkisofs -quiet -o "$work/boot.iso" -b isolinux.bin -c boot.cat \
	-no-emul-boot -boot-load-size 4 -boot-info-table "$work/disk" 2>/dev/null

cat >"$work/bochsrc" <<END
megs: 256
cpu: model=corei7_icelake_u, ips=100000000
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$work/boot.iso, status=inserted
boot: cdrom
display_library: rfb, options="timeout=0"
com1: enabled=1, mode=file, dev=$work/console
log: $work/log
clock: sync=none
END
echo continue >"$work/start" # Debian's Bochs begins in its debugger
touch "$work/console"
(cd "$work" && exec bochs -q -f bochsrc -rc start >out 2>&1 </dev/null) &
bochs=$!
# The kernel panics when its only program ends.
until grep -q 'end Kernel panic' "$work/console" || ! kill -0 "$bochs" 2>/dev/null; do
	sleep 1
done
sleep 5 # for what the program printed last
cat "$work/console"
grep -q 'PASS' "$work/console" && ! grep -q 'FAIL' "$work/console"
