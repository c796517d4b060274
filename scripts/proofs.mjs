// npm run proofs [-- <word> [arguments]]: the long forms of what npm test tries shortly. Without a word
// all of them run, one after another, for as long as a night; one that fails keeps no other from running.
import { run, runWord } from './lib/words.mjs';

const programs = {
  night: ['scripts/test.mjs', '--night'],
  core: 'scripts/core.mjs',
  histories: 'scripts/histories.mjs',
  dates: 'scripts/dates.mjs',
  chaos: 'scripts/chaos.mjs',
  shift: 'scripts/shift.mjs',
  engines: 'scripts/engines.mjs',
  axe: 'scripts/axe.mjs',
  fuzz: 'scripts/fuzz.mjs',
  abuse: 'bench/abuse.mjs',
  'full-disk': 'scripts/full-disk.mjs',
  mutation: 'scripts/mutation.mjs',
  release: 'scripts/release-proof.mjs',
};
const args = process.argv.slice(2);
process.exitCode = args.length > 0 ? await runWord('proofs', programs, args) : await runAll();

async function runAll() {
  const failed = [];
  for (const [word, program] of Object.entries(programs)) {
    process.stdout.write(`\n${word}\n`);
    if ((await run([program].flat())) !== 0) failed.push(word);
  }
  const passed = Object.keys(programs).length - failed.length;
  process.stdout.write(`\n${passed} passed, ${failed.length} failed ${failed.join(' ')}\n`);
  return failed.length === 0 ? 0 : 1;
}
