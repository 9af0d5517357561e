#!/bin/bash
# boot.sh FOLDER PROGRAM: becomes a real systemd. It runs as PID 1 in namespaces
# and a cgroup of its own. / is an overlay over that of the machine, which stays
# as it is. FOLDER is seen inside as /run/test: its "units" are installed as
# deploy/nonna.service says, PROGRAM as the program, and when all is up, systemd
# says so on its socket "notify".
set -eu
folder=$1 program=$2
mount --make-rprivate /
mkdir "$folder/mnt"
mount -t tmpfs tmpfs "$folder/mnt"
cd "$folder/mnt"
mkdir upper work root
mount -t overlay -o lowerdir=/,upperdir=upper,workdir=work overlay root
cd root
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs dev
for device in null zero full random urandom tty; do
	touch dev/$device
	mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
touch dev/console
mount --bind /dev/null dev/console

mkdir run/test
mount --bind "$folder" run/test
# Of the machine's own services none is started.
rm -rf etc/systemd/system/*.wants etc/systemd/system/*.requires
: >etc/fstab
: >etc/machine-id
echo 'nonna:x:990:990::/var/lib/nonna:/usr/sbin/nologin' >>etc/passwd
echo 'nonna:x:990:' >>etc/group
cp -r run/test/units/. etc/systemd/system/
ln -s /run/test/nonna.service.d etc/systemd/system/nonna.service.d
ln -s /run/test/nonna-failed.service.d etc/systemd/system/nonna-failed.service.d
ln -s /run/test/etc etc/nonna
mkdir -p usr/local/bin
touch usr/local/bin/nonna
mount --bind "$program" usr/local/bin/nonna

mkdir .old
pivot_root . .old
umount -l .old
mount --make-rshared /
exec env -i container=nonna-test NOTIFY_SOCKET=/run/test/notify PATH=/usr/sbin:/usr/bin:/sbin:/bin \
	/lib/systemd/systemd --system --unit=basic.target --log-target=journal --show-status=no
