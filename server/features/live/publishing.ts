import type { Collision } from '#contract/collisions.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Deps } from '#server/deps.ts';
import { handledBy, wholeBookings } from '#server/features/bookings/queries.ts';
import { isAfter } from './cursor.ts';
import type { Listener } from './listener.ts';
import type { OutboxEvent } from './queries.ts';
import { shownTo } from './rules.ts';

/** Whole collisions by id, without a check of scope. */
export type ReadCollisions = (ids: readonly string[]) => Promise<readonly Collision[]>;

/**
 * An outbox event with its live event for those who may see the whole record, serialised once for
 * all listeners.
 */
export interface PublishableEvent extends OutboxEvent {
  readonly isOpen: boolean;
  readonly data: string;
}

/** Adds the records as they are now, which two queries read for all events. */
export async function eventsToPublish(
  { db }: Pick<Deps, 'db'>,
  readCollisions: ReadCollisions,
  outboxEvents: readonly OutboxEvent[],
): Promise<readonly PublishableEvent[]> {
  const idsOf = (type: OutboxEvent['record_type']) => [
    ...new Set(outboxEvents.filter((one) => one.record_type === type).map((one) => one.record_id)),
  ];
  const [bookings, collisions] = await Promise.all([
    wholeBookings(db, idsOf('booking')),
    readCollisions(idsOf('collision')),
  ]);
  const bookingOf = new Map(bookings.map((booking) => [booking._id, booking]));
  const collisionOf = new Map(collisions.map((collision) => [collision._id, collision]));
  return outboxEvents.flatMap((outboxEvent): PublishableEvent[] => {
    const { change, record_id } = outboxEvent;
    if (change === 'recorded') {
      const collision = collisionOf.get(record_id);
      const event: LiveEvent | undefined = collision && { type: 'collision', change, collision };
      return event ? [{ ...outboxEvent, isOpen: true, data: JSON.stringify(event) }] : [];
    }
    const booking = bookingOf.get(record_id);
    const event: LiveEvent | undefined = booking && { type: 'booking', change, booking };
    if (!booking) return [];
    const isOpen = !booking.paid && booking.withdrawal === null;
    return [{ ...outboxEvent, isOpen, data: JSON.stringify(event) }];
  });
}

/** Sends a listener the events that are new to it and within its scope, in order. */
export async function publish(
  { db }: Pick<Deps, 'db'>,
  listener: Listener,
  events: readonly PublishableEvent[],
): Promise<void> {
  const unsent = events.filter((one) => isAfter(one, listener.cursor));
  const unsure = unsent.filter((one) => shownTo(listener, one, false) === 'gone');
  const handled = await handledBy(
    db,
    listener.caller,
    unsure.map(({ record_id }) => record_id),
  );
  for (const one of unsent) {
    listener.cursor = { xid: one.xid, seq: one.seq };
    const shown = shownTo(listener, one, handled.has(one.record_id));
    if (shown === 'whole') listener.send(one.record_type, one.data);
    if (shown === 'gone') listener.send('gone', goneOf(one.record_id));
  }
}

function goneOf(id: string): string {
  const event: LiveEvent = { type: 'gone', record: 'booking', id };
  return JSON.stringify(event);
}
