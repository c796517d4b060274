import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { deviceInstant } from './capture.ts';
import { comingFileSchema } from './coming-files.ts';
import { endpoint } from './endpoint.ts';
import { announcedFileSchema } from './new-collisions.ts';
import { offlineRecords } from './records.ts';
import { ifNone } from './sentences.ts';
import { keyIdShape } from './signed-tickets.ts';
import { requiredText, text, ulidSchema } from './text.ts';

/** Raised when the file, or what is signed of a record in it, changes. */
export const recordsFileFormat = 1;

const keyId = z.string().regex(keyIdShape);

/**
 * The `manifest.json` of a file of records: a ZIP that the phone of one officer saved, with a
 * folder for each record. People read it; the server trusts what is signed with each record.
 */
export const recordsManifestSchema = z.object({
  is: z.literal('hanya records'),
  format: z.literal(recordsFileFormat),
  /** The id of the key with which the records are signed. */
  device: keyId,
  officer: z.object({ id: z.string(), name: z.string().max(200) }),
  /** By the clock of the phone. */
  savedAt: instant,
  /** The folders of the records, the oldest first. */
  records: z.array(z.string().max(60)).max(2_000),
});
export type RecordsManifest = z.infer<typeof recordsManifestSchema>;

/**
 * A record as its phone signed it: JSON, in `record.json` of its folder. `body` is the phone's own
 * call, without `capture` and `coming`. Times are UTC by the clock of the phone.
 */
export const signedRecordSchema = z.object({
  format: z.literal(
    recordsFileFormat,
    'This record was saved by a newer version of Hanya than this one.',
  ),
  _id: ulidSchema,
  kind: z.enum(offlineRecords),
  body: z.record(z.string(), z.unknown()),
  /** The plate of a booking, else the location. */
  label: text(200),
  /** The price that the driver was told, in naira; null for a collision. */
  toldPrice: z.number().int().min(0).max(1_000_000_000).nullable(),
  madeAt: deviceInstant(),
  savedAt: deviceInstant(),
  /** Its pictures and videos, each in the folder under its id as far as the phone had it. */
  files: z.array(
    announcedFileSchema.extend({
      // Of a booking, whose pictures are sent one by one.
      field: z.union([announcedFileSchema.shape.field, z.literal('signature')]),
    }),
  ),
});
export type SignedRecord = z.infer<typeof signedRecordSchema>;

/** The text that is signed of a record, as UTF-8: no ticket's signature can be taken for it. */
export const signedRecordText = (record: string): string => `hanya record ${record}`;

/** The paths within the file. */
export const recordsFile = {
  manifest: 'manifest.json',
  record: (folder: string) => `${folder}/record.json`,
  signature: (folder: string) => `${folder}/signature`,
  content: (folder: string, fileId: string) => `${folder}/${fileId}`,
} as const;

/** Bytes of the longest record: its words alone, without pictures and videos. */
export const longestRecord = 500_000;

const broughtInSchema = z.strictObject({
  _id: z.string(),
  /** The files that a collision announced: those that are coming are received like its officer's. */
  files: z.array(comingFileSchema),
});

/**
 * A superior brings in a record from the file of a phone that will not come back. It is stored as
 * its officer's; a record that has arrived already is answered as stored. 400 for a signature that
 * isn't the phone's. 404 for a phone that the caller's place doesn't know. 403 for a place beyond
 * it, for a record of one's own, and for a caller with a first password or a new account. 409 for
 * an officer whose password the caller knows, a phone out of use, a record that was taken or kept
 * out, and a late one without a reason.
 */
export const bringInRecord = endpoint({
  method: 'POST',
  path: '/api/v1/late-record/brought-in',
  permission: 'let in late records',
  audit: 'record.brought-in',
  proof: 'lately',
  ruleOfTwo: 'undoes',
  body: z.object({
    device: z
      .string(ifNone('Say which device signed the record.'))
      .regex(keyIdShape, 'Say which device signed the record.'),
    /** The JSON that was signed, exactly as it stands in the file. */
    words: z
      .string(ifNone('Give the words of the record.'))
      .max(longestRecord, 'The words of this record are too long to be one of Hanya’s.'),
    /** In base64url. */
    signature: z
      .string(ifNone('Give the signature of the phone.'))
      .regex(/^[\w-]{86}$/, 'Give the signature of the phone.'),
    /** The reason to let in a late record. */
    reason: requiredText(500, 'Say why it is let in.').optional(),
  }),
  response: answer(broughtInSchema),
});
