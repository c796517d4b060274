import { focusField } from '#web/ui/fields/focus-field.ts';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { fieldId } from './draft.ts';
import type { Fields } from './use-collision-form.ts';

type List = 'vehicle' | 'witness' | 'officer';

const names: Record<List, string> = {
  vehicle: 'Vehicle',
  witness: 'Witness',
  officer: 'Officer statement',
};

/** Adds and removes the rows of a list; the focus goes to the new row, or back to the button. */
export function rowsOf(fields: Fields, list: List, first: string) {
  const later = (path: string) => requestAnimationFrame(() => focusField(fieldId(path)));
  return {
    add(insert: () => void): void {
      insert();
      fields.clearFieldError(list);
      later(`${list}.${fields.values[list].length}.${first}`);
    },
    remove(index: number): void {
      fields.removeListItem(list, index);
      toastDone(`${names[list]} removed`);
      later(list);
    },
  };
}
