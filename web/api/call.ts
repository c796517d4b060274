import { z } from 'zod';
import { failureSchema } from '#contract/answers.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { factorNeeded, proofNeeded } from '#contract/proof.ts';
import { unattendedHeader } from '#contract/unattended.ts';
import { isAttended } from '#web/device/last-act.ts';
import { callAddress } from './call-address.ts';
import { CallFailure, type FailedCall, offline, superseded, unreadable } from './call-failure.ts';
import type { CallArguments, CallOptions, Parse } from './call-options.ts';
import { isGatewayFailure, noteServerAnswered, noteServerUnreachable } from './connection.ts';
import { noteFactorNeeded } from './factor-needed.ts';
import { beginRead } from './first-reads.ts';
import { multipartOf, type SentFile } from './multipart.ts';
import {
  currentLogPosition,
  forgetLogPosition,
  noteLogPosition,
  logPositionHeader,
} from './position.ts';
import { noteUnderWay } from './unsent.ts';

interface Sending {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  files?: readonly SentFile[];
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  kept?: boolean;
  parse?: Parse;
}

let currentToken: string | null = null;
let sessionEnded: () => void = () => undefined;
let heardDate: (date: string) => void = () => undefined;
let askProof: () => Promise<boolean> = () => Promise.resolve(false);
let callEnded: (failure: FailedCall | null, endpoint: Endpoint) => void = () => undefined;

/** The token that every call carries from now on; null for none. */
export function setToken(token: string | null): void {
  currentToken = token;
  noteFactorNeeded(false);
  if (token === null) forgetLogPosition();
}

/** Sets the listener for the end of the session, which the server no longer knows. */
export function onSessionEnded(listener: () => void): void {
  sessionEnded = listener;
}

/** Sets the listener for the `date` of the server's answers to this session. */
export function onServerDate(listener: (date: string) => void): void {
  heardDate = listener;
}

/** Sets who asks the person to prove who they are; resolves to whether they did. */
export function onProofNeeded(ask: () => Promise<boolean>): void {
  askProof = ask;
}

/** Sets the listener for the end of each call; null is a success. */
export function onCallEnded(listener: typeof callEnded): void {
  callEnded = listener;
}

/**
 * Makes a call, and once more if the server asks for a new proof of identity and the person gives it.
 * The listener hears the end, except of aborted calls, of ended sessions and of failures that the
 * endpoint ignores.
 */
export async function withProof<Answer>(
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
  send: (token: string | null) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await send(currentToken).catch(async (error: unknown) => {
      const isAsked = error instanceof CallFailure && error.code === proofNeeded;
      if (isAsked && (await askProof())) return send(currentToken);
      throw error;
    });
    if (signal?.aborted !== true) callEnded(null, endpoint);
    return answer;
  } catch (error) {
    const isReported = error instanceof CallFailure && error.code !== superseded.code;
    if (isReported && endpoint.failure !== 'ignored' && signal?.aborted !== true)
      callEnded(error.toFailedCall(), endpoint);
    throw error;
  }
}

/**
 * Makes one call of the contract, without a time-out, and resolves to the parsed body. Rejects with
 * a `CallFailure`; an aborted call rejects with the signal's reason.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<ResponseOf<E>> {
  const sending: Sending = options ?? {};
  if (endpoint.method !== 'GET' || endpoint.permission === 'public')
    return sendAndParse(endpoint, sending);
  // Until the live stream opens, each read asks after which event the stream must begin.
  const first = beginRead();
  if (!first) return sendAndParse(endpoint, sending);
  const headers = { ...sending.headers, ...first.headers };
  return sendAndParse(endpoint, { ...sending, headers }, first.answered).finally(first.end);
}

type WithData = Endpoint & { readonly response: z.ZodType<{ data: unknown }> };

/** As `call`, and resolves to the `data` of the answer alone. */
export async function dataOf<E extends WithData>(
  endpoint: E,
  ...options: CallArguments<E>
): Promise<ResponseOf<E>['data']> {
  const answer: ResponseOf<E> = await call(endpoint, ...options);
  return answer.data;
}

function sendAndParse<E extends Endpoint>(
  endpoint: E,
  sending: Sending,
  onHeaders?: (headers: Headers) => void,
): Promise<ResponseOf<E>> {
  return withProof(endpoint, sending.signal, async (token) => {
    const response = await send(endpoint, sending, token);
    onHeaders?.(response.headers);
    const body = successBody(endpoint, response.status, await textOf(response), token);
    const schema: E['response'] = endpoint.response;
    const parsed = await (sending.parse?.(schema, body) ?? z.safeParse(schema, body));
    sending.signal?.throwIfAborted();
    if (isOutdated(token)) throw new CallFailure(superseded);
    return parsedOrThrow(endpoint, response.status, parsed);
  });
}

