import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { ReportFigure } from '#contract/modules/reports/report-rows.ts';
import { type ReportRow, type ReportStep, usualStep } from '#contract/modules/reports/reports.ts';
import { mondayOf } from '#contract/periods.ts';
import type { Period, ReportLine } from '#server/acts/part.ts';
import { arrivedLate } from '#server/db/made-at.ts';
import { countsItself, injuredIn, killedIn } from '#server/db/people.ts';
import { only, withinDays } from '#server/lists/queries.ts';
import { dayAfter, dayBefore } from '#server/lists/rules.ts';
import { inScope } from '#server/scope/conditions.ts';
import { dayMs, dayOf } from '#server/time.ts';
import {
  type Body,
  type Figures,
  figuresBy,
  figuresIn,
  listAt,
  madeBy,
  naira,
  noFigures,
  outstandingOf,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  sumOf,
  tableOf,
} from './body.ts';
import { givenBackBeside } from './given-back.ts';

/**
 * Standard: what was issued, withdrawn, paid and cleared in the period, each on its own day, and
 * how that carries what was outstanding before to what is outstanding after it.
 */
export async function standard({
  db,
  scope,
  days,
  by,
  officer,
  consequences,
}: Source): Promise<Body> {
  const step = by ?? usualStep(days);
  const asked = { scope, days, officer, by: 'day' } as const;
  const period = { db, scope, days, officer };
  const key = sql`date_trunc(${step}, day::timestamp)::date::text`;
  const issued = await figuresBy(db, { ...asked, kind: 'place' }, key);
  const acts = await figuresBy(db, { ...asked, kind: 'act' }, key);
  const collisions = new Map((await collisionsBy(period, step)).map((row) => [row.key, row]));
  const late = new Map((await lateBy(period, step)).map((row) => [row.key, row.late]));
  const issuedIn = new Map(issued.map((row) => [row.key, row]));
  const actsIn = new Map(acts.map((row) => [row.key, row]));
  const place = { ...placeIn(scope), bookedBy: officer ?? null };
  const rows = startsIn(days, step).map((start) => {
    const [from, to] = [start < days.from ? days.from : start, endOf(start, step, days.to)];
    const label = from === to ? from : `${from} to ${to}`;
    return happened(
      label,
      { ...place, from, to },
      {
        issued: issuedIn.get(start) ?? noFigures,
        acts: actsIn.get(start) ?? noFigures,
        collisions: collisions.get(start) ?? { number: 0, killed: 0, injured: 0 },
        late: late.get(start) ?? 0,
      },
    );
  });
  const sums = {
    issued: await figuresIn(db, { scope, days, officer, kind: 'place' }),
    acts: await figuresIn(db, { scope, days, officer, kind: 'act' }),
    collisions: {
      number: sumOf([...collisions.values()], ({ number }) => number),
      killed: sumOf([...collisions.values()], ({ killed }) => killed),
      injured: sumOf([...collisions.values()], ({ injured }) => injured),
    },
    late: sumOf([...late.values()], (number) => number),
  };
  const carried = await carriedOver(period, sums);
  const beside = await givenBackBeside(period, sums.issued.received);
  const lines = await consequences.reportLines(period);
  const earlier = await ofEarlierMonths(
    period,
    lines.filter(({ table }) => table === ofEarlier),
  );
  const others = [...new Set(lines.map(({ table }) => table))].filter((one) => one !== ofEarlier);
  return {
    tables: [
      tableOf(
        `By ${step}`,
        { [titles[step]]: step === 'day' ? 'day' : 'text', ...happenedColumns },
        {
          rows,
          total: happened('Total', { ...place, ...days }, sums),
          note: 'Bookings count on the day of issue. Withdrawals, payments and clearances count on their own days.',
        },
      ),
      carried.table,
      ...beside.tables,
      earlier,
      ...others.map((title) =>
        tableOf(
          title,
          { Line: 'text', Bookings: 'count', Amount: 'naira' },
          { rows: lines.filter(({ table }) => table === title).map(lineIn(period)) },
        ),
      ),
    ],
    checks: [...carried.checks, ...beside.checks],
    notes: [
      'A late booking arrived more than 15 minutes after it was made. It counts on the day on which it arrived.',
    ],
  };
}

const titles: Readonly<Record<ReportStep, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
};

/** The last day of the step that begins with a day, within the report's. */
export function endOf(start: string, step: ReportStep, last: string): string {
  const after = new Date(`${start}T00:00:00Z`);
  if (step === 'year') after.setUTCFullYear(after.getUTCFullYear() + 1);
  else if (step === 'month') after.setUTCMonth(after.getUTCMonth() + 1);
  else after.setTime(after.getTime() + (step === 'week' ? 7 : 1) * dayMs);
  const end = dayBefore(after.toISOString().slice(0, 10));
  return end < last ? end : last;
}

