import { type ReactNode, useState } from 'react';
import { leadAndRest, said } from '#contract/language.ts';
import type { SignInStep } from '#contract/sign-in.ts';
import { useSay } from '#web/device/language.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { settings } from '#web/device/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import { AuthPage, CodePage, type OnSession } from './sign-in-page.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface ResetProps {
  /** The token of the mailed link, '' when it is missing. */
  token: string;
  onSession: OnSession;
  toSignIn: ReactNode;
}

/** Sets a new password with the link of a reset mail. */
export function ResetPage({ token, onSession, toSignIn }: ResetProps) {
  const say = useSay();
  usePageTitle(say('Reset your password'));
  const [step, setStep] = useState<SignInStep | null>(null);
  if (step !== null)
    return <CodePage step={step} onSession={onSession} onBack={() => setStep(null)} />;
  return (
    <AuthPage
      title={say('Reset your password')}
      detail={say('for the back office of the {authority}', {
        authority: settings().authorityName,
      })}
    >
      <ResetForm token={token} onSession={onSession} onStep={setStep} />
      <p className={classNames('small quiet', css['hint'])}>{toSignIn}</p>
    </AuthPage>
  );
}

interface ResetFormProps {
  /** The mailed link's token; '' when it is missing. */
  token: string;
  onSession: OnSession;
  /** The password is set, and a code is asked for next. */
  onStep: (step: SignInStep) => void;
}

/** A new password, entered twice. */
function ResetForm({ token: mailed, onSession, onStep }: ResetFormProps) {
  const say = useSay();
  const form = useAuthForm({
    initial: { password: '', confirmPassword: '' },
    send: ({ reset }, values) => reset(mailed, values),
    onAnswer: (answer) =>
      'step' in answer ? onStep(answer) : onSession(answer.token, answer.user),
    failed: said('Hanya could not save your password. Try again.'),
  });

  const { lead, rest } = leadAndRest(
    say(
      'This link is not complete. | Open the link in the email again, or select Forgot password to get a new one.',
    ),
  );
  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      {mailed === '' && (
        <Notice kind="alert">
          <b>{lead}</b> {rest}
        </Notice>
      )}
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <PasswordField
        label={say('New password')}
        hint={say('At least 12 characters.')}
        autoComplete="new-password"
        {...form.input('password')}
      />
      <PasswordField
        label={say('Confirm password')}
        autoComplete="new-password"
        {...form.input('confirmPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={mailed === ''}
        reason={say('The link is missing its last part.')}
        loading={form.sending}
        loadingLabel={say('Saving')}
      >
        {say('Reset')}
      </Button>
    </form>
  );
}
