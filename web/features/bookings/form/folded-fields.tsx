import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { errorOf } from '#web/forms/refusal.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import css from './booking-form.module.css';
import type { BookingInputs } from './booking-kind.ts';
import type { DraftField } from './draft.ts';

interface FoldedFieldsProps {
  /** Names what is inside. */
  label: string;
  form: BookingInputs;
  /** Something written in one of these, or wrong, opens it by itself. */
  fields: readonly DraftField[];
  children: ReactNode;
}

/** Fields that are rarely used, behind a button that names them. Once open they stay open. */
export function FoldedFields({ label, form, fields, children }: FoldedFieldsProps) {
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { values } = form.fields;
  const used = fields.some(
    (field) => values[field] !== '' || errorOf(form.fields, field) !== undefined,
  );
  if (used && !opened) setOpened(true);

  function open(): void {
    setOpened(true);
    // The button is gone by then, so the focus moves on to what it opened.
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
        {label}
      </Button>
    );
  }
  return (
    <div ref={box}>
      <FieldGrid stacking>{children}</FieldGrid>
    </div>
  );
}
