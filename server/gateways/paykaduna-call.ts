import type { z } from 'zod';
import { askGateway, type GatewayAnswer } from './gateway-call.ts';
import { signatureHeader, signPayKaduna } from './paykaduna-signature.ts';

interface PayKadunaAddress {
  readonly url: string;
  readonly apiKey: string;
  /** The operator's announced next key, while both keys may be in use. */
  readonly nextApiKey?: string | undefined;
  readonly timeoutMs: number;
}

interface Call<T> {
  /** Path and query, from `/api/` on. */
  readonly path: string;
  /** Present for a POST. */
  readonly body?: unknown;
  readonly answer: z.ZodType<T>;
}

/** Sends one signed request, once more with the next key where the first is no longer accepted. */
export function callPayKaduna<T>(
  address: PayKadunaAddress,
  call: Call<T>,
): Promise<GatewayAnswer<T>> {
  return askGateway(async () => {
    const response = await send(address, call, address.apiKey);
    if (response.status !== 401 || address.nextApiKey === undefined) return response;
    await response.body?.cancel();
    return send(address, call, address.nextApiKey);
  }, call.answer);
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
