import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '#server/config/variables.ts';
import { refuse } from './errors.ts';
import { Refusal } from './refusal.ts';

const elsewhere = new Refusal(
  403,
  'demo',
  'The passwords of this demo are public, so you can open it only on the computer that runs it.',
);

/**
 * True if a proxy says in any way that it passes a call on. One that says nothing can't be told
 * from this machine itself.
 */
export const isProxied = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) =>
    /^(?:forwarded|x-forwarded(?:-.+)?|via|x-real-ip|(?:true-|x-)?client-ip|x-cluster-client-ip|cf-connecting-ip)$/.test(
      name,
    ),
  );

/**
 * Refuses calls by another name than this machine's own, or through a proxy. Everybody knows the
 * passwords of a demo.
 */
export function answerThisMachineOnly(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const isHere = URL.canParse(`http://${request.host}`) && isLoopback(request.hostname);
    if (isHere && !isProxied(request.headers)) done();
    else refuse(reply, elsewhere);
  });
}
