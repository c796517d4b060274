import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
const tmpfs = 0x01021994;

const prefix = 'hanya-tests-';

/** More than the temporary files of a test run take, in bytes; twice as much memory must be free. */
const room = 6 * 1024 ** 3;

/**
 * A folder for the temporary files of a test run, which goes when this process ends: in memory where
 * Linux has enough of it. Each test file has a database of its own, a thousand small files that a
 * disk makes and removes slowly.
 */
export function temporaryFolder() {
  const parent = hasRoomInMemory() ? sharedMemory : tmpdir();
  removeOrphans(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // The user that runs the database for root must be able to pass through.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  return folder;
}

/** What runs left behind that were killed would fill the memory. */
function removeOrphans(parent) {
  for (const name of readdirSync(parent)) {
    const [, maker] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (maker !== undefined && !isRunning(Number(maker)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

function hasRoomInMemory() {
  try {
    const { type, bavail, bsize } = statfsSync(sharedMemory);
    const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return type === tmpfs && bavail * bsize >= room && Number(available) * 1024 >= 2 * room;
  } catch {
    return false;
  }
}
