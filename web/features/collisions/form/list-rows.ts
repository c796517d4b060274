import { focusField } from '#web/ui/fields/focus-field.ts';
import { fieldId } from './draft.ts';
import type { Fields } from './use-collision-form.ts';

type List = 'vehicle' | 'witness' | 'officer';

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
      later(list);
    },
  };
}
