#!/bin/bash
# boot.sh FOLDER: becomes a real systemd. It runs as PID 1 in namespaces and a
# cgroup of its own. / is an overlay over that of the machine, which stays as it
# is. FOLDER is seen inside as /run/test: what is in its "root" is installed, and
# when all is up, systemd says so on its socket "notify".
set -eu
folder=$1
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
# Discord is on this machine.
echo "127.0.0.1 localhost discord.com gateway.discord.gg cdn.discordapp.com" >etc/hosts
cp -r run/test/root/. .

mkdir .old
pivot_root . .old
umount -l .old
mount --make-rshared /
exec env -i container=nonna-test NOTIFY_SOCKET=/run/test/notify PATH=/usr/sbin:/usr/bin:/sbin:/bin \
	/lib/systemd/systemd --system --unit=basic.target --log-target=journal --show-status=no
