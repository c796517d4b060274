import { type RawBuilder, sql } from 'kysely';
import { type OwedSpan, owedSpans } from '#contract/owed.ts';
import type { ReportRow } from '#contract/reports.ts';
import { nameThen } from '#server/db/people.ts';
import { isUnpaid, owedSpanOf } from '#server/db/unpaid.ts';
import { isOverdue } from '#server/features/bookings/queries.ts';
import { matchingDisputes } from '#server/features/disputes/queries.ts';
import { matchingObligations } from '#server/features/obligations/queries.ts';
import { Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { dayOf } from '#server/time.ts';
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
import { left } from './standard.ts';

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
  const open = await openByZone(db, scope);
  return {
    tables: [
      tableOf('Tickets and collisions by zone', standingColumns, {
        rows,
        total: standing('Total', whole, allCollisions.issued.count, placeIn(scope)),
      }),
      tableOf('What is open, by zone', openColumns, {
        rows: open.map(({ organisation, zone, ...matters }) => {
          const label = scope.organisation === null ? `${zone}, ${organisation}` : zone;
          return openRow(label, matters, { organisation, zone });
        }),
        total: openRow(
          'Total',
          {
            overdue: sumOf(open, ({ overdue }) => overdue),
            overdueKobo: sumOf(open, ({ overdueKobo }) => overdueKobo),
            objections: sumOf(open, ({ objections }) => objections),
            obligations: sumOf(open, ({ obligations }) => obligations),
          },
          placeIn(scope),
        ),
        note: 'A ticket is overdue from the day after its day to pay by.',
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
    ],
  };
}

interface Open {
  readonly overdue: number;
  readonly overdueKobo: number;
  readonly objections: number;
  readonly obligations: number;
}

const openColumns = {
  Zone: 'text',
  Overdue: 'count',
  'Overdue (₦)': 'naira',
  'Objections to answer': 'count',
  'Obligations open': 'count',
} as const;

const openRow = (
  label: string,
  { overdue, overdueKobo, objections, obligations }: Open,
  place: { readonly organisation: string | null; readonly zone: string | null },
): ReportRow => {
  const late = listAt('/unpaid', { ...place, overdue: 'true' });
  return rowOf([
    [label],
    [overdue, late],
    [naira(overdueKobo), late],
    [objections, listAt('/disputes', { ...place, state: 'open' })],
    [obligations, listAt('/obligations', { ...place, state: 'open' })],
  ]);
};

/** What waits for somebody in each zone that has any of it. */
async function openByZone(db: Source['db'], scope: Source['scope']) {
  const disputes = matchingDisputes(db, { scope }, { state: 'open' });
  const duties = matchingObligations(db, { scope }, { state: 'open' });
  if (disputes instanceof Refusal || duties instanceof Refusal) return [];
  const place = ['bookings.organisation', 'bookings.zone'] as const;
  const number = sql<number>`count(*)::integer`.as('number');
  const late = await db
    .selectFrom('bookings')
    .where(inScope('bookings', scope))
    .where(isOverdue)
    .select([...place, number, sql<number>`sum(price_kobo)::bigint`.as('kobo')])
    .groupBy(place)
    .execute();
  const objections = await disputes
    .select([...place, number])
    .groupBy(place)
    .execute();
  const obligations = await duties
    .select([...place, number])
    .groupBy(place)
    .execute();
  const keyOf = (row: { organisation: string; zone: string }) => `${row.organisation}|${row.zone}`;
  const numberAt = (rows: typeof objections, key: string) =>
    rows.find((row) => keyOf(row) === key)?.number ?? 0;
  return [...new Set([...late, ...objections, ...obligations].map(keyOf))].toSorted().map((key) => {
    const [organisation = '', zone = ''] = key.split('|');
    return {
      organisation,
      zone,
      overdue: numberAt(late, key),
      overdueKobo: late.find((row) => keyOf(row) === key)?.kobo ?? 0,
      objections: numberAt(objections, key),
      obligations: numberAt(obligations, key),
    };
  });
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

/** At the end of a past day: its due day as the trail had it, and neither paid nor ended by then. */
const standingAt = (scope: Source['scope'], at: string): RawBuilder<unknown> => {
  const isAfter = (instant: string) => sql`${sql.ref(instant)} >= ${midnightAfter(at)}`;
  const known = sql`
    select id from bookings where ${isUnpaid} and ${inScope('bookings', scope)}
    union
    select booking_id from payments
    where ${isAfter('payments.confirmed_at')} and ${inScope('payments', scope)}
    union
    select id from bookings
    where (${isAfter('bookings.withdrawn_at')} or ${isAfter('bookings.decided_at')})
      and ${inScope('bookings', scope)}`;
  return sql`
    select bookings.*, case when said.number is null then bookings.due_day else said.due end as due
    from bookings left join lateral (
      select number, (after ->> 'dueDay')::date as due from audit
      where record_type = 'booking' and record_id = bookings.id and after ? 'dueDay'
        and at < ${midnightAfter(at)}
      order by number desc limit 1
    ) as said on true
    where bookings.id in (${known}) and created_at < ${midnightAfter(at)}
      and (withdrawn_at is null or ${isAfter('bookings.withdrawn_at')})
      and (decided_at is null or ${isAfter('bookings.decided_at')})
      and not exists (select from payments
                      where booking_id = bookings.id and confirmed_at < ${midnightAfter(at)})`;
};

const midnightAfter = (day: string) =>
  sql`((${day}::date + 1)::timestamp at time zone 'Africa/Lagos')`;

interface Owing {
  readonly id: string;
  readonly reference: string;
  readonly zone: string;
  readonly registration: string;
  readonly name: string;
  readonly kobo: number;
  readonly issued: string;
  readonly due: string | null;
  readonly over: number | null;
  readonly officer: string;
  readonly reminded: string | null;
  readonly court: string | null;
}

/** UNP: every unpaid ticket, by how long its due day is over, the longest first. */
export async function unpaid({ db, scope, at, officer, rows: limit }: Source): Promise<Body> {
  const day = at ?? dayOf(new Date());
  const own = officer === undefined ? sql`true` : sql`bookings.created_by = ${officer}`;
  const standing =
    at === undefined
      ? sql`select bookings.*, due_day as due from bookings
            where ${isUnpaid} and ${inScope('bookings', scope)}`
      : standingAt(scope, at);
  const spans = await sql<{ span: OwedSpan; count: number; kobo: number }>`
    select ${owedSpanOf(sql`due`, sql`${day}::date`)} as span, count(*)::integer as count,
           sum(price_kobo)::bigint as kobo
    from (${standing}) as bookings where ${own} group by 1`.execute(db);
  const known = new Map(spans.rows.map((row) => [row.span, row]));
  const buckets = (Object.keys(owedSpans) as OwedSpan[]).map((span) => ({
    span,
    count: known.get(span)?.count ?? 0,
    kobo: known.get(span)?.kobo ?? 0,
  }));
  const { rows: tickets } = await sql<Owing>`
    select bookings.id, reference, bookings.zone, registration, bookings.name, price_kobo as kobo,
           lagos_day(bookings.created_at)::text as issued, due::text as due,
           greatest(${day}::date - due, 0) as over,
           ${nameThen('users', 'bookings.created_at')} as officer,
           (select lagos_day(max(sent_at))::text from messages
            where booking_id = bookings.id and purpose = 'reminder'
              and sent_at < ${midnightAfter(day)}) as reminded,
           (select court from court_cases join court_batches on court_batches.id = batch_id
            where booking_id = bookings.id and locked_at < ${midnightAfter(day)}) as court
    from (${standing}) as bookings left join users on users.id = bookings.created_by
    where ${own}
    order by due nulls last, bookings.created_at, bookings.id
    limit ${limit}`.execute(db);
  const counted = async (kind: 'place' | 'act') =>
    figuresIn(db, { kind, scope, officer, ...(at && { days: { to: at } }) });
  const issued = await counted('place');
  const whole = at === undefined ? outstandingOf(issued) : left(issued, await counted('act'));
  const place = { ...placeIn(scope), bookedBy: officer };
  /** No list shows what was unpaid on a day that is over. */
  const list = (more = {}) => (at === undefined ? listAt('/unpaid', { ...place, ...more }) : null);
  const when = at === undefined ? '' : `, at the end of ${at}`;
  return {
    tables: [
      tableOf(
        `Unpaid tickets by the days since they were due${when}`,
        { Due: 'text', Tickets: 'count', Amount: 'naira' },
        {
          rows: buckets.map(({ span, count, kobo }) =>
            rowOf([
              [owedSpans[span]],
              [count, list({ owed: span })],
              [naira(kobo), list({ owed: span })],
            ]),
          ),
          total: rowOf([
            ['Total'],
            [sumOf(buckets, ({ count }) => count), list()],
            [naira(sumOf(buckets, ({ kobo }) => kobo)), list()],
          ]),
        },
      ),
      tableOf(
        'The tickets, those due longest first',
        {
          Ticket: 'text',
          Issued: 'day',
          Due: 'day',
          'Days over': 'count',
          Zone: 'text',
          Officer: 'text',
          Plate: 'text',
          Name: 'text',
          'Last reminder': 'day',
          Court: 'text',
          Amount: 'naira',
        },
        {
          rows: tickets.map((ticket) =>
            rowOf([
              [ticket.reference, listAt('/bookings', { open: ticket.id })],
              [ticket.issued],
              [ticket.due],
              [ticket.over],
              [ticket.zone],
              [ticket.officer],
              [ticket.registration],
              [ticket.name],
              [ticket.reminded],
              [ticket.court ?? ''],
              [naira(ticket.kobo)],
            ]),
          ),
          of: whole.count,
        },
      ),
    ],
    checks: [
      {
        says: 'All lines together = the tickets that were issued and neither paid nor ended',
        unit: 'count',
        left: sumOf(buckets, ({ count }) => count),
        right: whole.count,
      },
      {
        says: 'Their amounts together = the amounts of these tickets',
        unit: 'naira',
        left: naira(sumOf(buckets, ({ kobo }) => kobo)),
        right: naira(whole.kobo),
      },
    ],
    notes: [
      'A ticket is over its day from the day after it. One whose driver objects has no day to pay by until the answer.',
    ],
  };
}