/** The first days of the steps that lie in some days, as far as these have come; none is left out. */
export function startsIn({ from, to }: DayRange, step: ReportStep): string[] {
  const today = dayOf(new Date());
  const last = to < today ? to : today;
  const starts: string[] = [];
  for (let start = startOf(from, step); start <= last; start = dayAfter(endOf(start, step, '9999')))
    starts.push(start);
  return starts;
}

function startOf(day: string, step: ReportStep): string {
  if (step === 'year') return `${day.slice(0, 4)}-01-01`;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return step === 'week' ? mondayOf(day) : day;
}

const happenedColumns = {
  Issued: 'count',
  'Issued (₦)': 'naira',
  Withdrawn: 'count',
  'Withdrawn (₦)': 'naira',
  Received: 'count',
  'Received (₦)': 'naira',
  Cleared: 'count',
  Collisions: 'count',
  Killed: 'count',
  Injured: 'count',
  Late: 'count',
} as const;

interface Happened {
  readonly issued: Figures;
  readonly acts: Figures;
  readonly collisions: {
    readonly number: number;
    readonly killed: number;
    readonly injured: number;
  };
  readonly late: number;
}

function happened(
  label: string,
  filters: { readonly from: string; readonly to: string } & Record<string, string | null>,
  { issued, acts, collisions, late }: Happened,
): ReportRow {
  const list = (path: string, more = {}) => listAt(path, { ...filters, ...more });
  const withdrawals = rowsAt('withdrawals', filters);
  const paid = list('/bookings', { by: 'paid', min: '1' });
  return rowOf([
    [label],
    [issued.issued.count, list('/bookings')],
    [naira(issued.issued.kobo), list('/bookings')],
    [acts.withdrawn.count, withdrawals],
    [naira(acts.withdrawn.kobo), withdrawals],
    [issued.received.count, paid],
    [naira(issued.received.kobo), paid],
    [acts.cleared.count, list('/bookings', { by: 'cleared' })],
    [
      collisions.number,
      filters['bookedBy'] === null ? list('/collisions') : rowsAt('collisions', filters),
    ],
    [collisions.killed, rowsAt('killed', filters)],
    [collisions.injured, rowsAt('injured', filters)],
    [late, rowsAt('late', filters)],
  ]);
}

/**
 * What was outstanding at the first moment and after the last one. The end is counted back from
 * now, so that it agrees only where nothing is missing in between.
 */
async function carriedOver(
  { db, scope, days, officer }: Period,
  { issued, acts }: Pick<Happened, 'issued' | 'acts'>,
) {
  const of = async (kind: 'place' | 'act', range: { from?: string; to?: string }) =>
    figuresIn(db, { kind, scope, officer, days: range });
  const earlier = { to: dayBefore(days.from) };
  const later = { from: dayAfter(days.to) };
  const opening = left(await of('place', earlier), await of('act', earlier));
  const now = outstandingOf(await figuresIn(db, { kind: 'place', scope, officer }));
  const since = left(await of('place', later), await of('act', later));
  const closing = { count: now.count - since.count, kobo: now.kobo - since.kobo };
  const { withdrawn, paid, decided } = acts;
  const expected = {
    count: opening.count + issued.issued.count - withdrawn.count - decided.count - paid.count,
    kobo: opening.kobo + issued.issued.kobo - withdrawn.kobo - decided.kobo - paid.kobo,
  };
  const place = { ...placeIn(scope), bookedBy: officer };
  const asked = { ...place, ...days };
  const unpaidAt = (day: string) => {
    const today = dayOf(new Date());
    return rowsAt('unpaid', { ...place, to: day < today ? day : today });
  };
  const line = (label: string, { count, kobo }: { count: number; kobo: number }, list: string) =>
    rowOf([[label], [count, list], [naira(kobo), list]]);
  const says =
    'Opening outstanding + issued − withdrawn − decided in court − received − with nothing to pay = closing outstanding';
  return {
    table: tableOf(
      outstanding,
      { Line: 'text', Bookings: 'count', Amount: 'naira' },
      {
        rows: [
          line('Opening outstanding', opening, unpaidAt(earlier.to)),
          line('+ issued', issued.issued, listAt('/bookings', asked)),
          line('− withdrawn', withdrawn, rowsAt('withdrawals', asked)),
          line('− decided in court', decided, rowsAt('decisions', asked)),
          line(
            '− received',
            issued.received,
            listAt('/bookings', { ...asked, by: 'paid', min: '1' }),
          ),
          line(
            '− with nothing to pay',
            {
              count: paid.count - issued.received.count,
              kobo: paid.kobo - issued.received.kobo,
            },
            rowsAt('nothing to pay', asked),
          ),
        ],
        total: line('Closing outstanding', closing, unpaidAt(days.to)),
      },
    ),
    checks: [
      { says, unit: 'count' as const, left: expected.count, right: closing.count },
      {
        says: `${says}, in naira`,
        unit: 'naira' as const,
        left: naira(expected.kobo),
        right: naira(closing.kobo),
      },
    ],
  };
}

