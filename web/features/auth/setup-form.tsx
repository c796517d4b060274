import { accountStates, organisationOfState } from '#contract/places.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './auth.module.css';
import type { OnSession } from './sign-in-page.tsx';
import { useAuthForm } from './use-auth-form.ts';

const organisations = [
  { value: '', label: 'Choose' },
  ...accountStates.map((state) => ({ value: state, label: organisationOfState(state) })),
  { value: 'all', label: 'All of them' },
];

const admin = { setupCode: '', firstName: '', lastName: '', email: '' };
/** The first account of an installation, against the code that its server printed. */
export function SetupForm({ onSession }: { onSession: OnSession }) {
  const form = useAuthForm({
    initial: { ...admin, state: '', password: '', confirmPassword: '' },
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
        autoFocus
        {...form.input('setupCode')}
      />
      <TextField label="First name" autoComplete="given-name" {...form.input('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...form.input('lastName')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...form.input('email')}
      />
      <ChoiceField
        label="Organisation"
        hint="Whose records this account sees."
        options={organisations}
        {...form.input('state')}
      />
      <PasswordField
        label="Password"
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
        loading={form.sending}
        loadingLabel="Setting up"
      >
        Set up
      </Button>
    </form>
  );
}
