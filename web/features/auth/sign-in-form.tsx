import { useEffect, useEffectEvent } from 'react';
import { said } from '#contract/language.ts';
import type { SignInStep } from '#contract/sign-in.ts';
import { useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { useAuthForm } from './use-auth-form.ts';

const passwordId = 'sign-in-password';

/** The status of a wrong email or password. */
const unauthorized = 401;

interface SignInFormProps {
  /** The email of whom records wait here, filled in where nobody has typed another; '' for none. */
  known: string;
  onSession: OnSession;
  onForgot: (email: string) => void;
  /** The password was right, and a code is asked for next. */
  onStep: (step: SignInStep) => void;
}

/** Email and password; a refusal of the server is an alert above them. */
export function SignInForm({ known, onSession, onForgot, onStep }: SignInFormProps) {
  const say = useSay();
  const form = useAuthForm({
    initial: { email: '', password: '' },
    send: ({ signIn }, values) => signIn(values),
    onAnswer: (answer) =>
      'step' in answer ? onStep(answer) : onSession(answer.token, answer.user),
    failed: said('Hanya could not sign you in. Try again.'),
  });

  const fillIn = useEffectEvent(() => {
    if (form.values.email === '') form.set('email', known);
  });
  useEffect(() => fillIn(), [known]);

  async function submit(event: Parameters<typeof form.submit>[0]): Promise<void> {
    const refusal = await form.submit(event);
    if (refusal?.status !== unauthorized) return;
    form.set('password', '');
    focusField(passwordId);
  }

  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {form.refusal && (
        <Notice kind="alert">
          <b>{say(form.refusal.message)}</b>
          {form.refusal.status === unauthorized && (
            <p>{say('Check your email and password, or select Forgot password.')}</p>
          )}
        </Notice>
      )}
      <TextField
        label={say('Email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...form.input('email')}
      />
      <PasswordField
        id={passwordId}
        label={say('Password')}
        autoComplete="current-password"
        aside={
          <Button
            variant="link"
            className={css['forgot']}
            onClick={() => onForgot(form.values.email)}
          >
            {say('Forgot password')}
          </Button>
        }
        {...form.input('password')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.sending}
        loadingLabel={say('Signing in')}
      >
        {say('Login')}
      </Button>
    </form>
  );
}
