// npm test [-- --only check|vitest|playwright [arguments for it]]: what a change must pass, the quick part first.
// Tests tagged for the night are left out, unless their file is named. npm run proofs -- night runs those alone.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, command, giveUp, root } from './lib/bootstrap.mjs';
import { findChromium } from './lib/browser.mjs';
import { build } from './lib/build.mjs';
import { everyRun, runChecks } from './lib/checks.mjs';
import {
  playwrightCounts,
  playwrightSeconds,
  slowestOf,
  vitestCounts,
  vitestSeconds,
} from './lib/counts.mjs';
import { findEngines } from './lib/engines.mjs';
import { runQuietly } from './lib/processes.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

/** Projects of vitest.config.ts: these start neither a browser nor, but for a few, a server. */
const quickProjects = ['rules', 'web'];
const otherProjects = ['server', 'screens'];
const parts = { vitest, playwright, check };
const { night, only, rest } = readArguments(process.argv.slice(2));
const byDay = !night && !rest.some((one) => !one.startsWith('-'));
const all = only === undefined && !night;
const node = await bootstrap();
/** The seconds that each part last took on this machine, where all of them ran. */
const timesFile = join(root, 'node_modules', '.cache', 'hanya-test-seconds.json');
const times = {};
// Their clock can't be faked: see scripts/dates.mjs.
const engines =
  process.env.FAKED_BY || only === 'check' || only === 'vitest' ? [] : ['firefox', 'webkit'];
if (all) sayWhatRuns();
const { found: enginesFound } = findEngines(engines);
const folder = temporaryFolder();
const environment = {
  TMPDIR: folder,
  // Some sixty servers are started: what one has compiled the next need not.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  // The C library else keeps freed memory apart for each thread.
  MALLOC_ARENA_MAX: '2',
};
const total = { passed: 0, failed: 0 };

if (only !== 'check' && only !== 'vitest') {
  const { ok } = await build(node);
  if (!ok) total.failed += 1;
}
// What most changes break is told before the linter has begun.
if (all) await took('quick', () => counted('quick', () => vitest(ofProjects(quickProjects))));
// The linter needs as much memory as the tests, so it comes first.
const linted =
  all &&
  (await took('lint', () => runChecks(node, { quietly: true, which: (name) => name === 'lint' })));
// The other checks need no server or browser, so they run while the tests wait for those.
const checking = all && runChecks(node, { quietly: true, which: (name) => name !== 'lint' });
for (const [name, run] of Object.entries(parts)) {
  if ((only && only !== name) || (night && name === 'check')) continue;
  await took(name, () => counted(name, () => run(all ? ofProjects(otherProjects) : rest)));
}
if (all) keepTimes();
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);

async function counted(name, run) {
  process.stdout.write(`\n${name}\n`);
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
}

async function took(name, run) {
  const began = performance.now();
  const done = await run();
  times[name] = Math.round((performance.now() - began) / 1_000);
  return done;
}

/** What will run, for how long about, and what won't. */
function sayWhatRuns() {
  const last = read(timesFile);
  const seconds = last && Object.values(last).reduce((sum, one) => sum + one, 0);
  const files = (folders, ending) => folders.flatMap((folder) => filesIn(folder, ending)).length;
  const others = ['api', 'boot', 'gateways', 'house', 'screens', 'specification'];
  const about = (part) => (last?.[part] === undefined ? '' : `, ${last[part]} s the last time`);
  const lines = [
    `npm test takes about ${last ? `${Math.ceil(seconds / 60)} minutes, as the last time here` : 'a quarter of an hour on two quiet cores'}. It runs`,
    `  quick: ${files(inTests(quickProjects), /\.test\.tsx?$/)} files, rules and what the screens are made of${about('quick')}`,
    `  lint, and ${everyRun.length - 1} other checks beside the tests${about('lint')}`,
    `  vitest: ${files(inTests(others), /\.test\.tsx?$/)} files and a few more, on databases and in jsdom${about('vitest')}`,
    `  playwright: ${files(inTests(['e2e', 'specification']), /\.spec\.ts$/)} files in Chromium, and the main job in the browsers named below${about('playwright')}`,
    'It leaves out what is tagged for the night (npm run proofs -- night), and browsers that are not installed:',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function ofProjects(names) {
  return names.map((name) => `--project=${name}`);
}

function inTests(names) {
  return names.map((name) => `tests/${name}`);
}

function filesIn(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true }).filter((name) => ending.test(name));
}

function keepTimes() {
  mkdirSync(join(timesFile, '..'), { recursive: true });
  writeFileSync(timesFile, JSON.stringify(times));
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function check() {
  if (!checking) return runChecks(node);
  const others = await checking;
  process.stdout.write(linted.said + others.said);
  return { passed: linted.passed + others.passed, failed: linted.failed + others.failed };
}

async function vitest(more) {
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const gate = night ? ['--tags-filter=night'] : byDay ? ['--tags-filter=!night'] : [];
  const args = [command('vitest'), 'run', ...reporters, ...gate, ...more];
  const env = { ...environment, NODE_OPTIONS: nodeOptions(600, 16) };
  const { ok } = await runQuietly(node, args, { env, show: true });
  printSlowest(vitestSeconds(report));
  const isLeft = (tags) => gate.length > 0 && tags.includes('night') !== night;
  return vitestCounts(report, ok, isLeft);
}

async function playwright() {
  const chromium = findChromium(node);
  if (!chromium) return { passed: 0, failed: 1 };
  const report = join(folder, 'playwright.json');
  const gate = night ? ['--grep=@night'] : byDay ? ['--grep-invert=@night'] : [];
  const program = command('@playwright/test', 'playwright');
  const args = [program, 'test', '--reporter=dot,json', ...gate, ...rest];
  const env = {
    ...environment,
    CHROMIUM_PATH: chromium,
    // The runner keeps what every test left, and a night has three times as many.
    NODE_OPTIONS: nodeOptions(night ? 512 : 288, 4),
    ENGINES: enginesFound.join(','),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const { ok } = await runQuietly(node, args, { env, show: true });
  printSlowest(playwrightSeconds(report));
  return playwrightCounts(report, ok);
}

/** Bounds the heap and its young part, in MB; no server is given it (tests/support/plain-environment.ts). */
function nodeOptions(heap, young) {
  const bounds = `--max-old-space-size=${heap} --max-semi-space-size=${young}`;
  return `${process.env.NODE_OPTIONS ?? ''} ${bounds}`;
}

function printSlowest(files) {
  process.stdout.write(`\nThe slowest files, setting up left out:\n${slowestOf(files)}`);
}

function readArguments(args) {
  const night = args[0] === '--night';
  const [flag, name, ...rest] = night ? args.slice(1) : args;
  if (flag === undefined) return { night, only: undefined, rest: [] };
  if (flag === '--only' && Object.hasOwn(parts, name ?? '') && !(night && name === 'check'))
    return { night, only: name, rest };
  return giveUp(
    night
      ? 'Use: npm run proofs -- night [--only vitest|playwright [arguments for it]]'
      : 'Use: npm test [-- --only check|vitest|playwright [arguments for it]]',
  );
}
