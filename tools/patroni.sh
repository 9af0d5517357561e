#!/usr/bin/env bash
# patroni.sh [SECONDS [PEOPLE]]: lets people play on a database of three PostgreSQL with Patroni
# and etcd, all on loopback, while the primary is killed, switched, taken away and frozen, each
# after so many seconds (45). The soak's output says for how long nobody was answered, and in
# the end whether a game that was shown is missing or was told a place that it never had, and
# whether something was answered or posted twice. It needs Debian's postgresql, patroni,
# etcd-server and python3-etcd.
set -euo pipefail
cd "$(dirname "$0")/.."
pause=${1-45} people=${2-12}
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
folder=$(mktemp -d)
chmod 755 "$folder"
as=()
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
	as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
	chown postgres: "$folder"
fi

# postgres prints the processes of a node's PostgreSQL, its postmaster first.
postgres() {
	local main
	main=$(head -n 1 "$folder/node$1/postmaster.pid" 2>/dev/null) || return 0
	echo "$main"
	pgrep -P "$main" || true
}

declare -a patroni
# start starts the Patroni of a node, which starts its PostgreSQL.
start() {
	(cd "$folder" && exec "${as[@]}" patroni "node$1.yml" >>"$folder/node$1.log" 2>&1) &
	patroni[$1]=$!
	disown
}

# each sends a signal to all processes of a node.
each() { # SIGNAL NODE
	local pids
	pids=$(postgres "$2")
	kill "-$1" "${patroni[$2]}" $pids 2>/dev/null || true # some may have ended
}

etcd='' soak=''
stop() {
	for node in 1 2 3; do each KILL $node; done
	kill -KILL $etcd $soak 2>/dev/null || true
	wait 2>/dev/null || true
	rm -rf "$folder"
}
trap stop EXIT

"${as[@]}" etcd --data-dir="$folder/etcd" --listen-client-urls=http://127.0.0.1:23790 --advertise-client-urls=http://127.0.0.1:23790 \
	--listen-peer-urls=http://127.0.0.1:23800 --initial-advertise-peer-urls=http://127.0.0.1:23800 \
	--initial-cluster=default=http://127.0.0.1:23800 >"$folder/etcd.log" 2>&1 &
etcd=$!
for node in 1 2 3; do
	# A primary that has not been heard of for ttl seconds is replaced; Patroni takes no less than 20.
	cat >"$folder/node$node.yml" <<END
scope: nonna
name: node$node
restapi: {listen: "127.0.0.1:5441$node", connect_address: "127.0.0.1:5441$node"}
etcd3: {host: "127.0.0.1:23790"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: true
    postgresql: {use_pg_rewind: true, parameters: {max_connections: 200}}
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums]
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"]
postgresql:
  listen: "127.0.0.1:5431$node"
  connect_address: "127.0.0.1:5431$node"
  data_dir: "$folder/node$node"
  bin_dir: "$bin"
  pgpass: "$folder/pgpass$node"
  authentication: {superuser: {username: postgres}, replication: {username: replicator}}
  parameters: {unix_socket_directories: "$folder"}
END
	start $node
done

# find prints the node that has a role: primary, synchronous, health. It waits for one.
find() {
	local n
	while :; do
		for n in 1 2 3; do
			if curl -fso /dev/null "http://127.0.0.1:5441$n/$1"; then echo $n && return; fi
		done
		sleep 0.5
	done
}

url='postgres://postgres@127.0.0.1:54311,127.0.0.1:54312,127.0.0.1:54313/%s?target_session_attrs=read-write&sslmode=disable'
find synchronous >"$folder/found"
# shellcheck disable=SC2059 # the format is the URL
psql --quiet --command='CREATE DATABASE nonna' "$(printf "$url" postgres)"
go build -o "$folder/soak" ./bot/discordtest/soak
# shellcheck disable=SC2059
"$folder/soak" --calm --rounds=1 --people="$people" --for=$((5 * pause + 70))s --db="$(printf "$url" nonna)" --log="$folder/soak.log" &
soak=$!

say() { echo "$(date +%T) $*"; }
sleep "$pause"
node=$(find primary) && say "the primary's postmaster is killed" && kill -KILL "$(head -n 1 "$folder/node$node/postmaster.pid")"
sleep "$pause"
node=$(find primary) to=$(find synchronous) && say "the standby is made the primary" &&
	curl -fsS --json "{\"leader\":\"node$node\",\"candidate\":\"node$to\"}" "http://127.0.0.1:5441$node/switchover" && echo
sleep "$pause"
node=$(find primary) && find synchronous >"$folder/found" && say "the primary's machine is gone for half a minute" && each KILL "$node"
sleep 30 && start "$node"
sleep "$pause"
node=$(find primary) && find synchronous >"$folder/found" && say "the primary's machine stands still for half a minute" && each STOP "$node"
sleep 30 && each CONT "$node"
wait $soak && soak=''
