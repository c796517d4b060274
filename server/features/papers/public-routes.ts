import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { paymentPageOf } from '#server/features/payments/queries.ts';
import { readCode } from './codes.ts';
import { noTicketPage, ticketPage, troublePage } from './public-page.ts';
import { publicHeaders } from './public-style.ts';
import { type PublicTicket, ticketOfCode } from './queries.ts';
import { styleFile, styleFolder } from './style-files.ts';

interface CodeRoute {
  Params: { code: string };
}

const silent = 'The payment page does not answer. Try again in a few minutes.';
const tooOften = 'This page was opened too often. Wait a minute and try again.';
const broken = 'Something went wrong on the server. Try again in a moment.';

/**
 * The public page of a ticket under its code, without a session and without script: for drivers,
 * and for whoever wants to know whether a paper is real.
 */
export function publicTicketRoutes(
  server: FastifyInstance,
  { db, config, gateways }: Pick<Deps, 'db' | 'config' | 'gateways'>,
): void {
  const { authorityName: authority, demo } = config;

  const show = (reply: FastifyReply, status: number, page: string): FastifyReply =>
    reply.status(status).headers(publicHeaders).send(page);
  const nothing = (reply: FastifyReply) => show(reply, 404, noTicketPage(authority));

  const limited = (perMinute: number) => ({
    config: { rateLimit: { max: perMinute, timeWindow: 60_000 } },
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode === 429) return show(reply, 429, troublePage(authority, tooOften));
      request.log.error(error);
      return show(reply, 500, troublePage(authority, broken));
    },
  });

  async function find(typed: string): Promise<[string, PublicTicket] | undefined> {
    const code = readCode(typed);
    const ticket = code === undefined ? undefined : await ticketOfCode(db, code, demo);
    return code !== undefined && ticket ? [code, ticket] : undefined;
  }

  server.get<CodeRoute>('/t/:code', limited(120), async (request, reply) => {
    const found = await find(request.params.code);
    if (!found) return nothing(reply);
    const [code, ticket] = found;
    return show(reply, 200, ticketPage(ticket, code, { authority, now: new Date() }));
  });

  server.get<CodeRoute>('/t/:code/pay', limited(20), async (request, reply) => {
    const found = await find(request.params.code);
    if (!found) return nothing(reply);
    const [code, { paid, billRef, withdrawnAt }] = found;
    if (paid || billRef === null || withdrawnAt !== null)
      return reply.headers(publicHeaders).redirect(`/t/${code}`, 303);
    const page = await paymentPageOf({ db, gateways }, billRef);
    if (page.outcome !== 'page') return show(reply, 503, troublePage(authority, silent));
    return reply.headers(publicHeaders).redirect(page.url, 303);
  });

  server.get('/t/*', limited(120), (_request, reply) => nothing(reply));

  server.get<{ Params: { file: string } }>(`${styleFolder}/:file`, async (request, reply) => {
    const file = await styleFile(request.params.file);
    if (!file) return reply.status(404).type('text/plain; charset=utf-8').send('');
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .type(file.type)
      .send(file.content);
  });
}
