import { type Kysely, sql } from 'kysely';
import {
  type Hold,
  holdRegister,
  holdSchema,
  holdStates,
} from '#contract/modules/after-ticket/holds.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { today } from '#server/features/offences/queries.ts';
import { withinDays } from '#server/lists/queries.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { inScope } from '#server/scope/conditions.ts';
import { momentOf } from '#server/time.ts';

export const isInForce = sql<boolean>`(holds.lifted_at is null
  and (holds.until_day is null or holds.until_day >= ${today}))`;

export const allHolds = (db: Kysely<DB>) =>
  db.selectFrom('holds').innerJoin('bookings', 'bookings.id', 'booking_id');

export const columns = [
  'holds.id',
  'booking_id as booking',
  'holds.organisation',
  'holds.zone',
  'for_whom as forWhom',
  'reason',
  'until_day as until',
  'set_at',
  'lifted_at',
  'lift_reason',
  sql<string>`coalesce(nullif(registration, ''), license)`.as('plate'),
  sql<string>`case when lifted_at is not null then 'lifted'
    when ${isInForce} then 'in force' else 'ran out' end`.as('state'),
  personIn('set_by', 'set_at').as('by'),
  personIn('lifted_by', 'lifted_at').as('lifter'),
] as const;

interface Row extends Record<string, unknown> {
  readonly set_at: Date;
  readonly lifted_at: Date | null;
}

export const toWire = ({ set_at, lifted_at, lift_reason, lifter, ...row }: Row): Hold =>
  holdSchema.parse({
    ...row,
    at: set_at.toISOString(),
    lifted: lifted_at && { by: lifter, at: lifted_at.toISOString(), reason: lift_reason },
  });

const { text, moment } = columnsOf<Hold>();

export const readHolds = registerRead(holdRegister, {
  rows: (db, scope, { booking, from, to }) =>
    allHolds(db)
      .where(inScope('holds', scope))
      .where((eb) => eb.and(withinDays(sql.ref('set_at'), { from, to })))
      .$if(booking !== undefined, (those) => those.where('booking_id', '=', booking ?? '')),
  states: { 'in force': isInForce, over: sql`not ${isInForce}` },
  shown: (those) => those.select(columns).orderBy('set_at', 'desc').orderBy('holds.id', 'desc'),
  toWire,
  columns: [
    text('Plate', 14, ({ plate }) => plate),
    text('Booking', 28, ({ booking }) => booking),
    text('Organisation', 14, ({ organisation }) => organisation),
    text('Zone', 16, ({ zone }) => zone),
    text('Held for', 30, ({ forWhom }) => forWhom),
    text('Reason', 40, ({ reason }) => reason),
    text('Until', 12, ({ until }) => until ?? ''),
    text('Status', 10, ({ state }) => holdStates[state]),
    text('Set by', 24, ({ by }) => by.name),
    moment('Set', ({ at }) => at),
    text('Lifted', 40, ({ lifted }) =>
      lifted === null ? '' : `${lifted.by.name}, ${momentOf(lifted.at)}: ${lifted.reason}`,
    ),
  ],
  ticket: sql.ref('holds.booking_id'),
});
