import { vi } from 'vitest';
import type { z } from 'zod';
import type { Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cursorHeader } from '#contract/live-cursor.ts';
import type { LiveEvent } from '#contract/live.ts';
import { formReader } from '#server/http/form-fields.ts';
import { uploadBy } from './fake-upload.ts';

/** A call as the server would read it: checked by the contract's own schemas. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The query as it stood in the address of the call. */
  readonly sent: Readonly<Record<string, string>>;
  readonly body: E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
  /** The files of a multipart body, under the names of their fields. */
  readonly files: readonly { readonly name: string; readonly file: File }[];
  readonly token: string | null;
}

interface Refused {
  readonly status: number;
  readonly error: string;
  readonly code?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly requestId?: string;
}

type Answering<E extends Endpoint> = (
  call: Call<E>,
) => ResponseOf<E> | Refused | Promise<ResponseOf<E> | Refused>;

/**
 * A server that answers by the contract and nothing else: a call that the contract does not know or
 * whose parts don't fit its schemas fails the test, and so does an answer that doesn't fit.
 */
export interface FakeServer {
  readonly answer: <E extends Endpoint>(endpoint: E, by: Answering<E>) => void;
  /** The calls of an endpoint so far. */
  readonly calls: <E extends Endpoint>(endpoint: E) => readonly Call<E>[];
  /** Says something on the live streams that are open. */
  readonly tell: (event: LiveEvent) => void;
}

interface Heard {
  readonly endpoint: Endpoint;
  readonly call: Call<Endpoint>;
}

const origin = 'http://hanya.test';

export function startFakeServer(): FakeServer {
  const answers = new Map<Endpoint, Answering<Endpoint>>();
  const heard: Heard[] = [];
  const streams: ReadableStreamDefaultController[] = [];
  /** The number of the last thing that was said on them; each begins with the first. */
  let told = 1;

  async function respond(address: string, request: RequestInit): Promise<Response> {
    const url = new URL(address, origin);
    if (url.origin !== origin) throw new Error(`${address} is not on the host of the page.`);
    const { endpoint, params } = endpointOf(request.method ?? 'GET', url.pathname);
    const token = new Headers(request.headers).get('authorization');
    const call = readCall(endpoint, { url, params, body: request.body, token });
    heard.push({ endpoint, call });
    // As on a line: a test may say its answers right after it has opened the screen.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (endpoint.stream) return new Response(openStream(streams), { status: 200 });
    const wantsCursor = new Headers(request.headers).has(cursorHeader);
    const cursor = wantsCursor ? { [cursorHeader]: eventId(told) } : {};
    const by = answers.get(endpoint);
    if (!by) {
      const error = `No answer for ${endpoint.path}.`;
      return json(503, { success: false, error, code: 'silent' }, cursor);
    }
    const answer = await by(call);
    if (isRefused(answer)) {
      const { status, ...rest } = answer;
      return json(status, { success: false, code: 'refused', ...rest }, cursor);
    }
    return json(200, endpoint.response.parse(answer), cursor);
  }

  vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    if (request.signal?.aborted) return Promise.reject(request.signal.reason as Error);
    request.signal?.addEventListener('abort', () => reject(request.signal?.reason as Error));
    respond(address, request).then(resolve, reject);
    return promise;
  });
  vi.stubGlobal('XMLHttpRequest', uploadBy(respond));

  return {
    answer: (endpoint, by) => void answers.set(endpoint, by),
    calls: <E extends Endpoint>(endpoint: E) =>
      heard.filter((one) => one.endpoint === endpoint).map(({ call }) => call as Call<E>),
    tell(event) {
      told += 1;
      for (const stream of streams) stream.enqueue(saying(told, JSON.stringify(event)));
    },
  };
}

/** A live stream that says where it begins, and then what is told. */
const openStream = (streams: ReadableStreamDefaultController[]) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(saying(1));
      streams.push(controller);
    },
  });

const eventId = (number: number) => `fake-1-${number}`;

const saying = (number: number, data?: string) =>
  new TextEncoder().encode(
    `id: ${eventId(number)}\n${data === undefined ? '' : `data: ${data}\n`}\n`,
  );

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const isRefused = (said: unknown): said is Refused =>
  typeof said === 'object' && said !== null && 'status' in said && 'error' in said;

function endpointOf(method: string, path: string) {
  // A fixed segment goes before a parameter, as in the router of the server.
  const fixedFirst = Object.values<Endpoint>(endpoints).toSorted(
    (one, other) => one.path.split(':').length - other.path.split(':').length,
  );
  for (const endpoint of fixedFirst) {
    const pattern = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    const found = endpoint.method === method && new RegExp(`^${pattern}$`).exec(path);
    if (found) return { endpoint, params: { ...found.groups } };
  }
  throw new Error(`The contract has no ${method} ${path}.`);
}

interface Sent {
  readonly url: URL;
  readonly params: Record<string, string>;
  readonly body: BodyInit | null | undefined;
  readonly token: string | null;
}

function readCall(endpoint: Endpoint, { url, params, body, token }: Sent): Call<Endpoint> {
  const query = Object.fromEntries(url.searchParams);
  return {
    params: endpoint.params?.parse(params),
    query: endpoint.query?.parse(query),
    sent: query,
    body: endpoint.body?.parse(readBody(endpoint, body)),
    files: filesIn(body),
    token,
  } as Call<Endpoint>;
}

function readBody(endpoint: Endpoint, body: Sent['body']): unknown {
  if (!(body instanceof FormData)) return typeof body === 'string' ? JSON.parse(body) : undefined;
  const texts = [...body].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return formReader(endpoint.body)(new Map(texts));
}

const filesIn = (body: Sent['body']) =>
  body instanceof FormData
    ? [...body].flatMap(([name, file]) => (file instanceof File ? [{ name, file }] : []))
    : [];
