import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useDeparture } from '#web/api/store-hooks.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { settings } from '#web/device/settings.ts';
import { useInterruption } from '#web/forms/drafts/interruption.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RoadSign } from '#web/ui/ticket/road-sign.tsx';
import css from './auth.module.css';
import { ForgotForm } from './forgot-form.tsx';
import { GuestOffer } from './guest-offer.tsx';
import { ResetForm } from './reset-form.tsx';
import { ServerStatus } from './server-status.tsx';
import { SignInForm } from './sign-in-form.tsx';

const WelcomePopup = lazy(async () => ({
  default: (await import('./welcome-popup.tsx')).WelcomePopup,
}));

interface SignInPageProps {
  mode: 'sign in' | 'reset';
}

/** Signs people in with an account, as a guest, or with the link of a reset mail. */
export function SignInPage({ mode }: SignInPageProps) {
  const [query] = useSearchParams();
  const flagged = query.has('portfolio');
  return (
    <div className={css['page']}>
      <RoadSign caption="Traffic enforcement back office" />
      <main className={css['main']}>
        <div className={css['column']}>{mode === 'reset' ? <Reset /> : <SignIn />}</div>
        <ServerStatus />
      </main>
      {mode === 'sign in' && flagged && (
        <Suspense fallback={null}>
          <WelcomePopup />
        </Suspense>
      )}
    </div>
  );
}

function SignIn() {
  const departure = useDeparture();
  const interrupted = useInterruption();
  const [forgotten, setForgotten] = useState<string | null>(null);
  usePageTitle(forgotten === null ? 'Sign in' : 'Forgot password');
  if (forgotten !== null) {
    return (
      <>
        <Head title="Forgot password" detail="We mail you a link that sets a new one." />
        <ForgotForm email={forgotten} onBack={() => setForgotten(null)} />
      </>
    );
  }
  return (
    <>
      <Head title="Sign in" detail={`to the back office of the ${settings().authorityName}`} />
      {departure === 'ended' && (
        <div role="status" className={css['above']}>
          <Notice kind="warn">
            <p>Your session ended. Sign in to go on.</p>
            {interrupted && (
              <p>What you typed is kept on this device, and opens again for you alone.</p>
            )}
          </Notice>
        </div>
      )}
      <SignInForm onForgot={setForgotten} />
      {settings().guest && <GuestOffer />}
    </>
  );
}

function Reset() {
  const { hash } = useLocation();
  usePageTitle('Reset your password');
  return (
    <>
      <Head
        title="Reset your password"
        detail={`for the back office of the ${settings().authorityName}`}
      />
      <ResetForm token={hash.slice(1)} />
      <p className={css['hint']}>
        <Link to="/signin">Back to sign-in</Link>
      </p>
    </>
  );
}

function Head({ title, detail }: { title: string; detail: string }) {
  return (
    <header className={css['head']}>
      <h1>{title}</h1>
      <p>{detail}</p>
    </header>
  );
}
