import type { RateLimitOptions } from '@fastify/rate-limit';

/**
 * Calls a minute from one IP address, counted separately for each value of the body's field `of`.
 */
export interface Attempts {
  readonly perMinute: number;
  readonly of?: 'email';
}

/** The rate limit of an endpoint for Fastify; an email address counts the same in any capitals. */
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
