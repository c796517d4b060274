import type { Kysely } from 'kysely';
import { organisationOfState } from '#contract/places.ts';
import type { RequiredFactors, requireFactor } from '#contract/required-factors.ts';
import { type Role, staffRoles } from '#contract/roles.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { hasFactor, heldFactors, userHasFactor } from './held-factors.ts';

const ownFirst = new Refusal(
  409,
  'own_factor_first',
  'First set up your own second factor on the Security page. Otherwise you would lock yourself out.',
);

const notAllZones = new Refusal(
  403,
  'out_of_scope',
  'This rule applies to every zone, so only a state admin who sees all zones can set it.',
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

interface Requiring {
  readonly organisation: string;
  /** The rule as the change makes or ends it. */
  readonly rule: { readonly demo: boolean; readonly state: string; readonly role: string };
}

/** Makes or ends the rule of a role where the caller works. */
export const requiring: Steps<typeof requireFactor, undefined, Requiring> = {
  id: (_none, { organisation }) => organisation,
  lock: async (trx, { params: { role }, caller: { userId, demo, state, scope } }) => {
    if (scope.zone !== null) return notAllZones;
    // The caller may be removing theirs right now.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    return {
      organisation: state === null ? 'all' : organisationOfState(state),
      rule: { demo, state: state ?? '', role },
    };
  },
  rule: async (_locked, { body: { required }, caller: { userId } }, trx) =>
    required && !hasFactor(await heldFactors(trx, userId)) ? ownFirst : null,
  change: async (trx, { rule }, { params: { role }, body: { required }, caller: { userId } }) => {
    const changed = required
      ? await trx
          .insertInto('required_factors')
          .values({ ...rule, required_by: userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('role')
          .executeTakeFirst()
      : await trx
          .deleteFrom('required_factors')
          .where((eb) => eb.and(rule))
          .returning('role')
          .executeTakeFirst();
    return changed ? { before: { role, required: !required }, after: { role, required } } : [];
  },
  answer: (trx, { caller }) => requiredFactorsOf(trx, caller),
};
