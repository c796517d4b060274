import type { SignInStep } from '#contract/sign-in.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface ResetFormProps {
  /** The mailed link's token; '' when it is missing. */
  token: string;
  onSession: OnSession;
  /** The password is set, and a code is asked for next. */
  onStep: (step: SignInStep) => void;
}

/** A new password, entered twice. */
export function ResetForm({ token: mailed, onSession, onStep }: ResetFormProps) {
  const form = useAuthForm({
    initial: { password: '', confirmPassword: '' },
    send: ({ reset }, values) => reset(mailed, values),
    onAnswer: (answer) =>
      'step' in answer ? onStep(answer) : onSession(answer.token, answer.user),
    failed: 'The password could not be set. Try again.',
  });

  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      noValidate
      onSubmit={(event) => void form.submit(event)}
    >
      {mailed === '' && (
        <Notice kind="alert">
          <b>This address is not complete.</b> Open the link in the mail again, or ask for a new one
          with Forgot password.
        </Notice>
      )}
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <PasswordField
        label="New password"
        hint="At least 12 characters."
        autoComplete="new-password"
        {...form.input('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.input('confirmPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={mailed === ''}
        reason="The link in the mail is missing its last part."
        loading={form.sending}
        loadingLabel="Saving"
      >
        Reset
      </Button>
    </form>
  );
}
