import type { Collision } from '#contract/collisions.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { handledBy, wholeBookings } from '#server/features/bookings/queries.ts';
import { isAfter } from './cursor.ts';
import type { Listener } from './listener.ts';
import type { Happening } from './queries.ts';
import { shownTo } from './rules.ts';

/** Whole collisions by id, whoever asks. */
export type ReadCollisions = (ids: readonly string[]) => Promise<readonly Collision[]>;

/** A change with what it says to those who may see the whole record, written once for all of them. */
export interface News extends Happening {
  readonly isOpen: boolean;
  readonly data: string;
}

/** The records of changes as they are now, in two queries. */
export async function newsOf(
  { db }: Pick<Deps, 'db'>,
  readCollisions: ReadCollisions,
  happenings: readonly Happening[],
): Promise<readonly News[]> {
  const idsOf = (type: Happening['record_type']) => [
    ...new Set(happenings.filter((one) => one.record_type === type).map((one) => one.record_id)),
  ];
  const [bookings, collisions] = await Promise.all([
    wholeBookings(db, idsOf('booking')),
    readCollisions(idsOf('collision')),
  ]);
  const bookingOf = new Map(bookings.map((booking) => [booking._id, booking]));
  const collisionOf = new Map(collisions.map((collision) => [collision._id, collision]));
  return happenings.flatMap((happening): News[] => {
    const { change, record_id } = happening;
    if (change === 'recorded') {
      const collision = collisionOf.get(record_id);
      const event: LiveEvent | undefined = collision && { type: 'collision', change, collision };
      return event ? [{ ...happening, isOpen: true, data: JSON.stringify(event) }] : [];
    }
    const booking = bookingOf.get(record_id);
    const event: LiveEvent | undefined = booking && { type: 'booking', change, booking };
    if (!booking) return [];
    const isOpen = !booking.paid && booking.withdrawal === null;
    return [{ ...happening, isOpen, data: JSON.stringify(event) }];
  });
}

/** Tells a listener what is new to it and in its sight, in order. */
export async function tell(
  { db }: Pick<Deps, 'db'>,
  listener: Listener,
  news: readonly News[],
): Promise<void> {
  const fresh = news.filter((one) => isAfter(one, listener.cursor));
  const unsure = fresh.filter((one) => shownTo(listener, one, false) === 'gone');
  const handled = await handledBy(
    db,
    listener.caller,
    unsure.map(({ record_id }) => record_id),
  );
  for (const one of fresh) {
    listener.cursor = { xid: one.xid, seq: one.seq };
    const shown = shownTo(listener, one, handled.has(one.record_id));
    if (shown === 'whole') listener.say(one.record_type, one.data);
    if (shown === 'gone') listener.say('gone', goneOf(one.record_id));
  }
}

function goneOf(id: string): string {
  const event: LiveEvent = { type: 'gone', record: 'booking', id };
  return JSON.stringify(event);
}
