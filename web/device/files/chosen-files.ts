import type { FileBytes } from '#contract/file-bytes.ts';
import { examineFile } from '#contract/file-kinds.ts';
import type { Taken } from '#contract/taken.ts';

/** A chosen picture before it was made smaller. */
export interface Original {
  /** In bytes; null where it is as it was chosen. */
  before: number | null;
  /** The camera's notes; null without any. */
  taken: Taken | null;
}

const originals = new WeakMap<File, Original>();
const nothing: Original = { before: null, taken: null };

export const originalOf = (file: File): Original => originals.get(file) ?? nothing;

export function noteOriginal(file: File, { before, taken }: Original): void {
  originals.set(file, { before, taken });
}

/** A file for whoever reads only a part of it. */
export const bytesOf = (file: Blob): FileBytes => ({
  size: file.size,
  read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
});

/** The media type of a file by its bytes; '' for one that is not kept. */
export const typeOf = async (file: Blob): Promise<string> =>
  (await examineFile(bytesOf(file))).type ?? '';
