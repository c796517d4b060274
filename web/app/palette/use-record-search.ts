import { useEffect, useState } from 'react';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { type Collision, listCollisions } from '#contract/collisions.ts';
import { nounsOf, type RecordName, records } from '#contract/records.ts';
import { may, type Role } from '#contract/roles.ts';
import { listUsers, type User } from '#contract/users.ts';
import { offline } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { useServerBack } from '#web/api/connection.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { type AsAt, platesLike } from '#web/records/known/known-plates.ts';
import type { KeptPlate } from '#web/records/known/plates-on-device.ts';
import { minQueryLength } from './palette-rules.ts';

/** The pause after the last key before records are searched, in milliseconds. */
const debounce = 300;
/** After so many milliseconds without an answer, the device's records are shown. */
const patience = 2_000;
/** The number of records of each kind. */
const limit = 5;

type Find<Row> = (text: string, signal: AbortSignal) => Promise<readonly Row[]>;

/** A record of each kind that is searched. */
export interface FoundRecord {
  booking: Booking;
  collision: Collision;
  user: User;
}
type Searched = keyof FoundRecord & RecordName;

const page = { page: 1, limit };
const finds: { readonly [Kind in Searched]: Find<FoundRecord[Kind]> } = {
  booking: async (text, signal) =>
    (await call(listBookings, { query: { ...page, _searchname: text }, signal })).data,
  collision: async (text, signal) =>
    (await call(listCollisions, { query: { ...page, _searchfirstName: text }, signal })).data,
  user: async (text, signal) => {
    const query = { ...page, _searchfirstName: text };
    const { data } = await call(listUsers, { query, signal });
    return data.filter((user): user is User => 'email' in user);
  },
};
/** In the order in which they are shown. */
export const searchedKinds = Object.keys(finds) as Searched[];

interface Records {
  /** None of a kind that was not searched. */
  records: { readonly [Kind in Searched]?: readonly FoundRecord[Kind][] };
  /** The kinds that could not be searched, and the reason; null where all could. */
  failed: { kinds: readonly string[]; message: string } | null;
}

/** Plates that this device keeps, in place of records that the server doesn't answer. */
interface Kept {
  kept: AsAt<readonly KeptPlate[]> | null;
}

export type SearchResult =
  | { is: 'idle' }
  | ({ is: 'searching' } & Kept)
  | ({ is: 'found' } & Records)
  | ({ is: 'offline' } & Kept)
  | { is: 'failed'; message: string };

/** Searches for records once typing pauses, and cancels a search that is outdated. */
export function useRecordSearch(query: string, role: Role): SearchResult {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<{ query: string; found: SearchResult } | null>(null);

  useEffect(() => {
    if (query.length < minQueryLength) return undefined;
    const abort = new AbortController();
    const set = (found: SearchResult) => {
      if (!abort.signal.aborted) setKnown({ query, found });
    };
    const kept = () => platesLike(query, limit);
    let late: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      let answered = false;
      late = setTimeout(() => {
        void kept().then((kept) => !answered && set({ is: 'searching', kept }));
      }, patience);
      search(query, role, abort.signal)
        .then(
          (records): SearchResult => ({ is: 'found', ...records }),
          (error: unknown) => failed(error, kept),
        )
        .then((found) => {
          answered = true;
          clearTimeout(late);
          set(found);
        }, console.error);
    }, debounce);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      abort.abort();
    };
  }, [query, role, round]);

  useServerBack(() => {
    if (known?.found.is === 'offline') setRound((last) => last + 1);
  });

  if (query.length < minQueryLength) return { is: 'idle' };
  return known?.query === query ? known.found : { is: 'searching', kept: null };
}

/** The finds of each kind, whatever became of the others; rejects where no kind was searched. */
async function search(text: string, role: Role, signal: AbortSignal): Promise<Records> {
  const asked = searchedKinds.filter((kind) => may(role, records[kind].see));
  const answers = await Promise.allSettled(
    asked.map(async (kind) => [kind, await finds[kind](text, signal)] as const),
  );
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const reasons = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  if (reasons.length > 0 && found.length === 0) throw reasons[0];
  const failed = asked.filter((_, index) => answers[index]?.status === 'rejected');
  return {
    records: Object.fromEntries(found),
    failed:
      failed.length > 0
        ? {
            kinds: failed.map((kind) => nounsOf(kind)[1]),
            message: failedCall(reasons[0]).message,
          }
        : null,
  };
}

async function failed(error: unknown, kept: () => Promise<Kept['kept']>): Promise<SearchResult> {
  const { code, message } = failedCall(error);
  if (code !== offline.code) return { is: 'failed', message };
  return { is: 'offline', kept: await kept() };
}
