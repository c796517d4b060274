import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { SignedIn, SignInStep } from '#contract/sign-in.ts';
import type { User } from '#contract/users.ts';
import { useSay } from '#web/device/language.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { settings } from '#web/device/settings.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Spoken } from '#web/ui/say.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { RoadSign } from '#web/ui/ticket/road-sign.tsx';
import css from './auth.module.css';
import type { DemoAccounts } from './demo-accounts.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { GuestOffer } from './guest-offer.tsx';
import { peopleWereHere } from './people-were-here.ts';
import { ServerStatus } from './server-status.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInLanguages } from './sign-in-languages.tsx';
import type { WaitingHere } from './waiting-here.tsx';

/** Called with the server's answer that signs somebody in; the form waits for what it does. */
export type OnSession = (token: string, user: User) => void | Promise<void>;

interface SignInProps {
  /** True if the last session ended, other than by choice. */
  ended: boolean;
  /** True if it ended over a form whose draft is kept. */
  interrupted: boolean;
  onSession: OnSession;
  onGuest: () => void;
}

/**
 * Signs people in with an account or as a guest. It needs neither store nor router nor the
 * libraries of the screens, since it is shown before any of them is fetched.
 */
export function SignInPage({ ended, interrupted, onSession, onGuest }: SignInProps) {
  const [forgotten, setForgotten] = useState<string | null>(null);
  const [step, setStep] = useState<SignInStep | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [known, setKnown] = useState('');
  const say = useSay();
  usePageTitle(isEmpty ? 'Set up' : say(forgotten === null ? 'Sign in' : 'Forgot password'));
  if (isEmpty) return <SetupPage onSession={onSession} />;
  if (forgotten !== null) {
    return (
      <AuthPage
        title={say('Forgot password')}
        detail={say('Hanya will email you a link to set a new password.')}
      >
        <ForgotForm email={forgotten} onBack={() => setForgotten(null)} />
      </AuthPage>
    );
  }
  if (step !== null)
    return <CodePage step={step} onSession={onSession} onBack={() => setStep(null)} />;
  return (
    <AuthPage
      title={say('Sign in')}
      detail={say('to the back office of the {authority}', {
        authority: settings().authorityName,
      })}
      onEmpty={() => setEmpty(true)}
    >
      <SignInLanguages />
      {ended && (
        <div role="status" className={css['above']}>
          <Notice kind="warn">
            <p>{say('Your session has ended. Sign in to continue.')}</p>
            {interrupted && <p>{say('Hanya has kept what you typed. Only you can see it.')}</p>}
          </Notice>
        </div>
      )}
      <LazyWaiting onAlone={setKnown} />
      <SignInForm known={known} onSession={onSession} onForgot={setForgotten} onStep={setStep} />
      {settings().guest && <GuestOffer onGuest={onGuest} />}
      {settings().demo && <Demo onSession={onSession} onStep={setStep} />}
    </AuthPage>
  );
}

/** Only a demo has accounts that everybody may use. */
const demo = lazyPart(() => import('./demo-accounts.tsx'));

function Demo(props: ComponentProps<typeof DemoAccounts>) {
  const there = demo.use(true);
  return there && <there.DemoAccounts {...props} />;
}

/** Fetched only where somebody was signed in before: on a device of an officer it is there already. */
function LazyWaiting(props: ComponentProps<typeof WaitingHere>) {
  const [There, setThere] = useState<typeof WaitingHere>();
  useEffect(() => {
    let left = false;
    peopleWereHere()
      .then(async (were) => (were ? import('./waiting-here.tsx') : null))
      .then((there) => {
        if (there && !left) setThere(() => there.WaitingHere);
      })
      // The page works without.
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, []);
  return There ? <There {...props} /> : null;
}

/** Only the first person of an installation is shown it. */
const setup = lazyPart(() => import('./setup-form.tsx'));

function SetupPage({ onSession }: Pick<SignInProps, 'onSession'>) {
  const there = setup.useNeeded();
  const [made, setMade] = useState<SignedIn | null>(null);
  const begin = ({ token, user }: SignedIn) => onSession(token, user);
  return (
    <AuthPage
      title="Set up Hanya"
      detail={
        made === null
          ? `Create the first state admin account for ${settings().authorityName}.`
          : 'Your account is ready. Now enter your organisation’s details for tickets and other papers.'
      }
    >
      {there && made === null && (
        // Whoever sees all organisations says nothing of one.
        <there.SetupForm
          onMade={(answer) => (answer.user.state === null ? begin(answer) : setMade(answer))}
        />
      )}
      {there && made !== null && <there.OrganisationForm made={made} onDone={() => begin(made)} />}
    </AuthPage>
  );
}

/** Only whoever has a second factor is asked for it. */
const code = lazyPart(() => import('./code-form.tsx'));

interface CodePageProps {
  step: SignInStep;
  onSession: OnSession;
  onBack: () => void;
}

export function CodePage(props: CodePageProps) {
  const there = code.useNeeded();
  const say = useSay();
  return (
    <AuthPage
      title={say(props.step.passkey === null ? 'Enter your code' : 'One more step')}
      detail={say(
        props.step.passkey === null
          ? 'Your password is correct. There is one more step.'
          : 'Your password is correct. Now confirm that it is you.',
      )}
    >
      {there && <there.CodeForm {...props} />}
    </AuthPage>
  );
}

interface AuthPageProps {
  title: string;
  detail: string;
  /** Hears that the installation has no account yet. */
  onEmpty?: () => void;
  children: ReactNode;
}

export function AuthPage({ title, detail, onEmpty, children }: AuthPageProps) {
  const say = useSay();
  return (
    <Spoken value={say}>
      <div className={css['page']} lang={say.language}>
        <RoadSign caption={say('Traffic enforcement back office')} />
        <main className={classNames('column', css['main'])}>
          <div className={css['column']}>
            <header className={css['head']}>
              <h1>{title}</h1>
              <p>{detail}</p>
            </header>
            {children}
          </div>
          <ServerStatus onEmpty={onEmpty} />
        </main>
      </div>
    </Spoken>
  );
}
