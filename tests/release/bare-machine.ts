import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** The first Debian that has PostgreSQL 18. */
const suite = 'forky';
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A Debian with nothing but its essential packages, in namespaces of its own, and root's shell. */
export interface BareMachine {
  readonly root: string;
  /**
   * Runs what root types in /root, and answers what it printed. Throws with all of that when a
   * command fails. Only with `network` does it reach beyond the machine.
   */
  type(commands: string, options?: { network?: boolean; input?: string }): Promise<string>;
  remove(): Promise<void>;
}

/** Says why no bare machine can be made here. */
export function whyNoBareMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make one';
  const missing = ['debootstrap', 'unshare', 'nsenter', 'chroot', 'ip'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length > 0) return `${missing.join(', ')} is not here`;
  if (spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']).status !== 0)
    return 'it may have no namespaces of its own';
  return undefined;
}

/** Lays Debian's essential packages, and apt for more, into a new folder; only root can. */
export function layDebian(root: string): void {
  mkdirSync(root);
  const script = '/usr/share/debootstrap/scripts/sid';
  execFileSync('debootstrap', ['--variant=minbase', suite, root, mirror(), script]);
  // A mirror may be a snapshot, and an unsafe write is safe enough for a machine of minutes.
  writeFileSync(
    join(root, 'etc/apt/apt.conf.d/90snapshot'),
    'Acquire::Check-Valid-Until "false";\n',
  );
  writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe'), 'force-unsafe-io\n');
  for (const file of ['etc/resolv.conf', 'etc/hosts']) copyFileSync(`/${file}`, join(root, file));
}

/** Takes its packages from the mirror that this machine's apt names. */
export async function makeBareMachine(): Promise<BareMachine> {
  const folder = temporaryFolder();
  const root = join(folder, 'root');
  layDebian(root);
  const standIn = join(root, 'usr/local/bin/systemctl');
  copyFileSync(join(import.meta.dirname, 'systemctl.sh'), standIn);
  execFileSync('chmod', ['755', standIn]);

  // The shell waits, and so lets go of processes that ended without a parent.
  const first = `mount --bind /dev ${root}/dev && mount -t proc proc ${root}/proc && ip link set lo up && echo runs && { chroot ${root} sleep infinity & wait; }`;
  const namespaces = ['--mount', '--pid', '--net', '--fork', '--kill-child'];
  const init = spawn('unshare', [...namespaces, 'sh', '-c', first], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(init, 'exit');
  await Promise.race([once(init.stdout, 'data'), ended]);
  const [pid = ''] = readFileSync(`/proc/${init.pid}/task/${init.pid}/children`, 'utf8').split(' ');

  return {
    root,
    async type(commands, { network = false, input = '' } = {}) {
      const child = spawn(
        'nsenter',
        [
          '-t',
          pid,
          '-m',
          '-p',
          ...(network ? [] : ['-n']),
          'env',
          '-i',
          `PATH=${path}`,
          'HOME=/root',
          'DEBIAN_FRONTEND=noninteractive',
          'chroot',
          root,
          'sh',
          '-ec',
          `cd /root\n${commands}`,
        ],
        { stdio: ['pipe', 'pipe', 'pipe'] },
      );
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => (said += String(part)));
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`It ended with ${code}:\n${said}`);
      return said;
    },
    async remove() {
      init.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mirror(): string {
  const { stdout } = spawnSync(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian'],
    { encoding: 'utf8' },
  );
  return (
    stdout.split('\n').find((line) => line.endsWith('/debian/')) ?? 'http://deb.debian.org/debian'
  );
}
