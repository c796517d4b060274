import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { useSay } from '../say.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'start' | 'end'>;

/** A password that can be shown. Give `autoComplete` (current-password or new-password). */
export function PasswordField(props: PasswordFieldProps) {
  const say = useSay();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <Button
          variant="quiet"
          size="sm"
          aria-label={say(shown ? 'Hide password' : 'Show password')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {say(shown ? 'Hide' : 'Show')}
        </Button>
      }
    />
  );
}
