#!/bin/sh
# Stands in for systemctl on a machine without systemd. It starts what a unit's ExecStart says, as the
# unit's user, with its settings, folder and state; it knows daemon-reload, start, restart, enable --now.
set -eu
word=$1
shift
[ "$word" = daemon-reload ] && exit 0
[ "$1" = --now ] && shift
name=$1 instance=
case $name in *@*) instance=${name#*@} name=${name%@*}@ ;; esac
lines() { sed -n "s/^$1=//p" "/etc/systemd/system/$name.service" | sed "s/%i/$instance/g"; }
set -a
for file in $(lines EnvironmentFile); do . "$file"; done
set +a
user=$(lines User)
state=$(lines StateDirectory)
[ -z "$state" ] || install -d -o "$user" -g "$user" -m "$(lines StateDirectoryMode)" "/var/lib/$state"
cd "$(lines WorkingDirectory)"
# Both lines are words without blanks.
# shellcheck disable=SC2046
set -- runuser -u "$user" -- env $(lines Environment) $(lines ExecStart)
[ "$(lines Type)" = oneshot ] && exec "$@"
pid=/run/$name.pid
if [ -f "$pid" ]; then
  kill "$(cat "$pid")" || true
  while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.05; done
fi
setsid sh -c 'echo $$ >"$0"; exec "$@"' "$pid" "$@" >>"/var/log/$name.log" 2>&1 </dev/null &
