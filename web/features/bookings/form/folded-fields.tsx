import { useRef, useState } from 'react';
import type { BookingField } from '#contract/booking-fields.ts';
import { labelsOf } from '#contract/booking-rows.ts';
import { useSay } from '#web/device/language.ts';
import { capitalised } from '#web/format/words.ts';
import { errorOf } from '#web/forms/refusal.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { IconPlus } from '#web/ui/icons.ts';
import css from './booking-form.module.css';
import type { BookingInputs } from './booking-kind.ts';
import { PlainFields } from './plain-fields.tsx';

interface FoldedFieldsProps {
  form: BookingInputs;
  /** If one of these has a value or an error, the fields are shown without being asked for. */
  fields: readonly BookingField[];
}

/** Rarely used fields, behind a button that names them. Once shown they stay. */
export function FoldedFields({ form, fields }: FoldedFieldsProps) {
  const say = useSay();
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { values } = form.fields;
  const used = fields.some(
    (field) => values[field] !== '' || errorOf(form.fields, field) !== undefined,
  );
  if (used && !opened) setOpened(true);

  function open(): void {
    setOpened(true);
    // The button disappears, so the focus goes to the first field.
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus());
  }

  if (!opened) {
    return (
      <Button
        variant="link"
        className={css['unfold']}
        icon={<IconPlus size={17} stroke={2.2} aria-hidden />}
        aria-expanded={false}
        onClick={open}
      >
        {capitalised(labelsOf(fields, say).join(', '))}
      </Button>
    );
  }
  return (
    <div ref={box}>
      <FieldGrid stacking>
        <PlainFields form={form} fields={fields} />
      </FieldGrid>
    </div>
  );
}
