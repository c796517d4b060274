import { sql } from 'kysely';
import type { ReportRow } from '#contract/modules/reports/reports.ts';
import { isOverdue } from '#server/features/bookings/queries.ts';
import { Refusal } from '#server/http/refusal.ts';
import { rowsIn } from '#server/lists/register.ts';
import { disputeRows } from '#server/modules/after-ticket/disputes/queries.ts';
import { readObligations } from '#server/modules/after-ticket/obligations/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
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
  const open = await openByZone(db, scope);
  return {
    tables: [
      tableOf('Bookings and collisions by zone', standingColumns, {
        rows,
        total: standing('Total', whole, allCollisions.issued.count, placeIn(scope)),
      }),
      tableOf('Still open, by zone', openColumns, {
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
        note: 'A booking is overdue from the day after its due date.',
      }),
    ],
    checks: [
      {
        says: 'Unpaid bookings by zone = all unpaid bookings',
        unit: 'count',
        left: sumOf(zones, (row) => outstandingOf(row).count),
        right: all.count,
      },
      {
        says: 'Unpaid amount by zone = total unpaid amount',
        unit: 'naira',
        left: naira(sumOf(zones, (row) => outstandingOf(row).kobo)),
        right: naira(all.kobo),
      },
    ],
    notes: [
      'Every booking so far: issued = withdrawn + decided in court + unpaid + paid and not cleared + cleared.',
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
  'Open obligations': 'count',
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

/** Counts what waits for somebody, by zone; zones without any are left out. */
async function openByZone(db: Source['db'], scope: Source['scope']) {
  const disputes = rowsIn(disputeRows, db, scope, { state: 'open' });
  const duties = rowsIn(readObligations, db, scope, { state: 'open' });
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
