import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'start' | 'end'>;

/** A password that can be shown. Give `autoComplete` (current-password or new-password). */
export function PasswordField(props: PasswordFieldProps) {
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
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
