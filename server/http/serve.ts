import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { factorNeeded } from '#contract/proof.ts';
import { may, permissions } from '#contract/roles.ts';
import { unattendedHeader } from '#contract/unattended.ts';
import { asOneRead } from '#server/db/reading/one-read.ts';
import { type Attempts, limitOf, whoseWork } from './attempts.ts';
import { queueForEach } from './bounded.ts';
import { type Call, type Find, readCall } from './call.ts';
import type { Caller } from './caller.ts';
import { type Download, downloadHeaders } from './download.ts';
import { refuse } from './errors.ts';
import { inExactBytes } from './exact-bytes.ts';
import { JsonText } from './json-text.ts';
import type { OpenUpload } from './multipart.ts';
import { type Outcome, Refusal } from './refusal.ts';
import { sentBody, whyNotOfType } from './sent-body.ts';
import { readOf, tellPosition, type Told } from './told.ts';

type Handle<E extends Endpoint, Record = undefined> = (
  call: Call<E, Record>,
) => Promise<Outcome<ResponseOf<E> | JsonText<ResponseOf<E>>>>;

/** Finds the caller. With `countsAsUse` false, the call does not keep the session alive. */
export type Authenticate = (
  authorization: string | undefined,
  countsAsUse?: boolean,
) => Promise<Outcome<Caller>>;

/** Passed to a stream's handler besides the call. */
export interface Opening {
  /** The `Last-Event-ID` header: the cursor at which an earlier stream broke off. */
  readonly lastEventId: string | undefined;
}

/** Hears of each call that was refused. */
export type NoteRefusal = (
  endpoint: Endpoint,
  refusal: Refusal,
  request: FastifyRequest,
  caller: Caller | undefined,
) => void;

type StreamEndpoint = Endpoint & { readonly stream: true };

