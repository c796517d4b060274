import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FileField } from '#contract/endpoint.ts';
import { tableLimit } from '#contract/table-limit.ts';
import { bytesLimit } from '#contract/upload-limits.ts';
import { invalid, type Outcome, Refusal } from './refusal.ts';

/** An uploaded file, not yet checked in any way. `path` is removed once the call is answered. */
export interface UploadedFile {
  readonly field: string;
  readonly kind: FileField['kind'];
  readonly path: string;
  readonly bytes: number;
  /** The file name that the sender gives. */
  readonly name: string;
  /** Its place among those of its field, from 1, of evidence that somebody chose from their phone. */
  readonly place?: number;
}

/** A file as its sender knows it: evidence by its own name and place, any other by its field. */
export const fileWords = ({
  field,
  name,
  place,
}: Pick<UploadedFile, 'field' | 'name' | 'place'>): string =>
  place === undefined || name === '' ? `The file ${field}` : `File ${place}, “${shortName(name)}”,`;

const mostOfName = 60;

/** A name may come from anywhere: without signs that steer, and cut in its middle. */
export function shortName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  const signs = Array.from(plain);
  return signs.length <= mostOfName
    ? plain
    : `${signs.slice(0, mostOfName - 12).join('')}…${signs.slice(-11).join('')}`;
}

export class TooMuch extends Error {}

/** Counts the bytes of all files of one call; throws `TooMuch` above its limit. */
export class Meter {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  expect(bytes: number): void {
    if (bytes > this.#left) throw new TooMuch();
  }

  count(bytes: number): void {
    this.expect(bytes);
    this.#left -= bytes;
  }
}

/** In bytes. */
const limits: Readonly<Record<FileField['kind'], number>> = {
  ...bytesLimit,
  evidence: bytesLimit.picture,
  table: tableLimit,
};

type Bytes = MultipartFile['file'];

/** Reads to the end and throws the bytes away. */
export async function discard(file: Bytes, meter: Meter): Promise<void> {
  for await (const chunk of chunksOf(file)) meter.count(chunk.length);
}

/**
 * Writes a declared file into the folder, up to the limit of its kind. `undefined` for the empty
 * part that a browser sends without a file. 400 for a file that is not declared or comes twice, 413
 * for one that is too large.
 */
export async function takeFile(
  part: MultipartFile,
  declared: readonly FileField[],
  sofar: readonly UploadedFile[],
  folder: string,
  meter: Meter,
): Promise<Outcome<UploadedFile | undefined>> {
  const { fieldname: field, file } = part;
  // Undefined where the part's type is octet-stream.
  const name = part.filename || '';
  const found = findField(field, declared, sofar);
  if (found instanceof Refusal) {
    await discard(file, meter);
    return found;
  }
  const { kind } = found;
  const limit = limits[kind];
  const target = path.join(folder, String(sofar.length + 1));
  let bytes = 0;
  await pipeline(
    chunksOf(file),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        meter.count(chunk.length);
        bytes += chunk.length;
        if (bytes <= limit) yield chunk;
      }
    },
    createWriteStream(target, { mode: 0o600 }),
  );
  const place =
    kind === 'evidence' ? 1 + sofar.filter((file) => file.field === field).length : undefined;
  const told = { field, name, ...(place !== undefined && { place }) };
  if (bytes > limit) return tooLarge(told, kind, limit);
  return bytes === 0 && name === '' ? undefined : { ...told, kind, path: target, bytes };
}

function findField(
  field: string,
  declared: readonly FileField[],
  sofar: readonly UploadedFile[],
): Outcome<FileField> {
  const found = declared.find(({ name }) =>
    typeof name === 'string' ? name === field : name.test(field),
  );
  if (!found) return invalid(field, `Do not send a file as ${field}.`);
  if (!found.many && sofar.some((file) => file.field === field))
    return invalid(field, `Send only one file as ${field}.`);
  return found;
}

function tooLarge(
  told: Pick<UploadedFile, 'field' | 'name' | 'place'>,
  kind: FileField['kind'],
  limit: number,
): Refusal {
  const { field } = told;
  const plain = kind === 'table' ? `The ${field}` : `The ${kind} ${field}`;
  const what = told.place === undefined || told.name === '' ? plain : fileWords(told);
  const sentence = `${what} is larger than ${limit / 1024 / 1024} MB. Send a smaller one.`;
  return new Refusal(413, 'too_large', sentence, { [field]: sentence });
}

const chunksOf = (file: Bytes): AsyncIterable<Buffer> => file;
