import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';

/** The address of the figures of a closed report, which its paper prints. */
export const figuresAddress = (publicUrl: string, sha256: string): string =>
  `${publicUrl}/closed/${sha256}`;

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/**
 * Hands out the kept figures of a closed report, to the byte, to whoever names their SHA-256: it
 * stands on the paper, and nobody guesses it. Whoever doubts the paper computes it again.
 */
export function publicFiguresRoute(
  server: FastifyInstance,
  { db, config }: Pick<Deps, 'db' | 'config'>,
): void {
  server.get<{ Params: { sha256: string } }>(
    '/closed/:sha256',
    { config: { rateLimit: { max: 60, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { sha256 } = request.params;
      const kept = await db
        .selectFrom('report_closings')
        .innerJoin('proposals', 'proposals.id', 'report_closings.id')
        .select(['data', 'number'])
        .where('sha256', '=', sha256.toLowerCase())
        .where('outcome', '=', 'confirmed')
        .$if(!config.demo, (those) => those.where('proposals.demo', '=', false))
        .executeTakeFirst();
      if (!kept)
        return reply
          .status(404)
          .headers({ ...headers, 'content-type': 'text/plain; charset=utf-8' })
          .send('No closed report has figures with this SHA-256. Check every character.\n');
      const name = `attachment; filename="${kept.number}.json"`;
      return reply.headers({ ...headers, 'content-disposition': name }).send(kept.data);
    },
  );
}
