import { type MouseEvent, type ReactNode, useId } from 'react';
import { said } from '#contract/language.ts';
import { sayNow, useSay } from '#web/device/language.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { focusField } from '#web/ui/fields/focus-field.ts';
import { FieldGrid } from '#web/ui/fields/form-section.tsx';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './collision-form.module.css';
import type { CollisionInputs } from './collision-kind.ts';

interface RowProps {
  /** Names the row, such as "Vehicle 1". */
  title: string;
  onRemove: () => void;
  children: ReactNode;
}

/** A row of a list, with Remove. */
export function Row({ title, onRemove, children }: RowProps) {
  const say = useSay();
  const id = useId();
  return (
    <div className={css['row']} role="group" aria-labelledby={id}>
      <div className={classNames('row between gap-6', css['rowHead'])}>
        <h4 id={id}>{title}</h4>
        <Button
          variant="quiet"
          size="sm"
          icon={<IconTrash size={17} stroke={1.8} aria-hidden />}
          aria-label={say('Remove {what}', { what: title.toLowerCase() })}
          onMouseDown={keepFocus}
          onClick={onRemove}
        >
          {say('Remove')}
        </Button>
      </div>
      <FieldGrid stacking>{children}</FieldGrid>
    </div>
  );
}

interface AddRowProps {
  id: string;
  onAdd: () => void;
  children: string;
}

/** The button that adds a row at the end. */
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

// A field that loses the focus may show an error, and the button would move away from under the press.
const keepFocus = (event: MouseEvent) => event.preventDefault();

type List = 'vehicle' | 'witness' | 'officer';

const removed: Record<List, string> = said({
  vehicle: 'Vehicle removed',
  witness: 'Witness removed',
  officer: 'Officer statement removed',
});

/** Adds and removes rows; the focus goes to the field `first` of the new row, or back to the button. */
export function rowsOf({ fields, fieldId }: CollisionInputs, list: List, first: string) {
  const focusLater = (path: string) => requestAnimationFrame(() => focusField(fieldId(path)));
  return {
    add(insert: () => void): void {
      insert();
      fields.clearFieldError(list);
      focusLater(`${list}.${fields.values[list].length}.${first}`);
    },
    remove(index: number): void {
      fields.removeListItem(list, index);
      const say = sayNow();
      toastDone(say(removed[list]));
      focusLater(list);
    },
  };
}
