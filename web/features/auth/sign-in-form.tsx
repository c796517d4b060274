import { useForm } from '@mantine/form';
import { useState } from 'react';
import { login } from '#contract/auth.ts';
import { formErrors } from '#web/lib/form-errors.ts';
import { useDispatch } from '#web/lib/store-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/focus-field.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './auth.module.css';
import { signIn } from './auth-calls.ts';

const passwordId = 'sign-in-password';

interface SignInFormProps {
  onForgot: (email: string) => void;
}

/** Email and password. What the server refuses stands in a red alert above them. */
export function SignInForm({ onForgot }: SignInFormProps) {
  const dispatch = useDispatch();
  const [refusal, setRefusal] = useState('');
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: formErrors(login.body),
  });

  async function submit(values: typeof form.values) {
    setRefusal('');
    const answer = await dispatch(signIn(values));
    if (signIn.fulfilled.match(answer)) return;
    setRefusal(answer.payload?.message ?? 'Signing in failed. Try again.');
    if (answer.payload?.status !== 401) return;
    form.setFieldValue('password', '');
    focusField(passwordId);
  }

  return (
    <form className={css['fields']} noValidate onSubmit={form.onSubmit(submit)}>
      {refusal !== '' && (
        <Notice kind="alert">
          <b>{refusal}</b>
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
