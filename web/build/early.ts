import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { build, type BuildEnvironmentOptions, type Plugin, type Rolldown } from 'vite';
import type { EarlyFiles } from '../early/early.ts';
import { oldestBrowsers } from '../early/oldest-browsers.ts';

const web = path.join(import.meta.dirname, '..');

/** Whom scripts and sheets are written for; Samsung Internet is of Chrome's engine. */
export const buildTargets: string[] = [
  `chrome${oldestBrowsers.chrome}`,
  `edge${oldestBrowsers.chrome}`,
  `firefox${oldestBrowsers.firefox}`,
  `safari${oldestBrowsers.safari}`,
  `ios${oldestBrowsers.safari}`,
];

/**
 * Builds the two scripts that the page runs before everything else: the one that every browser can run, and
 * the one with the names of the files that it fetches ahead.
 */
export function earlyScripts(): Plugin {
  return {
    name: 'hanya-early-scripts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = { EARLY_FILES: JSON.stringify(await earlyFiles(bundle)) };
        const sources = {
          'browsers.js': inOldWords(await scriptOf('early/browsers.ts', { minify: false })),
          'early.js': await scriptOf('early/early.ts', {}, files),
        };
        for (const [fileName, source] of Object.entries(sources))
          this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}

async function scriptOf(
  module: string,
  options: BuildEnvironmentOptions,
  define: Record<string, string> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: buildTargets,
      modulePreload: false,
      ...options,
      rolldownOptions: { input: path.join(web, module), output: { format: 'iife' } },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

/** A script for browsers that the build itself knows nothing of any more. */
function inOldWords(script: string): string {
  const { outputText } = ts.transpileModule(script, {
    compilerOptions: {
      // oxlint-disable-next-line typescript/no-deprecated -- it is for browsers that know nothing else
      target: ts.ScriptTarget.ES5,
      ignoreDeprecations: '6.0',
      removeComments: true,
    },
  });
  return outputText;
}

/** The screens and forms, as these modules name them: `'/paid': () => import('…')`. */
const screensIn = 'app/pages.ts';
const formsIn = 'app/asked-form.ts';

async function earlyFiles(bundle: Rolldown.OutputBundle): Promise<EarlyFiles> {
  const all: string[] = [];
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const frame = chunks.filter(({ name }) => name === 'frame').map(({ fileName }) => fileName);
  const schemas = chunks.filter(({ name }) => name === 'schemas').map(({ fileName }) => fileName);
  const page = filesBegunWith(bundle, entry, new Set());
  const ofFrame = filesBegunWith(bundle, frame, page);
  const there = new Set([...page, ...ofFrame]);
  const places = (files: Iterable<string>): number[] =>
    [...files].map((file) => {
      const address = `/${file}`;
      return all.includes(address) ? all.indexOf(address) : all.push(address) - 1;
    });
  const placesOf = async (module: string, named: RegExp) => {
    const text = await readFile(path.join(web, module), 'utf8');
    const found = [...text.matchAll(named)].map(([, name = '', imported = '']) => {
      const id = path.resolve(web, path.dirname(module), imported.replace(/^#web\//, `${web}/`));
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id);
      if (!chunk) throw new Error(`The build has no ${imported} of ${module}.`);
      return [name, places(filesBegunWith(bundle, [chunk.fileName], there))] as const;
    });
    if (found.length === 0) throw new Error(`${module} names nothing that early.js could fetch.`);
    return Object.fromEntries(found);
  };
  return {
    frame: places(ofFrame),
    schemas: places(schemas)[0] ?? 0,
    screens: await placesOf(screensIn, /'(\/[\w-]*)': \(\) => import\('([^']+)'\)/g),
    forms: await placesOf(formsIn, /(\w+): \(\) => import\('([^']+)'\)/g),
    all,
  };
}

/**
 * The files that these begin with, each after its imports as it is evaluated: with sheets, without those
 * that are there already.
 */
function filesBegunWith(
  bundle: Rolldown.OutputBundle,
  files: readonly string[],
  there: ReadonlySet<string>,
): Set<string> {
  const asked = new Set<string>();
  const reached = new Set<string>();
  const reach = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || asked.has(file) || there.has(file)) return;
    asked.add(file);
    for (const sheet of chunk.viteMetadata?.importedCss ?? [])
      if (!there.has(sheet)) reached.add(sheet);
    for (const imported of chunk.imports) reach(imported);
    reached.add(file);
  };
  for (const file of files) reach(file);
  return reached;
}
