import { type Failure, failureSchema } from '#contract/answers.ts';
import { guestToken } from '#contract/auth.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { login, type SignedIn } from '#contract/sign-in.ts';
import { testPassword } from './factories.ts';

export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with the body as a form, in this order, before its fields. */
  readonly files?: readonly SentFile[];
}

export interface SentFile {
  readonly field: string;
  readonly content: Uint8Array<ArrayBuffer> | string;
  readonly name?: string;
  readonly type?: string;
}

/** A form as the product's own screens send it: text as it stands, everything else as JSON. */
export function formOf(body: unknown, files: readonly SentFile[]): FormData {
  const form = new FormData();
  for (const { field, content, name = 'file', type = 'application/octet-stream' } of files)
    form.append(field, new Blob([content], { type }), name);
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== undefined)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}

export type Answer<E extends Endpoint> =
  | { readonly ok: true; readonly status: number; readonly body: ResponseOf<E> }
  | { readonly ok: false; readonly status: number; readonly body: Failure };

/** Calls the running product over HTTP; every answer is read with the contract's own schema. */
export interface Client {
  call<E extends Endpoint>(endpoint: E, request?: Request): Promise<Answer<E>>;
  /** The same for a call that must succeed. */
  ok<E extends Endpoint>(endpoint: E, request?: Request): Promise<ResponseOf<E>>;
}

export function createClient(url: string, token: string | null = null): Client {
  async function call<E extends Endpoint>(
    endpoint: E,
    { params = {}, query = {}, body, headers, files = [] }: Request = {},
  ): Promise<Answer<E>> {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    const json = body === undefined ? undefined : JSON.stringify(body);
    const sent = endpoint.files ? formOf(body, files) : json;
    const response = await fetch(`${url}${path}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const isFile = response.ok && endpoint.download !== undefined;
    const answer: unknown = await (isFile ? response.text() : response.json());
    return response.ok
      ? {
          ok: true,
          status: response.status,
          body: endpoint.response.parse(answer) as ResponseOf<E>,
        }
      : { ok: false, status: response.status, body: failureSchema.parse(answer) };
  }
  return {
    call,
    async ok(endpoint, request) {
      const answer = await call(endpoint, request);
      if (!answer.ok) throw new Error(`${answer.status}: ${answer.body.error}`);
      return answer.body;
    },
  };
}

/** A session: its token as the server signed it, and a client that sends it. */
export interface Session {
  readonly token: string;
  readonly client: Client;
}

export async function openSession(
  url: string,
  email: string,
  password = testPassword,
): Promise<Session> {
  const answer = await createClient(url).ok(login, { body: { email, password } });
  const { token } = withoutStep(answer);
  return { token, client: createClient(url, token) };
}

/** The answer to a password where no second factor is asked for. */
export function withoutStep(answer: ResponseOf<typeof login>): SignedIn {
  if ('step' in answer) throw new Error('A second factor is asked for.');
  return answer;
}

/** A client with the session of an account. */
export async function signedIn(
  url: string,
  email: string,
  password = testPassword,
): Promise<Client> {
  return (await openSession(url, email, password)).client;
}

export const asGuest = (url: string): Client => createClient(url, guestToken);

/** The status of a refused request and what it was told; the shape is read strictly. */
export async function refusalOf(asked: Promise<Response>): Promise<Failure & { status: number }> {
  const response = await asked;
  return { status: response.status, ...failureSchema.strict().parse(await response.json()) };
}
