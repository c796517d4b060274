import { type Expression, sql, type SqlBool } from 'kysely';
import { personSchema } from '#contract/people.ts';
import type { View } from '#contract/views.ts';
import { viewScreenSchema } from '#contract/views.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { alphabetical } from '#server/lists/queries.ts';
import { notOwn, screensOf } from './rules.ts';

/**
 * The views that an account sees: its own, and those shared by people of its organisation and zone,
 * as both are today. An account without a zone, or a state, belongs to every one.
 */
function viewsFor(db: Database, { userId, role, state, scope }: Caller) {
  return db
    .selectFrom('saved_views as view')
    .innerJoin('users as owner', 'owner.id', 'view.user_id')
    .where('view.removed_at', 'is', null)
    .where('view.screen', 'in', screensOf(role))
    .where((eb) => {
      const sharedHere: Expression<SqlBool>[] = [eb('view.shared', '=', true)];
      if (state !== null)
        sharedHere.push(eb('owner.state', 'is', null).or('owner.state', '=', state));
      if (scope.zone !== null)
        sharedHere.push(eb('owner.zone', 'is', null).or('owner.zone', '=', scope.zone));
      if (scope.demo !== 'included') sharedHere.push(eb('view.demo', '=', false));
      return eb.or([eb('view.user_id', '=', userId), eb.and(sharedHere)]);
    })
    .select([
      'view.id as _id',
      'view.name',
      'view.screen',
      'view.query',
      'view.shared',
      'view.created_at as createdAt',
      'owner.id as ownerId',
      'owner.role as ownerRole',
      fullName('owner').as('ownerName'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof viewsFor>['execute']>>[number];

function viewToWire({ ownerId, ownerRole, ownerName, ...row }: Row, caller: Caller): View {
  return {
    ...row,
    screen: viewScreenSchema.parse(row.screen),
    createdAt: row.createdAt.toISOString(),
    own: ownerId === caller.userId,
    owner: personSchema.parse({ id: ownerId, name: ownerName, role: ownerRole }),
  };
}

/** One's own views and those shared with one, by name. */
export async function listViewsOf(db: Database, caller: Caller): Promise<View[]> {
  const rows = await viewsFor(db, caller)
    .orderBy(alphabetical(sql`view.name`))
    .orderBy('view.id')
    .limit(1_000)
    .execute();
  return rows.map((row) => viewToWire(row, caller));
}

/** A view of the caller's own: 404 for one that they don't see, 403 for somebody else's. */
export async function findOwnView(
  db: Database,
  caller: Caller,
  id: string,
): Promise<Outcome<View>> {
  const row = await viewsFor(db, caller).where('view.id', '=', id).executeTakeFirst();
  if (!row) return notFound('view');
  const view = viewToWire(row, caller);
  return view.own ? view : notOwn;
}
