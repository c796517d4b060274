import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { demoPassword, demoSignIns } from '#contract/demo.ts';
import { commandsUnder } from '#tests/support/operators-commands.ts';

const decisions = globSync('docs/decisions/[0-9]*.md');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'deploy/README.md',
  ...globSync('docs/**/*.md'),
];
const read = (file: string) => readFileSync(file, 'utf8');
const folders = 'bench|contract|deploy|docs|scripts|server|tests|web';
const sources = globSync(`{${folders.replaceAll('|', ',')}}/**/*.*`);
const names = new Set([...sources, ...readdirSync('.')].map((file) => basename(file)));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** Files that an installation or a backup has, not the tree. */
const written = new Set([
  'database-passwords.json',
  'manifest.json',
  'configuration.json',
  'drill.json',
  'sbom.json',
  'release.json',
]);

/** Placeholders such as `<feature>` and `0NNN` stand for any name. */
const isThere = (named: string): boolean => {
  const pattern = named.replaceAll(/<[^>]+>|\d*N{2,}|…/g, '*');
  return pattern.includes('/')
    ? globSync(pattern).length > 0
    : globSync(`**/${pattern}`, { exclude: ['node_modules', 'dist'] }).length > 0;
};

test('each file that a document names in backticks is in the tree', () => {
  const inTree = new RegExp(String.raw`^(?:${folders})/[\w./*<>…-]+$`);
  const aFile = /^[\w*<>…][\w./*<>…-]*\.(?:tsx?|m?js|cjs|css|sql|md|ya?ml|sh)$/;
  const missing = new Set<string>();
  let count = 0;
  for (const document of documents)
    for (const [, named = ''] of read(document).matchAll(/`([^`\s]+)`/g)) {
      if (!inTree.test(named) && !aFile.test(named)) continue;
      count += 1;
      if (!names.has(named) && !written.has(named) && !isBuilt(named) && !isThere(named))
        missing.add(`${document}: ${named}`);
    }
  expect(count).toBeGreaterThan(400);
  expect([...missing]).toEqual([]);
});

/** The scripts that the build makes. */
const isBuilt = (named: string): boolean =>
  ['early.js', 'browsers.js', 'service-worker.js'].includes(named);

const declared = (file: string, name: string): boolean =>
  new RegExp(String.raw`\b(?:function|const|class|interface|type|table|trigger) ${name}\b`).test(
    read(file),
  );

test('one booking is told in ten files, each with the name to begin at', () => {
  const steps = [
    ...read('docs/one-booking.md').matchAll(/^### (\d+)\. [^:`]+: `([^`]+)`, `([^`]+)`$/gm),
  ].map(([, number, file = '', name = '']) => ({ number: Number(number), file, name }));
  expect(steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(steps.map(({ file }) => file)).size).toBe(10);
  expect(steps.filter(({ file, name }) => !existsSync(file) || !declared(file, name))).toEqual([]);
});

test('what a document names beside a file is declared there', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const document of documents)
    for (const [pair, name = '', file = ''] of read(document).matchAll(
      /`(?![A-Z_]+`)(\w+)` (?:\(|in |of )`([\w./-]+\/[\w./-]+\.(?:tsx?|sql))`/g,
    )) {
      count += 1;
      if (!existsSync(file) || !declared(file, name)) wrong.push(`${document}: ${pair}`);
    }
  expect(count).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

test('CHANGELOG has a section for this version, which a release takes along', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const sections = read('CHANGELOG.md').split(/^(?=## )/m);
  const own = sections.filter((text) => text.startsWith(`## ${version} `));
  expect(own.map((text) => /^- \S/m.test(text))).toEqual([true]);
});

test('README lists the accounts of the demo', () => {
  const listed = [...read('README.md').matchAll(/^\| `([^`]+@[^`]+)`/gm)];
  expect(listed.map(([, email]) => email)).toEqual(demoSignIns.map(({ email }) => email));
  expect(read('README.md')).toContain(`\`${demoPassword}\``);
});

test('each link of a document leads to a file, and to a heading of it', () => {
  const broken: string[] = [];
  for (const document of documents)
    for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:|mailto:)([^)]+)\)/g)) {
      const [file = '', heading] = target.split('#');
      const path = file === '' ? document : join(document, '..', file);
      if (!existsSync(path)) broken.push(`${document}: ${target}`);
      else if (heading !== undefined && !headingsOf(path).includes(heading))
        broken.push(`${document}: ${target}`);
    }
  expect(broken).toEqual([]);
});

const headingsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

