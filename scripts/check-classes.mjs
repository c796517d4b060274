// Compares the classes of every style sheet with their use, so that none is dead and none is
// missing. The same for the shared classes, which are used by name: in the markup and in `composes:
// … from global`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';

const sources = new Map(
  globSync('{web,contract}/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')]),
);
const everyWord = new Set(
  [...sources.values()].flatMap((source) => source.match(/(?<=')[\w -]+(?=')/g) ?? []),
);

/** The classes used of each sheet by name, and whether some are chosen by a value. */
const uses = new Map();
for (const [file, source] of sources) {
  for (const [, name, specifier] of source.matchAll(/import (\w+) from '([^']*\.module\.css)'/g)) {
    const sheet = specifier.startsWith('#')
      ? specifier.slice(1)
      : path.join(path.dirname(file), specifier);
    const use = uses.get(sheet) ?? { names: new Map(), byValue: false };
    uses.set(sheet, use);
    const named = new RegExp(`(?<![\\w./-])${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g');
    for (const [, plain, quoted] of source.matchAll(named)) use.names.set(plain ?? quoted, file);
    if (new RegExp(`(?<![\\w./-])${name}\\[[^']`).test(source)) use.byValue = true;
  }
}

const faults = [];
for (const sheet of globSync('web/**/*.module.css')) {
  const { exports } = transform({
    filename: sheet,
    code: readFileSync(sheet),
    cssModules: { dashedIdents: false },
  });
  const use = uses.get(sheet) ?? { names: new Map(), byValue: false };
  // CSS modules also export the names of animations and grid areas.
  const code = readFileSync(sheet, 'utf8');
  const isClass = (name) => new RegExp(`\\.${name}(?![\\w-])`).test(code);
  for (const name of Object.keys(exports ?? {}).filter(isClass)) {
    const used = use.names.has(name) || (use.byValue && everyWord.has(name));
    if (!used) faults.push(`${sheet}: nobody uses .${name}`);
  }
  for (const [name, file] of use.names) {
    if (!exports || !(name in exports)) faults.push(`${file}: ${sheet} has no .${name}`);
  }
}

const shared = 'web/ui/theme/{shared,parts}.css';
const sharedClasses = new Set(
  globSync(shared).flatMap((sheet) => readFileSync(sheet, 'utf8').match(/(?<=^ *\.)[\w-]+/gm)),
);
const composed = new Map();
for (const sheet of globSync('web/**/*.module.css')) {
  for (const [, names] of readFileSync(sheet, 'utf8').matchAll(/composes: ([^;]*) from global;/g)) {
    for (const name of names.split(/\s+/)) composed.set(name, sheet);
  }
}
const named = new Map(composed);
for (const [file, source] of sources) {
  for (const [, names] of source.matchAll(/className="([^"]*)"/g)) {
    for (const name of names.split(' ')) named.set(name, file);
  }
}
for (const [name, file] of named) {
  if (!sharedClasses.has(name)) faults.push(`${file}: ${shared} has no .${name}`);
}
for (const name of sharedClasses) {
  const used = named.has(name) || [...everyWord].some((words) => words.split(' ').includes(name));
  if (!used) faults.push(`${shared}: nobody uses .${name}`);
}
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
