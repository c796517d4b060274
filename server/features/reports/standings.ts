import { sql } from 'kysely';
import type { ReportRow } from '#contract/reports.ts';
import { nameThen } from '#server/db/people.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { inScope } from '#server/scope/conditions.ts';
import { dayMs, dayOf } from '#server/time.ts';
import {
  type Body,
  type Figures,
  figuresBy,
  figuresIn,
  listAt,
  naira,
  noFigures,
  outstandingOf,
  placeIn,
  rowOf,
  type Source,
  sumOf,
  tableOf,
} from './body.ts';

/** Snapshot: what became of all tickets so far, by zone. */
export async function snapshot({ db, scope }: Source): Promise<Body> {
  const key = sql`organisation || '|' || zone`;
  const zones = await figuresBy(db, { kind: 'place', by: 'zone', scope }, key);
  const collisions = await figuresBy(db, { kind: 'collision', by: 'zone', scope }, key);
  const whole = await figuresIn(db, { kind: 'place', scope });
  const allCollisions = await figuresIn(db, { kind: 'collision', scope });
  const collisionsOf = new Map(collisions.map((row) => [row.key, row.issued.count]));
  const found = new Map(zones.map((row) => [row.key, row]));
  const keys = [...new Set([...found.keys(), ...collisionsOf.keys()])].toSorted();
  const rows = keys.map((zoneKey) => {
    const [organisation = '', zone = ''] = zoneKey.split('|');
    const place = { organisation, zone };
    const label = scope.organisation === null ? `${zone}, ${organisation}` : zone;
    return standing(label, found.get(zoneKey) ?? noFigures, collisionsOf.get(zoneKey) ?? 0, place);
  });
  const all = outstandingOf(whole);
  return {
    tables: [
      tableOf('Tickets and collisions by zone', standingColumns, {
        rows,
        total: standing('Total', whole, allCollisions.issued.count, placeIn(scope)),
      }),
    ],
    checks: [
      {
        says: 'Unpaid tickets of the zones = unpaid tickets of the whole',
        unit: 'count',
        left: sumOf(zones, (row) => outstandingOf(row).count),
        right: all.count,
      },
      {
        says: 'Unpaid naira of the zones = unpaid naira of the whole',
        unit: 'naira',
        left: naira(sumOf(zones, (row) => outstandingOf(row).kobo)),
        right: naira(all.kobo),
      },
    ],
    notes: [
      'Every ticket so far: issued = withdrawn + decided in court + unpaid + paid and not cleared + cleared.',
      'This report leaves out due days, disputes and obligations. They are listed under After the Ticket.',
    ],
  };
}

const standingColumns = {
  Zone: 'text',
  Issued: 'count',
  'Issued (₦)': 'naira',
  Withdrawn: 'count',
  'Decided in court': 'count',
  Unpaid: 'count',
  'Unpaid (₦)': 'naira',
  'Paid, not cleared': 'count',
  Cleared: 'count',
  Collisions: 'count',
} as const;

function standing(
  label: string,
  figures: Figures,
  collisions: number,
  place: { readonly organisation: string | null; readonly zone: string | null },
): ReportRow {
  const unpaid = outstandingOf(figures);
  const { issued, withdrawn, decided, paid, cleared } = figures;
  return rowOf([
    [label],
    [issued.count, listAt('/bookings', place)],
    [naira(issued.kobo), listAt('/bookings', place)],
    [withdrawn.count, listAt('/bookings', { ...place, withdrawn: 'true' })],
    [decided.count, listAt('/bookings', { ...place, decided: 'true' })],
    [unpaid.count, listAt('/unpaid', place)],
    [naira(unpaid.kobo), listAt('/unpaid', place)],
    [paid.count - cleared.count, listAt('/paid', place)],
    [cleared.count, listAt('/completed', place)],
    [collisions, listAt('/collisions', place)],
  ]);
}

