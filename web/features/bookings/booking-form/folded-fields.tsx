import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FieldGrid } from '#web/ui/form-section.tsx';
import css from './booking-form.module.css';

export interface FoldedFieldsProps {
  /** Names what is inside. */
  label: string;
  /** Opens by itself when something inside is wrong. */
  wrong: boolean;
  children: ReactNode;
}

/** Fields that are rarely used, behind a button that names them. Once open they stay open. */
export function FoldedFields({ label, wrong, children }: FoldedFieldsProps) {
  const [opened, setOpened] = useState(false);
  if (wrong && !opened) setOpened(true);
  if (!opened) {
    return (
      <Button
        variant="link"
        className={css['unfold']}
        icon={<IconPlus size={17} stroke={2.2} aria-hidden />}
        aria-expanded={false}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <div className={css['unfolded']} role="group" aria-label={label}>
      <FieldGrid>{children}</FieldGrid>
    </div>
  );
}
