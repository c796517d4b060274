import { sql } from 'kysely';
import { decisionKindOf, secondPersonNeeds } from '#contract/decisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import { may, roleSchema, staffRoles } from '#contract/roles.ts';
import type { listSecondPeople, SecondPerson } from '#contract/second-person.ts';
import type { Database } from '#server/db/database.ts';
import { today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { handColumns, handOf } from './queries.ts';
import { standingBeside } from './second-person/rules.ts';

/**
 * Whose role and place let them confirm what the caller begins, with those who can first. A zone
 * is named where whoever works there decides too.
 */
export async function secondPeopleOf(
  db: Database,
  caller: Caller,
  { for: what, organisation, zone }: QueryOf<typeof listSecondPeople>,
): Promise<Outcome<SecondPerson[]>> {
  const scope = chosenPlace(caller.scope, { organisation, zone });
  if (scope instanceof Refusal) return scope;
  const state = scope.organisation === null ? null : stateOfOrganisation(scope.organisation);
  const able = staffRoles.filter((role) => may(role, secondPersonNeeds[what]));
  const { duty } = decisionKindOf(what);
  const accounts = db
    .selectFrom('users')
    .select([...handColumns, 'first_name', 'last_name', 'role']);
  const first = await accounts.where('id', '=', caller.userId).executeTakeFirstOrThrow();
  const rows = await accounts
    .where('id', '<>', caller.userId)
    .where('active', '=', true)
    .where('demo', '=', caller.demo)
    .where('role', 'in', able)
    .$if(duty !== undefined, (those) =>
      those.where((eb) =>
        eb.or([
          eb('role', '<>', 'booking officer'),
          eb.exists(
            eb
              .selectFrom('duties')
              .select('duties.id')
              .whereRef('duties.user_id', '=', 'users.id')
              .where('duties.duty', '=', duty ?? '')
              .where('duties.ended_at', 'is', null)
              .where(sql<boolean>`(duties.until is null or duties.until >= ${today})`),
          ),
        ]),
      ),
    )
    .where((eb) => eb.or([eb('state', 'is', null), eb('state', '=', state)]))
    .where((eb) => eb.or([eb('zone', 'is', null), ...(zone ? [eb('zone', '=', zone)] : [])]))
    .orderBy('first_name')
    .orderBy('last_name')
    .limit(100)
    .execute();
  const now = new Date();
  const people = rows.map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    role: roleSchema.parse(row.role),
    ...standingBeside(handOf(row), handOf(first), now),
  }));
  return people.toSorted((a, b) => Number(a.not !== null) - Number(b.not !== null));
}
