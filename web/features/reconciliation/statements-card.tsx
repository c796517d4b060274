import { IconCloudDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { dayCount } from '#contract/day-range.ts';
import type { Differences } from '#contract/differences.ts';
import { maxFetchedDays, type Statement } from '#contract/statements.ts';
import { useCurrentUser, useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import css from './differences.module.css';
import { movedBy } from './presets.ts';
import { fetchStatement } from './reconciliation-calls.ts';
import { StatementSend, storedStatement } from './statement-send.tsx';

interface StatementsCardProps {
  report: Differences;
  /** A statement was added, so the comparison is out of date. */
  onChanged: () => void;
}

/** The statements of these days, and the ways to add one. */
export function StatementsCard({ report, onChanged }: StatementsCardProps) {
  const user = useCurrentUser();
  const { statements, fetchable, organisation } = report;
  return (
    <Card title="Statements">
      <div className={css['ways']}>
        {user?.zone == null ? (
          <>
            <StatementSend organisation={organisation} onSent={onChanged} />
            {fetchable !== null && (
              <StatementFetch gateway={fetchable} report={report} onFetched={onChanged} />
            )}
          </>
        ) : (
          <Notice>
            A statement is of the whole organisation: who sees all zones sends it. Compared here are
            the bookings of {user.zone}.
          </Notice>
        )}
      </div>
      {statements.length === 0 ? (
        <p className={css['empty']}>No statement covers these days yet.</p>
      ) : (
        <ul>
          {statements.map((statement) => (
            <StatementRow key={statement.id} statement={statement} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function StatementRow({ statement }: { statement: Statement }) {
  const { from, to, lines, amount, gateway, source, sentBy, sentAt } = statement;
  return (
    <li className={css['row']}>
      <b>{from === to ? from : `${from} to ${to}`}</b>
      <span className={css['amount']}>{exactNaira(amount)}</span>
      <span className={css['detail']}>
        {gateway}, {plural(lines, 'line')}
      </span>
      <span className={css['detail']}>
        {source === 'sent' ? 'Sent' : 'Fetched'} by {sentBy}, {momentOf(sentAt)}
      </span>
    </li>
  );
}

interface StatementFetchProps {
  gateway: string;
  report: Differences;
  onFetched: () => void;
}

/** Fetches the shown days from the gateway, as far as they are over. */
function StatementFetch({ gateway, report, onFetched }: StatementFetchProps) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { organisation, from } = report;
  const yesterday = movedBy(dateOf(report.asAt), -1);
  const to = report.to > yesterday ? yesterday : report.to;
  const over = from <= to;
  const fits = dayCount(from, to) <= maxFetchedDays;

  async function fetchNow(): Promise<void> {
    setProblem(null);
    setBusy(true);
    try {
      const statement = await dispatch(fetchStatement({ organisation, from, to })).unwrap();
      toastDone(storedStatement(statement));
      onFetched();
    } catch (error) {
      setProblem(failedCall(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        icon={<IconCloudDownload size={17} stroke={1.8} aria-hidden />}
        loading={busy}
        loadingLabel="Fetching"
        disabled={!over || !fits}
        reason={
          over ? `Choose at most ${maxFetchedDays} days to fetch.` : 'None of these days is over.'
        }
        showReason
        onClick={() => void fetchNow()}
      >
        Fetch from {gateway}
      </Button>
      {problem !== null && <Notice kind="alert">{problem}</Notice>}
    </>
  );
}
