import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts';
import type { Actor, Caller } from './caller.ts';
import { read } from './read-schema.ts';
import { type Outcome, Refusal } from './refusal.ts';
import type { ReadSent } from './sent-body.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** A call as its handler gets it: the request as the endpoint declares it, and the caller. */
export interface Call<E extends Endpoint, Record = undefined> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Removed once the call is answered; empty where the endpoint declares no files. */
  readonly files: readonly UploadedFile[];
  readonly record: Record;
  readonly caller: E['permission'] extends 'public' ? undefined : Caller;
  readonly actor: Actor;
  /** Answers with 201 instead of 200. */
  readonly created: () => void;
}

/** Looks up the record that the path names. */
export type Find<E extends Endpoint, Record> = (
  params: ParamsOf<E>,
  caller: Caller,
) => Promise<Outcome<Record>>;

/**
 * Reads a request as its endpoint declares it. It answers 404 for the record first, then 400 for
 * query and body.
 */
export async function readCall<E extends Endpoint, Record>(
  endpoint: E,
  find: Find<E, Record> | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  readSent: ReadSent,
): Promise<Outcome<Call<E, Record>>> {
  const params = read(endpoint.params, request.params);
  if (params instanceof Refusal) return params;
  const record = find && caller ? await find(params as ParamsOf<E>, caller) : undefined;
  if (record instanceof Refusal) return record;
  const query = read(endpoint.query, request.query);
  if (query instanceof Refusal) return query;
  const sent = await readSent();
  if (sent instanceof Refusal) return sent;
  const body = read(endpoint.body, sent.body);
  if (body instanceof Refusal) return body;
  return {
    params: params as ParamsOf<E>,
    query: query as QueryOf<E>,
    body: body as BodyOf<E>,
    files: sent.files,
    record: record as Record,
    caller: caller as Call<E, Record>['caller'],
    actor: {
      id: caller?.role === 'guest' ? null : (caller?.userId ?? null),
      role: caller?.role ?? 'nobody',
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
    },
    created: () => void reply.status(201),
  };
}
