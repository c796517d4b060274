import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import css from './booking-form.module.css';

export interface FoldedFieldsProps {
  /** Names what is inside. */
  label: string;
  /** Opens by itself when something inside is wrong, or when something is written there. */
  open: boolean;
  children: ReactNode;
}

/** Fields that are rarely used, behind a button that names them. Once open they stay open. */
export function FoldedFields({ label, open: opens, children }: FoldedFieldsProps) {
  const [opened, setOpened] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  if (opens && !opened) setOpened(true);

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
    <div ref={box} className={css['unfolded']}>
      <FieldGrid className={css['stacking'] ?? ''}>{children}</FieldGrid>
    </div>
  );
}
