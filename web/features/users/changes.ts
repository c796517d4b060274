import type { SentBody } from '#contract/endpoint.ts';
import * as users from '#contract/user-changes.ts';
import type { User } from '#contract/users.ts';
import { call } from '#web/api/call.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import { type ChangedUser, userAdded, userRead } from './slice.ts';

/**
 * Adds a user, with a picture if one was chosen, and puts it at the end of the list. Answers the link
 * to hand over; null where it was mailed.
 */
export async function createUser(
  dispatch: Dispatch,
  { body, picture }: { body: SentBody<typeof users.createUser>; picture: File | null },
): Promise<users.HandedLink | null> {
  const { data } = await call(users.createUser, { body, files: avatar(picture) });
  const { mailed: _, handed, ...user } = data;
  dispatch(userAdded(user));
  return handed;
}

export async function updateUser(
  dispatch: Dispatch,
  { id, own, body }: ChangedUser & { body: SentBody<typeof users.updateUser> },
): Promise<User> {
  const { data } = await call(users.updateUser, { params: { id }, body });
  return userRead(dispatch, data, own);
}

export async function saveAvatar(
  dispatch: Dispatch,
  { id, own, picture }: ChangedUser & { picture: File },
): Promise<User> {
  const { data } = await call(users.changeAvatar, { body: { id }, files: avatar(picture) });
  return userRead(dispatch, data, own);
}

const avatar = (picture: File | null) =>
  picture === null ? [] : [{ name: 'avatar', file: picture }];
