import { confiscationOptions } from '#contract/new-bookings.ts';
import { useSay } from '#web/device/language.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { CheckField } from '#web/ui/fields/check-field.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import { FormSection } from '#web/ui/fields/form-section.tsx';
import css from './booking-form.module.css';
import type { BookingInputs } from './booking-kind.ts';
import { sections } from './sections.ts';

export function ConfiscationsSection({ form: { fields, fieldId } }: { form: BookingInputs }) {
  const { confiscations } = fields.values;
  const say = useSay();
  const error = errorOf(fields, 'confiscations');
  return (
    <FormSection
      {...sections.confiscations}
      title={say(sections.confiscations.title)}
      hint={say('{number} of {all}', {
        number: confiscations.length,
        all: confiscationOptions.length,
      })}
    >
      <div className={css['ticks']}>
        {confiscationOptions.map((option, index) => (
          <CheckField
            key={option}
            label={say(option)}
            {...(index === 0 && { id: fieldId('confiscations') })}
            checked={confiscations.includes(option)}
            onChange={(event) => {
              const rest = confiscations.filter((item) => item !== option);
              fields.setFieldValue(
                'confiscations',
                event.currentTarget.checked ? [...rest, option] : rest,
              );
            }}
          />
        ))}
      </div>
      {error !== undefined && <FieldError id="booking-confiscations-error">{error}</FieldError>}
    </FormSection>
  );
}
