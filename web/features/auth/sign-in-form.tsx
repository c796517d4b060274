import { useForm } from '@mantine/form';
import { useState } from 'react';
import { login } from '#contract/auth.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { focusFirstError, formErrors } from '#web/forms/form-errors.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './auth.module.css';
import { signIn } from './auth-calls.ts';

const passwordId = 'sign-in-password';

/** The status of a wrong email or password. */
const unauthorized = 401;

interface SignInFormProps {
  onForgot: (email: string) => void;
}

/** Email and password; a refusal of the server is an alert above them. */
export function SignInForm({ onForgot }: SignInFormProps) {
  const dispatch = useDispatch();
  const [refusal, setRefusal] = useState<{ message: string; status: number } | null>(null);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: formErrors(login.body),
  });

  async function submit(values: typeof form.values) {
    setRefusal(null);
    const answer = await dispatch(signIn(values));
    if (signIn.fulfilled.match(answer)) return;
    setRefusal(answer.payload ?? { message: 'Signing in failed. Try again.', status: 0 });
    if (answer.payload?.status !== unauthorized) return;
    form.setFieldValue('password', '');
    focusField(passwordId);
  }

  return (
    <form
      className={css['fields']}
      noValidate
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      {refusal && (
        <Notice kind="alert">
          <b>{refusal.message}</b>
          {refusal.status === unauthorized && <p>Check both, or choose Forgot password.</p>}
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <PasswordField
        id={passwordId}
        label="Password"
        name="password"
        autoComplete="current-password"
        aside={
          <Button
            variant="link"
            className={css['forgot']}
            onClick={() => onForgot(form.values.email)}
          >
            Forgot password
          </Button>
        }
        {...form.getInputProps('password')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.submitting}
        loadingLabel="Signing in"
      >
        Login
      </Button>
    </form>
  );
}
