import { useEffect, useState } from 'react';
import { type Booking, listBookings } from '#contract/bookings.ts';
import { type Collision, listCollisions } from '#contract/collisions.ts';
import { may, type Role } from '#contract/roles.ts';
import { listUsers, type User } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import { CallFailure, offline } from '#web/api/call-failure.ts';
import { useServerBack } from '#web/api/connection.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { fewest } from './palette-rules.ts';

/** Rest after the last key before records are looked for, in milliseconds. */
const rest = 300;
/** Of each kind. */
const limit = 5;

interface Records {
  bookings: readonly Booking[];
  collisions: readonly Collision[];
  users: readonly User[];
}

export type Found =
  | { is: 'idle' }
  | { is: 'searching' }
  | ({ is: 'found' } & Records)
  | { is: 'offline' }
  | { is: 'failed'; message: string };

/** Looks for records once the typing rests; what is no longer asked for is cancelled. */
export function useFound(query: string, role: Role): Found {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<{ query: string; found: Found } | null>(null);

  useEffect(() => {
    if (query.length < fewest) return undefined;
    const asking = new AbortController();
    const tell = (found: Found) => {
      if (!asking.signal.aborted) setKnown({ query, found });
    };
    const timer = setTimeout(() => {
      lookFor(query, role, asking.signal).then(
        (records) => tell({ is: 'found', ...records }),
        (error: unknown) => tell(failed(error)),
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [query, role, round]);

  useServerBack(() => {
    if (known?.found.is === 'offline') setRound((last) => last + 1);
  });

  if (query.length < fewest) return { is: 'idle' };
  return known?.query === query ? known.found : { is: 'searching' };
}

async function lookFor(query: string, role: Role, signal: AbortSignal): Promise<Records> {
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

function failed(error: unknown): Found {
  const { code, message } = error instanceof CallFailure ? error : unexpected;
  return code === offline.code ? { is: 'offline' } : { is: 'failed', message };
}
