import { z } from 'zod';
import { offlineRecords } from '#contract/records.ts';
import { openDrafts } from './draft-lock.ts';
import { type DraftKind, readDrafts } from './draft-store.ts';

/** The form reopens by itself for this long after the session ended: one shift. Milliseconds. */
const reopensFor = 12 * 3_600_000;

const anyValues = z.looseObject({ _id: z.string() });

/** True if a session ended over a draft not long ago. */
export function wasInterrupted(draft: { interrupted: boolean; savedAt: number }): boolean {
  return draft.interrupted && Date.now() - draft.savedAt < reopensFor;
}

/** The form that this user was filling in when their session ended; null when there was none. */
export async function interruptedForm(userId: string): Promise<DraftKind | null> {
  for (const kind of offlineRecords) {
    const drafts = (await readDrafts(userId, kind, anyValues)).filter(wasInterrupted);
    const open = await openDrafts(drafts.map(({ values }) => values._id));
    if (drafts.length > open.length) return kind;
  }
  return null;
}
