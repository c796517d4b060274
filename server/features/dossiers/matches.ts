import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DossierKind } from '#contract/dossiers.ts';
import { may } from '#contract/roles.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import type { Caller } from '#server/http/caller.ts';
import { listReach } from '#server/lists/rules.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';

/** The subject of a dossier, in any spelling. */
export interface About {
  readonly of: DossierKind;
  readonly value: string;
}

/** The bookings of a dossier that the caller sees; without the right to paid ones, open ones only. */
export function bookingsAbout(caller: Caller, about: About): Expression<SqlBool> {
  const matches = sql`(${sql.join(bookingMatches(about), sql` or `)})`;
  return sql<SqlBool>`(${matches} and ${isSeenBy(caller)})`;
}

/** The columns that decide if a booking is counted, and for which place. */
interface CountedBooking {
  readonly id: string;
  readonly created_at: Date;
  readonly paid: boolean;
  readonly withdrawn_at: Date | null;
  readonly decided_at: Date | null;
  readonly price_kobo: number;
}

/**
 * The newest so many of them. Each way to match is read along its own index in each organisation,
 * up to `listReach`. Everybody without a phone may be booked under one number, and a caller may see
 * only one zone of them.
 */
export function newestBookingsAbout(
  caller: Caller,
  about: About,
  limit: number,
): RawBuilder<CountedBooking> {
  const newest = walksOf(caller, about).map(
    (matches) => sql`(
      select id, created_at, made_at, paid, withdrawn_at, decided_at, price_kobo, due_day from (
        select * from bookings where ${matches} order by created_at desc limit ${listReach}
      ) as bookings
      where ${isSeenBy(caller)}
      order by created_at desc, id desc limit ${limit})`,
  );
  return sql`(
    select * from (${sql.join(newest, sql` union `)}) as matching
    order by created_at desc, id desc limit ${limit})`;
}

/** True if more bookings match than `newestBookingsAbout` looks through. */
export const isBeyondReach = (caller: Caller, about: About): RawBuilder<SqlBool> => {
  const beyond = walksOf(caller, about).map(
    (matches) => sql`exists (
      select from bookings where ${matches} order by created_at desc offset ${listReach})`,
  );
  return sql`(${sql.join(beyond, sql` or `)})`;
};

/** Each way to match, in each organisation that the caller sees. */
const walksOf = ({ scope }: Caller, about: About): RawBuilder<SqlBool>[] =>
  organisationsOf(scope).flatMap((organisation) =>
    bookingMatches(about).map(
      (matches) => sql<SqlBool>`(${matches} and bookings.organisation = ${organisation})`,
    ),
  );

function isSeenBy(caller: Caller): Expression<SqlBool> {
  const conditions = [inScope('bookings', caller.scope)];
  if (!may(caller.role, 'see paid bookings')) conditions.push(isUnpaid);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The vehicles of collisions of a dossier that the caller sees; `collisions` is joined to them. */
export function vehiclesAbout(caller: Caller, about: About): Expression<SqlBool> {
  return sql`(${inScope('collisions', caller.scope)} and ${vehicleMatches(about)})`;
}

/** The same expressions as in the indexes, which leave out empty values; any of them is enough. */
function bookingMatches({ of, value }: About): Expression<SqlBool>[] {
  switch (of) {
    case 'plate':
      return [
        sql`(bookings.registration <> ''
          and spelling_key(bookings.registration) = spelling_key(${value}))`,
      ];
    case 'license':
      return [
        sql`(bookings.license <> ''
          and spelling_key(bookings.license) = spelling_key(${value}))`,
      ];
    case 'phone':
      return [
        sql`phone_key(bookings.phone_no) = phone_key(${value})`,
        sql`(bookings.phone_two <> '' and phone_key(bookings.phone_two) = phone_key(${value}))`,
      ];
  }
}

function vehicleMatches({ of, value }: About): Expression<SqlBool> {
  switch (of) {
    case 'plate':
      return sql`(vehicle.plate <> '' and spelling_key(vehicle.plate) = spelling_key(${value}))`;
    case 'license':
      return sql`false`;
    case 'phone':
      return sql`(vehicle.phone <> '' and phone_key(vehicle.phone) = phone_key(${value}))`;
  }
}
