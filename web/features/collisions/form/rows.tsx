import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import css from './rows.module.css';

export interface RowProps {
  /** Such as "Vehicle 1". */
  title: string;
  onRemove: () => void;
  children: ReactNode;
}

/** One of several, with Remove. */
export function Row({ title, onRemove, children }: RowProps) {
  const id = useId();
  return (
    <div className={css['row']} role="group" aria-labelledby={id}>
      <div className={css['head']}>
        <h4 id={id} className={css['title']}>
          {title}
        </h4>
        <Button
          variant="quiet"
          size="sm"
          icon={<IconTrash size={17} stroke={1.8} aria-hidden />}
          aria-label={`Remove ${title.toLowerCase()}`}
          onMouseDown={keepFocus}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <FieldGrid className={css['fields'] ?? ''}>{children}</FieldGrid>
    </div>
  );
}

export interface AddRowProps {
  id: string;
  onAdd: () => void;
  children: string;
}

/** Adds another one at the end. */
export function AddRow({ id, onAdd, children }: AddRowProps) {
  return (
    <Button
      id={id}
      icon={<IconPlus size={17} stroke={2.2} aria-hidden />}
      onMouseDown={keepFocus}
      onClick={onAdd}
    >
      {children}
    </Button>
  );
}

// Leaving a field can show an error, which would move the button away under the press.
const keepFocus = (event: MouseEvent) => event.preventDefault();
