import { cpSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { readConfig } from '#server/config/config.ts';
import { servePages } from '#server/http/pages.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { RunningServer } from './server.ts';

const built = path.resolve(import.meta.dirname, '../../../dist/web');

/** A build whose screen of collisions has another name, as after a change of it. */
function anotherBuild(): { folder: string; renamed: string } {
  const folder = temporaryFolder();
  cpSync(built, folder, { recursive: true });
  for (const file of globSync('**/*.{br,zst,gz}', { cwd: folder })) rmSync(path.join(folder, file));
  const [screen = ''] = globSync('assets/collisions-page-*.js', { cwd: folder });
  const [before, after] = [path.basename(screen), 'collisions-page-another1.js'];
  renameSync(path.join(folder, screen), path.join(folder, 'assets', after));
  for (const file of globSync('**/*.{js,html}', { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const changed = text
      .replaceAll(before, after)
      .replace('<title>', '<meta name="build" content="another" /><title>');
    writeFileSync(path.join(folder, file), changed);
  }
  return { folder, renamed: `/assets/${before}` };
}

/**
 * The pages of a build before the calls of a server that runs, at an address of their own: another
 * build is put in the place of the first while browsers have it open.
 */
export class Deployment {
  readonly url: string;
  readonly #port: number;
  readonly #calls: RunningServer;
  #pages: FastifyInstance | undefined;

  constructor(port: number, calls: RunningServer) {
    this.#port = port;
    this.#calls = calls;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Replaces what is served; answers the path of a file that the build no longer has. */
  async update(): Promise<string> {
    const { folder, renamed } = anotherBuild();
    await this.serve({}, folder);
    return renamed;
  }

  async serve(env: NodeJS.ProcessEnv, folder = built): Promise<void> {
    await this.stop();
    const pages = Fastify({ forceCloseConnections: true });
    const MAP_TILES_URL = this.#calls.mapHost.tilesUrl;
    const config = readConfig({ PORT: String(this.#port), MAP_TILES_URL, ...env });
    await servePages(pages, config, undefined, undefined, folder);
    pages.route({
      method: ['GET', 'POST', 'PUT', 'DELETE'],
      url: '/api/*',
      onRequest: (request, reply, _done) => {
        reply.hijack();
        passOn(this.#calls.url, request.raw, reply.raw);
      },
      handler: () => undefined,
    });
    await pages.listen({ port: this.#port, host: '127.0.0.1' });
    this.#pages = pages;
  }

  async stop(): Promise<void> {
    await this.#pages?.close();
    this.#pages = undefined;
  }
}

function passOn(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request;
  const asked = ask(to + (url ?? ''), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  asked.on('error', () => response.destroy());
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}

export async function deploy(calls: RunningServer): Promise<Deployment> {
  const deployment = new Deployment(await freePort(), calls);
  await deployment.serve({});
  return deployment;
}
