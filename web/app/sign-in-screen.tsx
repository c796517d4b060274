import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useDeparture, useDispatch } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { startGuestSession, startSession } from '#web/features/auth/session.ts';
import { SignInPage } from '#web/features/auth/sign-in-page.tsx';
import { useInterruption } from '#web/forms/drafts/interruption.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { fetchBeforeSignIn, firstScreen } from './ahead.ts';
import { publicPaths } from './return-state.ts';
import { RedirectSignedIn } from './session-guard.tsx';

const reset = lazyPart(() => import('#web/features/auth/reset-page.tsx'));
const welcome = lazyPart(() => import('#web/features/auth/welcome-popup.tsx'));

/** The sign-in page where the application is there already, such as after a logout. */
export function SignInScreen() {
  const dispatch = useDispatch();
  const ended = useDeparture() === 'ended';
  const interrupted = useInterruption();
  const [query] = useSearchParams();
  const onGuest = () => startGuestSession(dispatch);
  useEffect(() => fetchBeforeSignIn(firstScreen()), []);
  return (
    <RedirectSignedIn>
      <SignInPage
        ended={ended}
        interrupted={interrupted}
        onSession={(token, user) => startSession(dispatch, token, user)}
        onGuest={onGuest}
      />
      {query.has('portfolio') && <Welcome onGuest={onGuest} />}
    </RedirectSignedIn>
  );
}

function Welcome({ onGuest }: { onGuest: () => void }) {
  const there = welcome.useNeeded();
  return there && <there.WelcomePopup onGuest={onGuest} />;
}

export function ResetScreen() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const there = reset.useNeeded();
  const say = useSay();
  return (
    there && (
      <there.ResetPage
        token={hash.slice(1)}
        onSession={(token, user) => {
          startSession(dispatch, token, user);
          void navigate('/', { replace: true });
        }}
        toSignIn={<Link to={publicPaths.signIn}>{say('Back to sign-in')}</Link>}
      />
    )
  );
}
