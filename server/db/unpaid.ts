import { sql } from 'kysely';

/** The row under this name stands in Unpaid: neither paid, nor withdrawn, nor decided by a court. */
export const unpaidSql = (bookings: string): string =>
  `(not ${bookings}.paid and ${bookings}.withdrawn_at is null and ${bookings}.decided_at is null)`;

export const isUnpaid = sql<boolean>`${sql.raw(unpaidSql('bookings'))}`;
