import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#server/config/variables.ts';
import {
  type FiguresOfAll,
  inProse,
  type Measured,
  measuredInProse,
  measureProcess,
  ownFigures,
  registry,
  requestSeconds,
} from '#server/process/metrics.ts';
import { noSuchAddress, refuse } from './errors.ts';
import { isProxied } from './this-machine.ts';

export interface MetricsOptions {
  /** Readers must show it; without one, only this machine itself may read. */
  readonly token: string | undefined;
  /** The figures of all processes; of this one alone by default. */
  readonly ofAll?: (() => Promise<FiguresOfAll>) | undefined;
  /** The figures of the installation. */
  readonly measure: () => Promise<readonly Measured[]>;
}

/** `GET /metrics` for Prometheus, 404 for everybody else. It names no person and no record. */
export function answerMetrics(
  server: FastifyInstance,
  { token, ofAll, measure }: MetricsOptions,
): void {
  measureProcess();
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream && route !== '/metrics')
      requestSeconds.observe(
        { method: request.method, route, status: String(reply.statusCode) },
        reply.elapsedTime / 1_000,
      );
    done();
  });
  server.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayAsk(request, token)) return refuse(reply, noSuchAddress);
    const processes = ofAll ? (await ofAll()).figures : [await ownFigures()];
    const parts = await Promise.all([inProse(processes), measuredInProse(await measure())]);
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(parts.join('\n'));
  });
}

function mayAsk({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(ip.replace(/^::ffff:/, '')) && !isProxied(headers);
  const shown = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}
