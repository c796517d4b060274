import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { EarlyFiles } from './web/early/early.ts';

const web = path.join(import.meta.dirname, 'web');

/**
 * Builds the script that the page runs before everything else, with the names of the files that it
 * fetches ahead.
 */
export function earlyScript(): Plugin {
  return {
    name: 'hanya-early-script',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const built = await build({
          configFile: false,
          root: web,
          publicDir: false,
          logLevel: 'warn',
          define: { EARLY_FILES: JSON.stringify(await earlyFiles(bundle)) },
          build: {
            write: false,
            target: 'baseline-widely-available',
            modulePreload: false,
            rolldownOptions: {
              input: path.join(web, 'early/early.ts'),
              output: { format: 'iife' },
            },
          },
        });
        const [{ code: source }] = (built as Rolldown.RolldownOutput).output;
        this.emitFile({ type: 'asset', fileName: 'early.js', source });
      },
    },
  };
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
