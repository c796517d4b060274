import type { RateLimitOptions } from '@fastify/rate-limit';

/** How often in a minute one address may call, counted apart for each `of` in the body. */
export interface Attempts {
  readonly perMinute: number;
  readonly of?: 'email';
}

/** The limit of an endpoint as Fastify takes it; an address in the body counts without its capitals. */
export function limitOf({ perMinute, of }: Attempts): RateLimitOptions {
  return {
    max: perMinute,
    timeWindow: 60_000,
    hook: 'preHandler',
    keyGenerator: ({ ip, body }) =>
      of !== undefined && typeof body === 'object' && body !== null && of in body
        ? `${ip} ${String(body[of as keyof typeof body])
            .trim()
            .toLowerCase()}`
        : ip,
  };
}
