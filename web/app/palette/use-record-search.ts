import { useEffect, useState } from 'react';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { type Collision, listCollisions } from '#contract/collisions.ts';
import { may, type Role } from '#contract/roles.ts';
import { listUsers, type User } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { CallFailure, offline } from '#web/api/call-failure.ts';
import { useServerBack } from '#web/api/connection.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { minQueryLength } from './palette-rules.ts';

/** The pause after the last key before records are searched, in milliseconds. */
const debounce = 300;
/** How many records of each kind. */
const limit = 5;

interface Records {
  bookings: readonly Booking[];
  collisions: readonly Collision[];
  users: readonly User[];
}

export type SearchResult =
  | { is: 'idle' }
  | { is: 'searching' }
  | ({ is: 'found' } & Records)
  | { is: 'offline' }
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
    const timer = setTimeout(() => {
      search(query, role, abort.signal).then(
        (records) => set({ is: 'found', ...records }),
        (error: unknown) => set(failed(error)),
      );
    }, debounce);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, role, round]);

  useServerBack(() => {
    if (known?.found.is === 'offline') setRound((last) => last + 1);
  });

  if (query.length < minQueryLength) return { is: 'idle' };
  return known?.query === query ? known.found : { is: 'searching' };
}

async function search(query: string, role: Role, signal: AbortSignal): Promise<Records> {
  const page = { page: 1, limit };
  const [bookings, collisions, users] = await Promise.all([
    call(listBookings, { query: { ...page, _searchname: query }, signal }),
    call(listCollisions, { query: { ...page, _searchfirstName: query }, signal }),
    may(role, 'see users')
      ? call(listUsers, { query: { ...page, _searchfirstName: query }, signal })
      : null,
  ]);
  return {
    bookings: bookings.data,
    collisions: collisions.data,
    users: users?.data.filter((user): user is User => 'email' in user) ?? [],
  };
}

function failed(error: unknown): SearchResult {
  const { code, message } = error instanceof CallFailure ? error : unexpected;
  return code === offline.code ? { is: 'offline' } : { is: 'failed', message };
}
