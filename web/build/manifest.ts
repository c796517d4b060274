import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
/** Imports by the path of a screen, or by the kind of a form. */
type Table = Record<string, () => Promise<unknown>>;

export const web = path.join(import.meta.dirname, '..');

/**
 * Writes for the server which files the screens and the forms that an address opens begin with, besides
 * those that the page itself names.
 */
export function startFiles(): Plugin {
  return {
    name: 'hanya-start-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const page = filesBegunWith(
          bundle,
          chunks.filter(({ isEntry }) => isEntry),
        );
        const frame = filesBegunWith(
          bundle,
          chunks.filter(({ name }) => name === 'frame'),
          page,
        );
        const contract = chunks.filter(({ name }) => name === 'contract');
        const there = new Set([...page, ...frame]);
        const besides = (modules: Record<string, string>) =>
          Object.fromEntries(
            Object.entries(modules).map(([name, module]) => {
              const begun = chunks.filter(({ facadeModuleId }) => facadeModuleId === module);
              if (begun.length === 0) throw new Error(`The build has no ${module}.`);
              return [name, addresses(filesBegunWith(bundle, begun, there))];
            }),
          );
        const { screens, forms } = await modulesOfPages();
        const source = JSON.stringify({
          frame: addresses(new Set([...contract.map(({ fileName }) => fileName), ...frame])),
          screens: besides(screens),
          forms: besides(forms),
        });
        this.emitFile({ type: 'asset', fileName: '.vite/start.json', source });
      },
    },
  };
}

const addresses = (files: Iterable<string>): string[] => Array.from(files, (file) => `/${file}`);

export const chunksOf = (bundle: Bundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/**
 * The files that these chunks begin with, each after its imports as it is evaluated: with sheets, without
 * those that are there already.
 */
export function filesBegunWith(
  bundle: Bundle,
  chunks: readonly Rolldown.OutputChunk[],
  there: ReadonlySet<string> = new Set(),
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
  for (const { fileName } of chunks) reach(fileName);
  return reached;
}

/** The modules of the screens and forms, by the names that the application gives them. */
export async function modulesOfPages() {
  const tables = pathToFileURL(path.join(web, 'app/pages.ts')).href;
  const ours = pathToFileURL(web).href;
  // The pages of modules stand in tables of their own.
  const isTable = (url: string) =>
    url === tables || /\/web\/(app\/modules|modules\/[\w-]+\/module)\.ts$/.test(url);
  // In place of each module that the tables import stands one that says where it lies.
  const hooks = registerHooks({
    load: (url, context, next) =>
      url.startsWith(ours) && !isTable(url)
        ? {
            format: 'module',
            source: url.endsWith('/ui/icons.ts')
              ? withoutIcons(readFileSync(fileURLToPath(url), 'utf8'))
              : `export default ${JSON.stringify(url)}`,
            shortCircuit: true,
          }
        : next(url, context),
  });
  try {
    const { pages, forms } = (await import(tables)) as { pages: Table; forms: Table };
    return { screens: await modulesOf(pages), forms: await modulesOf(forms) };
  } finally {
    hooks.deregister();
  }
}

/** The names of the icons alone: only the build of the screens draws them. */
const withoutIcons = (icons: string): string =>
  Array.from(
    icons.matchAll(/default as (\w+)/g),
    ([, name]) => `export const ${name} = null;`,
  ).join('\n');

async function modulesOf(table: Table) {
  const found = Object.entries(table).map(async ([name, load]) => {
    const { default: url } = (await load()) as { default: string };
    return [name, fileURLToPath(url)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
