import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { layDebian, whyNoBareMachine } from '../../tests/release/bare-machine.ts';

const packages =
  'postgresql-18 patroni python3-etcd python3-dnspython etcd-server pgbouncer haproxy';
const root = join(tmpdir(), 'hanya-cluster-root');
const path = '/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Where programs of a machine find the folder of the run. */
export const shared = '/srv';

/** Debian with the cluster's programs, made once and kept; answers their versions. */
export async function readyPrograms() {
  const why = whyNoBareMachine();
  if (why) throw new Error(`No machines can be made: ${why}.`);
  const stamp = join(root, 'etc/hanya-cluster');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== packages) {
    rmSync(root, { recursive: true, force: true });
    layDebian(root);
    const neverStart = join(root, 'usr/sbin/policy-rc.d');
    writeFileSync(neverStart, '#!/bin/sh\nexit 101\n');
    chmodSync(neverStart, 0o755);
    mkdirSync(join(root, 'etc/postgresql-common'));
    writeFileSync(
      join(root, 'etc/postgresql-common/createcluster.conf'),
      'create_main_cluster = false\n',
    );
    const install = `apt-get update && apt-get install -y --no-install-recommends ${packages}`;
    await typed(tmpdir(), `DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; ${install}`);
    writeFileSync(stamp, packages);
  }
  const asked = `dpkg-query --show --showformat '\${Package} \${Version}\\n' ${packages}`;
  return (await typed(tmpdir(), asked)).trim().split('\n').join(', ');
}

/** The user of PostgreSQL in there, as numbers. */
export function databaseUser() {
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+)/m.exec(
    readFileSync(join(root, 'etc/passwd'), 'utf8'),
  );
  return { uid: Number(uid), gid: Number(gid) };
}

/** Runs what root types in a machine of its own; answers what it printed. */
export async function typed(folder, commands, env = {}) {
  const child = startShell(folder, commands, env);
  const said = heard(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`It ended with ${code}:\n${said()}`);
  return said();
}

/**
 * A machine whose programs run as PostgreSQL's user, side by side on our loopback. They have process
 * numbers of their own, so all of them end with the first, and with this program.
 */
export function startMachine(folder, programs) {
  const asUser = 'setpriv --reuid=postgres --regid=postgres --init-groups';
  const commands = programs.map((program) => `${asUser} ${program} &`).join('\n');
  const child = startShell(folder, `${commands}\nwait`);
  const said = heard(child);
  const ended = once(child, 'exit');
  let family;
  /** Tells its processes from all others; before it has its own, none are. */
  const numbers = () => {
    family ??= readlinkSync(`/proc/${child.pid}/ns/pid_for_children`);
    if (family === readlinkSync('/proc/self/ns/pid')) family = undefined;
    return family;
  };
  return {
    said,
    /** Ends all of it at once, as a power cut does. */
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const all = numbers();
      child.kill('SIGKILL');
      await ended;
      while (processesOf(all).length > 0) await sleep(10);
    },
    /** Holds every process, also one that is only just born. */
    pause() {
      const all = numbers();
      const held = new Set();
      for (;;) {
        const others = processesOf(all).filter((pid) => !held.has(pid));
        if (others.length === 0) return;
        for (const pid of others) {
          held.add(pid);
          signal(pid, 'SIGSTOP');
        }
      }
    },
    resume() {
      for (const pid of processesOf(numbers())) signal(pid, 'SIGCONT');
    },
  };
}

function startShell(folder, commands, env = {}) {
  const inside = { PATH: path, HOME: '/root', LC_ALL: 'C.UTF-8', ...env };
  const settings = Object.entries(inside).map(([name, value]) => `${name}=${value}`);
  // The first process waits for what lost its parent; its mounts are nobody else's.
  const first = `mount --bind /dev ${root}/dev && mount -t proc proc ${root}/proc &&
mount --bind ${folder} ${root}${shared} && { chroot ${root} env -i "$@" & wait $!; }`;
  const own = 'setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child'.split(' ');
  const [program, ...args] = [...own, 'sh', '-c', first, 'sh', ...settings, 'sh', '-c', commands];
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

function heard(child) {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (said = (said + text).slice(-20_000)));
  return () => said;
}

function processesOf(numbers) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/ns/pid`) === numbers;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself meanwhile.
  }
}
