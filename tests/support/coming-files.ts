import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Upload } from '@tus/utils';
import { ulid } from 'ulid';
import { type Collision } from '#contract/collisions.ts';
import { uploadPath } from '#contract/coming-files.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { openFileParts, partKey } from '#server/gateways/file-parts.ts';
import type { Client } from './client.ts';
import { aCollision } from './collisions.ts';

/** A file that a device has, and what it announces of it. */
export interface Kept {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly announced: {
    readonly id: string;
    readonly field: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly type: string;
  };
}

export const kept = (
  content: Uint8Array<ArrayBuffer>,
  field = 'img',
  type = field === 'vid' ? 'video/mp4' : 'image/jpeg',
): Kept => ({
  content,
  announced: {
    id: ulid(),
    field,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    type,
  },
});

/** A new collision that announces these files and carries none. */
export async function announcedBy(
  client: Client,
  files: readonly Kept[],
  changes: Parameters<typeof aCollision>[0] = {},
): Promise<Collision> {
  const coming = files.map(({ announced }) => announced);
  const body = aCollision({ ...changes, coming });
  return (await client.ok(createCollision, { body })).data;
}

interface Sender {
  readonly url: string;
  readonly token: string;
}

/** A call of the protocol by which parts are sent, as its client words it. */
export const partCall = (
  { url, token }: Sender,
  method: 'POST' | 'HEAD' | 'PATCH',
  id: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
): Promise<Response> =>
  fetch(`${url}${uploadPath}${method === 'POST' ? '' : `/${id}`}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
    ...(body && { body }),
  });

/** Begins to send a file: none of its bytes have arrived. */
export const beginFile = (sender: Sender, { announced: { id, bytes } }: Kept): Promise<Response> =>
  partCall(sender, 'POST', id, {
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': `id ${Buffer.from(id).toString('base64')}`,
    },
  });

/** Sends the bytes from one place to another. */
export const sendPart = (
  sender: Sender,
  { content, announced: { id } }: Kept,
  from = 0,
  to = content.length,
): Promise<Response> =>
  partCall(sender, 'PATCH', id, {
    headers: { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
    body: content.slice(from, to),
  });

/** Sends a whole file. */
export async function sendFile(sender: Sender, file: Kept): Promise<void> {
  for (const response of [await beginFile(sender, file), await sendPart(sender, file)])
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

/** Lays a whole file where its parts would have arrived. */
export async function putPart(
  { dataDir }: { readonly dataDir: string },
  { content, announced: { id, bytes: size } }: Kept,
): Promise<void> {
  const { store } = await openFileParts({ dataDir });
  await store.create(new Upload({ id: partKey(id), size, offset: 0 }));
  await store.write(Readable.from([content]), partKey(id), 0);
}
