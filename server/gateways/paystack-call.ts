import type { z } from 'zod';
import { askGateway, type GatewayAnswer } from './gateway-call.ts';
import { type PaystackTransaction, saysNotFound, transactionAnswer } from './paystack-answers.ts';

export interface PaystackAddress {
  /** `https://api.paystack.co`, or wherever the same protocol is spoken. */
  readonly url: string;
  readonly secretKey: string;
  /** Longest time, in milliseconds, for one request. */
  readonly timeoutMs: number;
}

interface Call<T> {
  /** Path and query, from the first slash on. */
  readonly path: string;
  /** Present for a POST. */
  readonly body?: unknown;
  readonly answer: z.ZodType<T>;
  /** Ends the request when the time for the whole task is used up. */
  readonly budget?: AbortSignal;
}

/** Sends one request with our key. Never throws for what the network or Paystack does. */
export function callPaystack<T>(
  { url, secretKey, timeoutMs }: PaystackAddress,
  { path, body, answer, budget }: Call<T>,
): Promise<GatewayAnswer<T>> {
  return askGateway(() => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: 'application/json', authorization: `Bearer ${secretKey}` };
    return fetch(url.replace(/\/+$/, '') + path, {
      redirect: 'manual',
      signal: budget ? AbortSignal.any([signal, budget]) : signal,
      ...(body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
    });
  }, answer);
}

type Looked =
  | { readonly outcome: 'transaction'; readonly transaction: PaystackTransaction }
  | { readonly outcome: 'none'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Looks up the transaction of a reference that fits `paystackReference`. */
export async function transactionAt(
  address: PaystackAddress,
  reference: string,
  budget?: AbortSignal,
): Promise<Looked> {
  const said = await callPaystack(address, {
    path: `/transaction/verify/${reference}`,
    answer: transactionAnswer,
    ...(budget && { budget }),
  });
  if (said.outcome === 'answer') {
    const transaction = said.data.data;
    return transaction.reference === reference
      ? { outcome: 'transaction', transaction }
      : {
          outcome: 'unknown',
          reason: 'The payment gateway’s answer is about a different transaction.',
        };
  }
  const isAbsent = said.outcome === 'rejected' ? saysNotFound(said.said) : said.absent === true;
  return isAbsent
    ? { outcome: 'none', reason: 'The payment gateway has no transaction with this reference.' }
    : { outcome: 'unknown', reason: said.reason };
}
