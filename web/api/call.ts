import { z } from 'zod';
import { failureSchema } from '#contract/answers.ts';
import type {
  Endpoint,
  FileField,
  QueryOf,
  ResponseOf,
  SentBody,
  SentQuery,
} from '#contract/endpoint.ts';
import { callAddress } from './call-address.ts';
import { CallFailure, type FailedCall, offline, superseded, unreadable } from './call-failure.ts';
import { heardServer, isGone, lostServer } from './connection.ts';
import { multipartOf, type SentFile } from './multipart.ts';
import { startWaiting } from './waiting.ts';

type SentParams<E extends Endpoint> = E['params'] extends z.ZodType
  ? z.input<E['params']>
  : undefined;

/** What narrows a call, as the server reads it. */
export type ReadQuery<E extends Endpoint> = {
  readonly [Name in keyof QueryOf<E>]?: QueryOf<E>[Name] | undefined;
};

/** What is read is written into an address like the text that it was read from. */
type AskedQuery<E extends Endpoint> = {
  readonly [Name in keyof QueryOf<E>]?:
    QueryOf<E>[Name] | (Name extends keyof SentQuery<E> ? SentQuery<E>[Name] : never) | undefined;
};

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? object
  : object extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

/** Files go only where the endpoint takes some; the body is multipart then. */
type FilesPart<E extends Endpoint> = E['files'] extends readonly FileField[]
  ? { files?: readonly SentFile[] }
  : object;

export type CallOptions<E extends Endpoint> = Part<'params', SentParams<E>> &
  Part<'query', SentQuery<E> | AskedQuery<E>> &
  Part<'body', SentBody<E>> &
  FilesPart<E> & { signal?: AbortSignal };

type CallArguments<E extends Endpoint> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

interface Sending {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  files?: readonly SentFile[];
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

let held: string | null = null;
let sessionEnded: () => void = () => undefined;
let callEnded: (failure: FailedCall | null) => void = () => undefined;

/** The token that every call carries from now on; null carries none. */
export function setToken(token: string | null): void {
  held = token;
}

/** Names the one listener that hears when the server no longer knows the session. */
export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

/** Names the one listener that hears how each call ended; null is a success. */
export function onCallEnded(listener: (failure: FailedCall | null) => void): void {
  callEnded = listener;
}

/**
 * The one way to ask the server: `send` is given the token, and how it ended is told. What was
 * cancelled, or is for somebody who is gone, ended for nobody.
 */
export async function asked<Answer>(
  { failure }: Endpoint,
  signal: AbortSignal | undefined,
  send: (token: string | null) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await send(held);
    if (signal?.aborted !== true) callEnded(null);
    return answer;
  } catch (error) {
    const told = error instanceof CallFailure && error.code !== superseded.code;
    if (told && failure !== 'ignored' && signal?.aborted !== true) callEnded(error.kept());
    throw error;
  }
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
  const sending: Sending = options ?? {};
  return asked(endpoint, sending.signal, async (token) => {
    const response = await send(endpoint, sending, token);
    return readAnswer(endpoint, response.status, await textOf(response), token);
  });
}

/**
 * What an answer says: the parsed body, or a `CallFailure` is thrown. `token` is the one that the
 * call was sent with.
 */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  status: number,
  text: string,
  token: string | null,
): ResponseOf<E> {
  const body = parsedBody(text);
  const left = token !== null && token !== held;
  if (status < 200 || status > 299 || left) refuse(endpoint, status, body, token);
  const schema: E['response'] = endpoint.response;
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) {
    console.error(`${endpoint.method} ${endpoint.path}`, z.prettifyError(parsed.error));
    throw new CallFailure(unreadable(status));
  }
  return parsed.data;
}

/**
 * Opens a stream of the contract, after the event of that id if one is given, and answers with
 * its bytes. Rejects as `call` does.
 */
export async function openStream(
  endpoint: Endpoint & { readonly stream: true },
  { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId !== null && { 'last-event-id': lastEventId }),
  };
  return asked(endpoint, signal, async (token) => {
    const response = await send(endpoint, { headers, signal }, token);
    if (response.ok && response.body && token === held) return response.body;
    refuse(endpoint, response.status, parsedBody(await textOf(response)), token);
  });
}

/**
 * Asks for a file of the contract, and answers with it under the name that the server gave it.
 * Rejects as `call` does.
 */
export async function callFile<E extends Endpoint & { readonly download: readonly string[] }>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<File> {
  const sending: Sending = { ...options, headers: { accept: '*/*' } };
  return asked(endpoint, sending.signal, async (token) => {
    const response = await send(endpoint, sending, token);
    if (!response.ok || token !== held) {
      refuse(endpoint, response.status, parsedBody(await textOf(response)), token);
    }
    const content = await response.blob().catch(() => {
      throw new CallFailure(offline);
    });
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
    return new File([content], named?.[1] ?? 'list', { type: content.type });
  });
}

async function send(endpoint: Endpoint, sending: Sending, token: string | null) {
  const headers = new Headers({ accept: 'application/json', ...sending.headers });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const request: RequestInit = { method: endpoint.method, headers, cache: 'no-store' };
  if (sending.signal) request.signal = sending.signal;
  if (endpoint.files) {
    request.body = multipartOf(sending.body, sending.files);
  } else if (sending.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(sending.body);
  }
  // What only asks can be asked again: what is sent is waited for.
  const answered = endpoint.method === 'GET' ? undefined : startWaiting();
  try {
    const address = callAddress(endpoint.path, sending.params, sending.query);
    const response = await fetch(address, request);
    if (isGone(response.status)) lostServer();
    else heardServer();
    return response;
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    lostServer();
    throw new CallFailure(offline);
  } finally {
    answered?.();
  }
}

function textOf(response: Response): Promise<string> {
  return response.text().catch(() => {
    throw new CallFailure(offline);
  });
}

function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refuse(endpoint: Endpoint, status: number, body: unknown, token: string | null): never {
  if (token !== null && token !== held) throw new CallFailure(superseded);
  if (status === 401 && token !== null && endpoint.permission !== 'public') sessionEnded();
  throw refusal(status, body);
}

function refusal(status: number, body: unknown): CallFailure {
  const parsed = failureSchema.safeParse(body);
  if (!parsed.success) return new CallFailure(isGone(status) ? offline : unreadable(status));
  const { error, code, fields = {} } = parsed.data;
  return new CallFailure({ message: error, code, status, fields });
}
