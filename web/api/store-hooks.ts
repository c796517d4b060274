import type { Dispatch as ReduxDispatch } from '@reduxjs/toolkit';
import { createContext, useContext } from 'react';
import { useDispatch as useReduxDispatch, useSelector } from 'react-redux';
import type { HeldDuty } from '#contract/duties.ts';
import { isLook, may, type Permission, type Role } from '#contract/roles.ts';
import type { CurrentUserState, SignedInUser } from './current-user.ts';

/** The part of the store that every feature may read; a feature types its own area itself. */
interface SharedState {
  currentUser: CurrentUserState;
}

const useShared = useSelector.withTypes<SharedState>();

export type Dispatch = ReduxDispatch;

export const useDispatch = useReduxDispatch.withTypes<Dispatch>();

/** The signed-in person, or null. */
export function useCurrentUser(): SignedInUser | null {
  return useShared(({ currentUser: { user } }) => (isSomebody(user) ? user : null));
}

/** True around what is only looked at: no part of it offers a change, whoever looks. */
export const LookOnly = createContext(false);

/** True if the signed-in person may do something here. */
export function useMay(permission: Permission): boolean {
  const user = useCurrentUser();
  const looksOnly = useContext(LookOnly);
  return user !== null && may(user.role, permission) && (!looksOnly || isLook(permission));
}

/** A call of the contract that needs a duty besides its permission. */
interface OnDuty {
  readonly permission: Permission;
  readonly duty: HeldDuty;
}

/**
 * True if the signed-in person may do what needs a duty: they hold it, or their role may `without`.
 * The server lets a state admin while nobody holds it.
 */
export function useMayOnDuty(
  { permission, duty }: OnDuty,
  without: readonly Role[] = ['state admin'],
): boolean {
  const user = useCurrentUser();
  const mayAtAll = useMay(permission);
  if (user === null || !mayAtAll) return false;
  return without.includes(user.role) || (user.duties ?? []).includes(duty);
}

/** The reason why nobody is signed in; null while somebody is. */
export function useDeparture() {
  return useShared((state) => state.currentUser.departure);
}

function isSomebody(user: CurrentUserState['user']): user is SignedInUser {
  return Object.keys(user).length > 0;
}
