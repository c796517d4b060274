import type { FastifyInstance } from 'fastify';
import { isLoopback } from '#server/config-variables.ts';
import { refuse } from './errors.ts';
import { Refusal } from './refusal.ts';

const elsewhere = new Refusal(
  403,
  'demo',
  'This is a demo with known passwords, and is only open on its own machine.',
);

/**
 * Refuses calls that came by another name than this machine's own, or through a proxy: the
 * passwords of a demo are known to everybody.
 */
export function answerThisMachineOnly(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
    const isHere = URL.canParse(`http://${request.host}`) && isLoopback(request.hostname);
    if (isHere && forwarded === undefined && forwardedFor === undefined) done();
    else refuse(reply, elsewhere);
  });
}