test('each command that the tree names exists', () => {
  const wordsOf = (script: string): string[] => {
    const { stderr } = spawnSync(process.execPath, [`scripts/${script}.mjs`, ...help(script)], {
      encoding: 'utf8',
    });
    return /-- ([\w|-]+)/.exec(stderr)?.[1]?.split('|') ?? [];
  };
  const families: Record<string, string[]> = {
    ...Object.fromEntries(
      ['bench', 'check', 'generate', 'proofs'].map((name) => [name, wordsOf(name)]),
    ),
    audit: ['verify', 'root'],
  };
  for (const words of Object.values(families)) expect(words.length).toBeGreaterThan(1);
  const unknown = new Set<string>();
  for (const file of [
    ...documents,
    ...sources.filter((name) => /\.(?:[mt]?[jt]sx?|ya?ml)$/.test(name)),
  ])
    for (const [named, script = '', word] of read(file).matchAll(
      /npm run ([a-z][a-z:-]*)(?: -- ([a-z][a-z-]*\b))?/g,
    )) {
      const isKnown = script in scripts && (!word || (families[script]?.includes(word) ?? true));
      if (!isKnown) unknown.add(`${file}: ${named}`);
    }
  expect([...unknown]).toEqual([]);
});

/** What makes a family say its words: proofs without a word runs, bench takes any other for a folder. */
const help = (script: string): string[] => (script === 'bench' ? [] : ['?']);

test('what an operator types is read by a shell, and names files, words and versions that there are', () => {
  const blocks = ['From file to first sign-in', 'Another version'].flatMap(commandsUnder);
  expect(blocks).toHaveLength(5);
  const typed = blocks.join('');
  expect(spawnSync('sh', ['-n'], { input: typed, encoding: 'utf8' }).stderr).toBe('');
  const files = [...typed.matchAll(/hanya-[\d.]+\/(\S+)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files)
    expect(globSync(file === 'hanya' ? 'deploy/hanya' : file)).not.toEqual([]);
  const known = [...read('deploy/hanya').matchAll(/^ {2}([a-z |-]+)\) run/gm)];
  const words = known.flatMap(([, cases = '']) => cases.split(' | '));
  for (const [, word] of typed.matchAll(/(?:^|\d\/|-- )hanya ([a-z-]+)/gm))
    expect(words).toContain(word);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const [major, minor] = version.split('.').map(Number);
  const named = [...typed.matchAll(/(?:hanya-|hanya-migrate@|switch )(\d+\.\d+\.\d+)/g)];
  expect(new Set(named.map(([, each]) => each))).toEqual(
    new Set([version, `${major}.${Number(minor) + 1}.0`]),
  );
});

test('the index of decisions names each page, and says where each number that is gone went', () => {
  const index = read('docs/decisions/README.md');
  for (const file of decisions) expect(index).toContain(`](${basename(file)})`);
  const named = [...index.matchAll(/^\| ([\d, to]+) \|/gm)].flatMap(([, cell = '']) =>
    numbersIn(cell),
  );
  const there = decisions.map((file) => Number(basename(file).slice(0, 4)));
  const all = [...named, ...there].toSorted((one, other) => one - other);
  expect(all).toEqual(Array.from(all, (_, at) => at + 1));
});

const numbersIn = (cell: string): number[] =>
  cell.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('to').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });

test('what is read first stays short', () => {
  const words = decisions.flatMap((file) =>
    read(file)
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  expect(decisions.length).toBeLessThanOrEqual(35);
  expect(words.length).toBeLessThanOrEqual(15_000);
  expect(read('README.md').length).toBeLessThan(9_000);
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(14);
  // Whoever looks for the terms finds them at the root, and nobody reads them first.
  const others = ['.git', 'LICENSE', 'NOTICE'];
  const atRoot = readdirSync('.', { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !others.includes(entry.name) && !entry.name.endsWith('.log'),
  );
  expect(atRoot.map(({ name }) => name).length).toBeLessThanOrEqual(15);
});

test('a decision says nothing in more than thirty words', () => {
  const long = decisions.flatMap((file) =>
    sentencesOf(read(file))
      .filter((sentence) => sentence.split(' ').length > 30)
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

/** A page's sentences: not its headings and tables, and a link or a piece of code as one word. */
function sentencesOf(page: string): string[] {
  return page
    .split('\n')
    .filter((line) => !/^[|#]/.test(line))
    .map((line) => line.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/`[^`]*`/g, '`'))
    .flatMap((line) => line.split(/(?<=[.?!])["”*)]* +/));
}
