import { z } from 'zod';
import { failureSchema } from '#contract/answers.ts';
import type { Endpoint, ResponseOf, SentBody, SentQuery } from '#contract/endpoint.ts';
import { callAddress } from './call-address.ts';
import { CallFailure, offline, superseded, unreadable } from './call-failure.ts';

type SentParams<E extends Endpoint> = E['params'] extends z.ZodType
  ? z.input<E['params']>
  : undefined;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? object
  : object extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

export type CallOptions<E extends Endpoint> = Part<'params', SentParams<E>> &
  Part<'query', SentQuery<E>> &
  Part<'body', SentBody<E>> & { signal?: AbortSignal };

type CallArguments<E extends Endpoint> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

interface Sending {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal;
}

let held: string | null = null;
let sessionEnded: () => void = () => undefined;

/** The token that every call carries from now on; null carries none. */
export function setToken(token: string | null): void {
  held = token;
}

/** Names the one listener that hears when the server no longer knows the session. */
export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

/**
 * Makes one call of the contract on our own host, without a time-out, and
 * answers with the parsed body. Rejects with a `CallFailure`; an aborted call
 * rejects with the signal's reason.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<ResponseOf<E>> {
  const token = held;
  const response = await send(endpoint, options ?? {}, token);
  const body = await readBody(response);
  if (token !== null && token !== held) throw new CallFailure(superseded);
  if (!response.ok) {
    const ended = response.status === 401 && token !== null && endpoint.permission !== 'public';
    if (ended) sessionEnded();
    throw refusal(response.status, body);
  }
  const schema: E['response'] = endpoint.response;
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) {
    console.error(`${endpoint.method} ${endpoint.path}`, z.prettifyError(parsed.error));
    throw new CallFailure(unreadable(response.status));
  }
  return parsed.data;
}

async function send(endpoint: Endpoint, sending: Sending, token: string | null) {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const request: RequestInit = { method: endpoint.method, headers };
  if (sending.signal) request.signal = sending.signal;
  if (sending.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(sending.body);
  }
  try {
    return await fetch(callAddress(endpoint.path, sending.params, sending.query), request);
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    throw new CallFailure(offline);
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new CallFailure(offline);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusal(status: number, body: unknown): CallFailure {
  const parsed = failureSchema.safeParse(body);
  // Whatever stands before the server says 502 to 504 while the server itself is gone.
  const gone = status >= 502 && status <= 504;
  if (!parsed.success) return new CallFailure(gone ? offline : unreadable(status));
  const { error, code, fields = {} } = parsed.data;
  return new CallFailure({ message: error, code, status, fields });
}
