import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ulid } from 'ulid';
import type { SentFile } from '#web/api/multipart.ts';
import { originalOf, typeOf } from '#web/device/files/chosen-files.ts';
import type { WaitingFile } from '../waiting-record.ts';

/** A file as it waits, and its bytes. */
export interface Announced {
  file: WaitingFile;
  content: File;
}

/** The announcement of a file. Rejects where the file can't be read any more. */
export async function announce({ name: field, file: content }: SentFile): Promise<Announced> {
  const { name, size: bytes } = content;
  const file: WaitingFile = {
    id: ulid(),
    field,
    name,
    type: await typeOf(content),
    bytes,
    sha256: await hashOf(content),
    state: 'waiting',
    answer: null,
    reason: null,
    replaces: null,
    taken: originalOf(content).taken,
  };
  return { file, content };
}

/** A phone has no room for a whole video in memory. Bytes. */
const pieceSize = 1024 * 1024;

/** The SHA-256 of a file, read piece by piece. */
async function hashOf(content: Blob): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < content.size; start += pieceSize) {
    const piece = await content.slice(start, start + pieceSize).arrayBuffer();
    hash.update(new Uint8Array(piece));
  }
  return bytesToHex(hash.digest());
}
