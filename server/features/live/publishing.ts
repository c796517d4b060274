import type { LiveEvent } from '#contract/live.ts';
import { isUnpaid } from '#contract/owed.ts';
import type { ReadsWhole } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { recentHandlersOf, wholeBookings } from '#server/features/bookings/queries.ts';
import { type Cursor, isAfter } from './cursor.ts';
import { frameOf, type Listener } from './listener.ts';
import type { OutboxEvent } from './queries.ts';
import { shownTo } from './rules.ts';

/** An outbox event as the frames that listeners get of it, encoded once for all of them. */
export interface PublishableEvent extends OutboxEvent {
  readonly isOpen: boolean;
  /** The accounts that handled its payment within the hour. */
  readonly handlers: ReadonlySet<string>;
  /** For those who may see the whole record. */
  readonly whole: Buffer;
  /** For those who may see it no longer. */
  readonly gone: Buffer;
}

const nobody: ReadonlySet<string> = new Set();

/** Adds the records as they are now, which a query for each kind and one for handlers read. */
export async function eventsToPublish(
  deps: Deps,
  epoch: string,
  outboxEvents: readonly OutboxEvent[],
): Promise<readonly PublishableEvent[]> {
  const idsOf = (type: OutboxEvent['record_type']) => [
    ...new Set(outboxEvents.filter((one) => one.record_type === type).map((one) => one.record_id)),
  ];
  const { readsWhole } = deps.consequences;
  const others = Object.keys(readsWhole) as (keyof ReadsWhole)[];
  const [bookings, ...known] = await Promise.all([
    wholeBookings(deps.db, idsOf('booking')),
    ...others.map(async (kind) => (await readsWhole[kind]?.(deps, idsOf(kind))) ?? []),
  ]);
  const closed = bookings.filter((booking) => !isUnpaid(booking));
  const handlers = await recentHandlersOf(
    deps.db,
    closed.map(({ _id }) => _id),
  );
  const closedIds = new Set(closed.map(({ _id }) => _id));
  // A device may give records of two kinds the same id.
  const recordOf = new Map(
    [bookings, ...known].flatMap((records, index) =>
      records.map((record) => [`${['booking', ...others][index]} ${record._id}`, record]),
    ),
  );

  return outboxEvents.flatMap((outboxEvent): PublishableEvent[] => {
    const { change, record_type: type, record_id: id } = outboxEvent;
    const record = recordOf.get(`${type} ${id}`);
    if (!record) return [];
    // The compiler can't pair kind, change and record; the database's triggers write only such pairs.
    const event = { type, change, [type]: record } as unknown as LiveEvent;
    const gone: LiveEvent = { type: 'gone', record: 'booking', id };
    return [
      {
        ...outboxEvent,
        isOpen: !closedIds.has(id),
        handlers: handlers.get(id) ?? nobody,
        whole: frameOf(epoch, outboxEvent, event),
        gone: frameOf(epoch, outboxEvent, gone),
      },
    ];
  });
}

type Audience = Pick<Listener, 'scope' | 'seesPaid' | 'sees'>;

/** The audience's view of these events; without `userId` it is that of the whole audience. */
export function framesFor(
  audience: Audience,
  events: readonly PublishableEvent[],
  userId?: string,
): readonly Buffer[] {
  return events.flatMap((event) => {
    const handledIt = userId !== undefined && event.handlers.has(userId);
    const shown = shownTo(audience, event, handledIt);
    return shown === 'nothing' ? [] : [event[shown]];
  });
}

/**
 * Answers what to send to each listener of one audience: nearly all get the same bytes, made once.
 * Undefined where there is nothing new for the listener.
 */
export function framesForAll(
  audience: Audience,
  events: readonly PublishableEvent[],
): (listener: Listener) => Buffer | undefined {
  const join = (frames: readonly Buffer[]) =>
    frames.length === 0 ? undefined : Buffer.concat(frames);
  const common = join(framesFor(audience, events));
  const [first] = events;
  const isOwn = ({ caller }: Listener, { handlers }: PublishableEvent) =>
    handlers.has(caller.userId);
  return (listener) => {
    const allIsNew = first === undefined || isAfter(first, listener.cursor);
    const seesOwn = !audience.seesPaid && events.some((event) => isOwn(listener, event));
    if (allIsNew && !seesOwn) return common;
    return join(framesFor(audience, newTo(listener.cursor, events), listener.caller.userId));
  };
}

const newTo = (cursor: Cursor, events: readonly PublishableEvent[]) =>
  events.filter((event) => isAfter(event, cursor));
