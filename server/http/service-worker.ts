import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { noSuchAddress, refuse } from './errors.ts';

/** The worker asks this server alone, and makes no script out of text. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Takes the place of a worker that did harm. Devices fetch it as its next version; it removes the
 * kept pages and itself. IndexedDB stays.
 */
const withdrawn = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
`;

interface Built {
  /** The path of the built worker. */
  readonly file: string;
  /** The build that it keeps: another one makes another worker, which devices then fetch. */
  readonly revision: () => Promise<string>;
}

/** Serves the service worker, or with `SERVICE_WORKER=off` the one that removes it. */
export function serveServiceWorker(
  app: FastifyInstance,
  { serviceWorker }: Config,
  { file, revision }: Built,
): void {
  let built: Promise<string> | undefined;

  async function scriptWithPage(): Promise<string> {
    built ??= readFile(file, 'utf8');
    return (await built).replaceAll('__PAGE_REVISION__', await revision());
  }

  app.get('/service-worker.js', async (request, reply) => {
    const script = serviceWorker ? scriptWithPage() : withdrawn;
    const text = await Promise.resolve(script).catch(() => {
      built = undefined;
      return null;
    });
    if (text === null) return refuse(reply, noSuchAddress);
    // Browsers ask for it again and again; mostly they are told that it is the same.
    const tag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag: tag, 'content-security-policy': policy });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(text);
  });
}
