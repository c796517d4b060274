import { useEffect, useEffectEvent } from 'react';
import { bookingHeard } from '#web/features/bookings/slice.ts';
import { readUser } from '#web/features/users/slice.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { keepLive } from '#web/live/tabs.ts';
import { useLiveNews } from '#web/live/events.ts';
import { watchNetwork } from '#web/api/look.ts';
import { useDispatch } from '#web/api/store-hooks.ts';

/** Keeps the live stream of the signed-in person, and what the store holds up to date with it. */
export function useLive({ id, role }: SignedInUser): void {
  const dispatch = useDispatch();

  // The session is over, or its role or scope changed: asking tells which, and what is so now.
  const onEnded = useEffectEvent(() => {
    if (role !== 'guest') void dispatch(readUser({ id, own: true }));
  });

  useEffect(() => watchNetwork(), []);
  useEffect(() => keepLive({ userId: id, onEnded: () => onEnded() }), [id]);

  useLiveNews((news) => {
    if (news.type === 'booking') dispatch(bookingHeard(news.booking));
  });
}
