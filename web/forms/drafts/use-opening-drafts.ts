import { useEffect, useState } from 'react';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { askedAgain, askedToMend, forgetMending } from '#web/sending/mending.ts';
import { readContent } from '#web/sending/outbox.ts';
import type { WaitingRecord } from '#web/sending/waiting-record.ts';
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
import { wasInterrupted } from './interrupted-form.ts';

/** The device's drafts for a form that opens. */
export interface OpeningDrafts<V extends DraftValues> {
  /** Drafts that can be continued, newest first. */
  offers: Draft<V>[];
  /** The draft that was interrupted by the end of a session: the form opens with it. */
  restored: { draft: Draft<V>; files: DraftFiles } | null;
  /** A record that waits and was refused: the form opens with it, to be mended. */
  mending: Mending<V> | null;
  /** What a record said that is made again: the form opens with it, under an id of its own. */
  again: V | null;
  remembered: RememberedPlace | null;
}

export interface Mending<V extends DraftValues> {
  record: WaitingRecord;
  values: V;
  files: DraftFiles;
}

const nothing = { offers: [], restored: null, mending: null, again: null, remembered: null };

/** The form opens without its drafts if reading them takes longer. Milliseconds. */
const maxWaitMs = 5_000;

/** Drafts offered at once, at most. */
const maxOffers = 3;

/**
 * The id of the user whose drafts of this kind are kept, and who sends them; null for roles that
 * can't, and in practice.
 */
export function useDraftOwner({
  permission,
  practice,
}: Pick<RecordKind<never>, 'permission' | 'practice'>) {
  const user = useCurrentUser();
  const allowed = useMay(permission);
  return allowed && user && !practice ? user.id : null;
}

/** Reads what the device holds for a form, before the form is shown; null while it is being read. */
export function useOpeningDrafts<V extends RecordDraft>(
  kind: RecordKind<V>,
): OpeningDrafts<V> | null {
  const userId = useDraftOwner(kind);
  const [opening, setOpening] = useState<OpeningDrafts<V> | null>(userId === null ? nothing : null);
  const [asked] = useState(() => askedToMend(kind.kind));
  const [again] = useState(() => askedAgain(kind.kind));
  useEffect(forgetMending, []);
  useEffect(() => {
    if (userId === null) return undefined;
    let done = false;
    const show = (found: OpeningDrafts<V>) => {
      if (!done) setOpening(again ? { ...found, again: kind.typedOf(again) } : found);
      done = true;
    };
    // A refused record takes its time to load: an empty form in its place would be another record.
    const timer = asked ? undefined : setTimeout(() => show(nothing), maxWaitMs);
    const reading = asked ? readToMend(kind, userId, asked) : read(kind, userId);
    void reading.then(show, () => show(nothing));
    return () => {
      done = true;
      clearTimeout(timer);
    };
  }, [kind, userId, asked, again]);
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
  return { offers, restored: restored ?? null, mending: null, again: null, remembered };
}

async function readToMend<V extends RecordDraft>(
  kind: RecordKind<V>,
  userId: string,
  record: WaitingRecord,
): Promise<OpeningDrafts<V>> {
  const values = kind.typedOf(record.body) ?? kind.empty(record._id, null, null);
  const files: DraftFiles = { files: [], leftOut: [] };
  for (const { id, field, name, type, taken } of record.files) {
    const content = await readContent(userId, id);
    const file = content && new File([content], name, { type });
    if (file) files.files.push({ place: kind.placeOf(field, values), file, before: null, taken });
    else files.leftOut.push(name);
  }
  return { ...nothing, mending: { record, values, files } };
}
