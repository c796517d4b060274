import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { offlineRecords, records } from '#contract/records.ts';
import type { ScreenPath } from '../app/screens.tsx';
import { buildTargets } from './early.ts';
import { chunksOf, filesBegunWith, modulesOfPages, web } from './manifest.ts';

/** An officer at the roadside opens these screens: the device keeps them first. */
const fieldScreens: readonly ScreenPath[] = [
  '/',
  ...offlineRecords.map((kind) => records[kind].offline),
  '/outbox',
  '/check-ticket',
  '/map',
  '/dossier',
];

/** The device keeps the parts of these features first too. */
const fieldFeatures = [
  ...offlineRecords.map((kind) => `${kind}s`),
  'auth',
  'dossiers',
  'map',
  'outbox',
  'tickets',
];

/** Never kept ahead: nothing without the tiles that only the network has. */
const ownTiles = path.join(web, 'features/map/engine/own-tiles.ts');

type Bundle = Rolldown.OutputBundle;

function isOfTheField(module: string): boolean {
  const [folder, feature = ''] = path.relative(web, module).split(path.sep);
  return folder !== 'features' || fieldFeatures.includes(feature);
}

/** What the service worker keeps first, and what it keeps when nothing else is to be done. */
async function lists(bundle: Bundle) {
  const chunks = chunksOf(bundle);
  const { screens } = await modulesOfPages();
  const otherScreens = new Set(Object.values(screens));
  for (const screen of fieldScreens) otherScreens.delete(screens[screen] ?? '');
  const never = chunks.find(({ facadeModuleId: module }) => module === ownTiles)?.fileName;
  if (never === undefined) throw new Error(`The build has nothing of ${ownTiles}.`);
  const opened = chunks.filter(
    ({ facadeModuleId: module, fileName }) =>
      module && isOfTheField(module) && !otherScreens.has(module) && fileName !== never,
  );
  const first = filesBegunWith(bundle, opened);
  const later: string[] = [];
  for (const { fileName, type } of Object.values(bundle)) {
    // Fonts, the outlines of the map, and what makes pictures smaller.
    if (/\.(?:woff2|svg)$|^assets\/.+\.json$|\/shrink-worker-/.test(fileName)) first.add(fileName);
    const isCode = type === 'chunk' || fileName.endsWith('.css');
    if (isCode && !first.has(fileName) && fileName !== never) later.push(`/${fileName}`);
  }
  const icon = await readFile(path.join(web, 'public/icon.svg'));
  const plain = [
    ...['browsers.js', 'early.js'].map((name) => ({
      url: `/${name}`,
      revision: revisionOf(sourceOf(bundle[name])),
    })),
    { url: '/icon.svg', revision: revisionOf(icon) },
  ];
  const hashed = [...first].map((file) => ({ url: `/${file}`, revision: null }));
  return { first: [...plain, ...hashed], later };
}

const revisionOf = (source: string | Uint8Array): string =>
  createHash('sha256').update(source).digest('hex').slice(0, 16);

function sourceOf(file: Bundle[string] | undefined): string | Uint8Array {
  if (file?.type !== 'asset') throw new Error('The build lacks an early script.');
  return file.source;
}

/** Builds the service worker after the screens, with the names of the files that it keeps. */
export function serviceWorker(): Plugin {
  return {
    name: 'hanya-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const { first, later } = await lists(bundle);
      await build({
        configFile: false,
        root: web,
        publicDir: false,
        logLevel: 'warn',
        define: { FIRST_FILES: JSON.stringify(first), LATER_FILES: JSON.stringify(later) },
        build: {
          outDir: dir ?? '',
          emptyOutDir: false,
          target: buildTargets,
          modulePreload: false,
          rolldownOptions: {
            input: path.join(web, 'service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}
