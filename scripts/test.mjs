// npm test [-- --only check|vitest|playwright [arguments for it]]
import { join } from 'node:path';
import { bootstrap, command, giveUp } from './lib/bootstrap.mjs';
import { findChromium } from './lib/browser.mjs';
import { build } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
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

const parts = { vitest, playwright, check };
const { only, rest } = readArguments(process.argv.slice(2));
const node = bootstrap();
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
const all = only === undefined;
// The linter needs as much memory as the tests, so it comes first.
const linted = all && (await runChecks(node, { quietly: true, which: (name) => name === 'lint' }));
// The other checks need no server or browser, so they run while the tests wait for those.
const checking = all && runChecks(node, { quietly: true, which: (name) => name !== 'lint' });
for (const [name, run] of Object.entries(parts)) {
  if (only && only !== name) continue;
  process.stdout.write(`\n${name}\n`);
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
}
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);

async function check() {
  if (!checking) return runChecks(node);
  const others = await checking;
  process.stdout.write(linted.said + others.said);
  return { passed: linted.passed + others.passed, failed: linted.failed + others.failed };
}

async function vitest() {
  const report = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [command('vitest'), 'run', ...reporters, ...rest];
  const env = { ...environment, NODE_OPTIONS: nodeOptions(600) };
  const { ok } = await runQuietly(node, args, { env, show: true });
  printSlowest(vitestSeconds(report));
  return vitestCounts(report, ok);
}

async function playwright() {
  const chromium = findChromium(node);
  if (!chromium) return { passed: 0, failed: 1 };
  const report = join(folder, 'playwright.json');
  const args = [command('@playwright/test', 'playwright'), 'test', '--reporter=dot,json', ...rest];
  // Their clock can't be faked: see scripts/dates.mjs.
  const engines = process.env.FAKED_BY ? [] : findEngines(['firefox', 'webkit']).found;
  const env = {
    ...environment,
    CHROMIUM_PATH: chromium,
    NODE_OPTIONS: nodeOptions(192),
    ENGINES: engines.join(','),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const { ok } = await runQuietly(node, args, { env, show: true });
  printSlowest(playwrightSeconds(report));
  return playwrightCounts(report, ok);
}

/** Bounds the heap, in MB; no server is given it (tests/support/plain-environment.ts). */
function nodeOptions(heap) {
  const bounds = `--max-old-space-size=${heap} --max-semi-space-size=4`;
  return `${process.env.NODE_OPTIONS ?? ''} ${bounds}`;
}

function printSlowest(files) {
  process.stdout.write(`\nThe slowest files, setting up left out:\n${slowestOf(files)}`);
}

function readArguments(args) {
  if (args.length === 0) return { only: undefined, rest: [] };
  const [flag, name, ...others] = args;
  if (flag === '--only' && name in parts) return { only: name, rest: others };
  return giveUp('Use: npm test [-- --only check|vitest|playwright [arguments for it]]');
}
