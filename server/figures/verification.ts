import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { measures } from './figures.ts';

/**
 * Holds folded figures against bookings, payments and collisions themselves, inside the caller's
 * snapshot. Answers the first differences, each in one sentence.
 */
export async function compareFigures(db: Database, atMost: number): Promise<string[]> {
  const amounts = measures.flatMap((name) => [name, `${name}_kobo`]);
  const columns = (as: (amount: string) => string) => sql.raw(amounts.map(as).join(', '));
  const { rows } = await sql<{ what: string }>`
    select distinct format('The figures by %s of %s, %s since %s are not those of its records.',
                           kind, organisation, coalesce(nullif(zone, ''), 'all zones'), starts) as what
    from (
      select kind, organisation, zone, demo, span, starts, key, ${columns((amount) => amount)}
      from figures
      union all
      select kind, organisation, zone, demo, span, starts, key, ${columns((amount) => `-${amount}`)}
      from counted_figures((select xid from figure_mark))
    ) as beside
    group by kind, organisation, zone, demo, span, starts, key
    having (${columns((amount) => `sum(${amount})`)}) <> (${columns(() => '0')})
    order by what limit ${atMost}`.execute(db);
  return rows.map(({ what }) => what);
}
