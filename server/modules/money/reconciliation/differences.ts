import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type Differences,
  type readDifferences,
} from '#contract/modules/money/differences.ts';
import type { ExceptionKind } from '#contract/payments.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { GatewayName } from '#server/gateways/payment-gateway.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { compared, cover } from './compared.ts';
import { stretchesOf } from './rules.ts';
import { listStatements, type OneOrganisation, oneOrganisation } from './statements.ts';
import { threeWaysOf } from './three-ways.ts';

/** Gateways without a statement to fetch: the bank sends its file. */
const silentGateways: readonly GatewayName[] = ['PayKaduna'];

/**
 * Compares payments with statements of one organisation in the caller's scope, as at one moment.
 * Answers a page of the differences, and their sum. 400 where an organisation must be chosen, 403
 * beyond the scope.
 */
export async function compare(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  caller: Caller,
  { from, to, organisation, page, limit }: QueryOf<typeof readDifferences>,
): Promise<Outcome<Differences>> {
  const scope = oneOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => comparedIn({ db: trx, gateways }, scope, { from, to, page, limit }));
}

/** The same of a scope, in the caller's snapshot. */
export async function comparedIn(
  { db, gateways }: Pick<Deps, 'db' | 'gateways'>,
  scope: OneOrganisation,
  { from, to, page, limit }: DayRange & { readonly page: number; readonly limit: number },
): Promise<Differences> {
  const gateway = gateways.of(scope.organisation)?.name;
  const days = { from, to };
  const part = sql`limit ${limit} offset ${(page - 1) * limit}`;
  const sums = await sumsAndPage(db, scope, days, part);
  const difference = sums.theirsKobo - sums.oursKobo;
  return {
    organisation: scope.organisation,
    ...days,
    ours: { count: sums.ours, amount: sums.oursKobo / 100 },
    theirs: { count: sums.theirs, amount: sums.theirsKobo / 100 },
    difference: difference / 100,
    explained: sums.explainedKobo / 100,
    unexplained: (difference - sums.explainedKobo) / 100,
    kinds: differenceKinds.map((kind, index) => ({
      kind,
      count: sums[`kind${index}`] ?? 0,
      difference: (sums[`kobo${index}`] ?? 0) / 100,
    })),
    withoutStatement: stretchesOf(await bareDays(db, scope, days)),
    uncompared: { count: sums.uncompared, amount: sums.uncomparedKobo / 100 },
    ways: await threeWaysOf(db, scope, days),
    differences: sums.page.map(toWire),
    total: sums.total,
    statements: await listStatements(db, scope, days),
    fetchable: gateway === undefined || silentGateways.includes(gateway) ? null : gateway,
    asAt: sums.asAt.toISOString(),
  };
}

/** The differences in the order in which they are shown: by day, then by bill. */
export async function rowsOf(
  db: Database,
  scope: OneOrganisation,
  days: DayRange,
  part: RawBuilder<unknown>,
): Promise<Difference[]> {
  const { rows } = await sql<DifferenceRow>`
    with ${compared(scope, days)} ${shown(scope)} ${part}`.execute(db);
  return rows.map(toWire);
}

const shown = (scope: OneOrganisation) => sql`
  select kind, gateway, bill_ref, booking_id, registration, zone, amount_kobo, receipt, day,
         line_kobo, line_receipt, line_day, difference_kobo,
         exception_id, exception_kind, exception_open
  from differences
  left join lateral (
    select payment_exceptions.id as exception_id, payment_exceptions.kind as exception_kind,
           closed_at is null as exception_open
    from payment_exceptions
    where payment_exceptions.gateway = differences.gateway
      and payment_exceptions.bill_ref = differences.bill_ref
      and ${inScope('payment_exceptions', scope)}
    order by found_at desc, id desc limit 1
  ) as odd on true
  order by coalesce(line_day, differences.day), gateway, bill_ref, rank, line_day`;

type Sums = Record<`kind${number}` | `kobo${number}`, number> & {
  ours: number;
  oursKobo: number;
  theirs: number;
  theirsKobo: number;
  uncompared: number;
  uncomparedKobo: number;
  total: number;
  explainedKobo: number;
  asAt: Date;
  page: DifferenceRow[];
};

/** In one statement, since the comparison is what costs. */
async function sumsAndPage(
  db: Database,
  scope: OneOrganisation,
  days: DayRange,
  part: RawBuilder<unknown>,
): Promise<Sums> {
  const kinds = differenceKinds.map(
    (kind, index) => sql`
      count(*) filter (where kind = ${kind}) as ${sql.ref(`kind${index}`)},
      coalesce(sum(difference_kobo) filter (where kind = ${kind}), 0)::bigint
        as ${sql.ref(`kobo${index}`)}`,
  );
  const { rows } = await sql<Sums>`
    with ${compared(scope, days)}
    select * from
      (select count(*) filter (where compared) as ours,
              coalesce(sum(amount_kobo) filter (where compared), 0)::bigint as "oursKobo",
              count(*) filter (where not compared) as uncompared,
              coalesce(sum(amount_kobo) filter (where not compared), 0)::bigint as "uncomparedKobo",
              now() as "asAt"
       from payments_here) as ours,
      (select count(*) as theirs, coalesce(sum(amount_kobo), 0)::bigint as "theirsKobo"
       from (
         select amount_kobo from agreed
         union all
         select amount_kobo from lines where inside
       ) as stated) as theirs,
      (select count(*) as total, coalesce(sum(difference_kobo), 0)::bigint as "explainedKobo",
              ${sql.join(kinds)}
       from differences) as told,
      (select coalesce(json_agg(row), '[]') as page
       from (${shown(scope)} ${part}) as row) as paged`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The comparison gave no answer.');
  return row;
}

/** Days up to today that no statement covers. */
async function bareDays(db: Database, scope: OneOrganisation, days: DayRange): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with cover as materialized (${cover(scope, days)})
    select asked.day::date as day
    from generate_series(${days.from}::date, least(${days.to}::date, lagos_day(now())),
                         interval '1 day') as asked (day)
    where not exists (select from cover where cover.day = asked.day::date)
    order by asked.day`.execute(db);
  return rows.map(({ day }) => day);
}

interface DifferenceRow {
  kind: DifferenceKind;
  gateway: string;
  bill_ref: string;
  booking_id: string | null;
  registration: string | null;
  zone: string | null;
  amount_kobo: number | null;
  receipt: string | null;
  day: string | null;
  line_kobo: number | null;
  line_receipt: string | null;
  line_day: string | null;
  difference_kobo: number;
  exception_id: string | null;
  exception_kind: ExceptionKind | null;
  exception_open: boolean | null;
}

/** A difference with its amounts in naira. */
function toWire(row: DifferenceRow): Difference {
  const side = (kobo: number | null, day: string | null, receipt: string | null) =>
    kobo === null || day === null ? null : { amount: kobo / 100, day, receipt: receipt ?? '' };
  return {
    kind: row.kind,
    gateway: row.gateway,
    billRef: row.bill_ref,
    booking:
      row.booking_id === null
        ? null
        : { _id: row.booking_id, registration: row.registration ?? '', zone: row.zone ?? '' },
    ours: side(row.amount_kobo, row.day, row.receipt),
    theirs: side(row.line_kobo, row.line_day, row.line_receipt),
    difference: row.difference_kobo / 100,
    exception:
      row.exception_id === null || row.exception_kind === null
        ? null
        : { id: row.exception_id, kind: row.exception_kind, open: row.exception_open ?? false },
  };
}
