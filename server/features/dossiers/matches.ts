import { type Expression, sql, type SqlBool } from 'kysely';
import type { DossierKind } from '#contract/dossiers.ts';
import { may } from '#contract/roles.ts';
import type { Caller } from '#server/http/caller.ts';
import { placedInScope } from '#server/scope/conditions.ts';

/** What a dossier is asked for, in any spelling. */
export interface About {
  readonly of: DossierKind;
  readonly value: string;
}

/** The bookings of a dossier that the caller sees; without the right to paid ones, open ones only. */
export function bookingsAbout(caller: Caller, about: About): Expression<SqlBool> {
  const conditions = [placedInScope('bookings', caller.scope), bookingMatches(about)];
  if (caller.scope.demo === 'none') conditions.push(sql`false`);
  if (!may(caller.role, 'see paid bookings'))
    conditions.push(sql`not bookings.paid and bookings.withdrawn_at is null`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The vehicles of collisions of a dossier that the caller sees; `collisions` is joined to them. */
export function vehiclesAbout(caller: Caller, about: About): Expression<SqlBool> {
  const conditions = [placedInScope('collisions', caller.scope), vehicleMatches(about)];
  if (caller.scope.demo === 'none') conditions.push(sql`false`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The same expression as in the indexes, which leave out empty values. */
function bookingMatches({ of, value }: About): Expression<SqlBool> {
  switch (of) {
    case 'plate':
      return sql`(bookings.registration <> ''
        and spelling_key(bookings.registration) = spelling_key(${value}))`;
    case 'license':
      return sql`(bookings.license <> ''
        and spelling_key(bookings.license) = spelling_key(${value}))`;
    case 'phone':
      return sql`(phone_key(bookings.phone_no) = phone_key(${value})
        or (bookings.phone_two <> '' and phone_key(bookings.phone_two) = phone_key(${value})))`;
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
