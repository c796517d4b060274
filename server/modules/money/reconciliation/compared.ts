import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { DifferenceKind } from '#contract/modules/money/differences.ts';
import type { StatementOwner } from '#contract/modules/money/statements.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { type OneOrganisation, statementsInScope } from './statements.ts';

/**
 * The statement, the gateway's unless told, that counts for each of these days and each gateway. It is
 * the last one sent of those in force that cover the day.
 */
export const cover = (
  scope: OneOrganisation,
  { from, to }: DayRange,
  whose: StatementOwner = 'gateway',
): RawBuilder<unknown> => sql`
  select distinct on (statements.gateway, covered.day) statements.gateway,
         covered.day::date as day, statements.id
  from statements
  cross join generate_series(greatest(statements.from_day, ${from}::date),
                             least(statements.to_day, ${to}::date), interval '1 day')
    as covered (day)
  where ${statementsInScope(scope)} and statements.in_force and statements.whose = ${whose}
    and statements.to_day >= ${from}::date and statements.from_day <= ${to}::date
  order by statements.gateway, covered.day, statements.sent_at desc, statements.id desc`;

/**
 * Common table expressions that end in `differences`, besides `payments_here`, `agreed` and
 * `lines`. A bill is compared as a whole, whatever the days of its payment and its lines. Nearly
 * all bills have one line that agrees and none elsewhere: nothing more is looked up for them. A
 * payment or a line counts (`inside`) when its day is one of these days and a statement covers it.
 * An account of one zone sees only the lines of its zone's bookings.
 */
export function compared(scope: OneOrganisation, { from, to }: DayRange): RawBuilder<unknown> {
  const confirmed = sql.join(
    withinDays(sql.ref('payments.confirmed_at'), { from, to }),
    sql` and `,
  );
  const bookings = inScope('bookings', scope);
  return sql`
    cover as materialized (${cover(scope, { from, to })}),
    payments_here as materialized (
      select payments.gateway, payments.bill_ref, payments.amount_kobo, payments.booking_id,
             payments.receipt, lagos_day(payments.confirmed_at) as day,
             cover.id is not null as compared,
             cover.id is not null and exists (
               select from bookings where bookings.id = payments.booking_id
                 and bookings.bill_ref is not distinct from payments.bill_ref) as is_of_bill
      from payments
      left join cover on cover.gateway = payments.gateway
                     and cover.day = lagos_day(payments.confirmed_at)
      where ${inScope('payments', scope)} and payments.kind = 'gateway' and ${confirmed}
    ),
    lines_here as materialized (
      select cover.gateway, line.bill_ref, line.amount_kobo, line.statement_id, line.line,
             line.receipt, cover.day
      from cover join statement_lines as line
        on line.statement_id = cover.id and lagos_day(line.paid_at) = cover.day
    ),
    agreed as materialized (
      select gateway, bill_ref, line.amount_kobo, line.receipt, line.day, booking_id
      from payments_here join lines_here as line using (gateway, bill_ref)
      where compared and is_of_bill and payments_here.amount_kobo = line.amount_kobo
        and not exists (
          select from statement_lines as other
          where other.bill_ref = line.bill_ref
            and (other.statement_id, other.line) <> (line.statement_id, line.line))
    ),
    bills as (
      select gateway, bill_ref from payments_here where compared
      union
      select gateway, bill_ref from lines_here
      except
      select gateway, bill_ref from agreed
    ),
    held as materialized (
      select bills.gateway, bills.bill_ref, bookings.id as booking_id, bookings.registration,
             bookings.zone, payments.amount_kobo, payments.receipt,
             lagos_day(payments.confirmed_at) as day,
             cover.id is not null as inside
      from bills
      left join bookings on bookings.bill_ref = bills.bill_ref and ${bookings}
      left join payments on payments.booking_id = bookings.id
                        and payments.gateway = bills.gateway and payments.kind = 'gateway'
      left join cover on cover.gateway = bills.gateway
                     and cover.day = lagos_day(payments.confirmed_at)
      where ${scope.zone === null ? sql`true` : sql`bookings.id is not null`}
    ),
    lines as materialized (
      select held.gateway, held.bill_ref, held.booking_id, line.amount_kobo, line.receipt,
             lagos_day(line.paid_at) as day, cover.id is not null as inside,
             row_number() over (
               partition by held.gateway, held.bill_ref
               order by coalesce(line.amount_kobo = held.amount_kobo, false) desc, line.paid_at,
                        line.statement_id, line.line) as rank
      from held
      join statement_lines as line on line.bill_ref = held.bill_ref
      left join cover on cover.id = line.statement_id and cover.gateway = held.gateway
                     and cover.day = lagos_day(line.paid_at)
      where cover.id is not null
        or lagos_day(line.paid_at) not between ${from}::date and ${to}::date
          and line.statement_id = (${countsFor(scope)})
    ),
    beside as (
      select held.*, lines.amount_kobo as line_kobo, lines.receipt as line_receipt,
             lines.day as line_day, lines.inside as line_inside, coalesce(lines.rank, 1) as rank
      from held left join lines using (gateway, bill_ref)
    ),
    told as (
      select *, case
          when rank > 1 and booking_id is not null
            then case when line_inside then ${kind('twice in the statement')} end
          when amount_kobo is null then case when line_inside then ${kind('not in Hanya')} end
          when line_kobo is null then case when inside then ${kind('not in the statement')} end
          when not inside and not line_inside then null
          when amount_kobo <> line_kobo then ${kind('other amount')}
          when inside <> line_inside then ${kind('other day')}
        end as kind,
        case when coalesce(line_inside, false) then line_kobo else 0 end
          - case when inside and rank = 1 then amount_kobo else 0 end as difference_kobo
      from beside
    ),
    differences as materialized (select * from told where kind is not null)`;
}

