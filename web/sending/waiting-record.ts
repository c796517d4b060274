import { z } from 'zod';
import { offlineRecords } from '#contract/records.ts';
import { takenSchema } from '#contract/taken.ts';

/** The format that this version writes. Raise it when the shape changes, and add to `upgrades`. */
const format = 2;

/** A file of a record, whose bytes lie beside it. */
const waitingFileSchema = z.object({
  /** The ULID under which the record announces it. */
  id: z.string(),
  field: z.string(),
  name: z.string(),
  /** Its media type by its bytes. */
  type: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /**
   * `not coming`: its officer gave it up. `replacing`: it takes another one's place. Of both the
   * server is still to be told.
   */
  state: z.enum(['waiting', 'refused', 'not coming', 'replacing', 'done']),
  /** The server's last answer about it, in plain words. */
  answer: z.string().nullable(),
  /** The reason why it will not come. */
  reason: z.string().nullable(),
  /** The file in whose place it comes; null for one that was announced with the words. */
  replaces: z.string().nullable(),
  /** The camera's notes; null without any. */
  taken: takenSchema.nullable(),
});
export type WaitingFile = z.infer<typeof waitingFileSchema>;

const waitingRecordSchema = z.object({
  format: z.literal(format),
  /** The ULID that it has here and, once it was received, on the server. */
  _id: z.string(),
  kind: z.enum(offlineRecords),
  /** The call's body by the contract, without `capture` and `coming`. */
  body: z.record(z.string(), z.unknown()),
  /** The plate of a booking, else the location, by which its officer knows it. */
  label: z.string(),
  /** The price that the driver was told, in naira; null for a collision. */
  toldPrice: z.number().nullable(),
  /** Made at, by the clock of the device: UTC, such as 2026-11-22T08:12:00.000Z. */
  madeAt: z.string(),
  tries: z.number(),
  /** By the clock of the device: milliseconds, UTC. */
  lastTriedAt: z.number().nullable(),
  /** The result of the last try, in plain words; null before the first. */
  answer: z.string().nullable(),
  /** `files` once the server has received the words. */
  stage: z.enum(['words', 'files']),
  /** `refused`: a person must do something; `too late`: a superior must let it in. */
  problem: z.enum(['refused', 'too late']).nullable(),
  /** The server's word for what it refused, such as `id_taken`; null where it refused nothing. */
  code: z.string().nullable(),
  /** A sentence for each field that the server refused, by its path. */
  wrong: z.record(z.string(), z.string()),
  files: z.array(waitingFileSchema),
  /** Its ticket was shown or printed here, which goes with its words. */
  shown: z.boolean().optional(),
  /** Its officer took it out, which the server is still to be told. `at` is milliseconds, UTC. */
  takenOut: z.object({ reason: z.string(), at: z.number() }).nullable(),
});
/** A record that this device keeps until the server has received all of it. */
export type WaitingRecord = z.infer<typeof waitingRecordSchema>;

/** A record in a format that this version doesn't know. It is kept, and shown as it is. */
export interface UnknownRecord {
  _id: string;
  stored: unknown;
}

type Upgrade = (stored: Record<string, unknown>) => Record<string, unknown>;

/** Makes of each format the next one, by its number. */
const upgrades: Readonly<Record<number, Upgrade>> = {
  1: (stored) => ({
    ...stored,
    format: 2,
    files: Array.isArray(stored['files'])
      ? stored['files'].map((file: object) => ({ replaces: null, taken: null, ...file }))
      : stored['files'],
  }),
};

const anyFormat = z.looseObject({ format: z.number() });

/** Reads a record as some version of the product stored it; null in an unknown format. */
export function readWaitingRecord(stored: unknown): WaitingRecord | null {
  let read = anyFormat.safeParse(stored).data;
  while (read && read.format < format) {
    const upgrade: Upgrade | undefined = upgrades[read.format];
    read = upgrade && anyFormat.safeParse(upgrade(read)).data;
  }
  return waitingRecordSchema.safeParse(read).data ?? null;
}

type New = Pick<WaitingRecord, '_id' | 'kind' | 'body' | 'label' | 'toldPrice'>;

/** A record as it is before the first try. `madeAt` is milliseconds, UTC. */
export const newWaitingRecord = (
  made: New,
  files: readonly WaitingFile[],
  madeAt: number,
): WaitingRecord => ({
  format,
  ...made,
  madeAt: new Date(madeAt).toISOString(),
  tries: 0,
  lastTriedAt: null,
  answer: null,
  stage: 'words',
  problem: null,
  code: null,
  wrong: {},
  files: [...files],
  takenOut: null,
});

/** True if the server has all of a record, or knows that the rest will not come. */
export const isDone = ({ stage, files }: WaitingRecord): boolean =>
  stage === 'files' && files.every(({ state }) => state === 'done');
