import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A version of Hanya, such as 1.2.0, and the oldest one that may serve beside it on one database. */
export interface Release {
  readonly version: string;
  readonly oldestBeside: string;
}

export const versionSchema = z
  .string()
  .regex(/^\d+\.\d+\.\d+$/, 'A version is three numbers, as in 1.2.0.');

const packageSchema = z.object({
  version: versionSchema,
  hanya: z.object({ oldestBeside: versionSchema }),
});

/** Reads the release of a folder from its `package.json`; throws where there is none. */
export function releaseIn(folder: string): Release {
  const { version, hanya } = packageSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  return { version, oldestBeside: hanya.oldestBeside };
}

const ownFolder = join(import.meta.dirname, '..', '..');

export const thisRelease: Release = releaseIn(ownFolder);

/** The SPDX name of the licence whose text is in LICENSE. */
export const { license: licence } = z
  .object({ license: z.string() })
  .parse(JSON.parse(readFileSync(join(ownFolder, 'package.json'), 'utf8')));

/** True if the first version came before the second. */
export const isOlder = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) < 0;
