import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { SignedInUser } from '#web/api/current-user.ts';
import { lastUser } from '#web/device/last-user.ts';
import { useCurrentUser, useDeparture } from '#web/api/store-hooks.ts';
import { mayOpen, screenAt } from './screens.tsx';
import { wayBack, wayBackState } from './way-back.ts';

interface GuardProps {
  children: (user: SignedInUser) => ReactNode;
}

/** Lets nobody in who isn't signed in, and no role to a screen that is hidden from it. */
export function SessionGuard({ children }: GuardProps) {
  const user = useCurrentUser();
  const departure = useDeparture();
  const { pathname, search } = useLocation();
  if (user === null) {
    const state = departure === 'logout' ? null : wayBackState(pathname + search, lastUser());
    return <Navigate to="/signin" replace state={state} />;
  }
  const screen = screenAt(pathname);
  if (screen && !mayOpen(user.role, screen)) return <Navigate to="/" replace />;
  // Another person gets screens of their own: nothing that is open or typed is passed on.
  return <Fragment key={user.id}>{children(user)}</Fragment>;
}

/**
 * Turns the address of a screen into that of the sign-in page, before there is a router: it would
 * first load the screen that nobody may see yet.
 */
export function beginAtSignIn(): void {
  const { pathname, search } = window.location;
  if (screenAt(pathname)?.permission === 'public') return;
  const usr = wayBackState(pathname + search, lastUser());
  // The shape in which the router reads the state of the first entry.
  window.history.replaceState({ usr, key: 'default', idx: 0 }, '', '/signin');
}

/** Leads a signed-in person away from the sign-in page, back to where they came from. */
export function SignedInLeaves({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const location = useLocation();
  if (user === null) return children;
  return <Navigate to={wayBack(location.state, user.id)} replace />;
}
