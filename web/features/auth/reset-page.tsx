import { type ReactNode, useState } from 'react';
import type { SignInStep } from '#contract/sign-in.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { settings } from '#web/device/settings.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import { ResetForm } from './reset-form.tsx';
import { AuthPage, CodePage, type OnSession } from './sign-in-page.tsx';

interface ResetProps {
  /** The token of the mailed link, '' when it is missing. */
  token: string;
  onSession: OnSession;
  toSignIn: ReactNode;
}

/** Sets a new password with the link of a reset mail. */
export function ResetPage({ token, onSession, toSignIn }: ResetProps) {
  usePageTitle('Reset your password');
  const [step, setStep] = useState<SignInStep | null>(null);
  if (step !== null)
    return <CodePage step={step} onSession={onSession} onBack={() => setStep(null)} />;
  return (
    <AuthPage
      title="Reset your password"
      detail={`for the back office of the ${settings().authorityName}`}
    >
      <ResetForm token={token} onSession={onSession} onStep={setStep} />
      <p className={classNames('small quiet', css['hint'])}>{toSignIn}</p>
    </AuthPage>
  );
}
