// npm run check -- supply: whether every package comes as the lock file says (a version, a hash, no address of
// its own, no Git), under a licence that we may use, and runs nothing when it is installed. Reads the
// lock file alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/bootstrap.mjs';

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { packages } = read('package-lock.json');
const { allowScripts = {} } = read('package.json');

/** What may be used and passed on with a program of one's own, unchanged. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Python-2.0',
  'PSF-2.0',
  'Zlib',
  'CC0-1.0',
  'Unlicense',
]);
/** As long as they are libraries beside our code, in files of their own. */
const weak = new Set(['MPL-2.0', 'LGPL-3.0-or-later', 'LGPL-3.0', 'CC-BY-4.0']);
const mayBeWeak = /^node_modules\/(@img\/sharp-|lightningcss|caniuse-lite$|@axe-core\/|axe-core$)/;
/** Packages whose entry names no licence, looked up in their own files. */
const mit = [
  'busboy',
  'combine-errors',
  'dicer',
  'humanize-number',
  'only',
  'png-js',
  'streamsearch',
];

const faults = [];
const count = new Map();
for (const [place, entry] of Object.entries(packages)) {
  if (place === '' || entry.link) continue;
  const { version, integrity, resolved, license, hasInstallScript, inBundle } = entry;
  if (!place.startsWith('node_modules/')) faults.push(`${place} is not a package of a registry.`);
  if (!version) faults.push(`${place} has no version.`);
  if (!inBundle && !integrity?.startsWith('sha512-')) faults.push(`${place} has no SHA-512.`);
  // The registry is whichever npm is set to; a hash from the lock must fit either way.
  if (resolved !== undefined) faults.push(`${place} comes from an address of its own: ${resolved}`);
  const name = place.replace(/^.*node_modules\//, '');
  if (hasInstallScript && allowScripts[name] !== true)
    faults.push(`${name} wants to run something when it is installed.`);
  const licence = license ?? (mit.includes(name) ? 'MIT' : '');
  count.set(licence, (count.get(licence) ?? 0) + 1);
  if (!isAllowed(licence, mayBeWeak.test(place)))
    faults.push(`${name} is under ${licence || 'no licence that it names'}.`);
}
for (const name of Object.keys(allowScripts)) {
  if (!packages[`node_modules/${name}`]?.hasInstallScript)
    faults.push(`${name} may run something when it is installed, but doesn't want to.`);
}

const list = [...count].sort(([, a], [, b]) => b - a);
if (process.argv.includes('--list'))
  for (const [licence, number] of list) process.stdout.write(`${number} ${licence}\n`);
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;

/** Of several with OR between them one must be allowed, with AND between them all. */
function isAllowed(expression, weakToo) {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(one, weakToo));
  return bare.split(' AND ').every((one) => allowed.has(one) || (weakToo && weak.has(one)));
}
