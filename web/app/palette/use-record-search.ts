import { useEffect, useState } from 'react';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { type Collision, listCollisions } from '#contract/collisions.ts';
import { may, type Role } from '#contract/roles.ts';
import { listUsers, type User } from '#contract/users.ts';
import { CallFailure, offline } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { useServerBack } from '#web/api/connection.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { type AsAt, platesLike } from '#web/records/known/known-plates.ts';
import type { KeptPlate } from '#web/records/known/plates-on-device.ts';
import { minQueryLength } from './palette-rules.ts';

/** The pause after the last key before records are searched, in milliseconds. */
const debounce = 300;
/** What the device keeps is shown where the server takes longer. Milliseconds. */
const patience = 2_000;
/** How many records of each kind. */
const limit = 5;

interface Records {
  bookings: readonly Booking[];
  collisions: readonly Collision[];
  users: readonly User[];
  /** The kinds that could not be searched, and why; null where all could. */
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

/** What was found of each kind, whatever became of the others; rejects where none was searched. */
async function search(query: string, role: Role, signal: AbortSignal): Promise<Records> {
  const page = { page: 1, limit };
  const [bookings, collisions, users] = await Promise.allSettled([
    call(listBookings, { query: { ...page, _searchname: query }, signal }),
    call(listCollisions, { query: { ...page, _searchfirstName: query }, signal }),
    may(role, 'see users')
      ? call(listUsers, { query: { ...page, _searchfirstName: query }, signal })
      : null,
  ]);
  const parts = Object.entries({ bookings, collisions, users });
  const failures = parts.flatMap(([kind, part]) =>
    part.status === 'rejected' ? [{ kind, reason: part.reason as unknown }] : [],
  );
  const [first] = failures;
  if (first && parts.every(([, part]) => part.status === 'rejected' || part.value === null))
    throw first.reason;
  return {
    bookings: rowsOf(bookings),
    collisions: rowsOf(collisions),
    users: rowsOf(users).filter((user): user is User => 'email' in user),
    failed: first
      ? { kinds: failures.map(({ kind }) => kind), message: toldOf(first.reason).message }
      : null,
  };
}

const rowsOf = <Row>(part: PromiseSettledResult<{ readonly data: readonly Row[] } | null>) =>
  part.status === 'fulfilled' ? (part.value?.data ?? []) : [];

const toldOf = (error: unknown) => (error instanceof CallFailure ? error : unexpected);

async function failed(error: unknown, kept: () => Promise<Kept['kept']>): Promise<SearchResult> {
  const { code, message } = toldOf(error);
  if (code !== offline.code) return { is: 'failed', message };
  return { is: 'offline', kept: await kept() };
}
