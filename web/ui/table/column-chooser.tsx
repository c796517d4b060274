import { IconArrowDown, IconArrowUp } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { CheckField } from '../fields/check-field.tsx';
import css from './list.module.css';

export interface ColumnChooserProps {
  /** Every column that can be shown. */
  columns: readonly { key: string; header: string }[];
  /** Keys of those that are, in their order. */
  shown: readonly string[];
  /** Is given what answers other keys for those shown at the moment; null for the usual ones. */
  onChange: (next: (shown: readonly string[]) => readonly string[] | null) => void;
}

/** Shows, hides and orders the columns of a table. */
export function ColumnChooser({ columns, shown, onChange }: ColumnChooserProps) {
  const hidden = columns.filter(({ key }) => !shown.includes(key));
  const inOrder = shown.flatMap((key) => columns.find((column) => column.key === key) ?? []);

  function move(key: string, by: -1 | 1): void {
    onChange((now) => {
      const next = now.filter((other) => other !== key);
      next.splice(Math.max(0, now.indexOf(key) + by), 0, key);
      return next;
    });
  }

  function toggle(key: string): void {
    onChange((now) => (now.includes(key) ? now.filter((other) => other !== key) : [...now, key]));
  }

  return (
    <div>
      <p className="strong">Columns</p>
      <ul className={css['columns']} aria-label="Columns">
        {[...inOrder, ...hidden].map(({ key, header }) => {
          const at = shown.indexOf(key);
          return (
            <li key={key} className="row gap-2">
              <CheckField
                className="grow"
                label={header}
                checked={at >= 0}
                disabled={at >= 0 && shown.length === 1}
                onChange={() => toggle(key)}
              />
              {at >= 0 && (
                <>
                  <IconButton
                    label={`Move ${header} up`}
                    size="sm"
                    icon={<IconArrowUp size={16} stroke={2} aria-hidden />}
                    disabled={at === 0}
                    onClick={() => move(key, -1)}
                  />
                  <IconButton
                    label={`Move ${header} down`}
                    size="sm"
                    icon={<IconArrowDown size={16} stroke={2} aria-hidden />}
                    disabled={at === shown.length - 1}
                    onClick={() => move(key, 1)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <Button variant="link" size="sm" onClick={() => onChange(() => null)}>
        Show the usual columns
      </Button>
    </div>
  );
}
