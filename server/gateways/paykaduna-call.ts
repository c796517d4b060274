import type { z } from 'zod';

import { readBoundedText } from './bounded-body.ts';
import { signatureHeader, signPayKaduna } from './paykaduna-signature.ts';

interface PayKadunaAddress {
  readonly url: string;
  readonly apiKey: string;
  /** The key that the operator has announced, while both may be in use. */
  readonly nextApiKey?: string | undefined;
  readonly timeoutMs: number;
}

type PayKadunaAnswer<T> =
  | { readonly outcome: 'answer'; readonly data: T }
  /** The gateway understood the request and said no. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  /** `maybeDone`: the request may have taken effect all the same. `absent`: there is no such thing. */
  | {
      readonly outcome: 'unknown';
      readonly reason: string;
      readonly maybeDone: boolean;
      readonly absent?: boolean;
    };

interface Call<T> {
  /** Path and query, from `/api/` on. */
  readonly path: string;
  /** Present for a POST. */
  readonly body?: unknown;
  readonly answer: z.ZodType<T>;
}

const answerLimit = 2 * 1024 * 1024;
const notDone = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Sends one signed request. Never throws for what the network or the gateway does. */
export async function callPayKaduna<T>(
  address: PayKadunaAddress,
  call: Call<T>,
): Promise<PayKadunaAnswer<T>> {
  try {
    let response = await send(address, call, address.apiKey);
    if (response.status === 401 && address.nextApiKey !== undefined) {
      await response.body?.cancel();
      response = await send(address, call, address.nextApiKey);
    }
    return await read(response, call.answer);
  } catch (error) {
    return unreachable(error);
  }
}

function send(address: PayKadunaAddress, call: Call<unknown>, key: string): Promise<Response> {
  const base = address.url.replace(/\/+$/, '');
  const signal = AbortSignal.timeout(address.timeoutMs);
  const common = { redirect: 'manual', signal } as const;
  const headers = { accept: 'application/json' };
  if (call.body === undefined) {
    const signature = signPayKaduna(key, call.path);
    return fetch(base + call.path, {
      ...common,
      headers: { ...headers, [signatureHeader]: signature },
    });
  }
  const bytes = Buffer.from(JSON.stringify(call.body));
  const signature = signPayKaduna(key, bytes);
  return fetch(base + call.path, {
    ...common,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', [signatureHeader]: signature },
    body: bytes,
  });
}

async function read<T>(response: Response, schema: z.ZodType<T>): Promise<PayKadunaAnswer<T>> {
  const text = await readBoundedText(response, answerLimit);
  const { status } = response;
  if (status === 400 || status === 422) {
    return {
      outcome: 'rejected',
      reason: `The payment gateway refused the request (${status}).`,
    };
  }
  if (status === 401 || status === 403) {
    return unknown('The payment gateway does not accept our key.', false);
  }
  if (status < 200 || status > 299) {
    // 503 comes from whoever stands before a gateway that took nothing.
    const maybeDone = status < 400 || (status >= 500 && status !== 503);
    const reason = `The payment gateway answered with an error (${status}).`;
    return { ...unknown(reason, maybeDone), absent: status === 404 };
  }
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success
    ? { outcome: 'answer', data: parsed.data }
    : unknown("The payment gateway's answer can't be understood.", true);
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreachable(error: unknown) {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return unknown('The payment gateway did not answer in time.', true);
  }
  return unknown("The payment gateway can't be reached.", !notDone.has(causeCode(error)));
}

function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : '';
}

function unknown(reason: string, maybeDone: boolean) {
  return { outcome: 'unknown', reason, maybeDone } as const;
}
