import { ulid } from 'ulid';
import type { TestApp } from './test-app.ts';

interface Held {
  booking: string;
  by: string;
  /** Until somebody lifts it, where nothing else is said. */
  until?: string;
  reason?: string;
}

/** Sets a hold as it stands in its table, without a word in the trail; answers its id. */
export async function aHold(
  { owner }: Pick<TestApp, 'owner'>,
  { booking, by, until, reason = 'Suit KDH/412.' }: Held,
): Promise<string> {
  const id = ulid();
  const place = await owner
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo'])
    .where('id', '=', booking)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('holds')
    .values({
      id,
      booking_id: booking,
      ...place,
      for_whom: 'High Court 4',
      reason,
      until_day: until ?? null,
      set_by: by,
    })
    .execute();
  return id;
}
