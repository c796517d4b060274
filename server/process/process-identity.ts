import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * True if a process with this id runs. A zombie, which has died and waits for its parent, doesn't.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return procStat(pid)?.state !== 'Z';
}

/**
 * The start time of a process, as an opaque text that tells it from a later one with the same id;
 * undefined where the system doesn't say.
 */
export function startOf(pid: number): string | undefined {
  const stat = procStat(pid);
  if (stat) return stat.start;
  return ps(pid, 'lstart=');
}

/** True if this process is a PostgreSQL server that was started on this cluster. */
export function isPostgresOn(pid: number, cluster: string): boolean {
  const command = commandOf(pid) ?? '';
  return command.includes('postgres') && command.includes(cluster);
}

function commandOf(pid: number): string | undefined {
  try {
    // Readable for every user, unlike the process's working directory.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ps(pid, 'command=');
  }
}

function procStat(pid: number): { state: string; start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const { status, stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], {
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() ? stdout.trim() : undefined;
}
