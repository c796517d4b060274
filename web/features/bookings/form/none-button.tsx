import { Button } from '#web/ui/controls/button.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import type { BookingInputs } from './booking-kind.ts';

interface NoneButtonProps {
  form: BookingInputs;
  field: 'registration' | 'license';
  /** The word that then stands in the field, and joins the booking with no other. */
  word: string;
  children: string;
}

/** Fills in that there is no plate or no licence, while the field is empty: else its note stands there. */
export function NoneButton({ form, field, word, children }: NoneButtonProps) {
  const { fields, fieldId } = form;
  if (fields.values[field].trim() !== '') return null;
  return (
    <Button
      variant="link"
      onClick={() => {
        fields.setFieldValue(field, word);
        fields.clearFieldError(field);
        focusField(fieldId(field));
      }}
    >
      {children}
    </Button>
  );
}
