import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Backup, hashOfFile, type Sum, sumsOf } from './backup-folder.ts';

const line = /^([0-9a-f]{64}) {2}((?:\.\.\/files\/)?[\w.]+)$/;

/** Nothing for a backup that has none. */
async function* readSums({ path }: Backup): AsyncGenerator<Sum> {
  if (!existsSync(sumsOf(path))) return;
  for await (const read of createInterface({ input: createReadStream(sumsOf(path)) })) {
    const [, sum = '', name = ''] = line.exec(read) ?? [];
    yield [name, sum];
  }
}

/**
 * Answers the sums of files, by their names, that an earlier backup wrote down. They are asked for
 * in the order in which they stand there, so that nobody holds all of them.
 */
export function sumsBefore(
  backup: Backup | undefined,
): (name: string) => Promise<string | undefined> {
  const sums = backup && readSums(backup);
  let next: Sum | undefined;
  return async (name) => {
    while (sums && (next === undefined || next[0] < name)) {
      const read = await sums.next();
      if (read.done === true) return undefined;
      next = read.value;
    }
    return next?.[0] === name ? next[1] : undefined;
  };
}

export interface SumsCompared {
  readonly isReadBack: false;
  readonly files: number;
  readonly findings: readonly string[];
}

/**
 * Compares the bytes of an encrypted backup with its sums, which whoever holds no identity can do.
 */
export async function compareSums(backup: Backup): Promise<SumsCompared> {
  const findings: string[] = [];
  let files = 0;
  for await (const [name, sum] of readSums(backup)) {
    const path = join(backup.path, name);
    const found = await hashOfFile(path).catch(() => undefined);
    if (found !== sum) findings.push(`${path} is missing or damaged.`);
    files += 1;
  }
  return { isReadBack: false, files, findings };
}