/** Days since a ticket was issued, from and to; the last has no end. */
const ages = [
  { from: 0, to: 7, label: 'Up to 7 days' },
  { from: 8, to: 30, label: '8 to 30 days' },
  { from: 31, to: 90, label: '31 to 90 days' },
  { from: 91, to: 365, label: '91 to 365 days' },
  { from: 366, to: undefined, label: 'More than a year' },
] as const;

/** UNP: every unpaid ticket, by how long ago it was issued, the oldest first. */
export async function unpaid({ db, scope, officer, rows: limit }: Source): Promise<Body> {
  const today = dayOf(new Date());
  const ago = (days: number) => dayOf(new Date(Date.now() - days * dayMs));
  const buckets = await Promise.all(
    ages.map(async ({ from, to, label }) => {
      // What was issued since midnight, while this is counted, is new as well.
      const days = {
        from: to === undefined ? undefined : ago(to),
        to: from === 0 ? undefined : ago(from),
      };
      const { count, kobo } = outstandingOf(
        await figuresIn(db, { kind: 'place', scope, days, officer }),
      );
      return { label, days, count, kobo };
    }),
  );
  const whole = outstandingOf(await figuresIn(db, { kind: 'place', scope, officer }));
  const tickets = await db
    .selectFrom('bookings')
    .leftJoin('users', 'users.id', 'bookings.created_by')
    .where(inScope('bookings', scope))
    .where(isUnpaid)
    .$if(officer !== undefined, (own) => own.where('bookings.created_by', '=', officer ?? ''))
    .select((eb) => [
      'bookings.id',
      'reference',
      'bookings.zone',
      'registration',
      'bookings.name',
      'price_kobo',
      'bill_ref',
      eb.fn<string>('lagos_day', ['bookings.created_at']).as('day'),
      nameThen('users', 'bookings.created_at').as('officer'),
    ])
    .orderBy('bookings.created_at')
    .orderBy('bookings.id')
    .limit(limit)
    .execute();
  const place = { ...placeIn(scope), bookedBy: officer };
  return {
    tables: [
      tableOf(
        'Unpaid tickets by age',
        { Age: 'text', Tickets: 'count', Amount: 'naira' },
        {
          rows: buckets.map(({ label, days, count, kobo }) => {
            const list = listAt('/unpaid', { ...place, ...days });
            return rowOf([[label], [count, list], [naira(kobo), list]]);
          }),
          total: rowOf([
            ['Total'],
            [whole.count, listAt('/unpaid', place)],
            [naira(whole.kobo), listAt('/unpaid', place)],
          ]),
        },
      ),
      tableOf(
        'The tickets, the oldest first',
        {
          Ticket: 'text',
          Issued: 'day',
          Days: 'count',
          Zone: 'text',
          Officer: 'text',
          Plate: 'text',
          Name: 'text',
          Bill: 'text',
          Amount: 'naira',
        },
        {
          rows: tickets.map((ticket) =>
            rowOf([
              [ticket.reference, listAt('/unpaid', { open: ticket.id })],
              [ticket.day],
              [Math.round((Date.parse(today) - Date.parse(ticket.day)) / dayMs)],
              [ticket.zone],
              [ticket.officer],
              [ticket.registration],
              [ticket.name],
              [ticket.bill_ref ?? ''],
              [naira(ticket.price_kobo)],
            ]),
          ),
          of: whole.count,
        },
      ),
    ],
    checks: [
      {
        says: 'The ages together = all unpaid tickets',
        unit: 'count',
        left: sumOf(buckets, ({ count }) => count),
        right: whole.count,
      },
      {
        says: 'The amounts of all ages = the amount of all unpaid tickets',
        unit: 'naira',
        left: naira(sumOf(buckets, ({ kobo }) => kobo)),
        right: naira(whole.kobo),
      },
    ],
    notes: [
      `The age of a ticket is the days from its issue to ${today}, whether or not it is due yet.`,
    ],
  };
}
