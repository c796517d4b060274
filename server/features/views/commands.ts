import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import { folded } from '#contract/folding.ts';
import {
  type createView,
  type removeView,
  type updateView,
  type View,
  viewLimit,
} from '#contract/views.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Views } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import { notFound, Refusal } from '#server/http/refusal.ts';
import { findOwnView } from './queries.ts';
import { nameTaken, seesList, tooMany, whyNotKept } from './rules.ts';

interface Standing {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}

/** Keeps a view of a list that the role sees. */
export const keeping = (
  views: Views,
): Steps<typeof createView, undefined, { id: string; standing: Standing[] }> => ({
  id: (_none, { id }) => id,
  lock: async (trx, { caller: { userId } }) => ({
    id: ulid(),
    standing: await ownViews(trx, userId),
  }),
  rule: ({ standing }, { body: { screen, query }, caller: { role } }) => {
    if (!seesList(role, screen))
      return new Refusal(403, 'forbidden', `You cannot see this list. Your role is ${role}.`);
    return whyNotKept(views[screen], query) ?? (standing.length >= viewLimit ? tooMany : null);
  },
  change: async (trx, { id }, { body, caller: { userId, demo } }) => {
    const { screen, name, query, shared } = body;
    const inserted = await trx
      .insertInto('saved_views')
      .values({ id, user_id: userId, screen, name, query, shared, demo })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted ? { before: null, after: { screen, name, query, shared } } : nameTaken;
  },
  answer: (trx, { caller, created }, { id }) => {
    created();
    return findOwnView(trx, caller, id);
  },
});

interface ViewToChange {
  readonly before: Omit<Standing, 'id'>;
  readonly after: Omit<Standing, 'id'>;
}

/** Changes what was sent of one's own view. */
export const changing = (views: Views): Steps<typeof updateView, View, ViewToChange> => ({
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id }, body, caller }) => {
    const view = (await ownViews(trx, caller.userId)).find(({ id }) => id === _id);
    if (!view) return notFound('view');
    const { name, query, shared } = view;
    return {
      before: { name, query, shared },
      after: {
        name: body.name ?? name,
        query: body.query ?? query,
        shared: body.shared ?? shared,
      },
    };
  },
  rule: async ({ after: { name, query } }, { record: { _id, screen }, caller }, trx) =>
    whyNotKept(views[screen], query) ??
    ((await isTaken(trx, caller.userId, { id: _id, screen, name })) ? nameTaken : null),
  change: async (trx, { before, after }, { record: { _id } }) => {
    await trx.updateTable('saved_views').set(after).where('id', '=', _id).execute();
    return { before, after };
  },
  answer: (trx, { record: { _id }, caller }) => findOwnView(trx, caller, _id),
});

/** Removes one's own view, once; the trail keeps what it was. */
export const removing: Steps<typeof removeView, View, boolean> = {
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id }, caller }) =>
    (await ownViews(trx, caller.userId)).some(({ id }) => id === _id),
  change: async (trx, stands, { record: { _id, screen, name, query, shared } }) => {
    if (!stands) return [];
    await trx
      .updateTable('saved_views')
      .set({ removed_at: new Date() })
      .where('id', '=', _id)
      .execute();
    return { before: { screen, name, query, shared }, after: null };
  },
  answer: (_trx, { record: { _id } }) => Promise.resolve({ _id }),
};

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
