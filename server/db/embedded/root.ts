import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { storeOnce } from '#server/process/data-folder.ts';
import { StartError } from '#server/process/start-error.ts';
import { type Binaries, makeLinks } from './binaries.ts';

/** PostgreSQL refuses to run as root, so root runs it as a user with fewer rights. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** The user for a new database: the system's own database user if there is one, else `nobody`. */
function newcomer(): RunAs {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const user of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${user}:`))?.split(':');
    if (!fields) continue;
    const [uid, gid] = [Number(fields[2]), Number(fields[3])];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  return { uid: 65_534, gid: 65_534 };
}

/**
 * Makes or finds the folder for the database's files when root starts it; the folder's owner runs
 * it. It is in the data folder if that user can reach it there. Else it is a folder outside, whose
 * path is kept in the data folder.
 */
export function openRootHome(dataDir: string): { folder: string; runAs: RunAs } {
  const pointer = join(dataDir, 'postgres-lives-in');
  const inside = join(dataDir, 'postgres');
  if (existsSync(pointer)) return existingHome(readFileSync(pointer, 'utf8').trim(), pointer);
  if (existsSync(inside)) return existingHome(inside, pointer);
  const runAs = newcomer();
  if (canReach(realpathSync(dataDir), runAs)) return { folder: giveFolder(inside, runAs), runAs };
  const name = `${basename(dirname(dataDir))}-${randomBytes(6).toString('hex')}`;
  const folder = giveFolder(join(outsideRoot(), name), runAs);
  return existingHome(
    storeOnce(dataDir, basename(pointer), () => folder),
    pointer,
  );
}

function existingHome(folder: string, pointer: string): { folder: string; runAs: RunAs } {
  if (!existsSync(folder)) {
    throw new StartError(
      `The database should be in ${folder} but is not there. Put it back, or remove ${pointer} to begin with an empty one.`,
    );
  }
  const { uid, gid } = statSync(folder);
  const runAs = uid === 0 ? newcomer() : { uid, gid };
  return { folder: giveFolder(folder, runAs), runAs };
}

function giveFolder(folder: string, user: RunAs): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  chmodSync(folder, 0o700);
  chownSync(folder, user.uid, user.gid);
  return folder;
}

/** The binaries' folder if `user` can run them there, else a copy that everyone can run. */
export function reachableBinaries(binaries: Binaries, user: RunAs): string {
  if (canReach(realpathSync(join(binaries.folder, 'bin', 'postgres')), user)) {
    makeLinks(binaries.folder);
    return binaries.folder;
  }
  const copy = join(
    outsideRoot(),
    `postgresql-${binaries.version}-${process.platform}-${process.arch}`,
  );
  if (!existsSync(copy)) copyBinaries(binaries.folder, copy);
  return join(copy, 'native');
}

function copyBinaries(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  const wanted = (path: string) => !path.endsWith('.a');
  cpSync(from, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter: wanted });
  makeLinks(join(draft, 'native'));
  openToAll(draft);
  try {
    renameSync(draft, to);
  } catch (error) {
    // Another process made its copy first: that one serves as well.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** With a strict umask, the user that runs the database could not read what root copied. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** Folders outside the data folder go beside other services' data, else among temporary files. */
function outsideRoot(): string {
  for (const parent of ['/var/lib', tmpdir()]) {
    const root = join(parent, 'hanya');
    try {
      mkdirSync(root, { recursive: true, mode: 0o755 });
      accessSync(root, constants.W_OK);
      if (statSync(root).uid !== 0) continue;
      chmodSync(root, 0o755);
      return root;
    } catch {
      continue;
    }
  }
  throw new StartError(
    'Hanya can write neither to /var/lib nor to the temporary folder, so root has no place for the database. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** True if the modes of a path and of all folders above it let `user` pass and read. */
export function canReach(path: string, user: RunAs): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const parent = dirname(path);
  return parent === path || canReach(parent, user);
}
