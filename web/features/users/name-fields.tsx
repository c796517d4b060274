import type { ComponentProps } from 'react';
import { TextField } from '#web/ui/fields/text-field.tsx';

export type NameField = 'username' | 'firstName' | 'lastName' | 'phone';

export interface NameFieldsProps {
  /** What a form gives a field by its name: value, error and what happens on a change. */
  input: (name: NameField) => Partial<ComponentProps<typeof TextField>>;
  /** Whether they are the signed-in person's own, so that the browser may fill them in. */
  own?: boolean;
}

/** User name, names and phone number of an account. */
export function NameFields({ input, own = false }: NameFieldsProps) {
  const fill = (word: string) => ({ autoComplete: own ? word : 'off' });
  return (
    <>
      <TextField
        label="First Name"
        autoCapitalize="words"
        {...fill('given-name')}
        {...input('firstName')}
      />
      <TextField
        label="Last Name"
        autoCapitalize="words"
        {...fill('family-name')}
        {...input('lastName')}
      />
      <TextField
        label="Username"
        optional
        autoCapitalize="none"
        spellCheck={false}
        {...fill('username')}
        {...input('username')}
      />
      <TextField
        label="Phone Number"
        optional
        type="tel"
        inputMode="tel"
        {...fill('tel')}
        {...input('phone')}
      />
    </>
  );
}