/** What the comparison counts and sums up, a row for each. */
export const comparedRows = (
  scope: OneOrganisation,
  days: DayRange,
  which: 'compared' | 'statements' | 'differences',
  kind?: string,
): RawBuilder<unknown> => sql`
  with ${compared(scope, days)} ${
    which === 'compared'
      ? sql`select booking_id, bill_ref, receipt, day, amount_kobo as kobo
            from payments_here where compared`
      : which === 'statements'
        ? sql`select booking_id, bill_ref, receipt, day, amount_kobo as kobo from agreed
              union all
              select booking_id, bill_ref, receipt, day, amount_kobo from lines where inside`
        : sql`select booking_id, bill_ref, coalesce(line_receipt, receipt, '') as receipt,
                     coalesce(line_day, day) as day, difference_kobo as kobo
              from differences where ${kind === undefined ? sql`true` : sql`kind = ${kind}`}`
  }`;

/** The statement that counts for the day of a line. */
const countsFor = (scope: OneOrganisation): RawBuilder<unknown> => sql`
  select statements.id from statements
  where ${statementsInScope(scope)} and statements.in_force and statements.whose = 'gateway'
    and statements.gateway = held.gateway
    and lagos_day(line.paid_at) between statements.from_day and statements.to_day
  order by statements.sent_at desc, statements.id desc limit 1`;

const kind = (name: DifferenceKind): RawBuilder<string> => sql.lit(name);

/** The lines of the statements that count, of one gateway or of all: what the gateway or the bank says. */
export const saidRows = (
  scope: OneOrganisation,
  days: DayRange,
  { whose, gateway }: { readonly whose: StatementOwner; readonly gateway: string | undefined },
): RawBuilder<unknown> => sql`
  select bookings.id as booking_id, line.bill_ref, line.receipt, cover.day, line.amount_kobo as kobo
  from (${cover(scope, days, whose)}) as cover
    join statement_lines as line
      on line.statement_id = cover.id and lagos_day(line.paid_at) = cover.day
    left join bookings on bookings.bill_ref = line.bill_ref and ${inScope('bookings', scope)}
  where ${gateway === undefined ? sql`true` : sql`cover.gateway = ${gateway}`}`;
