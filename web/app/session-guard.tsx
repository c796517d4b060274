import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { SignedInUser } from '#web/api/current-user.ts';
import { useFactorNeeded } from '#web/api/factor-needed.ts';
import { useCurrentUser, useDeparture, useDispatch } from '#web/api/store-hooks.ts';
import { lastUser } from '#web/device/last-user.ts';
import { logout } from '#web/features/auth/session.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { ClosedScreen } from './closed-banner.tsx';
import { Proof } from './proof.tsx';
import { returnPath } from './return-path.ts';
import { publicPaths, returnState, signInAddress } from './return-state.ts';
import { mayOpen, screenAt } from './screens.tsx';

interface GuardProps {
  children: (user: SignedInUser) => ReactNode;
}

/** Sends people who aren't signed in to sign in, and roles away from screens they may not see. */
export function SessionGuard({ children }: GuardProps) {
  const user = useCurrentUser();
  const departure = useDeparture();
  const factorNeeded = useFactorNeeded();
  const { pathname, search } = useLocation();
  if (user === null) {
    const state = departure === 'logout' ? null : returnState(pathname + search, lastUser());
    const address = departure === null ? signInAddress(search) : publicPaths.signIn;
    return <Navigate to={address} replace state={state} />;
  }
  if (factorNeeded) return <SetUpFactor />;
  const screen = screenAt(pathname);
  if (screen && !mayOpen(user.role, screen)) {
    return <Navigate to="/" replace state={{ closed: screen.path } satisfies ClosedScreen} />;
  }
  // The key gives another person new screens, without anything that was open or typed.
  return <Fragment key={user.id}>{children(user)}</Fragment>;
}

const security = lazyPart(() => import('#web/features/security/security-page.tsx'));

/** In place of every screen, until whoever must have a second factor has one. */
function SetUpFactor() {
  const dispatch = useDispatch();
  const there = security.useNeeded();
  if (!there) return null;
  return (
    <>
      <there.SetUpPage
        // Everything is read anew: most of it was refused.
        onDone={() => window.location.reload()}
        onLogout={() => logout(dispatch)}
      />
      <Proof />
    </>
  );
}

/** Sends a signed-in person from the sign-in page to where they came from. */
export function RedirectSignedIn({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  const location = useLocation();
  if (user === null) return children;
  return <Navigate to={returnPath(location.state, user.id)} replace />;
}
