// npm run proofs -- chaos [kills] [seed]: kills servers and database at random under people who book, have it
// paid, clear and send pictures, 200 times by default; database and gateway hang, and the clock is wrong
// meanwhile. A short run belongs to npm run proofs -- night. What fails is said with the seed that draws the
// same again.
import { bootstrap, command } from './lib/bootstrap.mjs';
import { runQuietly } from './lib/processes.mjs';

const [count = '200', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const env = { CHAOS: count, CHAOS_SEED: seed, CHAOS_READY_MS: '5000' };
const args = [command('vitest'), 'run', 'tests/chaos'];
const { ok } = await runQuietly(await bootstrap(), args, { env, show: true });
process.exitCode = ok ? 0 : 1;
