import { command } from './bootstrap.mjs';
import { runQuietly } from './processes.mjs';

// Rules that know types look beyond a file, so what is kept of an unchanged file may be out of date:
// good enough while working, not for the final word.
const lintCache = process.env.CI
  ? []
  : ['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/'];

const checks = [
  { name: 'types', run: () => [command('typescript', 'tsc'), '-b'] },
  {
    name: 'lint',
    run: () => [command('eslint'), '.', '--max-warnings', '0', ...lintCache],
  },
  {
    name: 'fences',
    run: () => [command('dependency-cruiser', 'depcruise'), 'contract', 'server', 'web', 'tests'],
  },
  { name: 'api document', run: () => ['scripts/lint-api.mjs'] },
  { name: 'classes', run: () => ['scripts/check-classes.mjs'] },
  { name: 'dead code', run: () => [command('knip'), '--no-progress'] },
  {
    name: 'formatting',
    run: () => [
      ...[command('prettier'), '--check', '.', '--log-level', 'warn', '--cache'],
      ...['--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/prettier/cache'],
    ],
  },
];

/** Runs every check, two at a time, saying how each went: `{passed, failed}`. */
export async function runChecks(node) {
  const waiting = [...checks];
  const count = { passed: 0, failed: 0 };
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { ok, seconds, output } = await runQuietly(node, check.run());
      count[ok ? 'passed' : 'failed'] += 1;
      process.stdout.write(`${ok ? '✓' : '✗'} ${check.name} (${seconds.toFixed(1)} s)\n`);
      if (!ok) process.stdout.write(`${output.trim()}\n`);
    }
  };
  await Promise.all([work(), work()]);
  return count;
}
