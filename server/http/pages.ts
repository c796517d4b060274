import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { OfferedLanguage } from '#contract/languages.ts';
import { isOfModule, isScreenPath } from '#contract/screen-paths.ts';
import type { Config } from '#server/config/config.ts';
import { type Release, thisRelease } from '#server/process/release.ts';
import { noSuchAddress, refuse } from './errors.ts';
import { serveServiceWorker } from './service-worker.ts';

const builtPages = path.resolve(import.meta.dirname, '../../dist/web');

/** Reads the names of the scripts of the build; none where it was not built. */
export async function builtScripts(): Promise<ReadonlySet<string>> {
  const assets = await readdir(path.join(builtPages, 'assets')).catch(() => []);
  return new Set([...assets, 'service-worker.js']);
}

/**
 * Only our own scripts run; styles need the nonce of their answer. Only tiles of the live map may
 * come from another host, the one that is configured for them.
 */
function policy(nonce: string, mapHost: string) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${mapHost}`,
    // For the preview of a video before it is sent.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${mapHost}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

const pathOf = (url: string): string => url.replace(/\?.*$/s, '');

/**
 * Every address that is neither a file nor a call answers with the one page of the screens; with 404
 * where no screen has it, so that whoever watches a wrong address sees nothing green. `webRoot` is the
 * folder of the built screens, `ownMap` has the addresses of the installation's own map. Another answer of
 * `told` makes another page.
 */
export async function servePages(
  app: FastifyInstance,
  config: Config & { readonly firstYear?: number },
  told: () => Promise<Told> = () => Promise.resolve({ authorityName: config.authorityName }),
  ownMap = { mapTiles: '', mapAreas: '' },
  webRoot = builtPages,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  });
  if (existsSync(webRoot)) await app.register((files) => serveFiles(files, webRoot));

  const settings = {
    guest: config.guest,
    demo: config.demo,
    mapTilesUrl: config.mapTilesUrl,
    mapTilesCredit: config.mapTilesCredit,
    ...ownMap,
    serviceWorker: config.serviceWorker,
    version: thisRelease.version,
    firstYear: config.firstYear ?? 0,
    modules: config.modules,
  };
  const isScreen = (path: string): boolean =>
    isScreenPath(path) && (config.modules === 'all' || !isOfModule(path));
  // With tiles of one's own, the map needs nobody else.
  const isOthers = ownMap.mapTiles === '' && config.mapTilesUrl !== '';
  const mapHost = isOthers ? new URL(config.mapTilesUrl).origin : '';
  let made: { readonly of: string; readonly page: Promise<Page> } | undefined;
  const makePage = async (): Promise<Page> => {
    const { authorityName, languages = [] } = await told();
    const of = JSON.stringify([authorityName, languages]);
    if (made?.of !== of) {
      const all = { ...settings, authorityName, languages };
      made = { of, page: pageOf(webRoot, all, policy('', mapHost)) };
    }
    return made.page;
  };
  serveServiceWorker(app, config, {
    file: path.join(webRoot, 'service-worker.js'),
    revision: async () => (await makePage()).revision,
  });

  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || /^\/(api|files|sandbox|assets|own-map)([/?]|$)/.test(request.url))
      return refuse(reply, noSuchAddress);
    const { html, filesOf } = await makePage();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(isScreen(pathOf(request.url)) ? 200 : 404)
      .header('content-security-policy', policy(nonce, mapHost))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', nonce).replace('__FILES__', filesOf(request.url)));
  });
}

async function serveFiles(files: FastifyInstance, webRoot: string): Promise<void> {
  await files.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    // Made once with the build, smaller than what could be made for each answer.
    preCompressed: true,
    // The page itself is only sent with its policy.
    globIgnore: ['**/*.{br,gz}', 'index.html', 'service-worker.js'],
    cacheControl: false,
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`)
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      ),
  });
}

/** The page says these, and people change them while the server runs. */
interface Told {
  readonly authorityName: string;
  /** The sign-in page can speak these. */
  readonly languages?: readonly OfferedLanguage[];
}

type Settings = Required<Told> &
  Pick<Config, 'guest' | 'demo' | 'mapTilesUrl' | 'mapTilesCredit' | 'serviceWorker'> &
  Pick<Release, 'version'> & {
    readonly mapTiles: string;
    readonly mapAreas: string;
    readonly firstYear: number;
  };

interface Page {
  /** Without its nonce and its files, which each answer has of its own. */
  readonly html: string;
  /** Names the files that an address's screen and form need first. */
  readonly filesOf: (url: string) => string;
  /** Another build, other settings and another policy make another page. */
  readonly revision: string;
}

async function pageOf(
  webRoot: string,
  settings: Settings,
  policyWithoutNonce: string,
): Promise<Page> {
  const built = await readFile(path.join(webRoot, 'index.html'), 'utf8');
  const start = await readFile(path.join(webRoot, '.vite/start.json'), 'utf8');
  const html = built
    .replaceAll('__HANYA_SETTINGS__', () => escaped(JSON.stringify(settings)))
    .replaceAll('__AUTHORITY_NAME__', () => escaped(settings.authorityName));
  // The part before the dot tells builds apart; people are told of another one of these alone.
  const hashOf = (...texts: string[]) =>
    createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 32);
  const revision = `${hashOf(built, start)}.${hashOf(html, policyWithoutNonce)}`;
  const files = JSON.parse(start) as StartFiles;
  return {
    html: html.replaceAll('__PAGE_REVISION__', revision),
    filesOf: (url) => filesOf(files, url),
    revision,
  };
}

/** The build lists here the files of each screen and form that come after the page's own. */
interface StartFiles {
  readonly frame: readonly string[];
  readonly screens: Readonly<Record<string, readonly string[]>>;
  readonly forms: Readonly<Record<string, readonly string[]>>;
}

function filesOf({ frame, screens, forms }: StartFiles, url: string): string {
  const [screen = '', query] = url.split('?', 2);
  if (!Object.hasOwn(screens, screen)) return '';
  const form = new URLSearchParams(query).get('new') ?? '';
  const ofForm = Object.hasOwn(forms, form) ? (forms[form] ?? []) : [];
  return [...new Set([...frame, ...ofForm, ...(screens[screen] ?? [])])].join(' ');
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#39;');
