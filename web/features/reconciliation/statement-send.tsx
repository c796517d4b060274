import { type ChangeEvent, useId, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import { type Statement, statementLimit } from '#contract/statements.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { exactNaira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { DateField } from '#web/ui/fields/text-field.tsx';
import { IconFileTypeCsv } from '#web/ui/icons.ts';
import css from './differences.module.css';
import { sendStatement } from './reconciliation-calls.ts';

interface StatementSendProps {
  organisation: Organisation;
  onSent: () => void;
}

/** Takes the bank's file, chosen or dropped, and sends it at once; what is wrong in it is said here. */
export function StatementSend({ organisation, onSent }: StatementSendProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [sending, setSending] = useState(false);
  const [dragging, setDragging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hint = useId();

  async function send(file: File): Promise<void> {
    setProblem(null);
    if (file.size > statementLimit) {
      setProblem('The file is larger than 5 MB. Send fewer days at once.');
      return;
    }
    setSending(true);
    try {
      const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
      toastDone(storedStatement(await sendStatement(file, { organisation, ...days })));
      setFrom('');
      setTo('');
      onSent();
    } catch (error) {
      setProblem(error instanceof CallFailure ? error.message : unexpected.message);
    } finally {
      setSending(false);
    }
  }

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const [file] = currentTarget.files ?? [];
    // Emptied, so that choosing the same file again, once corrected, is a change.
    if (file && !sending) void send(file);
    currentTarget.value = '';
    setDragging(false);
  }

  return (
    <>
      <div className={css['drop']} data-over={dragging || undefined}>
        <IconFileTypeCsv size={26} stroke={1.5} aria-hidden />
        <span aria-hidden>
          <b>Choose the bank’s CSV file</b> or drop it here
        </span>
        <input
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          aria-label="Statement of the bank, a CSV file"
          aria-describedby={hint}
          title=""
          onChange={take}
          onDragEnter={() => setDragging(true)}
          onDragLeave={() => setDragging(false)}
        />
      </div>
      <p id={hint} className={css['detail']}>
        Its first line names Date, Reference, Receipt and Amount. Up to 5 MB and 50,000 lines, of
        days that are over.
      </p>
      {sending && <LoadingNote>Reading the statement</LoadingNote>}
      {problem !== null && (
        <Notice kind="alert">
          <b>Nothing was stored.</b> {problem}
        </Notice>
      )}
      <details className={css['covered']}>
        <summary>Days that it covers</summary>
        <p className={css['detail']}>
          Without them it covers the days from its first line to its last.
        </p>
        <div className={css['days']}>
          <DateField
            label="First day"
            optional
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <DateField
            label="Last day"
            optional
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
      </details>
    </>
  );
}

/** What a stored statement holds, in one sentence. */
export function storedStatement({ from, to, lines, amount, state }: Statement): string {
  const days = from === to ? from : `${from} to ${to}`;
  const waits = state === 'waiting' ? ' Another state admin must confirm it.' : '';
  return `The statement of ${days} is here: ${plural(lines, 'line')}, ${exactNaira(amount)}.${waits}`;
}
