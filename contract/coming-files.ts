import { z } from 'zod';
import { act } from './act.ts';
import { answer } from './answers.ts';
import { collisionSchema } from './collisions.ts';
import { endpoint } from './endpoint.ts';
import { announcedFileSchema } from './new-collisions.ts';
import { requiredText } from './text.ts';

/**
 * The files of a collision are sent here in parts, by the protocol tus 1.0. Each has the id with
 * which the collision announced it. Its officer writes it, or a superior who brings the record in.
 */
export const uploadPath = '/api/v1/upload';

const params = z.object({ id: z.string(), file: z.string() });

/**
 * A file that a collision announced; `sent` of its `bytes` have arrived. An `unreadable` one came
 * whole, and no picture or video could be made of it: its officer replaces it.
 */
export const comingFileSchema = z.strictObject({
  id: z.string(),
  field: z.string(),
  bytes: z.number().int(),
  sent: z.number().int(),
  state: z.enum(['coming', 'unreadable', 'received', 'given up']),
});
export type ComingFile = z.infer<typeof comingFileSchema>;

/** The files that a collision announced, for its officer. 404 for anybody else. */
export const listComingFiles = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id/file',
  permission: 'record a collision',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.array(comingFileSchema)),
});

/**
 * Takes an announced file whose parts have all arrived; asking again is harmless. 409 while parts
 * are missing, and for another hash than announced: then the file is sent anew. 400 for a file that
 * can't be read, which the collision says from then on.
 */
export const receiveFile = endpoint({
  method: 'PUT',
  path: '/api/v1/collision/:id/file/:file',
  permission: 'record a collision',
  audit: 'collision.file-received',
  params,
  response: answer(collisionSchema),
});

/**
 * Announces another file in the place of one that is still to come or can't be read. Sent again it
 * is harmless. 409 for a file that was received.
 */
export const replaceFile = act({
  method: 'PUT',
  path: '/api/v1/collision/:id/file/:file/replaced',
  permission: 'record a collision',
  of: 'collision',
  audit: 'collision.file-replaced',
  final: true,
  params,
  body: announcedFileSchema.omit({ field: true }),
  response: answer(collisionSchema),
});

/**
 * An officer says that an announced file will not come, and why. 409 for a file that was received,
 * and for the last picture or video of the scene.
 */
export const giveUpFile = act({
  method: 'PUT',
  path: '/api/v1/collision/:id/file/:file/given-up',
  permission: 'record a collision',
  of: 'collision',
  audit: 'collision.file-given-up',
  final: true,
  params,
  body: z.strictObject({ reason: requiredText(500, 'Enter a reason.') }),
  response: answer(collisionSchema),
});
