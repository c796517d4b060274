import type { Transaction, Updateable } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import {
  type decideWaiver,
  type endObligation,
  type exportObligations,
  type Obligation,
  obligations,
} from '#contract/obligations.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { DB, Obligations } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { rulesNow, rulesOfTicket } from '#server/features/ticket-rules/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { columnsOf } from '#server/lists/table.ts';
import { columns, heldBy, matchingObligations, toWire } from './queries.ts';
import { asksForMore, isHeld, obligationRows } from './rules.ts';

/** A new ticket opens what its penalties ask for, by the rules of its day. */
export const obligationsOpen = {
  'booking.made': async (_deps, trx, { facts: ticket }) => {
    if (!asksForMore(ticket)) return;
    const { organisation, officer, madeAt } = ticket;
    const of = await rulesNow(trx, { organisation, demo: officer.demo }, madeAt);
    await trx
      .insertInto('obligations')
      .values(obligationRows({ ...ticket, demo: officer.demo }, of))
      .execute();
  },
} satisfies Part['follows'];

/** By the rules of a ticket's day, some open obligations keep the vehicle. */
export const vehicleKept = {
  'booking.cleared': async (trx, booking) => {
    const { holds = [] } = (await rulesOfTicket(trx, booking)) ?? {};
    const held = await heldBy(trx, booking._id, holds);
    return held === null ? null : isHeld(held);
  },
} satisfies Part['stops'];

const isOver = new Refusal(
  409,
  'already_decided',
  'This obligation is over, or somebody has just decided it. Look at it again.',
);

const rowAt = async (trx: Transaction<DB>, { _id }: Booking, place: number) =>
  (await trx
    .selectFrom('obligations')
    .select(['words', 'state', 'acted_by'])
    .where((eb) => eb.and({ booking_id: _id, place }))
    .forUpdate()
    .executeTakeFirst()) ?? notFound('obligation');

interface Standing {
  readonly words: string;
  readonly state: string;
  readonly acted_by: string | null;
}

const changeRow = (
  trx: Transaction<DB>,
  { _id }: Booking,
  place: number,
  values: Updateable<Obligations>,
) =>
  trx
    .updateTable('obligations')
    .set(values)
    .where((eb) => eb.and({ booking_id: _id, place }))
    .execute();

const answerAt = async (trx: Transaction<DB>, { _id }: Booking, place: number) =>
  toWire(
    await trx
      .selectFrom('obligations')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .where((eb) => eb.and({ booking_id: _id, place }))
      .select(columns)
      .executeTakeFirstOrThrow(),
  );

/** Of two at once one ends it. */
export const ending: Steps<typeof endObligation, Booking, Standing> = {
  id: ({ _id }) => _id,
  lock: (trx, { record, body }) => rowAt(trx, record, body.place),
  rule: ({ state }) => (state === 'open' ? null : isOver),
  change: async (trx, { words, state: before }, { record, body, caller }) => {
    const { place: obligation, how, reason } = body;
    const state = how === 'done' ? 'done' : 'waiver asked';
    const by = { acted_by: caller.userId, acted_at: new Date() };
    await changeRow(trx, record, obligation, { state, reason, ...by });
    return {
      outcome: how === 'waiver' ? 'waiver asked' : undefined,
      before: { obligation, state: before },
      after: { obligation, words, state, reason },
    };
  },
  answer: (trx, { record, body }) => answerAt(trx, record, body.place),
};

/** Of two at once one decides. */
export const decidingWaiver: Steps<typeof decideWaiver, Booking, Standing> = {
  id: ({ _id }) => _id,
  lock: (trx, { record, body }) => rowAt(trx, record, body.place),
  rule: ({ state }) => (state === 'waiver asked' ? null : isOver),
  first: ({ acted_by }) => acted_by ?? '',
  agrees: ({ body }) => body.agrees,
  change: async (trx, { words, state: before }, { record, body, caller }) => {
    const { place: obligation, agrees } = body;
    const state = agrees ? 'waived' : 'open';
    const waived_by = agrees ? caller.userId : null;
    await changeRow(trx, record, obligation, { state, waived_by });
    return {
      outcome: agrees ? undefined : 'kept open',
      before: { obligation, state: before },
      after: { obligation, words, state },
    };
  },
  answer: (trx, { record, body }) => answerAt(trx, record, body.place),
};

const { text } = columnsOf<Obligation>();
const fileColumns = [
  text('Plate', 14, ({ plate }) => plate),
  text('Kind', 22, ({ kind }) => obligations[kind].words),
  text('Words', 28, ({ words }) => words),
  text('Offence', 10, ({ offence }) => offence),
  text('Organisation', 14, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  text('Due', 12, ({ dueDay }) => dueDay ?? ''),
  text('State', 14, ({ state }) => state),
  text('Reason', 40, ({ reason }) => reason),
];

export async function exportObligationsOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportObligations>,
) {
  const matching = matchingObligations(reports, caller, filters);
  if (matching instanceof Refusal) return matching;
  const rows = await matching
    .select(columns)
    .orderBy('obligations.due_day')
    .orderBy('booking_id')
    .orderBy('place')
    .limit(exportLimits[format] + 1)
    .execute();
  return exportRows(db, actor, caller, {
    event: 'obligations.exported',
    format,
    filters,
    name: 'obligations',
    columns: fileColumns,
    rows: rows.map(toWire),
  });
}
