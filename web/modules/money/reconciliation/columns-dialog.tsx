import { useId, useState } from 'react';
import {
  type ColumnRole,
  columnRoles,
  roleWords,
  whyNotRead,
} from '#contract/modules/money/statement-columns.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import css from './columns-dialog.module.css';
import type { StatementColumns } from './reconciliation-calls.ts';

interface ColumnsDialogProps {
  columns: StatementColumns;
  onChosen: (roles: readonly ColumnRole[]) => void;
  onClose: () => void;
}

const options = columnRoles.map((role) => ({ value: role, label: roleWords[role] }));

/** The first lines of a bank's file, with a choice above each column of what it is. */
export function ColumnsDialog({ columns, onChosen, onClose }: ColumnsDialogProps) {
  const { names, rows, why } = columns;
  const [roles, setRoles] = useState<readonly (ColumnRole | null)[]>(columns.roles);
  const hint = useId();
  const open = roles.filter((role) => role === null).length;
  const missing =
    open > 0
      ? `Select what ${plural(open, 'more column')} ${open === 1 ? 'contains' : 'contain'}.`
      : whyNotRead(roles);

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Contents of the columns"
      size="lg"
      footer={
        <div className="row wrap center gap-6">
          <Button
            variant="primary"
            disabled={missing !== null}
            reason={missing ?? ''}
            showReason
            onClick={() => onChosen(roles.map((role) => role ?? 'none'))}
          >
            Read the statement
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      }
    >
      <div className="column gap-6">
        <p id={hint}>
          {why ?? 'Select what each column contains.'} Hanya will remember your choice for the next
          file from this bank.
        </p>
        {roles.includes('text') && (
          <p>
            {roles.includes('reference')
              ? 'If a reference does not match any of your bills, Hanya will search the description for a bill.'
              : 'Hanya will search the description of each line for a bill.'}
          </p>
        )}
        <div
          className={css['frame']}
          tabIndex={0}
          role="region"
          aria-label="First lines of the file"
        >
          <table className={css['table']} aria-describedby={hint}>
            <thead>
              <tr>
                {names.map((name, index) => (
                  <th key={`${name} ${index}`} scope="col">
                    <SelectField
                      label={name}
                      options={options}
                      value={roles[index] ?? null}
                      placeholder="Select"
                      onChange={(role) =>
                        setRoles((last) =>
                          last.map((before, at) =>
                            at === index
                              ? (columnRoles.find((one) => one === role) ?? null)
                              : before,
                          ),
                        )
                      }
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, line) => (
                <tr key={line}>
                  {names.map((name, index) => (
                    <td key={`${name} ${index}`}>{row[index] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Dialog>
  );
}
