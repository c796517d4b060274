// npm run generate -- screens [name of a scene …]: takes the pictures of docs/screens anew.
import { spawnSync } from 'node:child_process';
import { bootstrap, command, environment, root } from './lib/bootstrap.mjs';
import { findChromium } from './lib/browser.mjs';
import { build } from './lib/build.mjs';

const node = await bootstrap();
if (!process.version.startsWith('v24.')) {
  // Imported only now: it reads the server's TypeScript, which takes Node 24.
  const args = ['scripts/screens.mjs', ...process.argv.slice(2)];
  const again = spawnSync(node, args, { cwd: root, env: environment(node), stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
const chromium = findChromium(node);
const { ok } = await build(node);
if (!chromium || !ok) process.exit(1);

const { takeScreens } = await import('./lib/gallery.mjs');
await takeScreens(chromium, process.argv.slice(2));
const written = [command('oxfmt'), 'docs/screens/README.md'];
spawnSync(node, written, { cwd: root, stdio: 'ignore' });
