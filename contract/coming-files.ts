import { z } from 'zod';
import { answer } from './answers.ts';
import { collisionSchema } from './collisions.ts';
import { endpoint } from './endpoint.ts';
import { requiredText } from './text.ts';

/**
 * Where the files of a collision are sent in parts, by the protocol tus 1.0: each is created and
 * written under the id with which the collision announced it, by the officer who recorded it or by a
 * superior who brings it in.
 */
export const uploadPath = '/api/v1/upload';

const params = z.object({ id: z.string(), file: z.string() });

/** A file that a collision announced; `sent` of its `bytes` have arrived. */
export const comingFileSchema = z.strictObject({
  id: z.string(),
  field: z.string(),
  bytes: z.number().int(),
  sent: z.number().int(),
  state: z.enum(['coming', 'received', 'given up']),
});
export type ComingFile = z.infer<typeof comingFileSchema>;

/**
 * The files that a collision announced, for its officer and for whoever may let in late records in its
 * place; 404 for anybody else.
 */
export const listComingFiles = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id/file',
  permission: 'record a collision',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.array(comingFileSchema)),
});

/**
 * Takes an announced file whose parts have all arrived; once taken, asking again is harmless. 409
 * while parts are missing, and where its hash isn't the one announced: then it must be sent anew.
 */
export const receiveFile = endpoint({
  method: 'PUT',
  path: '/api/v1/collision/:id/file/:file',
  permission: 'record a collision',
  audit: 'collision.file-received',
  params,
  response: answer(collisionSchema),
});

/** An officer says that an announced file will not come, and why; 409 for one that was received. */
export const giveUpFile = endpoint({
  method: 'PUT',
  path: '/api/v1/collision/:id/file/:file/given-up',
  permission: 'record a collision',
  audit: 'collision.file-given-up',
  params,
  body: z.strictObject({ reason: requiredText(500, 'Say why the file will not come.') }),
  response: answer(collisionSchema),
});
