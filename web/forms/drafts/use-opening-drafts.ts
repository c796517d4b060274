import { useEffect, useState } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import type { RecordDraft, RecordKind } from '../record/record-kind.ts';
import { readRememberedPlace, type RememberedPlace } from '../remembered-place.ts';
import { openDrafts } from './draft-lock.ts';
import {
  type Draft,
  type DraftFiles,
  type DraftValues,
  readDraftFiles,
  readDrafts,
} from './draft-store.ts';
import { wasInterrupted } from './interruption.ts';

/** What the device holds for a form that opens. */
export interface OpeningDrafts<V extends DraftValues> {
  /** Drafts that can be continued, newest first. */
  offers: Draft<V>[];
  /** The draft that was interrupted by the end of a session: the form opens with it. */
  restored: { draft: Draft<V>; files: DraftFiles } | null;
  remembered: RememberedPlace | null;
}

const nothing = { offers: [], restored: null, remembered: null };

/** The form opens without its drafts if reading them takes longer. Milliseconds. */
const longestWait = 1_500;

/** How many drafts are offered at once. */
const maxOffers = 3;

/** The id of the user whose drafts of this kind are kept; null for roles that can't send the form. */
export function useDraftOwner({ permission }: Pick<RecordKind<never>, 'permission'>) {
  const user = useCurrentUser();
  const allowed = useMay(permission);
  return allowed && user ? user.id : null;
}

/** Reads what the device holds for a form, before the form is shown; null while it is being read. */
export function useOpeningDrafts<V extends RecordDraft>(
  kind: RecordKind<V>,
): OpeningDrafts<V> | null {
  const userId = useDraftOwner(kind);
  const [opening, setOpening] = useState<OpeningDrafts<V> | null>(userId === null ? nothing : null);
  useEffect(() => {
    if (userId === null) return undefined;
    let done = false;
    const show = (found: OpeningDrafts<V>) => {
      if (!done) setOpening(found);
      done = true;
    };
    const timer = setTimeout(() => show(nothing), longestWait);
    void read(kind, userId).then(show, () => show(nothing));
    return () => {
      done = true;
      clearTimeout(timer);
    };
  }, [kind, userId]);
  return opening;
}

async function read<V extends RecordDraft>(
  { kind, schema }: RecordKind<V>,
  userId: string,
): Promise<OpeningDrafts<V>> {
  const [drafts, remembered] = await Promise.all([
    readDrafts(userId, kind, schema),
    readRememberedPlace(userId),
  ]);
  // Those that are open in another tab belong to that tab.
  const open = new Set(await openDrafts(drafts.map(({ values }) => values._id)));
  const free = drafts.filter(({ values }) => !open.has(values._id));
  const interrupted = free.find(wasInterrupted);
  const restored = interrupted && {
    draft: interrupted,
    files: await readDraftFiles(userId, kind, interrupted.values._id),
  };
  const offers = free.filter((draft) => draft !== interrupted).slice(0, maxOffers);
  return { offers, restored: restored ?? null, remembered };
}
