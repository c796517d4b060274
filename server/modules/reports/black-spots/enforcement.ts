import { type RawBuilder, sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import {
  enforcementDays,
  type Gap,
  gapWords,
  leastForGaps,
  type readEnforcement,
  severityWeights,
} from '#contract/modules/reports/black-spots.ts';
import { movedBy } from '#contract/periods.ts';
import { countsItself, injuredIn, killedIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { allOf, withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';

/**
 * Offences that cause harm: signals and signs, crossing lines, zebra crossings, turning, phones, alcohol
 * and drugs, speed, one way, dangerous driving and overtaking. Parking and papers are none.
 */
const harmfulOffences = [
  'TMS-01',
  'TMS-03',
  'TMS-06',
  'TMS-08',
  'TMS-10',
  'LGC-19',
  'ADL-01',
  'ADL-02',
  'ADL-04',
  'MCL-05',
  'SPV-01',
  'SPV-02',
  'SPV-04',
  'SPV-05',
  'MTF-01',
  'MTF-02',
  'MTF-06',
  'MTF-07',
];

/** What was counted in a zone and four hours. */
export type Counted = Pick<
  Gap,
  'organisation' | 'zone' | 'hour' | 'collisions' | 'fatal' | 'tickets'
> & { readonly weighted: number };

/** Bands of four hours in a day. */
const bands = 6;

/** The shares of each zone and band beside each other, the widest gap first. */
export function gapsOf(cells: readonly Counted[]): Gap[] {
  const sum = (of: 'collisions' | 'weighted' | 'tickets') =>
    cells.reduce((all, cell) => all + cell[of], 0);
  const [collisions, harm, tickets] = [sum('collisions'), sum('weighted'), sum('tickets')];
  const equal =
    1 / (new Set(cells.map((cell) => `${cell.organisation} ${cell.zone}`)).size * bands);
  const part = (of: number, whole: number) => (whole === 0 ? 0 : of / whole);
  const inPercent = (share: number) => Math.round(share * 1000) / 10;
  const [muchFew, muchMany, littleMany, littleFew] = gapWords;
  return cells
    .map(({ weighted, ...cell }) => {
      const [harmed, fined] = [part(weighted, harm), part(cell.tickets, tickets)];
      const isMany = fined > equal;
      const says = harmed > equal ? (isMany ? muchMany : muchFew) : isMany ? littleMany : littleFew;
      return {
        ...cell,
        harmShare: inPercent(harmed),
        ticketShare: inPercent(fined),
        gap: inPercent(harmed - fined),
        says: collisions < leastForGaps ? null : says,
      };
    })
    .toSorted((a, b) => b.gap - a.gap || (`${a.zone} ${a.hour}` < `${b.zone} ${b.hour}` ? -1 : 1));
}

/** A quarter of ten million bookings' days takes some seconds. */
const inTurn = boundedQueue({ name: 'enforcement', atOnce: 1, waiting: 12, each: 2 });

/** Throws `TooBusy` when too many wait. */
export async function enforcementOf(
  { reports }: Pick<Deps, 'reports'>,
  caller: Caller,
  chosen: QueryOf<typeof readEnforcement>,
): Promise<Outcome<ResponseOf<typeof readEnforcement>['data']>> {
  const scope = chosenPlace(caller.scope, chosen);
  if (scope instanceof Refusal) return scope;
  const to = chosen.to ?? dayOf(new Date());
  const earliest = movedBy(to, 1 - enforcementDays);
  const from = chosen.from !== undefined && chosen.from > earliest ? chosen.from : earliest;
  const counted = (table: 'bookings' | 'collisions', that: RawBuilder<unknown>) => sql`
    ${inScope(table, scope)} and ${that}
    and ${allOf(withinDays(sql.ref(`${table}.created_at`), { from, to }))}`;
  const { fatal, injury, damage } = severityWeights;
  const reading = sql<Counted>`
    select organisation, zone, hour, sum(collision)::integer as collisions,
      sum(fatal)::integer as fatal, sum(weighted)::integer as weighted,
      sum(ticket)::integer as tickets
    from (
      select organisation, zone, ${hourOf} as hour, 1 as collision, (killed > 0)::integer as fatal,
        case when killed > 0 then ${fatal}::integer when injured > 0 then ${injury} else ${damage} end
          as weighted, 0 as ticket
      from (
        select organisation, zone, made_at, created_at, ${killedIn} as killed, ${injuredIn} as injured
        from collisions where ${counted('collisions', countsItself)}
      ) as crashes
      union all
      select organisation, zone, ${hourOf}, 0, 0, 0, 1 from bookings
      where ${counted('bookings', sql`withdrawn_at is null`)} and exists (
        select from booking_offences as line where line.booking_id = bookings.id
          and line.offence_id in (${sql.join(harmfulOffences)}))
    ) as both_kinds
    group by organisation, zone, hour`;
  const { rows } = await inTurn.run(() => reading.execute(reports), caller.userId);
  return { from, to, gaps: gapsOf(rows) };
}

/** The first of the four hours in Africa/Lagos in which a record was made. */
const hourOf = sql.raw(
  `(extract(hour from coalesce(made_at, created_at) at time zone 'Africa/Lagos')::integer / 4 * 4)`,
);
