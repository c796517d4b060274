import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { BodyOf } from '#contract/endpoint.ts';
import { folded } from '#contract/folding.ts';
import { type createView, type updateView, type View, viewLimit } from '#contract/views.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { findOwnView } from './queries.ts';
import { nameTaken, seesList, tooMany, whyNotKept } from './rules.ts';

type Keeping = Pick<Deps, 'db'>;

/**
 * Saves a view. 403 for a list that the role doesn't see; 409 for a name that is taken, or beyond
 * `viewLimit`.
 */
export async function keepView(
  { db }: Keeping,
  actor: Actor,
  caller: Caller,
  body: BodyOf<typeof createView>,
): Promise<Outcome<View>> {
  const { screen, name, query, shared } = body;
  if (!seesList(caller.role, screen))
    return new Refusal(403, 'forbidden', `The role ${caller.role} does not see this list.`);
  const why = whyNotKept(screen, query);
  if (why) return why;
  const id = ulid();
  const refused = await db.transaction().execute(async (trx) => {
    const standing = await ownViews(trx, caller.userId);
    if (standing.length >= viewLimit) return tooMany;
    const row = { id, user_id: caller.userId, screen, name, query, shared, demo: caller.demo };
    const inserted = await trx
      .insertInto('saved_views')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return nameTaken;
    const after = { screen, name, query, shared };
    await writeAudit(trx, actor, { event: 'view.saved', record: 'view', id, before: null, after });
    return undefined;
  });
  return refused ?? findOwnView(db, caller, id);
}

/** Changes what was sent of one's own view. 409 for a name that another of one's views has. */
export async function changeView(
  { db }: Keeping,
  actor: Actor,
  caller: Caller,
  { _id: id, screen }: View,
  body: BodyOf<typeof updateView>,
): Promise<Outcome<View>> {
  const refused = await db.transaction().execute(async (trx) => {
    const view = (await ownViews(trx, caller.userId)).find((one) => one.id === id);
    if (!view) return undefined;
    const before = { name: view.name, query: view.query, shared: view.shared };
    const after = {
      name: body.name ?? view.name,
      query: body.query ?? view.query,
      shared: body.shared ?? view.shared,
    };
    const why = whyNotKept(screen, after.query);
    if (why) return why;
    if (await isTaken(trx, caller.userId, { id, screen, name: after.name })) return nameTaken;
    await trx.updateTable('saved_views').set(after).where('id', '=', id).execute();
    await writeAudit(trx, actor, { event: 'view.changed', record: 'view', id, before, after });
    return undefined;
  });
  return refused ?? findOwnView(db, caller, id);
}

/** Removes one's own view, once; the trail keeps what it was. */
export async function removeView(
  { db }: Keeping,
  actor: Actor,
  { _id: id, screen, name, query, shared }: View,
): Promise<{ _id: string }> {
  await db.transaction().execute(async (trx) => {
    const removed = await trx
      .updateTable('saved_views')
      .set({ removed_at: new Date() })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!removed) return;
    const before = { screen, name, query, shared };
    const link = { event: 'view.removed', record: 'view', id, before, after: null } as const;
    await writeAudit(trx, actor, link);
  });
  return { _id: id };
}

/** The views of an account, locked: two changes at once take turns. */
async function ownViews(trx: Transaction<DB>, userId: string) {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return trx
    .selectFrom('saved_views')
    .select(['id', 'name', 'query', 'shared'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
}

/** True if another of somebody's views of this list has the name, however it is written. */
async function isTaken(
  trx: Transaction<DB>,
  userId: string,
  { id, screen, name }: Pick<View, 'screen' | 'name'> & { id: string },
): Promise<boolean> {
  const other = await trx
    .selectFrom('saved_views')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('screen', '=', screen)
    .where('id', '!=', id)
    .where(sql`folded(name)`, '=', folded(name))
    .executeTakeFirst();
  return other !== undefined;
}