/**
 * The parsed body of an answer; throws a `CallFailure` for any other. `token` is the one that the
 * call was sent with.
 */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  status: number,
  text: string,
  token: string | null,
): ResponseOf<E> {
  const body = successBody(endpoint, status, text, token);
  const schema: E['response'] = endpoint.response;
  return parsedOrThrow(endpoint, status, z.safeParse(schema, body));
}

const isOutdated = (token: string | null): boolean => token !== null && token !== currentToken;

/** Throws for a failure, and for an answer to a call of another session. */
function successBody(
  endpoint: Endpoint,
  status: number,
  text: string,
  token: string | null,
): unknown {
  const body = parsedBody(text);
  if (status < 200 || status > 299 || isOutdated(token))
    throwFailure(endpoint, status, body, token);
  return body;
}

function parsedOrThrow<Answer>(
  endpoint: Endpoint,
  status: number,
  parsed: z.ZodSafeParseResult<Answer>,
): Answer {
  if (!parsed.success) {
    console.error(`${endpoint.method} ${endpoint.path}`, parsed.error.issues);
    throw new CallFailure(unreadable(status));
  }
  return parsed.data;
}

/**
 * Opens a stream of the contract, from after `lastEventId` if that is given, and resolves to its
 * bytes. Rejects as `call` does.
 */
export async function openStream(
  endpoint: Endpoint & { readonly stream: true },
  { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId !== null && { 'last-event-id': lastEventId }),
  };
  return withProof(endpoint, signal, async (token) => {
    const response = await send(endpoint, { headers, signal }, token);
    if (response.ok && response.body && token === currentToken) return response.body;
    throwFailure(endpoint, response.status, parsedBody(await textOf(response)), token);
  });
}

/**
 * Downloads a file of the contract, under the name that the server gives it. Rejects as `call`
 * does.
 */
export async function callFile<E extends Endpoint & { readonly download: readonly string[] }>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<File> {
  const sending: Sending = { ...options, headers: { accept: '*/*' } };
  return withProof(endpoint, sending.signal, async (token) => {
    const response = await send(endpoint, sending, token);
    if (!response.ok || token !== currentToken) {
      throwFailure(endpoint, response.status, parsedBody(await textOf(response)), token);
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
  // The server doesn't prolong a session for a call made while nobody touches the device.
  if (!isAttended()) headers.set(unattendedHeader, 'yes');
  // A read waits until its database has all that this browser was told.
  const position = currentLogPosition();
  if (position !== null && endpoint.method === 'GET') headers.set(logPositionHeader, position);
  const request: RequestInit = { method: endpoint.method, headers, cache: 'no-store' };
  if (sending.signal) request.signal = sending.signal;
  if (endpoint.files) {
    request.body = multipartOf(sending.body, sending.files);
  } else if (sending.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(sending.body);
  }
  // Only a change is noted: a read can simply be made again.
  const noteOver = endpoint.method === 'GET' ? undefined : noteUnderWay(sending.kept);
  try {
    const address = callAddress(endpoint.path, sending.params, sending.query);
    const response = await fetch(address, request);
    noteLogPosition(response.headers.get(logPositionHeader));
    const type = response.headers.get('content-type');
    if (isGatewayFailure(response.status, type)) noteServerUnreachable();
    else {
      noteServerAnswered();
      if (token !== null && !isOutdated(token)) heardDate(response.headers.get('date') ?? '');
    }
    return response;
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    noteServerUnreachable();
    throw new CallFailure(offline);
  } finally {
    noteOver?.();
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

function throwFailure(
  endpoint: Endpoint,
  status: number,
  body: unknown,
  token: string | null,
): never {
  if (isOutdated(token)) throw new CallFailure(superseded);
  if (status === 401 && token !== null && endpoint.permission !== 'public') sessionEnded();
  const failure = failureOf(status, body);
  if (failure.code === factorNeeded) noteFactorNeeded(true);
  throw failure;
}

/** What stands between this server and the browser may answer with a sentence alone. */
const anyFailure = failureSchema.partial({ success: true, code: true });

function failureOf(status: number, body: unknown): CallFailure {
  const parsed = anyFailure.safeParse(body);
  if (!parsed.success)
    return new CallFailure(isGatewayFailure(status) ? offline : unreadable(status));
  const {
    error,
    code = isGatewayFailure(status) ? offline.code : 'unknown',
    fields = {},
  } = parsed.data;
  return new CallFailure({ message: error, code, status, fields });
}
