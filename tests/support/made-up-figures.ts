import { asOwner } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Has figures say that so many bookings were made in a place on a day, as though they were folded. */
export async function addFigures(
  app: Pick<TestApp, 'ownerUrl'>,
  { organisation, zone, day, issued, paid = 0, cleared = 0 }: MadeUp,
): Promise<void> {
  await asOwner(
    app,
    `insert into figures as known
     select 'place', $1::text, place, false, span, starts, '', '', '', $4::bigint, 0, 0, 0,
            $5::bigint, 0, $6::bigint, 0, 0, 0, 0, 0
     from figure_spans('place', $2::text, $3::date)
     on conflict (kind, organisation, zone, demo, span, starts, key) do update
       set issued = known.issued + excluded.issued, paid = known.paid + excluded.paid,
           cleared = known.cleared + excluded.cleared`,
    [organisation, zone, day, issued, paid, cleared],
  );
}

interface MadeUp {
  readonly organisation: string;
  readonly zone: string;
  /** `YYYY-MM-DD`, Africa/Lagos. */
  readonly day: string;
  readonly issued: number;
  readonly paid?: number;
  readonly cleared?: number;
}
