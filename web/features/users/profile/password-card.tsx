import { useId } from 'react';
import { Card } from '#web/ui/shell/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import formCss from '../forms.module.css';
import css from './profile.module.css';

const labels = ['Current Password', 'New Password', 'Confirm Password'];

/** Fields that do nothing, and say where a password is really changed. */
export function PasswordCard() {
  const hint = useId();
  return (
    <Card title="Change Password">
      <div className={css['body']} role="group" aria-describedby={hint}>
        <p id={hint} className={formCss['hint']}>
          Passwords are changed with Forgot password on the sign-in page. These fields do nothing.
        </p>
        {labels.map((label) => (
          <TextField key={label} label={label} type="password" autoComplete="off" disabled />
        ))}
      </div>
    </Card>
  );
}