/** Issued, neither withdrawn nor decided nor paid, each on its own day. */
/** What is outstanding of tickets, after the acts on them. */
export const left = ({ issued }: Figures, { withdrawn, decided, paid }: Figures) => ({
  count: issued.count - withdrawn.count - decided.count - paid.count,
  kobo: issued.kobo - withdrawn.kobo - decided.kobo - paid.kobo,
});

/** The table whose first row opens a period, and whose total closes it. */
export const outstanding = 'Outstanding';

const ofEarlier = 'Bookings from earlier months';

const lineIn =
  ({ scope, days, officer }: Period) =>
  ({ label, count, kobo, rows: { figure, ...more } }: Omit<ReportLine, 'table'>): ReportRow => {
    const list = rowsAt(figure, { ...placeIn(scope), ...days, bookedBy: officer, ...more });
    return rowOf([[label], [count, list], [naira(kobo), list]]);
  };

/** What came in the period to tickets of months before the one in which it begins. */
async function ofEarlierMonths(period: Period, lines: readonly ReportLine[]) {
  const { db, scope, days, officer } = period;
  const months = await figuresBy(db, { kind: 'act', scope, days, officer }, sql`key`);
  const earlier = months.filter(({ key }) => key < days.from.slice(0, 7));
  const free = await freeOfEarlierMonths(period);
  const lineOf = lineIn(period);
  const before = `${days.from.slice(0, 7)}-01`;
  const line = (
    label: string,
    of: 'paid' | 'withdrawn' | 'decided' | 'cleared',
    figure: ReportFigure,
  ) =>
    lineOf({
      label,
      count: sumOf(earlier, (row) => row[of].count) - (of === 'paid' ? free : 0),
      kobo: sumOf(earlier, (row) => row[of].kobo),
      rows: { figure, before },
    });
  return tableOf(
    ofEarlier,
    { 'In this period': 'text', Bookings: 'count', Amount: 'naira' },
    {
      rows: [
        ...lines.map(lineOf),
        line('Received', 'paid', 'received'),
        line('Withdrawn', 'withdrawn', 'withdrawals'),
        line('Decided in court', 'decided', 'decisions'),
        line('Cleared', 'cleared', 'clearances'),
      ],
      note: 'The lines above include these bookings. They do not change months that are already closed.',
    },
  );
}

/** Tickets with nothing to pay count as paid, and bring nothing in. */
async function freeOfEarlierMonths({ db, scope, days, officer }: Period): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*) as number
    from payments join bookings on bookings.id = booking_id
    where ${inScope('payments', scope)} and kind = 'nothing due'
      and (${officer ?? null}::text is null or created_by = ${officer ?? null})
      and ${sql.join(withinDays(sql.ref('confirmed_at'), days), sql` and `)}
      and lagos_day(created_at) < date_trunc('month', ${days.from}::date)`.execute(db);
  return only(rows).number;
}

const stepOf = (step: ReportStep, at: string): RawBuilder<string> =>
  sql`date_trunc(${step}, lagos_day(${sql.ref(at)})::timestamp)::date::text`;

async function collisionsBy({ db, scope, days, officer }: Period, step: ReportStep) {
  const { rows } = await sql<{ key: string } & Happened['collisions']>`
    select ${stepOf(step, 'created_at')} as key, count(*) as number,
           sum(${killedIn})::bigint as killed, sum(${injuredIn})::bigint as injured
    from collisions
    where ${inScope('collisions', scope)} and ${countsItself} and ${madeBy(officer)}
      and ${sql.join(withinDays(sql.ref('created_at'), days), sql` and `)}
    group by 1`.execute(db);
  return rows;
}

/** Bookings that arrived late, by the day of arrival; an index keeps them. */
async function lateBy({ db, scope, days, officer }: Period, step: ReportStep) {
  const { rows } = await sql<{ key: string; late: number }>`
    select ${stepOf(step, 'created_at')} as key, count(*) as late
    from bookings
    where ${inScope('bookings', scope)} and ${madeBy(officer)}
      and ${arrivedLate('bookings')}
      and ${sql.join(withinDays(sql.ref('created_at'), days), sql` and `)}
    group by 1`.execute(db);
  return rows;
}
