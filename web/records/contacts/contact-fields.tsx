import { contactLabels, type Contacts } from '#contract/contacts.ts';
import { FieldGrid, FullRow } from '#web/ui/fields/form-section.tsx';
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';

interface ContactFieldsProps {
  /** The props of the field with this name. */
  input: (name: keyof Contacts) => Partial<TextFieldProps>;
  nameHint: string;
}

/** What an organisation is called and how drivers reach it; all of it may stay empty. */
export function ContactFields({ input, nameHint }: ContactFieldsProps) {
  const field = (name: keyof Contacts, label: string, rest: Partial<TextFieldProps> = {}) => (
    <TextField label={label} optional autoComplete="off" {...rest} {...input(name)} />
  );
  const { phone, whatsapp, office, hours, bring } = contactLabels;
  const tel = { type: 'tel', inputMode: 'tel' } as const;
  return (
    <FieldGrid stacking>
      <FullRow>{field('name', 'Name of the authority', { hint: nameHint })}</FullRow>
      {field('phone', phone, tel)}
      {field('whatsapp', whatsapp, tel)}
      <FullRow>
        {field('office', office, { hint: 'The street and town where drivers collect vehicles.' })}
      </FullRow>
      {field('hours', hours, { hint: 'For example, Monday to Friday, 8:00 to 16:00.' })}
      {field('bring', bring, { hint: 'What a driver must bring to collect the vehicle.' })}
    </FieldGrid>
  );
}
