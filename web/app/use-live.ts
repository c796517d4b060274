import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { SignedInUser } from '#web/api/current-user.ts';
import { watchNetwork } from '#web/api/server-check.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { bookingHeard } from '#web/features/bookings/slice.ts';
import { readUser } from '#web/features/users/slice.ts';
import { useLiveNews } from '#web/live/events.ts';
import { keepLive } from '#web/live/tabs.ts';

/** Follows the live stream of the signed-in person, and updates the store with it. */
export function useLive({ id, role }: SignedInUser): void {
  const dispatch = useDispatch();

  // The session is over, or its role or scope has changed: reading the user tells which.
  const onEnded = useEffectEvent(() => {
    if (role !== 'guest') readUser(dispatch, { id, own: true }).catch(() => undefined);
  });

  useEffect(() => watchNetwork(), []);
  // Before the effects of the screens, which read when they are shown.
  useLayoutEffect(() => keepLive({ userId: id, onEnded: () => onEnded() }), [id]);

  useLiveNews((news) => {
    if (news.type === 'booking') dispatch(bookingHeard(news.booking));
  });
}
