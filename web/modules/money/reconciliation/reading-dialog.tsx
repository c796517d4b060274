import { useState } from 'react';
import {
  type StatementOwner,
  statementOwners,
  type StatementReading,
} from '#contract/modules/money/statements.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import css from './columns-dialog.module.css';
import type { StatementColumns } from './reconciliation-calls.ts';

interface ReadingDialogProps {
  fileName: string;
  columns: StatementColumns;
  reading: StatementReading;
  onSend: (whose: StatementOwner) => void;
  onColumns: () => void;
  onClose: () => void;
}

const owners: Readonly<Record<StatementOwner, (gateway: string) => string>> = {
  gateway: (gateway) => `${gateway}: settlement report`,
  bank: () => 'The bank: account statement',
};

const effects: Readonly<Record<StatementOwner, (gateway: string) => string>> = {
  gateway: (gateway) => `Hanya will compare each bill with the payments through ${gateway}.`,
  bank: (gateway) =>
    `Hanya will compare the statement’s total for each day with its own total and with ${gateway}’s.`,
};

/** What a statement's file comes to, before it is sent: its lines, those without a bill, those left out. */
export function ReadingDialog(props: ReadingDialogProps) {
  const { fileName, columns, reading, onSend, onColumns, onClose } = props;
  const { from, to, gateway, lines, amount, unmatched, without, shown, leftOut } = reading;
  const [whose, setWhose] = useState(reading.looksLike);
  const days = from === to ? from : `${from} to ${to}`;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Check the statement"
      size="lg"
      footer={
        <div className="row wrap center gap-6">
          <Button variant="primary" onClick={() => onSend(whose)}>
            Send the statement
          </Button>
          <Button onClick={onColumns}>Change the columns</Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      }
    >
      <div className="column gap-6">
        <p>
          <b>
            {plural(lines, 'payment')}, {exactNaira(amount)}
          </b>
          , {days}, in {fileName}.
          {columns.chosenBefore &&
            ' Hanya reads the columns as it did in the last file from this bank.'}
        </p>
        <SelectField
          label="Whose statement is it?"
          hint={effects[whose](gateway)}
          options={statementOwners.map((value) => ({ value, label: owners[value](gateway) }))}
          value={whose}
          onChange={(value) => setWhose(statementOwners.find((one) => one === value) ?? whose)}
        />
        {unmatched > 0 && whose === 'gateway' && (
          <Notice kind="warn">
            {plural(unmatched, 'payment')} {unmatched === 1 ? 'does' : 'do'} not match any of your
            bills. Hanya will list each payment as a difference.
          </Notice>
        )}
        <Lines
          label="Payments in the file"
          heads={['Line', 'Amount', 'Paid at', 'Bill', 'Receipt']}
          rows={shown.map(({ line, paidAt, billRef, isBill, receipt, amount: naira }) => ({
            line,
            cells: [
              exactNaira(naira),
              momentOf(paidAt),
              isBill ? billRef : `No bill: ${billRef}`,
              receipt,
            ],
          }))}
        />
        <Rest shown={shown.length} all={lines} />
        {without > 0 && (
          <>
            <h3>Left out</h3>
            <p>{plural(without, 'line')} brought in no money, or the money was reversed.</p>
            <Lines label="Lines left out" heads={['Line', ...columns.names]} rows={leftOut} />
            <Rest shown={leftOut.length} all={without} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface LinesProps {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

function Lines({ label, heads, rows }: LinesProps) {
  return (
    <div className={css['frame']} tabIndex={0} role="region" aria-label={label}>
      <table className={css['lines']}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              <td>{line}</td>
              {heads.slice(1).map((_, index) => (
                <td key={index}>{cells[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of a long file the first lines are shown. */
const Rest = ({ shown, all }: { shown: number; all: number }) =>
  all > shown && (
    <p>
      Showing {shown} of {all} lines. Lines without a bill come first.
    </p>
  );
