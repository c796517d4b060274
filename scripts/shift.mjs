// npm run proofs -- shift [shifts] [seed] [whole]: an officer works without a network on a phone that dies, 3
// shifts of 20 bookings and 3 collisions by default, `whole` ones of 120 and 12; then everything that the
// phone called stored must have arrived once. Besides, a video of 40 MB arrives over fifty cuts, and
// Chromium is killed 30 times between the key press and the answer. A short one of each belongs to
// npm test. What fails is said with the seed that draws the same again.
import { bootstrap, command } from './lib/bootstrap.mjs';
import { runQuietly } from './lib/processes.mjs';

const [count = '3', seed = String(Date.now() % 1_000_000), size = ''] = process.argv.slice(2);
const env = { SHIFTS: count, SHIFT_SEED: seed, SHIFT_SIZE: size };
const args = [command('vitest'), 'run', 'tests/shift'];
const node = await bootstrap();
const phones = await runQuietly(node, args, { env, show: true });
const browser = ['scripts/test.mjs', '--only', 'playwright', 'tests/e2e/outbox'];
const kills = { KILLS: '30', KILLS_SEED: seed };
const browsers = await runQuietly(node, browser, { env: kills, show: true });
process.exitCode = phones.ok && browsers.ok ? 0 : 1;
