import { sql } from 'kysely';
import type { Days } from '#contract/list-filters.ts';
import type { Database } from '#server/db/database.ts';
import type { Asked, measures } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';
import { liesInScope } from '#server/scope/rules.ts';

/** A booking or a collision with all that figures say of it, as its own rows have it. */
export interface CountedRecord {
  readonly isBooking: boolean;
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
  readonly officer: string;
  readonly made: Date;
  readonly kobo: number;
  readonly billed: boolean;
  readonly paid: boolean;
  readonly cleared: boolean;
  readonly withdrawn: boolean;
  /** When a gateway's money was confirmed. */
  readonly received: Date | null;
  readonly paidAt: Date | null;
  readonly clearedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly decidedAt: Date | null;
  readonly lines: readonly {
    readonly code: string;
    readonly offence: string;
    readonly kobo: number;
  }[];
}

/** All of them, in the caller's snapshot, without collisions that count as another. */
export async function countedRecords(db: Database): Promise<CountedRecord[]> {
  const { rows } = await sql<CountedRecord>`
    select true as "isBooking", b.organisation, b.zone, b.demo, created_by as officer,
      created_at as made, price_kobo as kobo, b.bill_ref is not null as billed, paid,
      (completed and paid) as cleared, withdrawn_at is not null as withdrawn,
      case when kind = 'gateway' then confirmed_at end as received, confirmed_at as "paidAt",
      case when paid then completed_at end as "clearedAt", withdrawn_at as "withdrawnAt",
      decided_at as "decidedAt",
      coalesce((
        select json_agg(json_build_object('code', code, 'offence', offence_id, 'kobo', amount_kobo))
        from booking_offences where booking_id = b.id), '[]') as lines
    from bookings as b left join payments on payments.booking_id = b.id
    union all
    select false, organisation, zone, demo, '', created_at, 0, false, false, false, false, null,
      null, null, null, null, '[]'
    from collisions as one
    where not exists (
      select from collision_doubles
      where one.id in (first_id, second_id) and verdict not in ('two', one.id))`.execute(db);
  return rows;
}

type Measure = (typeof measures)[number];
/** How many, and kobo, of each measure. */
export type Sums = Readonly<Record<Measure, readonly [number, number]>>;

const dayOf = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);

/** What the records say of the question one by one, by what its rows don't mix. */
export function sumsOf(records: readonly CountedRecord[], asked: Asked): Map<string, Sums> {
  const found = new Map<string, Record<Measure, [number, number]>>();
  for (const record of records) {
    if (record.isBooking === (asked.kind === 'collision') || !liesInScope(record, asked.scope))
      continue;
    for (const { key, times, kobo } of partsOf(record, asked.kind)) {
      if (asked.key !== undefined && key !== asked.key) continue;
      const add = (at: Date, counted: Partial<Record<Measure, boolean>>) => {
        const day = dayOf(at);
        if (!isWithin(day, asked.days ?? {})) return;
        const name = rowName(record, { key, day, by: asked.by });
        const sums = found.get(name) ?? none();
        found.set(name, sums);
        for (const [measure, counts] of Object.entries(counted) as [Measure, boolean][])
          if (counts) sums[measure] = [sums[measure][0] + times, sums[measure][1] + kobo];
      };
      const { billed, paid, cleared, withdrawn, received } = record;
      if (asked.kind === 'act') {
        if (record.paidAt !== null) add(record.paidAt, { paid: true });
        if (record.clearedAt !== null) add(record.clearedAt, { cleared: true });
        if (record.withdrawnAt !== null) add(record.withdrawnAt, { withdrawn: true });
        if (record.decidedAt !== null) add(record.decidedAt, { decided: true });
        continue;
      }
      const decided = record.decidedAt !== null;
      add(record.made, { issued: true, billed, paid, cleared, withdrawn, decided });
      if (received !== null) add(received, { received: true });
    }
  }
  return found;
}

const none = (): Record<Measure, [number, number]> => ({
  issued: [0, 0],
  billed: [0, 0],
  paid: [0, 0],
  cleared: [0, 0],
  withdrawn: [0, 0],
  received: [0, 0],
  decided: [0, 0],
});

const isWithin = (day: string, { from = '', to = '9' }: Days) => day >= from && day <= to;

/** The name of the row in which something is summed up. */
export const rowName = (
  place: { readonly organisation: string; readonly zone: string },
  { key, day, by }: { readonly key: string; readonly day: string; readonly by: Asked['by'] },
): string =>
  [
    key,
    ...(by === 'day' ? [day] : []),
    ...(by === 'month' ? [day.slice(0, 7)] : []),
    ...(by === 'zone' ? [place.organisation, place.zone] : []),
  ].join(' ');

/** What it counts for a kind of figures. A booking counts once for each offence, and each line for its head. */
function partsOf({ kobo, officer, lines, made }: CountedRecord, kind: Asked['kind']) {
  if (kind === 'act') return [{ key: dayOf(made).slice(0, 7), times: 1, kobo }];
  if (kind === 'head') return lines.map(({ code, kobo }) => ({ key: code, times: 1, kobo }));
  if (kind !== 'offence') return [{ key: kind === 'officer' ? officer : '', times: 1, kobo }];
  return [...new Set(lines.map(({ offence }) => offence))].map((key) => ({
    key,
    times: 1,
    kobo: lines.reduce((sum, line) => sum + (line.offence === key ? line.kobo : 0), 0),
  }));
}

export const everyScope: readonly Scope[] = [
  { organisation: null, zone: null, demo: 'included' },
  { organisation: 'Kaduna', zone: null, demo: 'excluded' },
  { organisation: 'Kaduna', zone: null, demo: 'only' },
  { organisation: 'Kaduna', zone: 'Chikun', demo: 'excluded' },
  { organisation: 'Ogun', zone: 'Ifo', demo: 'included' },
  { organisation: 'Ogun', zone: 'Ifo', demo: 'none' },
];
