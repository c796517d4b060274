import { useState } from 'react';
import { said } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import { useAuthForm } from './use-auth-form.ts';

interface ForgotFormProps {
  email: string;
  onBack: () => void;
}

/** Asks for a mail with a link, and doesn't reveal whether the account exists. */
export function ForgotForm({ email, onBack }: ForgotFormProps) {
  const say = useSay();
  const [sentTo, setSentTo] = useState('');
  const form = useAuthForm({
    initial: { email },
    send: ({ askForReset }, values) => askForReset(values),
    onAnswer: (_, values) => setSentTo(values.email.trim()),
    failed: said('Hanya could not send the email. Try again.'),
  });

  return (
    <form
      className={classNames('column gap-7', css['fields'])}
      noValidate
      onSubmit={(event) => {
        setSentTo('');
        void form.submit(event);
      }}
    >
      <RefusalNotice>{form.refusal?.message ?? ''}</RefusalNotice>
      <div role="status">
        {sentTo !== '' && (
          <Notice kind="ok">
            {say(
              'If there is an account for {email}, Hanya has sent an email with a link to that address.',
              { email: sentTo },
            )}
          </Notice>
        )}
      </div>
      <TextField
        label={say('Email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...form.input('email')}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.sending}
        loadingLabel={say('Sending')}
      >
        {say('Send the link')}
      </Button>
      <Button size="lg" wide onClick={onBack}>
        {say('Back to sign-in')}
      </Button>
    </form>
  );
}
