import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/answers.ts';
import type { Config } from '#server/config/config.ts';
import { isAway } from '#server/db/availability.ts';
import { Refusal } from './refusal.ts';
import { requestIdHeader } from './request-id.ts';
import { secureAlone } from './security-headers.ts';

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const failure: Failure = {
    success: false,
    code: refusal.code,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...said(refusal, reply),
  };
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply.status(refusal.status).send(failure);
}

/** A person reads the reference of a 5xx out by phone; the operator finds the call in the log by it. */
const said = (
  { status, error }: { status: number; error: string },
  { request: { id } }: FastifyReply,
) => (status >= 500 ? { error: `${error} Reference ${id}.`, requestId: id } : { error });

const sentences: Record<number, { code: string; error: string }> = {
  400: {
    code: 'unreadable',
    error: 'Hanya could not read the request. Check the request and send it again.',
  },
  413: { code: 'too_large', error: 'The request is too large. Send less at a time.' },
  415: { code: 'wrong_type', error: 'Send the request as application/json.' },
  429: { code: 'too_often', error: 'Too many attempts. Wait a minute and try again.' },
};

/** Answers a missing address, and one that the caller may not know. */
export const noSuchAddress = new Refusal(404, 'not_found', 'There is nothing at this address.');

const unexpected = {
  code: 'unexpected',
  error: 'Something went wrong on the server. Try again in a moment.',
};

/** Every error is answered with one sentence; its details go to the log only. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

/** While the database is away; whoever watches it says so in the log. */
const away = new Refusal(
  503,
  'away',
  'Hanya cannot reach its records at the moment. Try again in a few seconds.',
);

/** The disk of the database, or of this server, takes nothing more. */
const full = new Refusal(
  503,
  'disk_full',
  'Hanya cannot save anything, because the server’s disk is full. Tell the person who runs the server.',
  undefined,
  30,
);

/** The database takes no change whose time is far from its own. */
const wrongClock = new Refusal(
  503,
  'wrong_clock',
  'Hanya cannot save anything, because the server’s clock is wrong. Tell the person who runs the server.',
  undefined,
  30,
);

/** Nobody needs to press: screens read again by themselves after `busy`. */
const busy = new Refusal(503, 'busy', 'The server is busy. Try again in a moment.');

/**
 * The refusals for a statement that PostgreSQL ended, by its SQLSTATE, and for a pool without
 * connections.
 */
const cutOff: ReadonlyMap<string, Refusal> = new Map([
  ['57014', busy],
  [
    '55P03',
    new Refusal(503, 'busy', 'Somebody else is changing the same record. Try again in a moment.'),
  ],
  ['53100', full],
  ['ENOSPC', full],
  ['CLOCK', wrongClock],
  ['53300', busy],
  ['too_busy', busy],
  ['no_process', busy],
]);

/** The log's words for troubles beyond a single query. */
const troubles: ReadonlyMap<Refusal, string> = new Map([
  [full, 'the disk is full'],
  [wrongClock, 'the clocks of server and database differ'],
]);

/** The reason why a call could not be served now, though nothing is wrong with it. */
function whyNotNow(error: FastifyError): Refusal | undefined {
  // A connection of the pool that came free too late has no code.
  return (
    cutOff.get(error.code) ?? (error.message.startsWith('timeout exceeded') ? busy : undefined)
  );
}

function whatHappened({ code }: FastifyError, refusal: Refusal): string {
  if (code === 'no_process') return 'no process could be started';
  return troubles.get(refusal) ?? 'a query was cut off';
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // Nobody waits for the answer: its query was cancelled for that reason.
  if (request.raw.socket.destroyed || reply.raw.destroyed) return reply.status(499).send();
  if (isAway(error)) return refuse(reply, away);
  const refusal = whyNotNow(error);
  if (refusal) {
    // There may be hundreds of them in a second.
    if (error.code === 'too_busy') return refuse(reply, refusal);
    // The pattern of the address, since the address itself holds what was searched for.
    request.log.warn(
      { route: request.routeOptions.url, code: refusal.code },
      whatHappened(error, refusal),
    );
    return refuse(reply, refusal);
  }
  const status = error.statusCode ?? 500;
  const known = sentences[status] ?? (status < 500 ? sentences[400] : undefined);
  if (!known) request.log.error(error);
  const answered = known ? status : 500;
  const { code, error: sentence } = known ?? unexpected;
  const failure: Failure = {
    success: false,
    code,
    ...said({ status: answered, error: sentence }, reply),
  };
  return reply.status(answered).send(failure);
}

/** Requests that Node itself refuses before there is one, by its code. */
const unreadables: Readonly<Record<string, [status: string, Pick<Failure, 'code' | 'error'>]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    { code: 'too_large', error: 'The address is too long. Search with fewer words or filters.' },
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    { code: 'too_slow', error: 'The request came too slowly. Send it again.' },
  ],
};
const unreadable = { code: 'unreadable', error: 'The request could not be read.' };

/** Answers what is no request that Fastify could answer, in the same words and the same form. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, why] = unreadables[error.code ?? ''] ?? ['400 Bad Request', unreadable];
  const body = JSON.stringify({ success: false, ...why } satisfies Failure);
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** The router can't decode some addresses: those never reach a route or its error handler. */
export const answerFrameworkErrors =
  ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    secureAlone(reply, publicUrl);
    reply.header(requestIdHeader, request.id);
    void answerError(error, request, reply);
  };
