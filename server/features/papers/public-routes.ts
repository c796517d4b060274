import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAway } from '#server/db/availability.ts';
import type { Deps } from '#server/deps.ts';
import { paymentPageOf } from '#server/features/payments/queries.ts';
import { styleFolder } from './fonts.ts';
import { styleFile } from './paper-style.ts';
import { noTicketPage, ticketPage, troublePage } from './public-page.ts';
import { publicStyle } from './public-style.ts';
import { type PublicTicket, ticketOfCode } from './queries.ts';

interface CodeRoute {
  Params: { code: string };
}

const silent = 'The payment page does not answer. Try again in a few minutes.';
const tooOften = 'This page was opened too often. Wait a minute and try again.';
const broken = 'Something went wrong on the server. Try again in a moment.';

const hash = createHash('sha256').update(publicStyle).digest('base64');

/** The page runs no script, sends no form, may not be framed and loads only its fonts. */
const publicPolicy =
  `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Public pages are not cached or indexed, and their address is not passed on to linked sites. */
const publicHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': publicPolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/**
 * The public page of a ticket under its code, without session or script: for drivers, and for
 * anybody who wants to know whether a paper is genuine.
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
      const trouble = troublePage(authority, `${broken} Reference ${request.id}.`);
      if (isAway(error)) return show(reply.header('retry-after', '2'), 503, trouble);
      request.log.error(error);
      return show(reply, 500, trouble);
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
    const [code, { paid, billRef, organisation, withdrawnAt }] = found;
    if (paid || billRef === null || withdrawnAt !== null)
      return reply.headers(publicHeaders).redirect(`/t/${code}`, 303);
    const page = await paymentPageOf({ db, gateways }, { billRef, organisation });
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

const codeShape = /^[0-9A-HJKMNP-TV-Z]{18}$/;

/**
 * A ticket's code as it is stored, however somebody typed it: in small letters, with gaps, with O
 * for 0 or I for 1. Undefined when it can't be a code.
 */
function readCode(typed: string): string | undefined {
  const read = typed
    .slice(0, 60)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return codeShape.test(read) ? read : undefined;
}
