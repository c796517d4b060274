// npm run proofs -- engines [arguments for Playwright]: every journey of tests/engines in Firefox, WebKitGTK
// and Chromium, each by its own driver. It fails where one of them isn't installed. npm test tries the
// main job in Firefox and WebKitGTK, where they are.
import { bootstrap, command } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { findEngines } from './lib/engines.mjs';
import { runQuietly } from './lib/processes.mjs';

const node = await bootstrap();
const { ok: isBuilt } = await build(node);
const { found, isComplete } = findEngines();
if (!isBuilt || found.length === 0) process.exit(1);
const given = process.argv.slice(2);
const args = ['test', '--reporter=list', ...(given.length > 0 ? given : ['tests/engines'])];
const env = { ENGINES: found.join(','), JOURNEYS: 'all' };
const { ok } = await runQuietly(node, [command('@playwright/test', 'playwright'), ...args], {
  env,
  show: true,
});
process.exitCode = ok && isComplete ? 0 : 1;
