import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { resetPassword } from '#contract/auth.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { focusFirstError, formErrors } from '#web/forms/form-errors.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import css from './auth.module.css';
import { reset } from './auth-calls.ts';

/** A new password, entered twice. `token` is that of the mailed link, '' when it is missing. */
export function ResetForm({ token }: { token: string }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState('');
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: formErrors(resetPassword.body),
  });

  async function submit(body: typeof form.values) {
    setRefusal('');
    const answer = await dispatch(reset({ token, body }));
    if (reset.fulfilled.match(answer)) await navigate('/', { replace: true });
    else setRefusal(answer.payload?.message ?? 'The password could not be set. Try again.');
  }

  return (
    <form
      className={css['fields']}
      noValidate
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      {token === '' && (
        <Notice kind="alert">
          <b>This address is not complete.</b> Open the link in the mail again, or ask for a new one
          with Forgot password.
        </Notice>
      )}
      <RefusalNotice>{refusal}</RefusalNotice>
      <PasswordField
        label="New password"
        hint="At least 12 characters."
        name="password"
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        disabled={token === ''}
        reason="The link in the mail is missing its last part."
        loading={form.submitting}
        loadingLabel="Saving"
      >
        Reset
      </Button>
    </form>
  );
}