/** The exact bytes of a body, with the headers that may sign it, their names in lower case. */
export interface SentBytes {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type BytesEndpoint = Endpoint & { readonly bytes: number };

type DownloadEndpoint = Endpoint & { readonly download: readonly string[] };

type Make<E extends DownloadEndpoint, Record = undefined> = (
  call: Call<E, Record>,
) => Promise<Outcome<Download<E['download'][number]>>>;

/**
 * Reads of one account that are made at once. A browser asks for six; who asks for hundreds waits for
 * itself.
 */
const readsOfEach = { atOnce: 8, waiting: 1_000 };

/** Every endpoint is mounted here: 401, 403, 404, 400, then the handler's own 409. */
export interface Serve {
  <E extends Endpoint>(endpoint: E, handle: Handle<E>, attempts?: Attempts): void;
  /**
   * For a path that names a record: it is looked up before the body is read, so that 404 comes
   * before 400.
   */
  record: <E extends Endpoint, Record>(
    endpoint: E,
    find: Find<E, Record>,
    handle: Handle<E, Record>,
    attempts?: Attempts,
  ) => void;
  /** For a body that stays the exact bytes that were sent. */
  bytes: <E extends BytesEndpoint>(
    endpoint: E,
    take: (call: Call<E>, sent: SentBytes) => Promise<Outcome<ResponseOf<E>>>,
    attempts: Attempts,
  ) => void;
  /** Server-sent events: `open` answers the stream of their text, which is never compressed. */
  stream: <E extends StreamEndpoint>(
    endpoint: E,
    open: (call: Call<E>, opening: Opening) => Promise<Outcome<Readable>>,
  ) => void;
  /** A file: `make` answers its name, type and bytes. */
  download: <E extends DownloadEndpoint>(endpoint: E, make: Make<E>, attempts: Attempts) => void;
  /** A file of a record, which is looked up first, as for `record`. */
  downloadRecord: <E extends DownloadEndpoint, Record>(
    endpoint: E,
    find: Find<E, Record>,
    make: Make<E, Record>,
    attempts: Attempts,
  ) => void;
}

export function createServe(
  app: FastifyInstance,
  authenticate: Authenticate,
  openUpload: OpenUpload,
  whyNotProved: (caller: Caller) => Promise<Refusal | null>,
  noteRefusal: NoteRefusal,
  { positionNow, cursorNow }: Told = {},
): Serve {
  // Only JSON and multipart forms are accepted; by default Fastify would take plain text too.
  app.removeContentTypeParser('text/plain');
  const reads = queueForEach(readsOfEach);

  function mount<E extends Endpoint, Record>(
    endpoint: E,
    find: Find<E, Record> | undefined,
    handle: (
      call: Call<E, Record>,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<Outcome<unknown>>,
    attempts?: Attempts,
    { scope = app } = {},
  ): void {
    if (endpoint.permission !== 'public' && !(endpoint.permission in permissions))
      throw new Error(`${endpoint.method} ${endpoint.path} declares no known permission.`);
    const callers = new WeakMap<FastifyRequest, Caller>();
    const callerOf = (request: FastifyRequest) => callers.get(request);
    const withSent = sentBody(endpoint, openUpload);
    const no = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
      noteRefusal(endpoint, refusal, request, callers.get(request));
      return refuse(reply, refusal);
    };
    const noteLimit = (request: FastifyRequest) => {
      noteRefusal(endpoint, beyondLimit, request, callers.get(request));
    };

    /** A call that is made of several reads waits in each of them. */
    async function read<T>(
      request: FastifyRequest,
      reply: FastifyReply,
      answer: () => Promise<T>,
    ): Promise<T> {
      const caller = callerOf(request);
      const asked = await readOf(request, reply, cursorNow);
      const work = () => asOneRead(asked, answer);
      if (!caller) return work();
      return reads.run(
        () => {
          asked.signal.throwIfAborted();
          return work();
        },
        whoseWork(caller, request.ip),
      );
    }

    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(attempts
        ? { config: { rateLimit: { ...limitOf(attempts, callerOf), onExceeded: noteLimit } } }
        : {}),
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      // A HEAD request would open a stream that nobody reads.
      ...(endpoint.stream ? { compress: false, exposeHeadRoute: false } : {}),
      ...(endpoint.download ? { exposeHeadRoute: false } : {}),
      // Before the body is parsed, so that a 400 reveals nothing to outsiders.
      onRequest: async (request, reply) => {
        const wrongType = whyNotOfType(endpoint, request);
        if (endpoint.permission === 'public') {
          if (endpoint.namesCaller) {
            const named = await authenticate(request.headers.authorization, false);
            if (!(named instanceof Refusal)) callers.set(request, named);
          }
          return wrongType && refuse(reply, wrongType);
        }
        const countsAsUse = !endpoint.stream && request.headers[unattendedHeader] === undefined;
        const caller = await authenticate(request.headers.authorization, countsAsUse);
        if (caller instanceof Refusal) return no(request, reply, caller);
        callers.set(request, caller);
        if (caller.lacksFactor && !endpoint.withoutFactor) return refuse(reply, needsFactor);
        if (!may(caller.role, endpoint.permission)) return no(request, reply, forbidden(caller));
        const unproved = endpoint.proof === 'lately' ? await whyNotProved(caller) : null;
        if (unproved) return refuse(reply, unproved);
        return wrongType && refuse(reply, wrongType);
      },
      handler: async (request, reply) => {
        const answer = () =>
          withSent(request, reply, callerOf(request), async (readSent) => {
            const caller = callerOf(request);
            const call = await readCall(endpoint, find, request, reply, caller, readSent);
            return call instanceof Refusal ? call : handle(call, request, reply);
          });
        // A change that has begun goes on without its caller. So does a read for all streams, which
        // the first of them begins.
        const isRead = endpoint.method === 'GET' && !endpoint.stream;
        const outcome = await (isRead ? read(request, reply, answer) : answer());
        // A refusal too: who is told that somebody was quicker must then see what they did.
        if (endpoint.method !== 'GET' || endpoint.audit !== null)
          await tellPosition(reply, positionNow);
        if (outcome instanceof Refusal) return no(request, reply, outcome);
        if (!(outcome instanceof JsonText)) return reply.send(outcome);
        return reply.type('application/json; charset=utf-8').send(outcome.text);
      },
    });
  }
  return Object.assign(
    <E extends Endpoint>(endpoint: E, handle: Handle<E>, attempts?: Attempts): void => {
      mount<E, undefined>(endpoint, undefined, handle, attempts);
    },
    {
      record: mount,
      bytes: <E extends BytesEndpoint>(
        endpoint: E,
        take: (call: Call<E>, sent: SentBytes) => Promise<Outcome<ResponseOf<E>>>,
        attempts: Attempts,
      ): void => {
        inExactBytes(app, endpoint.bytes, (scope) => {
          mount<E, undefined>(
            endpoint,
            undefined,
            (call, { body, headers }) => {
              const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
              return take(call, { bytes, headers });
            },
            attempts,
            { scope },
          );
        });
      },
      stream: <E extends StreamEndpoint>(
        endpoint: E,
        open: (call: Call<E>, opening: Opening) => Promise<Outcome<Readable>>,
      ): void => {
        mount<E, undefined>(endpoint, undefined, async (call, { headers }, reply) => {
          const outcome = await open(call, { lastEventId: [headers['last-event-id']].flat()[0] });
          if (!(outcome instanceof Refusal)) reply.headers(streamHeaders);
          return outcome;
        });
      },
      download: <E extends DownloadEndpoint>(
        endpoint: E,
        make: Make<E>,
        attempts: Attempts,
      ): void => {
        mount<E, undefined>(endpoint, undefined, sendFile(make), attempts);
      },
      downloadRecord: <E extends DownloadEndpoint, Record>(
        endpoint: E,
        find: Find<E, Record>,
        make: Make<E, Record>,
        attempts: Attempts,
      ): void => {
        mount(endpoint, find, sendFile(make), attempts);
      },
    },
  );
}

/** The limits' own plugin answers; this says what is noted. */
const beyondLimit = new Refusal(429, 'too_often', 'Too many attempts.');

const sendFile =
  <E extends DownloadEndpoint, Record>(make: Make<E, Record>) =>
  async (call: Call<E, Record>, _request: FastifyRequest, reply: FastifyReply) => {
    const outcome = await make(call);
    if (outcome instanceof Refusal) return outcome;
    reply.headers(downloadHeaders(outcome));
    return outcome.content;
  };

/** No proxy may cache, change or buffer a stream. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const needsFactor = new Refusal(
  403,
  factorNeeded,
  'Your role requires a second factor. Set one up before you continue.',
);

function forbidden(caller: Caller): Refusal {
  const who = caller.role === 'guest' ? 'A guest' : `The role ${caller.role}`;
  return new Refusal(403, 'forbidden', `${who} cannot do this. Ask a state admin.`);
}
