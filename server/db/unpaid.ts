import { type RawBuilder, sql } from 'kysely';
import { type OwedSpan, owedSpans } from '#contract/owed.ts';

/** The row under this name stands in Unpaid: neither paid, nor withdrawn, nor decided by a court. */
export const unpaidSql = (bookings: string): string =>
  `(not ${bookings}.paid and ${bookings}.withdrawn_at is null and ${bookings}.decided_at is null)`;

export const isUnpaid = sql<boolean>`${sql.raw(unpaidSql('bookings'))}`;

const spansInDays = Object.keys(owedSpans).filter((span) => span.startsWith('to-'));

/** The span by which a due day is over on another day; both in Africa/Lagos. */
export const owedSpanOf = (
  due: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<OwedSpan> => sql`case
  when ${due} is null then 'no-day'
  when ${due} >= ${day} then 'not-yet'
  ${sql.join(
    spansInDays.map(
      (span) => sql`when ${day} - ${due} <= ${Number(span.slice(3))}::integer then ${span}`,
    ),
    sql` `,
  )}
  else 'more' end`;
