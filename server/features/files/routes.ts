import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { refuse } from '#server/http/errors.ts';
import { sendRanged } from '#server/http/ranged.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { dispositionOf } from './rules.ts';

const badAddress = new Refusal(
  403,
  'bad_address',
  'The link to this file has expired. Open the record again.',
);

interface FileRoute {
  Params: { id: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

/**
 * Serves stored files to anybody with a signed address. No session is asked for, because browsers
 * send none for pictures. 403 for a wrong or expired signature, then 404, then 416.
 */
export function fileRoutes(
  server: FastifyInstance,
  { db, store, fileAddresses }: Pick<Deps, 'db' | 'store' | 'fileAddresses'>,
): void {
  server.get<FileRoute>('/files/:id', { compress: false }, async (request, reply) => {
    const { id } = request.params;
    const { expires, signature } = request.query;
    if (typeof expires !== 'string' || typeof signature !== 'string')
      return refuse(reply, badAddress);
    if (!fileAddresses.holds(id, expires, signature)) return refuse(reply, badAddress);
    const file = await db
      .selectFrom('files')
      .select(['kind', 'content_type', 'bytes', 'sha256'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!file) return refuse(reply, notFound('file'));

    const left = Math.max(0, Number(expires) - Math.ceil(Date.now() / 1_000));
    reply.headers({
      'cache-control': `private, max-age=${left}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    return sendRanged(request, reply, {
      etag: `"${file.sha256}"`,
      bytes: file.bytes,
      headers: {
        'content-type': file.content_type,
        'content-disposition': dispositionOf(id, file.kind, file.content_type),
      },
      open: async (range) => {
        const stream = await store.open(id, range);
        if (!stream) throw new Error(`The store has lost the file ${id}.`);
        return stream;
      },
    });
  });
}
