// npm run proofs -- core: the tests of the specification on the core of the product alone, without modules.
import { run } from './lib/words.mjs';

process.env.MODULES = 'none';
const parts = [
  ['vitest', 'tests/specification'],
  ['playwright', 'specification'],
];
for (const [part, tests] of parts)
  if ((await run(['scripts/test.mjs', '--only', part, tests])) !== 0) process.exitCode = 1;
