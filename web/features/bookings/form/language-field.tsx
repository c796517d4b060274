import { rowOf } from '#contract/booking-rows.ts';
import { englishCode } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { useLanguages } from '#web/records/languages.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import type { BookingInputs } from './booking-kind.ts';

/** The language of the driver's ticket, by its own name; nothing where only English is offered. */
export function LanguageField({ form: { fields, fieldId } }: { form: BookingInputs }) {
  const say = useSay();
  const { organisation, language } = fields.values;
  const languages = useLanguages(organisation);
  if (languages.length < 2) return null;
  return (
    <SelectField
      id={fieldId('language')}
      label={say(rowOf('language').label)}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      value={language || englishCode}
      error={errorOf(fields, 'language')}
      onChange={(code) =>
        fields.setFieldValue('language', code === null || code === englishCode ? '' : code)
      }
    />
  );
}
