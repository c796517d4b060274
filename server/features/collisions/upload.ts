import { Server } from '@tus/server';
import type { FastifyInstance } from 'fastify';
import { uploadPath } from '#contract/coming-files.ts';
import { may } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { idOfPart, partKey } from '#server/gateways/file-parts.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import type { Authenticate } from '#server/http/serve.ts';
import { log } from '#server/process/log.ts';

const contentType = 'application/offset+octet-stream';

/**
 * Takes announced files in parts, by the protocol tus 1.0 (`contract/coming-files.ts`). The officer
 * who recorded the collision may send them: 401, then 404. A part that is cut off keeps the bytes
 * that arrived. The record compares the whole with the announcement when it receives it, so two
 * parts that cross do no harm.
 */
export function takeParts(
  server: FastifyInstance,
  { db, parts }: Pick<Deps, 'db' | 'parts'>,
  authenticate: Authenticate,
): void {
  const tus = new Server({
    path: uploadPath,
    datastore: parts.store,
    relativeLocation: true,
    allowedOrigins: [],
    namingFunction: (_request, metadata) => partKey(metadata?.['id'] ?? ''),
    getFileIdFromRequest: (_request, last) =>
      last === undefined || last === '' ? undefined : partKey(last),
    generateUrl: (_request, { path, id }) => `${path}/${idOfPart(id)}`,
    onIncomingRequest: async (request, key) => {
      const caller = await authenticate(request.headers.get('authorization') ?? undefined, true);
      if (caller instanceof Refusal) throw refused(caller);
      if (!may(caller.role, 'record a collision') || caller.lacksFactor) throw refused(noUpload);
      const announced = await announcedFile(db, idOfPart(key));
      if (announced?.officer !== caller.userId) throw refused(noUpload);
    },
    onUploadCreate: async (_request, { id: key, size }) => {
      const id = idOfPart(key);
      const announced = await announcedFile(db, id);
      if (!announced) throw refused(noUpload);
      if (announced.bytes !== size) throw refused(otherSize(announced.bytes));
      // Made anew, it would lose what has arrived.
      if ((await parts.sentOf(id)) > 0) throw refused(begunAlready);
      return {};
    },
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined;
      log.error({ err: error }, 'a part of a file could not be kept');
      return asAnswer(failed);
    },
  });

  void server.register((scope, _options, done) => {
    // The protocol reads the body itself, as it comes.
    scope.addContentTypeParser(contentType, (_request, _payload, parsed) => {
      parsed(null);
    });
    for (const url of [uploadPath, `${uploadPath}/:id`])
      scope.route({
        method: url === uploadPath ? 'POST' : ['HEAD', 'PATCH'],
        url,
        exposeHeadRoute: false,
        compress: false,
        handler: async (request, reply) => {
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          await tus.handle(request.raw, reply.raw);
        },
      });
    done();
  });
}

/** A file that was announced and is still to come: by whom, and how large it is. */
const announcedFile = (db: Deps['db'], id: string) =>
  db
    .selectFrom('coming_files')
    .innerJoin('collisions', 'collisions.id', 'coming_files.collision_id')
    .select(['coming_files.bytes', 'collisions.created_by as officer'])
    .where('coming_files.id', '=', id)
    .where('coming_files.file_id', 'is', null)
    .where('coming_files.given_up_at', 'is', null)
    .executeTakeFirst();

const noUpload = notFound('file');

const otherSize = (bytes: number) =>
  new Refusal(
    400,
    'invalid',
    `This file was announced as ${bytes} bytes long. Send a file of that size.`,
  );

const begunAlready = new Refusal(
  409,
  'begun_already',
  'Part of this file has already arrived. Continue from there.',
);

const failed = new Refusal(
  503,
  'unavailable',
  'Hanya could not save this part of the file. Send it again in a moment.',
);

/** A refusal as the protocol sends it: the same words as every other call. */
const asAnswer = ({ status, code, error }: Refusal) => ({
  status_code: status,
  body: JSON.stringify({ success: false, error, code }),
});

const refused = (refusal: Refusal) => Object.assign(new Error(refusal.error), asAnswer(refusal));
