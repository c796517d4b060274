import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { buildTargets } from './early.ts';

const web = path.join(import.meta.dirname, '..');

/** What an officer at the roadside opens: it is kept on the device first. */
const field = [
  'app/application.tsx',
  'app/layout.tsx',
  'app/late-banners.tsx',
  'app/account-options.tsx',
  'app/dashboard-page.tsx',
  'app/unpaid-page.tsx',
  'features/collisions/collisions-page.tsx',
  'features/bookings/form/booking-form.tsx',
  'features/collisions/form/collision-form.tsx',
  'forms/drafts/interrupted-form.ts',
  'records/waiting-rows.tsx',
  'features/bookings/stored-ticket.tsx',
  'api/upload-parts.ts',
  'features/outbox/outbox-page.tsx',
  'sending/zip.ts',
  'features/tickets/check-ticket-page.tsx',
  'features/tickets/pixel-finder.ts',
  'features/auth/auth-calls.ts',
  'features/dossiers/dossier-page.tsx',
  'app/palette/palette.tsx',
  'features/auth/waiting-here.tsx',
  'ui/overlay/overlays.ts',
  'ui/feedback/toast-place.tsx',
];

/** Never kept ahead: large, and nothing without the tiles that only the network has. */
const mapEngine = 'features/map/engine.ts';

type Bundle = Rolldown.OutputBundle;

/** The files in which these modules stand, with all that they import before they run. */
function filesOf(bundle: Bundle, modules: readonly string[]): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const reached = new Set<string>();
  const reach = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || reached.has(file)) return;
    reached.add(file);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) reached.add(sheet);
    for (const imported of chunk.imports) reach(imported);
  };
  for (const module of modules) {
    const id = path.join(web, module);
    const holding = chunks.filter(
      ({ facadeModuleId, moduleIds }) => facadeModuleId === id || moduleIds.includes(id),
    );
    if (holding.length === 0) throw new Error(`The build has no ${module}.`);
    for (const { fileName } of holding) reach(fileName);
  }
  return reached;
}

/** What the service worker keeps first, and what it keeps when nothing else is to be done. */
async function lists(bundle: Bundle) {
  const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry);
  const first = filesOf(bundle, field);
  for (const { fileName } of entries)
    if (!first.has(fileName)) throw new Error(`${fileName} is not part of what the field opens.`);
  const engine = filesOf(bundle, [mapEngine]);
  const later: string[] = [];
  for (const { fileName, type } of Object.values(bundle)) {
    if (/\.(?:woff2|svg)$|\/shrink-worker-/.test(fileName)) first.add(fileName);
    const isCode = type === 'chunk' || fileName.endsWith('.css');
    if (isCode && !first.has(fileName) && !engine.has(fileName)) later.push(`/${fileName}`);
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
