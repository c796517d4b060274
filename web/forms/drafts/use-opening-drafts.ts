import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { readRememberedPlace, type RememberedPlace } from '../remembered-place.ts';
import { openDrafts } from './draft-lock.ts';
import {
  readDraftFiles,
  readDrafts,
  type Draft,
  type DraftFiles,
  type DraftKind,
  type DraftValues,
} from './draft-store.ts';
import { wasInterrupted } from './interruption.ts';

/** What the device holds for a form that opens. */
export interface KeptForForm<V extends DraftValues> {
  /** Drafts that can be continued, newest first. */
  offers: Draft<V>[];
  /** The draft that the end of a session cut off: the form opens with it. */
  restored: { draft: Draft<V>; files: DraftFiles } | null;
  remembered: RememberedPlace | null;
}

/** The form opens without what the device holds if reading takes longer. Milliseconds. */
const patience = 1_500;

/** How many drafts are offered at once. */
const mostOffers = 3;

/** Reads what the device holds for a form, before it is shown; null while that is read. */
export function useOpeningDrafts<V extends DraftValues>(
  kind: DraftKind,
  userId: string | null,
  schema: z.ZodType<V>,
): KeptForForm<V> | null {
  const [kept, setKept] = useState<KeptForForm<V> | null>(userId === null ? nothing : null);
  useEffect(() => {
    if (userId === null) return undefined;
    let done = false;
    const show = (found: KeptForForm<V>) => {
      if (!done) setKept(found);
      done = true;
    };
    const late = setTimeout(() => show(nothing), patience);
    void read(kind, userId, schema).then(show, () => show(nothing));
    return () => {
      done = true;
      clearTimeout(late);
    };
  }, [kind, userId, schema]);
  return kept;
}

const nothing = { offers: [], restored: null, remembered: null };

async function read<V extends DraftValues>(
  kind: DraftKind,
  userId: string,
  schema: z.ZodType<V>,
): Promise<KeptForForm<V>> {
  const [drafts, remembered] = await Promise.all([
    readDrafts(userId, kind, schema),
    readRememberedPlace(userId),
  ]);
  const open = new Set(await openDrafts(drafts.map(({ values }) => values._id)));
  const free = drafts.filter(({ values }) => !open.has(values._id));
  const cutOff = free.find(wasInterrupted);
  const restored = cutOff && {
    draft: cutOff,
    files: await readDraftFiles(userId, kind, cutOff.values._id),
  };
  const offers = free.filter((draft) => draft !== cutOff).slice(0, mostOffers);
  return { offers, restored: restored ?? null, remembered };
}
