import type { Kysely } from 'kysely';
import { organisationOfState } from '#contract/places.ts';
import type { RequiredFactors } from '#contract/required-factors.ts';
import { type Role, staffRoles } from '#contract/roles.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { hasFactor, heldFactors, userHasFactor } from './held-factors.ts';

const ownFirst = new Refusal(
  409,
  'own_factor_first',
  'Set up a second factor of your own first, on the Security page: you would lock yourself out.',
);

const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'This rule holds in every zone: a state admin who sees all zones sets it.',
);

/** The rule of each role where the caller works. */
export async function requiredFactorsOf(db: Kysely<DB>, caller: Caller): Promise<RequiredFactors> {
  const [rules, lacking] = await Promise.all([
    db
      .selectFrom('required_factors')
      .select(['role', 'state'])
      .where('demo', '=', caller.demo)
      .where('state', 'in', ['', caller.state ?? ''])
      .execute(),
    db
      .selectFrom('users')
      .select(['role', (eb) => eb.fn.countAll<number>().as('without')])
      .where(inScope('users', caller.scope))
      .where('active', '=', true)
      .where('demo', '=', caller.demo)
      .where((eb) => eb.not(userHasFactor))
      .groupBy('role')
      .execute(),
  ]);
  const holds = (role: Role, state: string) =>
    rules.some((rule) => rule.role === role && rule.state === state);
  return staffRoles.map((role) => ({
    role,
    required: holds(role, caller.state ?? ''),
    everywhere: holds(role, ''),
    without: lacking.find((row) => row.role === role)?.without ?? 0,
  }));
}

/** Makes or ends the rule of a role where the caller works. */
export async function requireFactorOf(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  caller: Caller,
  { role, required }: { role: (typeof staffRoles)[number]; required: boolean },
): Promise<Outcome<RequiredFactors>> {
  if (caller.scope.zone !== null) return notAllZones;
  const rule = { demo: caller.demo, state: caller.state ?? '', role };
  return db.transaction().execute(async (trx) => {
    // The caller may be removing theirs right now.
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', caller.userId)
      .forUpdate()
      .execute();
    if (required && !hasFactor(await heldFactors(trx, caller.userId))) return ownFirst;
    const changed = required
      ? await trx
          .insertInto('required_factors')
          .values({ ...rule, required_by: caller.userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('role')
          .executeTakeFirst()
      : await trx
          .deleteFrom('required_factors')
          .where((eb) => eb.and(rule))
          .returning('role')
          .executeTakeFirst();
    if (changed)
      await writeAudit(trx, actor, {
        event: 'role.factor-required',
        record: 'organisation',
        id: caller.state === null ? 'all' : organisationOfState(caller.state),
        before: { role, required: !required },
        after: { role, required },
      });
    return requiredFactorsOf(trx, caller);
  });
}
