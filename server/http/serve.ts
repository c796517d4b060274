import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { may, permissions } from '#contract/roles.ts';
import type { Actor, Caller } from './caller.ts';
import { refuse } from './errors.ts';
import { type Outcome, Refusal } from './refusal.ts';

/** What a handler is given: the request as the endpoint declares it, and who is calling. */
export interface Call<E extends Endpoint, Record = undefined> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly record: Record;
  readonly caller: E['permission'] extends 'public' ? undefined : Caller;
  readonly actor: Actor;
  /** Answers with 201 instead of 200. */
  readonly created: () => void;
}

type Handle<E extends Endpoint, Record = undefined> = (
  call: Call<E, Record>,
) => Promise<Outcome<ResponseOf<E>>>;

/** How often in a minute one address may call, counted apart for each `of` in the body. */
interface Attempts {
  readonly perMinute: number;
  readonly of?: 'email';
}

export type Authenticate = (authorization: string | undefined) => Promise<Outcome<Caller>>;

type Find<E extends Endpoint, Record> = (
  params: ParamsOf<E>,
  caller: Caller,
) => Promise<Outcome<Record>>;

/** The one way to mount an endpoint: 401, 403, 404, 400, then the handler's own 409. */
export interface Serve {
  <E extends Endpoint>(endpoint: E, handle: Handle<E>, attempts?: Attempts): void;
  /** For an address that names a record: it is looked up before the body is read, so that 404 comes before 400. */
  record: <E extends Endpoint, Record>(
    endpoint: E,
    find: Find<E, Record>,
    handle: Handle<E, Record>,
  ) => void;
}

export function createServe(app: FastifyInstance, authenticate: Authenticate): Serve {
  // JSON is the one thing that is read; Fastify would take plain text as well.
  app.removeContentTypeParser('text/plain');

  function mount<E extends Endpoint, Record>(
    endpoint: E,
    find: Find<E, Record> | undefined,
    handle: Handle<E, Record>,
    attempts?: Attempts,
  ): void {
    if (endpoint.permission !== 'public' && !(endpoint.permission in permissions))
      throw new Error(`${endpoint.method} ${endpoint.path} declares no known permission.`);
    const callers = new WeakMap<FastifyRequest, Caller>();

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(attempts ? { config: { rateLimit: limitOf(attempts) } } : {}),
      // Before the body is parsed, so that nobody learns anything from a 400.
      onRequest: async (request, reply) => {
        if (endpoint.permission === 'public') return;
        const caller = await authenticate(request.headers.authorization);
        if (caller instanceof Refusal) return refuse(reply, caller);
        if (!may(caller.role, endpoint.permission)) return refuse(reply, forbidden(caller));
        callers.set(request, caller);
      },
      handler: async (request, reply) => {
        const call = await readCall(endpoint, find, request, reply, callers.get(request));
        const outcome = call instanceof Refusal ? call : await handle(call);
        return outcome instanceof Refusal ? refuse(reply, outcome) : reply.send(outcome);
      },
    });
  }
  return Object.assign(
    <E extends Endpoint>(endpoint: E, handle: Handle<E>, attempts?: Attempts): void => {
      mount<E, undefined>(endpoint, undefined, handle, attempts);
    },
    { record: mount },
  );
}

async function readCall<E extends Endpoint, Record>(
  endpoint: E,
  find: Find<E, Record> | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<Outcome<Call<E, Record>>> {
  const params = read(endpoint.params, request.params);
  if (params instanceof Refusal) return params;
  const record = find && caller ? await find(params as ParamsOf<E>, caller) : undefined;
  if (record instanceof Refusal) return record;
  const query = read(endpoint.query, request.query);
  if (query instanceof Refusal) return query;
  if (!endpoint.query && hasKeys(request.query))
    return new Refusal(400, 'invalid', 'This address takes no filters.');
  const body = read(endpoint.body, request.body);
  if (body instanceof Refusal) return body;
  return {
    params: params as ParamsOf<E>,
    query: query as QueryOf<E>,
    body: body as BodyOf<E>,
    record: record as Record,
    caller: caller as Call<E, Record>['caller'],
    actor: {
      id: caller?.role === 'guest' ? null : (caller?.userId ?? null),
      role: caller?.role ?? 'nobody',
      address: request.ip,
    },
    created: () => void reply.status(201),
  };
}

function read(schema: z.ZodType | undefined, value: unknown): Outcome<unknown> {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return holdsZeroByte(parsed.data) ? unreadable : parsed.data;
  // A map, because a field may be called `constructor`.
  const fields = new Map<string, string>();
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.');
    const field = path === '' ? (firstUnknown(issue) ?? 'body') : path;
    if (!fields.has(field)) fields.set(field, issue.message);
  }
  const [[field, message]] = [...fields] as [[string, string]];
  // The schema's own sentences speak for themselves; zod's name no field.
  const isZods = /^(Invalid|Too (big|small)|Unrecognized)\b/.test(message);
  const sentence = isZods ? `${field}: ${message}.` : message;
  return new Refusal(400, 'invalid', sentence, Object.fromEntries(fields));
}

const unreadable = new Refusal(400, 'invalid', 'Remove the characters that cannot be read.');

/** PostgreSQL refuses the zero byte in every text. */
function holdsZeroByte(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsZeroByte);
}

function firstUnknown(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
}

const hasKeys = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && Object.keys(query).length > 0;

function forbidden(caller: Caller): Refusal {
  const who = caller.role === 'guest' ? 'A guest' : `The role ${caller.role}`;
  return new Refusal(403, 'forbidden', `${who} may not do this. Ask a state admin.`);
}

function limitOf({ perMinute, of }: Attempts): RateLimitOptions {
  return {
    max: perMinute,
    timeWindow: 60_000,
    hook: 'preHandler',
    keyGenerator: ({ ip, body }) =>
      of !== undefined && typeof body === 'object' && body !== null && of in body
        ? `${ip} ${String(body[of as keyof typeof body])
            .trim()
            .toLowerCase()}`
        : ip,
  };
}
