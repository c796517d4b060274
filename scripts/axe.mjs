// npm run proofs -- axe: axe looks at every screen and dialog in every state they can stand in (loading,
// refused, offline, failed, empty). npm test looks at their data on a phone.
import { bootstrap, command, giveUp } from './lib/bootstrap.mjs';
import { findChromium } from './lib/browser.mjs';
import { build } from './lib/build.mjs';
import { runQuietly } from './lib/processes.mjs';

const node = await bootstrap();
const { ok: isBuilt } = await build(node);
const chromium = findChromium(node) ?? giveUp('There is no Chromium to look with.');
const args = [command('@playwright/test', 'playwright'), 'test', 'tests/e2e/axe.spec.ts'];
const env = { AXE: 'all', CHROMIUM_PATH: chromium };
const { ok } = await runQuietly(node, args, { env, show: true });
process.exitCode = ok && isBuilt ? 0 : 1;
