// npm run check -- browsers: whether the built screens use anything that the oldest browsers lack
// (web/early/oldest-browsers.ts), by MDN's tables. What `web/early/fill-in.ts` fills in counts as there
// in pages, though not in workers, where that doesn't run.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { filledIn } from '../web/early/fill-in.ts';
import { oldestBrowsers } from '../web/early/oldest-browsers.ts';
import { bootstrap, root } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';
import { sheetUsesIn, usesIn, whatBrowsersLack } from './lib/newer.mjs';

/** What is asked for before it is used, or whose lack is caught. */
const askedFor = [
  'Error.captureStackTrace',
  'Navigator.connection',
  'PublicKeyCredential.getClientCapabilities',
  'StorageManager.estimate',
  'TouchEvent',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  '.toHex()',
  '.startViewTransition()',
  'Window.cancelIdleCallback',
  'Window.requestIdleCallback',
];
/** What libraries call methods of their own. In our code the compiler refuses what is newer. */
const othersMethods = ['.escape()', '.pause()', '.resize()', '.use()', '.when()'];
/** A tile of the map that is marked as text looks marked then, and nothing else is lost. */
const spared = [':selection'];

const { ok } = await build(await bootstrap());
if (!ok) process.exit(1);
const tables = createRequire(import.meta.url)('@mdn/browser-compat-data');
const { chrome, firefox, safari } = oldestBrowsers;
const oldest = { chrome, firefox, safari, safari_ios: safari };
const lacking = whatBrowsersLack(tables, oldest);

const web = join(root, 'dist', 'web');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(?:m?js|css)$/.test(file),
);
const known = new Set([...askedFor, ...othersMethods, ...spared]);
const filled = new Set(
  filledIn.flatMap((name) => [name, name.replace(/^.*\.prototype(\.\w+)$/, '$1()')]),
);
const used = new Set();
const faults = [];
for (const file of files) {
  const isFilled = !file.includes('worker');
  const text = readFileSync(join(web, file), 'utf8');
  const uses = file.endsWith('.css') ? sheetUsesIn(text, tables, oldest) : usesIn(text, lacking);
  for (const use of uses) {
    used.add(use);
    if (known.has(use) || (isFilled && filled.has(use))) continue;
    faults.push(`${file} uses ${use}, which the oldest browsers lack.`);
  }
}
for (const name of known) if (!used.has(name)) faults.push(`No file uses ${name} any more.`);
// The script that tells a browser it is too old must be one that any browser can read.
if (/=>|`|\b(?:let|const|class) /.test(readFileSync(join(web, 'browsers.js'), 'utf8')))
  faults.push('browsers.js is no script for every browser.');
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
