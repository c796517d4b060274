import type { BookingField } from '#contract/booking-fields.ts';
import { rowOf } from '#contract/booking-rows.ts';
import { choiceInput, nextKey, textInput } from '#web/forms/record/inputs.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';

interface PlainFieldsProps {
  form: BookingInputs;
  fields: readonly BookingField[];
}

/** The props of a text field, as its row says. */
export function fieldInput(form: BookingInputs, name: BookingField) {
  const { label, typed } = rowOf(name);
  return { label, ...typed, ...textInput(form, name) };
}

/** Optional fields, as their rows say. */
export const PlainFields = ({ form, fields }: PlainFieldsProps) =>
  fields.map((name) => {
    const { label, choices } = rowOf(name);
    return choices ? (
      <SelectField
        key={name}
        label={label}
        optional
        clearable
        options={choices}
        {...choiceInput(form, name, choices)}
      />
    ) : (
      <TextField key={name} optional {...nextKey} {...fieldInput(form, name)} />
    );
  });
