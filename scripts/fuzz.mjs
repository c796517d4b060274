// npm run proofs -- fuzz [requests] [seed]: requests to every endpoint from its own schemas and beyond them,
// 50,000 by default; a short run belongs to npm test. What fails is said with the seed that finds it again.
import { bootstrap, command } from './lib/bootstrap.mjs';
import { runQuietly } from './lib/processes.mjs';

const [count = '50000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const env = { FUZZ: count, FUZZ_SEED: seed, LOG_LEVEL: 'error' };
const args = [command('vitest'), 'run', 'tests/fuzz'];
const { ok } = await runQuietly(await bootstrap(), args, { env, show: true });
process.exitCode = ok ? 0 : 1;
