import { readFileSync } from 'node:fs';
import { command } from './bootstrap.mjs';
import { build } from './build.mjs';
import { runQuietly } from './processes.mjs';

/**
 * Unbounded, the linter's type checker takes 13 GB where they are there. Four halve the time that it takes
 * with two, so it gets them where as much again is free.
 */
const lessMemory = { GOGC: 'off', GOMEMLIMIT: `${freeMb() > 8_000 ? 4_000 : 2_200}MiB` };

/** What programs can have without swapping, in MB; 0 where nothing says so. */
function freeMb() {
  try {
    const said = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return Number(said ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

const checks = [
  { name: 'lint', run: () => [command('oxlint'), '--type-check'], env: lessMemory },
  {
    name: 'fences',
    run: () => [
      command('dependency-cruiser', 'depcruise'),
      '--config',
      'scripts/fences/rules.cjs',
      'contract',
      'server',
      'web',
      'tests',
    ],
  },
  {
    name: 'run-time-fences',
    run: () => [
      command('dependency-cruiser', 'depcruise'),
      '--config',
      'scripts/fences/run-time-rules.cjs',
      // From the rules alone: what they reach is followed.
      '{server,web}/**/rules.ts',
    ],
  },
  { name: 'supply', run: () => ['scripts/supply.mjs'] },
  { name: 'api-document', run: () => ['scripts/lint-api.mjs'] },
  { name: 'configuration', run: () => ['scripts/configuration.mjs', '--check'] },
  { name: 'acts', run: () => ['scripts/acts.mjs', '--check'] },
  { name: 'languages', run: () => ['scripts/languages.mjs', 'check'] },
  { name: 'budgets', run: () => ['scripts/budgets.mjs'] },
  { name: 'browsers', run: () => ['scripts/browsers.mjs'] },
  { name: 'classes', run: () => ['scripts/check-classes.mjs'] },
  { name: 'dead-code', run: () => [command('knip'), '--no-progress'] },
  { name: 'formatting', run: () => [command('oxfmt'), '--check', '.'] },
];

/** Run by name alone: the first takes minutes and a PostgreSQL, the second fails nothing. */
const byNameAlone = [
  { name: 'image', run: () => ['scripts/deploy-check.mjs'] },
  { name: 'sizes', run: () => ['scripts/sizes.mjs'] },
];
export const everyRun = checks.map(({ name }) => name);
export const checkNames = [...everyRun, ...byNameAlone.map(({ name }) => name)];

/** Runs one check with its output shown; answers whether it holds. */
export async function runCheck(node, name, rest) {
  const check = [...checks, ...byNameAlone].find((one) => one.name === name);
  const { ok: isBuilt } = await build(node);
  if (!isBuilt) return false;
  const { env } = check;
  const { ok } = await runQuietly(node, [...check.run(), ...rest], { env, show: true });
  return ok;
}

/**
 * Runs checks and answers `{passed, failed, said}`, those whose name `which` takes. Two run at a time,
 * each printed when it ends; quietly one at a time, and the caller prints `said`.
 */
export async function runChecks(node, { which = () => true, quietly = false } = {}) {
  const waiting = checks.filter(({ name }) => which(name));
  const count = { passed: 0, failed: 0, said: '' };
  const print = (text) => {
    count.said += text;
    if (!quietly) process.stdout.write(text);
  };
  // Once, before two checks that read it.
  const { ok: isBuilt } = await build(node);
  if (!isBuilt) return { ...count, failed: 1 };
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const options = { env: check.env, inBackground: quietly };
      const { ok, seconds, output } = await runQuietly(node, check.run(), options);
      count[ok ? 'passed' : 'failed'] += 1;
      print(`${ok ? '✓' : '✗'} ${check.name} (${seconds.toFixed(1)} s)\n`);
      if (!ok) print(`${output.trim()}\n`);
    }
  };
  await Promise.all(quietly ? [work()] : [work(), work()]);
  return count;
}
