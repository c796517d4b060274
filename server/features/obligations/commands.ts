import type { Booking } from '#contract/bookings.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import {
  type decideWaiver,
  type endObligation,
  type exportObligations,
  type Obligation,
  obligations,
} from '#contract/obligations.ts';
import type { Part } from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { rulesNow, rulesOfTicket } from '#server/features/ticket-rules/queries.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
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

type Change =
  | ({ readonly decides: false } & BodyOf<typeof endObligation>)
  | ({ readonly decides: true } & BodyOf<typeof decideWaiver>);

const events = {
  done: 'booking.obligation-done',
  'waiver asked': 'booking.waiver-asked',
  waived: 'booking.obligation-waived',
  open: 'booking.waiver-refused',
} as const;

/** Of two at once one wins. */
export async function changeObligation(
  db: Database,
  actor: Actor,
  caller: Caller,
  { booking, change }: { readonly booking: Booking; readonly change: Change },
): Promise<Outcome<Obligation>> {
  const { place } = change;
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('obligations')
      .selectAll()
      .where((eb) => eb.and({ booking_id: booking._id, place }))
      .forUpdate()
      .executeTakeFirst();
    if (!row) return notFound('obligation');
    if (row.state !== (change.decides ? 'waiver asked' : 'open')) return isOver;
    const by = caller.userId;
    if (change.decides) {
      const why = await whyNotConfirmed(trx, by, row.acted_by ?? '', change.agrees);
      if (why) return why;
      if (row.acted_by === by) return ownWaiver;
    }
    const state = change.decides
      ? change.agrees
        ? 'waived'
        : 'open'
      : change.how === 'done'
        ? 'done'
        : 'waiver asked';
    const values = change.decides
      ? { state, waived_by: change.agrees ? by : null }
      : { state, reason: change.reason, acted_by: by, acted_at: new Date() };
    await trx
      .updateTable('obligations')
      .set(values)
      .where((eb) => eb.and({ booking_id: booking._id, place }))
      .execute();
    await writeAudit(trx, actor, {
      event: events[state],
      record: 'booking',
      id: booking._id,
      before: { obligation: place, state: row.state },
      after: {
        obligation: place,
        words: row.words,
        state,
        ...(!change.decides && { reason: change.reason }),
      },
    });
    const now = await trx
      .selectFrom('obligations')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .where((eb) => eb.and({ booking_id: booking._id, place }))
      .select(columns)
      .executeTakeFirstOrThrow();
    return toWire(now);
  });
}

const ownWaiver = new Refusal(
  409,
  'own_proposal',
  'Somebody else must confirm a waiver that you have asked for.',
);

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
