import { z } from 'zod';
import type { OfflineRecord } from '#contract/records.ts';
import { type Taken, takenSchema } from '#contract/taken.ts';
import {
  deviceKeys,
  readFromDevice,
  removeFromDevice,
  saveOnDevice,
} from '#web/device/device-store.ts';

/** The form of a draft. */
export type DraftKind = OfflineRecord;

/** The content of a form. Its `_id` is made on the device, so that sending it twice is harmless. */
export interface DraftValues {
  _id: string;
}

/** A form as it was saved. */
export interface Draft<V extends DraftValues> {
  values: V;
  /** Milliseconds, UTC. */
  savedAt: number;
  /** An older version of the product was sending it, and it may have arrived. */
  sending: boolean;
  /** The session ended while the form was being filled in. */
  interrupted: boolean;
}

/** A file of a draft. */
export interface DraftFile {
  /** The field of the form it belongs to. */
  place: string;
  file: File;
  /** The size in bytes before it was made smaller; null when it is as it was chosen. */
  before: number | null;
  /** The camera's notes; null without any. */
  taken: Taken | null;
}

export interface DraftFiles {
  files: DraftFile[];
  /** The names of files that were too large to be kept. */
  leftOut: string[];
}

/** A draft that nobody continues is dropped after this long. Milliseconds. */
const draftLasts = 7 * 24 * 3_600_000;

/** Bytes of all files of one draft, at most. */
const filesLimit = 100 * 1024 * 1024;

const filesSchema = z.object({
  files: z.array(
    z.object({
      place: z.string(),
      file: z.instanceof(File),
      before: z.number().nullable(),
      taken: takenSchema.nullable().default(null),
    }),
  ),
  leftOut: z.array(z.string()),
});

const draftKey = (kind: DraftKind, id: string) => `draft ${kind} ${id}`;
const filesKey = (kind: DraftKind, id: string) => `files ${kind} ${id}`;

/** The names under which a draft and its files lie on the device. */
export const draftKeys = (kind: DraftKind, id: string): string[] => [
  draftKey(kind, id),
  filesKey(kind, id),
];

/** Saves a draft on this device for this user. False when the browser refuses. */
export function saveDraft(
  userId: string,
  kind: DraftKind,
  draft: Draft<DraftValues>,
): Promise<boolean> {
  return saveOnDevice(userId, draftKey(kind, draft.values._id), draft);
}

/** Saves the files of a draft, as many as fit; of the rest only the names. */
export async function saveDraftFiles(
  userId: string,
  kind: DraftKind,
  id: string,
  files: readonly DraftFile[],
): Promise<boolean> {
  if (await saveOnDevice(userId, filesKey(kind, id), withinLimit(files))) return true;
  const leftOut = files.map(({ file }) => file.name);
  await saveOnDevice(userId, filesKey(kind, id), { files: [], leftOut });
  return false;
}

function withinLimit(files: readonly DraftFile[]): DraftFiles {
  const fitting: DraftFiles = { files: [], leftOut: [] };
  let total = 0;
  for (const one of files) {
    if (total + one.file.size > filesLimit) {
      fitting.leftOut.push(one.file.name);
    } else {
      total += one.file.size;
      fitting.files.push(one);
    }
  }
  return fitting;
}

/** The files that were saved with a draft; none if they can't be read. */
export async function readDraftFiles(
  userId: string,
  kind: DraftKind,
  id: string,
): Promise<DraftFiles> {
  const kept = await readFromDevice(userId, filesKey(kind, id), filesSchema);
  return kept ?? { files: [], leftOut: [] };
}

/** The user's drafts of one kind on this device, newest first. Those that are too old are dropped. */
export async function readDrafts<V extends DraftValues>(
  userId: string,
  kind: DraftKind,
  values: z.ZodType<V>,
): Promise<Draft<V>[]> {
  const schema = z.object({
    values,
    savedAt: z.number(),
    sending: z.boolean(),
    interrupted: z.boolean(),
  });
  const prefix = draftKey(kind, '');
  const found: Draft<V>[] = [];
  for (const key of await deviceKeys(userId, prefix)) {
    const draft = await readFromDevice(userId, key, schema);
    if (draft !== null && Date.now() - draft.savedAt < draftLasts) found.push(draft);
    else await dropDraft(userId, kind, key.slice(prefix.length));
  }
  return found.sort((one, other) => other.savedAt - one.savedAt);
}

/** Drops a draft with its files. */
export async function dropDraft(userId: string, kind: DraftKind, id: string): Promise<void> {
  await Promise.all([
    removeFromDevice(userId, draftKey(kind, id)),
    removeFromDevice(userId, filesKey(kind, id)),
  ]);
}
