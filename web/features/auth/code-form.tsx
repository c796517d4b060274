import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface CodeFormProps {
  /** What the server answered to the password. */
  step: string;
  onSession: OnSession;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function CodeForm({ step, onSession, onBack }: CodeFormProps) {
  const form = useAuthForm({
    initial: { code: '' },
    send: ({ enterCode }, { code }) => enterCode(step, code),
    onAnswer: ({ token, user }) => onSession(token, user),
    failed: 'Signing in failed. Try again.',
  });
  return (
    <form className={css['fields']} noValidate onSubmit={(event) => void form.submit(event)}>
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <TextField
        label="Code"
        hint="The six digits of your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.input('code')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.sending}
        loadingLabel="Signing in"
      >
        Login
      </Button>
      <Button variant="link" onClick={onBack}>
        Back to the password
      </Button>
    </form>
  );
}
