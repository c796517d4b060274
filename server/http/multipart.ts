import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import multipart, { type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileField } from '#contract/endpoint.ts';
import { maxFilesPerCall, uploadLimit } from '#contract/upload-limits.ts';
import { hasCode } from '#server/process/data-folder.ts';
import { isShort } from './bound-connections.ts';
import { boundedQueue } from './bounded.ts';
import { invalid, type Outcome, Refusal } from './refusal.ts';
import { discard, Meter, takeFile, TooMuch, type UploadedFile } from './uploaded-file.ts';

export interface Form {
  /** The fields' text, unparsed. */
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly UploadedFile[];
}

/** The files of one call while it is being answered. */
export interface Upload {
  /**
   * Reads the whole body, whatever the order of fields and files. `countedFor` is an account, which has
   * eight long forms read at once, or on a page a ticket, which has one. Throws `TooBusy` when too many
   * are.
   */
  read(request: FastifyRequest, reply: FastifyReply, countedFor: string): Promise<Outcome<Form>>;
  /** Reads only the words that stand at the beginning, for a few seconds at most. */
  readWords(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The fields that were read, also of a form that was refused. */
  readonly fields: ReadonlyMap<string, string>;
  /** Removes the files, whether the call succeeded or not. */
  clear(): Promise<void>;
}

/**
 * `most` bytes are read of a form of a page; one of an API is refused at its head where it says that it
 * is too long. A page's form is read as far as that, so that nobody's words are lost.
 */
export type OpenUpload = (declared: readonly FileField[], most?: number) => Upload;

/**
 * Characters of all fields of a form together, which are kept in memory: as many as a body of JSON
 * may have.
 */
const fieldsLimit = 1024 * 1024;

/** So many bytes of a page's form, in so many ms, are read for its words where its files aren't. */
const wordsLimit = 64 * 1024;
const wordsMs = 5_000;

/** Long forms that are being read. A phone on a slow line takes minutes for its pictures. */
const longForms = boundedQueue({ name: 'forms', atOnce: 24, waiting: 0, each: 8 });

/** The same of pages, whose senders nobody knows: they take no place from anybody's work. */
const formsOfPages = boundedQueue({ name: 'forms of pages', atOnce: 8, waiting: 0, each: 1 });

// The limit of a file depends on its field, so it is checked where the file is read.
const limits = {
  parts: 200,
  files: maxFilesPerCall,
  fields: 80,
  headerPairs: 20,
  fieldSize: fieldsLimit,
  fileSize: Infinity,
};

/** The folder for the files of calls until these are answered. */
export const uploadsIn = (dataDir: string): string => path.join(dataDir, 'uploads');

/** Parses multipart bodies, streaming their files to a folder below `dataDir`. */
export function readsMultipart(app: FastifyInstance, dataDir: string): OpenUpload {
  void app.register(multipart, { limits, throwFileSizeLimit: false });
  return (declared, most) => {
    const fields = new Map<string, string>();
    const folder = path.join(uploadsIn(dataDir), randomUUID());
    return {
      read(request, reply, countedFor) {
        const read = () => readForm(request, reply, { declared, folder, fields, most });
        // A short form takes no place among the long ones: it must come within a minute.
        if (isShort(request.headers)) return read();
        return (most === undefined ? longForms : formsOfPages).run(read, countedFor);
      },
      async readWords(request, reply) {
        const reading = { declared: [], folder, fields, most: wordsLimit };
        await Promise.race([
          readForm(request, reply, reading).catch(() => undefined),
          wait(wordsMs, undefined, { ref: false }),
        ]);
        reply.header('connection', 'close');
      },
      fields,
      clear: () => rm(folder, { recursive: true, force: true }),
    };
  };
}

/** Removes files that a killed server left behind. Call it only with the data folder locked. */
export const sweepUploads = (dataDir: string): Promise<void> =>
  rm(uploadsIn(dataDir), { recursive: true, force: true });

interface Reading {
  readonly declared: readonly FileField[];
  readonly folder: string;
  readonly fields: Map<string, string>;
  readonly most: number | undefined;
}

async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { declared, folder, fields, most }: Reading,
): Promise<Outcome<Form>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: UploadedFile[] = [];
  const meter = new Meter(most ?? uploadLimit);
  let refusal: Refusal | undefined;
  try {
    if (most === undefined) meter.expect(Number(request.headers['content-length'] ?? 0));
    for await (const part of request.parts()) {
      // A refused body is read to its end, unstored: otherwise its sender would not get the answer.
      if (part.type === 'field') {
        const why = takeField(part, fields);
        refusal ??= why;
      } else if (refusal) await discard(part.file, meter);
      else {
        const taken = await takeFile(part, declared, files, folder, meter);
        if (taken instanceof Refusal) refusal = taken;
        else if (taken) files.push(taken);
      }
    }
  } catch (error) {
    if (isDiskTrouble(error)) throw error;
    // The rest of the body is not waited for.
    reply.header('connection', 'close');
    return isTooMuch(error) ? tooMuch : unreadable;
  }
  return refusal ?? { fields, files };
}

function takeField(part: MultipartValue, fields: Map<string, string>): Refusal | undefined {
  const { fieldname: name, value } = part;
  if (part.valueTruncated)
    return new Refusal(413, 'too_large', `The field ${name} is too long. Shorten it.`);
  if (fields.has(name)) return invalid(name, `Send the field ${name} only once.`);
  // A part of type JSON is already parsed.
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const kept = [...fields.values()].reduce((sum, { length }) => sum + length, text.length);
  if (kept > fieldsLimit)
    return new Refusal(413, 'too_large', 'The text in this form is too long. Shorten it.');
  fields.set(name, text);
  return undefined;
}

const tooMuch = new Refusal(
  413,
  'too_large',
  'Together, these files are too large. Send fewer files.',
);

const unreadable = new Refusal(
  400,
  'unreadable',
  'Hanya could not read the whole form. Check the form and send it again.',
);

const limitCodes = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];
const isTooMuch = (error: unknown): boolean =>
  error instanceof TooMuch || limitCodes.some((code) => hasCode(error, code));

/** An error on our side, unlike a sender who hangs up. */
const isDiskTrouble = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && !hasCode(error, 'ECONNRESET');
