import type { z } from 'zod';
import { isBadCertificate } from '#server/process/certificates.ts';
import { readBoundedText } from './bounded-body.ts';

/** The result of one request to a gateway. `reason` is one sentence without secrets. */
export type GatewayAnswer<T> =
  | { readonly outcome: 'answer'; readonly data: T }
  /** The gateway understood the request and said no; `said` is its answer, read as JSON. */
  | { readonly outcome: 'rejected'; readonly reason: string; readonly said: unknown }
  /**
   * `maybeDone`: the request may have taken effect all the same. `absent`: the gateway has no such
   * thing.
   */
  | {
      readonly outcome: 'unknown';
      readonly reason: string;
      readonly maybeDone: boolean;
      readonly absent?: boolean;
    };

const answerLimit = 2 * 1024 * 1024;
/** Codes of a connection that never came about. */
export const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Sends by `send` and reads the answer, at most 2 MiB of it. Never throws for what the network or the gateway does. */
export async function askGateway<T>(
  send: () => Promise<Response>,
  answer: z.ZodType<T>,
): Promise<GatewayAnswer<T>> {
  try {
    return await read(await send(), answer);
  } catch (error) {
    return unreachable(error);
  }
}

async function read<T>(response: Response, schema: z.ZodType<T>): Promise<GatewayAnswer<T>> {
  const said = parseJson(await readBoundedText(response, answerLimit));
  const { status } = response;
  if (status === 400 || status === 422) {
    const reason = `The payment gateway refused the request (${status}).`;
    return { outcome: 'rejected', reason, said };
  }
  if (status === 401 || status === 403) {
    return unknown('The payment gateway does not accept Hanya’s key.', false);
  }
  if (status < 200 || status > 299) {
    // A proxy also answers with 408 or 503 once it has passed the request on.
    const maybeDone = status < 400 || status >= 500 || status === 408;
    const reason = `The payment gateway answered with an error (${status}).`;
    return { ...unknown(reason, maybeDone), absent: status === 404 };
  }
  const parsed = schema.safeParse(said);
  return parsed.success
    ? { outcome: 'answer', data: parsed.data }
    : unknown("Hanya cannot understand the payment gateway's answer.", true);
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
  const code = causeCode(error);
  if (isBadCertificate(code))
    return unknown(`The payment gateway's certificate is not valid (${code}).`, false);
  return unknown('The payment gateway cannot be reached.', mayHaveArrived(error));
}

/** False where an error of `fetch` says that nothing was sent. */
export const mayHaveArrived = (error: unknown): boolean => {
  const code = causeCode(error);
  return !isBadCertificate(code) && !neverConnected.has(code);
};

function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : '';
}

function unknown(reason: string, maybeDone: boolean) {
  return { outcome: 'unknown', reason, maybeDone } as const;
}
