import type { Look } from '#contract/operations.ts';
import { readConfig } from '../config/config.ts';
import { examine } from '../process/checkup.ts';
import { withDatabase } from '../process/opened-database.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Examines the installation that the environment describes, beside a running server or without one,
 * and says what to do. Ends with 1 when something is wrong.
 */
const signs = { well: '✓', doubtful: '!', wrong: '✗' } as const;

try {
  const config = readConfig(process.env);
  const findings = await withDatabase(config, 'hanya doctor', (db) => examine(config, db));
  for (const { what, state, words } of findings) print(`${signs[state]} ${what}: ${words}`);
  const count = (wanted: Look['state']) => findings.filter(({ state }) => state === wanted).length;
  print(`${count('well')} fine, ${count('doubtful')} doubtful, ${count('wrong')} wrong`);
  if (count('wrong') > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  print(`✗ ${error.message}`);
  process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
