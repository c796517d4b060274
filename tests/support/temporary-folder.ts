import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for one test, which the user that runs the database for root can pass through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hanya-test-'));
  chmodSync(folder, 0o711);
  return folder;
}
