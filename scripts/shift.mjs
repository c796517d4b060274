// npm run shift -- [shifts] [seed] [whole]: an officer works without a network on a phone that dies, 3
// shifts of 20 bookings and 3 collisions by default, `whole` ones of 120 and 12; then everything that the
// phone called stored must have arrived once. Besides, a video of 40 MB arrives over fifty cuts. A short
// one of both belongs to npm test. What fails is said with the seed that draws the same again.
import { bootstrap, command } from './lib/bootstrap.mjs';
import { runQuietly } from './lib/processes.mjs';

const [count = '3', seed = String(Date.now() % 1_000_000), size = ''] = process.argv.slice(2);
const env = { SHIFTS: count, SHIFT_SEED: seed, SHIFT_SIZE: size };
const args = [command('vitest'), 'run', 'tests/shift'];
const { ok } = await runQuietly(bootstrap(), args, { env, show: true });
process.exitCode = ok ? 0 : 1;
