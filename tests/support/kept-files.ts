import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from '#tests/support/test-app.ts';

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).sort() : [];

/** The product's stored files, each checked to have its row; temporary folders must be empty. */
export async function keptIn({ db, dataDir }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('files').select('id').orderBy('id').execute();
  const kept = filesIn(join(dataDir, 'files')).filter((name) => name !== 'drafts');
  expect(kept).toEqual(rows.map(({ id }) => id));
  expect(filesIn(join(dataDir, 'files', 'drafts'))).toEqual([]);
  expect(filesIn(join(dataDir, 'uploads'))).toEqual([]);
  return kept;
}
