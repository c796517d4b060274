// npm run check -- budgets: what each screen fetches before it can be used, in kB as it is sent (brotli), and
// whether that is more than it may be.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './lib/bootstrap.mjs';
import { build } from './lib/build.mjs';

const web = join(root, 'dist', 'web');

/** In kB of scripts, those that run early among them, and in requests of any kind. */
const budgets = { signIn: 80, signInRequests: 9, screen: 205, list: 180, form: 260, early: 3.9 };
/** The lists of records, which people open most. */
const isList =
  /(?:bookings\/(?:paid|completed|all-bookings)|collisions\/collisions|users\/users)-page/;
const early = ['browsers.js', 'early.js'];
/** Of sign-in: page, both early scripts, font, and the call that wakes; the icon is in the page. */
const besidesScriptsAndSheets = 5;

/** Large, and never fetched before somebody wants the map. */
const engine = /^features\/map\/engine\//;
const page = 'index.html';

const { ok } = await build(await bootstrap());
if (!ok) process.exit(1);
const read = (file) => JSON.parse(readFileSync(join(web, '.vite', file), 'utf8'));
const manifest = read('manifest.json');
/** What the server names in each page, which its script asks for. */
const start = read('start.json');

/** The scripts among these addresses, as the manifest names them. */
const keysOf = (addresses) =>
  Object.keys(manifest).filter((key) => {
    const { file } = manifest[key];
    return file.endsWith('.js') && addresses.includes(`/${file}`);
  });
const named = (name) => Object.keys(manifest).filter((key) => manifest[key].name === name);
/** What is fetched for every signed-in person: the application and its layout. */
const frame = named('frame');
/** What each screen fetches by itself, before it rests: it looks whether a form was interrupted. */
const untilRest = named('drafts');

/** The chunks of these modules, with all that they import before they run. */
function chunksOf(modules) {
  const reached = new Set();
  const reach = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (reached.has(chunk)) return;
    reached.add(chunk);
    for (const imported of chunk.imports ?? []) reach(imported);
  };
  for (const module of modules) reach(module);
  return [...reached];
}

function sentBytes(file) {
  const sent = statSync(join(web, `${file}.br`), { throwIfNoEntry: false });
  return (sent ?? statSync(join(web, file))).size;
}

const kB = (files) => files.reduce((sum, file) => sum + sentBytes(file), 0) / 1000;

function weigh(modules) {
  const chunks = chunksOf(modules);
  const sheets = new Set(chunks.flatMap(({ css = [] }) => css));
  return {
    scripts: kB([...early, ...chunks.map(({ file }) => file)]),
    sheets: kB([...sheets]),
    files: chunks.length + sheets.size,
    modules: chunks.map(({ src = '' }) => src),
  };
}

const screens = Object.keys(manifest)
  .filter((key) => manifest[key].isDynamicEntry && key.endsWith('-page.tsx'))
  .sort();
const rows = [
  { name: 'sign-in', may: budgets.signIn, ...weigh([page]) },
  ...screens.map((key) => ({
    name: key,
    may: isList.test(key) ? budgets.list : budgets.screen,
    ...weigh([page, ...frame, ...untilRest, key]),
  })),
  {
    // On a wide screen the dashboard shows the map at once, though not yet its engine.
    name: '/, wide',
    may: budgets.screen,
    ...weigh([page, ...frame, ...untilRest, ...named('map'), ...keysOf(start.screens['/'])]),
  },
  // What an address opens over a screen, such as `/unpaid?new=booking`; a dialog is an overlay.
  ...Object.entries(start.forms).map(([name, files]) => ({
    name: `?new=${name}`,
    may: budgets.form,
    ...weigh([page, ...frame, ...named('overlays'), ...keysOf(files)]),
  })),
];

const faults = [];
for (const { name, scripts, sheets, files, may, modules } of rows) {
  const figures = [scripts, sheets].map((size) => size.toFixed(1).padStart(6)).join(' ');
  process.stdout.write(`${figures} kB ${String(files).padStart(3)} files  ${name}\n`);
  if (scripts > may)
    faults.push(`${name} needs ${scripts.toFixed(1)} kB of scripts, ${may} it may.`);
  if (modules.some((module) => engine.test(module)))
    faults.push(`${name} fetches the engine of the map at once.`);
}
const earlySize = kB(early);
process.stdout.write(`${earlySize.toFixed(1).padStart(6)} kB  ${early.join(', ')}\n`);
if (earlySize > budgets.early)
  faults.push(`${early.join(' and ')} are ${earlySize.toFixed(1)} kB, ${budgets.early} it may.`);
const requests = rows[0].files + besidesScriptsAndSheets;
if (requests > budgets.signInRequests)
  faults.push(`sign-in takes ${requests} requests, ${budgets.signInRequests} it may.`);
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
