import { useForm } from '@mantine/form';
import { useState } from 'react';
import { changePassword } from '#contract/security.ts';
import { call } from '#web/api/call.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { formErrors } from '#web/forms/form-errors.ts';
import { errorOf, showFirstError } from '#web/forms/refusal.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Card } from '#web/ui/shell/card.tsx';

const blank = { current: '', password: '', confirmPassword: '' };

/** Changes the own password with the old one. */
export function PasswordCard({ ownPassword }: { ownPassword: boolean }) {
  return (
    <Card title="Password">
      {ownPassword ? (
        <PasswordForm />
      ) : (
        <div className="gap-7 stack card-body">
          <Notice kind="warn">
            <b>Somebody else knows your password.</b> To set a new password, open the link in the
            email you got, or sign out and select Forgot password. Until then you cannot confirm or
            withdraw what another person did.
          </Notice>
        </div>
      )}
    </Card>
  );
}

function PasswordForm() {
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState('');
  const form = useForm({ initialValues: blank, validate: formErrors(changePassword.body) });

  const submit = form.onSubmit(async (body) => {
    if (saving) return;
    setSaving(true);
    setRefusal('');
    try {
      await call(changePassword, { body });
      form.reset();
      toastDone('Password changed. Your other sessions have ended.');
    } catch (error) {
      const { message, fields } = failedCall(error);
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setRefusal(message);
      toastFailed(message);
    }
    setSaving(false);
  }, showFirstError(form));

  const input = (name: keyof typeof blank) => ({
    name,
    value: form.values[name],
    error: errorOf(form, name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.setFieldValue(name, currentTarget.value),
  });

  return (
    <form className="gap-7 stack card-body" noValidate onSubmit={submit}>
      <RefusalNotice>{refusal}</RefusalNotice>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...input('current')}
      />
      <PasswordField
        label="New password"
        hint="At least 12 characters. A few unrelated words are best."
        autoComplete="new-password"
        {...input('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...input('confirmPassword')}
      />
      <div>
        <Button type="submit" variant="primary" loading={saving} loadingLabel="Saving">
          Change password
        </Button>
      </div>
    </form>
  );
}
