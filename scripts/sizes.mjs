// npm run check -- sizes [folder]: lines of code by folder. It fails nothing; read it before and after a
// change.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const files = globSync('{contract,server,web,tests,scripts}/**/*.{ts,tsx,mjs,css}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'server/db/tables.ts');

const parts = [
  { name: 'contract', has: (file) => file.startsWith('contract/') },
  { name: 'server', has: (file) => file.startsWith('server/') },
  { name: 'web, TypeScript', has: (file) => /^web\/.*\.tsx?$/.test(file) },
  { name: 'web, CSS', has: (file) => /^web\/.*\.css$/.test(file) },
  { name: 'tests', has: (file) => file.startsWith('tests/') },
  { name: 'scripts', has: (file) => file.startsWith('scripts/') },
];

const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const importers = countImporters();

console.table(
  Object.fromEntries(
    parts.map(({ name, has }) => {
      const lengths = files
        .filter(has)
        .map((file) => linesOf(file))
        .sort((one, other) => one - other);
      const single = files.filter((file) => has(file) && importers.get(file) === 1).length;
      return [
        name,
        {
          files: lengths.length,
          lines: lengths.reduce((sum, length) => sum + length, 0),
          median: lengths[Math.floor(lengths.length / 2)] ?? 0,
          p95: lengths[Math.floor(lengths.length * 0.95)] ?? 0,
          'one importer': single,
        },
      ];
    }),
  ),
);

function linesOf(file) {
  return sources.get(file).trimEnd().split('\n').length;
}

/** How many files import each, `#…` paths and relative ones resolved. */
function countImporters() {
  const counts = new Map();
  for (const [file, source] of sources) {
    const imported = new Set(
      [...source.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']*)'/g)].map(([, specifier]) =>
        specifier.startsWith('#')
          ? specifier.slice(1)
          : path.posix.join(path.posix.dirname(file), specifier),
      ),
    );
    for (const one of imported) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
}
