// npm run proofs -- histories [count] [seed]: every test that draws its examples by tests/support/draws.ts
// draws so many of them, 1,000 by default: histories of money, figures, lists and reconciliations against
// plain models, and what is typed, searched and sent. npm test draws dozens of each. A failure says its seed.
import { globSync, readFileSync } from 'node:fs';
import { bootstrap, command, giveUp } from './lib/bootstrap.mjs';
import { runQuietly } from './lib/processes.mjs';

const [count = '1000', seed = String(Date.now() % 1_000_000), ...others] = process.argv.slice(2);
if (others.length > 0 || ![count, seed].every((given) => /^\d+$/.test(given)))
  giveUp('Use: npm run proofs -- histories [count] [seed]');
const node = await bootstrap();
const files = globSync('tests/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').includes('#tests/support/draws.ts'),
);
process.stdout.write(`${count} of each in ${files.length} files, with the seed ${seed}\n`);
const env = { HISTORIES: count, HISTORIES_SEED: seed };
const args = [command('vitest'), 'run', '--testTimeout=14400000', ...files];
const { ok } = await runQuietly(node, args, { env, show: true });
if (!ok)
  process.stdout.write(`npm run proofs -- histories ${count} ${seed} draws the same again.\n`);
process.exitCode = ok ? 0 : 1;
