import { accountStates } from '#contract/places.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { useAuthForm } from './use-auth-form.ts';

const states = [
  { value: '', label: 'All states' },
  ...accountStates.map((state) => ({ value: state, label: state })),
];

/** The first account of an installation, against the code that its server printed. */
export function SetupForm({ onSession }: { onSession: OnSession }) {
  const form = useAuthForm({
    initial: { setupCode: '', firstName: '', lastName: '', email: '', state: '', password: '' },
    send: ({ setUp }, values) => setUp(values),
    onAnswer: ({ token, user }) => onSession(token, user),
    failed: 'The account could not be made. Try again.',
  });
  return (
    <form className={css['fields']} noValidate onSubmit={(event) => void form.submit(event)}>
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <TextField
        label="Set-up code"
        hint="The server printed it when it was started."
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        {...form.input('setupCode')}
      />
      <TextField
        label="First name"
        autoComplete="given-name"
        autoCorrect="off"
        spellCheck={false}
        {...form.input('firstName')}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        autoCorrect="off"
        spellCheck={false}
        {...form.input('lastName')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('email')}
      />
      <ChoiceField
        label="State"
        hint="Whose records this account sees."
        options={states}
        {...form.input('state')}
      />
      <PasswordField
        label="Password"
        hint="At least 12 characters."
        autoComplete="new-password"
        {...form.input('password')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.sending}
        loadingLabel="Setting up"
      >
        Set up
      </Button>
    </form>
  );
}
