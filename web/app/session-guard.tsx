import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { z } from 'zod';
import type { SignedInUser } from '#web/lib/current-user.ts';
import { useCurrentUser, useDeparture } from '#web/lib/store-hooks.ts';
import { mayOpen, screenAt } from './screens.tsx';

const cameFromSchema = z.object({ from: z.string().regex(/^\/(?![/\\])/) });

interface GuardProps {
  children: (user: SignedInUser) => ReactNode;
}

/** Lets nobody in who isn't signed in, and no role to a screen that is hidden from it. */
export function SessionGuard({ children }: GuardProps) {
  const user = useCurrentUser();
  const departure = useDeparture();
  const { pathname, search } = useLocation();
  if (user === null) {
    const state = departure === 'logout' ? null : { from: pathname + search };
    return <Navigate to="/signin" replace state={state} />;
  }
  const screen = screenAt(pathname);
  if (screen && !mayOpen(user.role, screen)) return <Navigate to="/" replace />;
  return children(user);
}

/** Leads a signed-in person away from the sign-in page, back to where they came from. */
export function SignedInLeaves({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const location = useLocation();
  if (user === null) return children;
  const cameFrom = cameFromSchema.safeParse(location.state);
  return <Navigate to={cameFrom.data?.from ?? '/'} replace />;
}
