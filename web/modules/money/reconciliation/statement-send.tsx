import { type ChangeEvent, useId, useState } from 'react';
import type { ColumnRole } from '#contract/modules/money/statement-columns.ts';
import { type Statement, type StatementOwner } from '#contract/modules/money/statements.ts';
import type { Organisation } from '#contract/places.ts';
import { tableLimit } from '#contract/table-limit.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { IconFileTypeCsv } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './differences.module.css';
import { readColumns, sendStatement, type StatementColumns } from './reconciliation-calls.ts';

interface StatementSendProps {
  organisation: Organisation;
  onSent: (statement: Statement) => void;
}

/** A file that was looked at; `choosing` its columns, or checking what was read. */
interface Looked {
  file: File;
  columns: StatementColumns;
  chosen: readonly ColumnRole[] | undefined;
  choosing: boolean;
}

const columnsDialog = lazyPart(() => import('./columns-dialog.tsx'));
const readingDialog = lazyPart(() => import('./reading-dialog.tsx'));

/**
 * Takes a statement's file, chosen or dropped, shows what it comes to, and sends it. It says the
 * file's faults.
 */
export function StatementSend({ organisation, onSent }: StatementSendProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [sending, setSending] = useState(false);
  const [dragging, setDragging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [looked, setLooked] = useState<Looked | null>(null);
  const ColumnsDialog = columnsDialog.use(looked?.choosing === true)?.ColumnsDialog;
  const ReadingDialog = readingDialog.use(looked?.choosing === false)?.ReadingDialog;
  const hint = useId();

  function refuse(sentence: string): void {
    setProblem(sentence);
    toastFailed(sentence);
  }

  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) };

  function look(file: File, chosen?: readonly ColumnRole[]): Promise<void> {
    if (file.size > tableLimit) {
      refuse('The file is larger than 5 MB. Send fewer days at a time.');
      return Promise.resolve();
    }
    return trying(async () => {
      const said = { ...days, ...(chosen && { columns: [...chosen] }) };
      const columns = await readColumns(file, { organisation, ...said });
      setLooked({ file, columns, chosen, choosing: columns.reading === null });
    });
  }

  async function send({ file, chosen }: Looked, whose: StatementOwner): Promise<void> {
    const said = { ...days, whose, ...(chosen && { columns: [...chosen] }) };
    const statement = await sendStatement(file, { organisation, ...said });
    toastDone(storedStatement(statement));
    setFrom('');
    setTo('');
    onSent(statement);
  }

  async function trying(work: () => Promise<void>): Promise<void> {
    setProblem(null);
    setSending(true);
    try {
      await work();
    } catch (error) {
      refuse(failedCall(error).message);
    } finally {
      setSending(false);
    }
  }

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? [];
    // Emptied, so that choosing the same file again, once corrected, is a change.
    if (file && !sending) void look(file);
    currentTarget.value = '';
    setDragging(false);
  }

  return (
    <>
      <div className={classNames('row gap-5 quiet', css['drop'])} data-over={dragging || undefined}>
        <IconFileTypeCsv size={26} stroke={1.5} aria-hidden />
        <span aria-hidden>
          <b>Select the statement file</b> or drop it here
        </span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          aria-label="Statement from the payment gateway or the bank, a CSV or Excel file"
          aria-describedby={hint}
          title=""
          onChange={take}
          onDragEnter={() => setDragging(true)}
          onDragLeave={() => setDragging(false)}
        />
      </div>
      <p id={hint} className={css['detail']}>
        Send the CSV or Excel file from the payment gateway or the bank. The file can have up to 5
        MB and 50,000 lines, and must not cover today.{' '}
        <Button variant="link" size="sm" onClick={() => download(template())}>
          Download a template
        </Button>
      </p>
      {sending && <LoadingNote>Reading the statement</LoadingNote>}
      {problem !== null && (
        <Notice kind="alert">
          <b>Hanya did not store the statement.</b> {problem}
        </Notice>
      )}
      {looked?.choosing && ColumnsDialog && (
        <ColumnsDialog
          columns={looked.columns}
          onChosen={(roles) => {
            setLooked(null);
            void look(looked.file, roles);
          }}
          onClose={() => setLooked(null)}
        />
      )}
      {looked?.choosing === false && looked.columns.reading && ReadingDialog && (
        <ReadingDialog
          fileName={looked.file.name}
          columns={looked.columns}
          reading={looked.columns.reading}
          onSend={(whose) => {
            setLooked(null);
            void trying(() => send(looked, whose));
          }}
          onColumns={() => setLooked({ ...looked, choosing: true })}
          onClose={() => setLooked(null)}
        />
      )}
      <details className={css['covered']}>
        <summary>Days in the statement</summary>
        <p className={css['detail']}>
          Leave both days empty if the statement covers the days from its first line to its last
          line.
        </p>
        <div className={css['days']}>
          <DateField label="First day" optional value={from} onChange={setFrom} />
          <DateField label="Last day" optional value={to} onChange={setTo} />
        </div>
      </details>
    </>
  );
}

/** A file with nothing but its head, for whoever writes a statement by hand. */
const template = () =>
  new File(['Date,Reference,Receipt,Amount,Status\r\n'], 'statement-template.csv', {
    type: 'text/csv',
  });

/** The content of a stored statement, in one sentence. */
export function storedStatement({ from, to, lines, amount, state }: Statement): string {
  const days = from === to ? from : `${from} to ${to}`;
  const waits = state === 'waiting' ? ' Another state admin must confirm it.' : '';
  return `Hanya has the statement for ${days}: ${plural(lines, 'line')}, ${exactNaira(amount)}.${waits}`;
}
