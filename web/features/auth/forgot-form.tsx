import { useForm } from '@mantine/form';
import { useState } from 'react';
import { forgotPassword } from '#contract/auth.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { focusFirstError, formErrors } from '#web/forms/form-errors.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import css from './auth.module.css';
import { askForReset } from './auth-calls.ts';

interface ForgotFormProps {
  email: string;
  onBack: () => void;
}

/** Asks for a mail with a link, and doesn't reveal whether the account exists. */
export function ForgotForm({ email, onBack }: ForgotFormProps) {
  const dispatch = useDispatch();
  const [refusal, setRefusal] = useState('');
  const [sentTo, setSentTo] = useState('');
  const form = useForm({
    initialValues: { email },
    validate: formErrors(forgotPassword.body),
  });

  async function submit(values: typeof form.values) {
    setRefusal('');
    setSentTo('');
    const answer = await dispatch(askForReset(values));
    if (askForReset.fulfilled.match(answer)) setSentTo(values.email.trim());
    else setRefusal(answer.payload?.message ?? 'No mail could be asked for. Try again.');
  }

  return (
    <form
      className={css['fields']}
      noValidate
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <RefusalNotice>{refusal}</RefusalNotice>
      <div role="status">
        {sentTo !== '' && (
          <Notice kind="ok">
            If an account has the address {sentTo}, a mail with a link is on its way to it.
          </Notice>
        )}
      </div>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.getInputProps('email')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.submitting}
        loadingLabel="Sending"
      >
        Send the link
      </Button>
      <Button size="lg" wide onClick={onBack}>
        Back to sign-in
      </Button>
    </form>
  );
}
