import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { printedFields } from '#contract/printed-fields.ts';
import type { DB } from '#server/db/tables.ts';
import { zonedMomentOf } from '#server/time.ts';

/** What a booking said before a correction, and after it, field by field. */
export interface Correction {
  readonly at: Date;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

type PrintedField = keyof typeof printedFields;

/** The corrections of the row of `bookings`, the oldest first; null for a first version. */
export const correctionsInRow = sql`case when bookings.version > 1 then (
  select json_agg(json_build_object('at', at, 'before', before, 'after', after) order by number)
  from audit
  where record_type = 'booking' and record_id = bookings.id and event = 'booking.corrected') end`;

/** An erasure leaves the moment of a correction alone. */
const fields = z.record(z.string(), z.unknown()).catch({});
const correctionSchema = z.object({ at: z.coerce.date(), before: fields, after: fields });

export const readCorrections = (row: unknown): Correction[] =>
  z.array(correctionSchema).nullable().parse(row) ?? [];

/** What a booking said before its corrections, the oldest first; nothing once that is erased. */
export async function correctionsOf(db: Kysely<DB>, bookingId: string): Promise<Correction[]> {
  const row = await db
    .selectFrom('bookings')
    .select(correctionsInRow.as('corrections'))
    .where('id', '=', bookingId)
    .executeTakeFirst();
  return readCorrections(row?.corrections ?? null);
}

const said = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : 'nothing';

/** Such as `Driver Maryam Haruna until 2026-11-20 14:32 WAT`; '' where nothing was corrected. */
export const saidBefore = (corrections: readonly Correction[]): string =>
  corrections
    .flatMap(({ at, before }) =>
      Object.entries(printedFields).flatMap(([field, words]) =>
        field in before ? `${words} ${said(before[field])} until ${zonedMomentOf(at)}` : [],
      ),
    )
    .join('; ');

/** A field of a booking as it stood at a moment. */
export function saidAt(
  booking: Readonly<Record<PrintedField, string>>,
  corrections: readonly Correction[],
  field: PrintedField,
  moment: Date,
): string {
  const next = corrections.find(({ at, before }) => at > moment && field in before);
  const value = next ? next.before[field] : booking[field];
  return typeof value === 'string' ? value : '';
}
