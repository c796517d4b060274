import type { BookingField } from '#contract/booking-fields.ts';
import { rowOf } from '#contract/booking-rows.ts';
import type { Say } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { choiceInput, nextKey, textInput } from '#web/forms/record/inputs.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { BookingInputs } from './booking-kind.ts';

interface PlainFieldsProps {
  form: BookingInputs;
  fields: readonly BookingField[];
}

/** The props of a text field, as its row says. */
export function fieldInput(form: BookingInputs, name: BookingField, say: Say) {
  const { label, typed } = rowOf(name);
  return { label: say(label), ...typed, ...textInput(form, name) };
}

/** Optional fields, as their rows say. */
export function PlainFields({ form, fields }: PlainFieldsProps) {
  const say = useSay();
  return fields.map((name) => {
    const { label, choices } = rowOf(name);
    return choices ? (
      <SelectField
        key={name}
        label={say(label)}
        optional
        clearable
        options={choices.map((value) => ({ value, label: say(value) }))}
        {...choiceInput(form, name, choices)}
      />
    ) : (
      <TextField key={name} optional {...nextKey} {...fieldInput(form, name, say)} />
    );
  });
}
