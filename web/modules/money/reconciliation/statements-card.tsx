import { dayCount } from '#contract/day-range.ts';
import type { Differences } from '#contract/modules/money/differences.ts';
import {
  decideStatement,
  fetchStatement,
  maxFetchedDays,
  type Statement,
  takeBackStatement,
  type StatementOwner,
} from '#contract/modules/money/statements.ts';
import { movedBy } from '#contract/periods.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { exactNaira } from '#web/format/money.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { WhoConfirms } from '#web/records/second-person/who-confirms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ReadOnlyNote } from '#web/ui/feedback/read-only-note.tsx';
import { IconCloudDownload } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './differences.module.css';
import { StatementSend, storedStatement } from './statement-send.tsx';

interface StatementsCardProps {
  report: Differences;
  /** A statement was added, so the comparison is out of date. */
  onChanged: () => void;
  /** One was sent: its days are to be shown. */
  onSent: (statement: Statement) => void;
}

/** The statements of these days, and the ways to add one. */
export function StatementsCard({ report, onChanged, onSent }: StatementsCardProps) {
  const user = useCurrentUser();
  const { statements, fetchable, organisation } = report;
  const reconciles = useMay('reconcile');
  const mayDecide = reconciles && user?.zone === null;
  return (
    <Card title="Statements">
      <div className={classNames('grid gap-4', css['ways'])}>
        {!reconciles ? (
          <ReadOnlyNote />
        ) : mayDecide ? (
          <>
            <StatementSend organisation={organisation} onSent={onSent} />
            <WhoConfirms for="statement" organisation={organisation} />
            {fetchable !== null && (
              <StatementFetch gateway={fetchable} report={report} onFetched={onChanged} />
            )}
          </>
        ) : (
          <Notice>
            A statement covers the whole organisation, so only somebody who sees all zones can send
            it. This page compares the bookings in {user?.zone}.
          </Notice>
        )}
      </div>
      {statements.length === 0 ? (
        <p className={classNames('quiet line-top', css['empty'])}>
          There are no statements for these days yet.
        </p>
      ) : (
        <ul>
          {statements.map((statement) => (
            <StatementRow
              key={statement.id}
              organisation={report.organisation}
              statement={statement}
              mayDecide={mayDecide}
              onDecided={onChanged}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface StatementRowProps {
  organisation: Organisation;
  statement: Statement;
  mayDecide: boolean;
  onDecided: () => void;
}

const effectOf = {
  gateway: 'Once you confirm the statement, Hanya will compare payments with it.',
  bank: 'Once you confirm the statement, Hanya will show the bank’s total for each day beside its own and the payment gateway’s.',
} as const;

const stateWords = {
  waiting: 'To be confirmed by a second person, not compared yet',
  refused: 'Refused, not compared',
  'taken back': 'Taken back, not compared',
} as const;

function StatementRow({ organisation, statement, mayDecide, onDecided }: StatementRowProps) {
  const { id, from, to, lines, amount, gateway, source, sentBy, sender, sentAt } = statement;
  const { whose, state, decidedBy, decidedAt, refusal } = statement;
  return (
    <li className={classNames('line-top', css['row'])} data-state={state}>
      <b>{from === to ? from : `${from} to ${to}`}</b>
      <span className={css['amount']}>{exactNaira(amount)}</span>
      <span className={css['detail']}>
        {ownerWords(whose, gateway)}, {plural(lines, 'line')}
      </span>
      <span className={css['detail']}>
        {source === 'sent' ? 'Sent' : 'Fetched'} by {sentBy}, {momentOf(sentAt)}
      </span>
      {state === 'in force' && decidedBy !== null && (
        <span className={css['detail']}>Confirmed by {deciderOf(decidedBy, decidedAt)}</span>
      )}
      {state !== 'in force' && (
        <span className={css['state']}>
          {stateWords[state]}
          {refusal !== '' && `: ${refusal} (${deciderOf(decidedBy ?? '', decidedAt)})`}
        </span>
      )}
      {state === 'waiting' && mayDecide && (
        <div className={css['step']}>
          <WaitingDecision
            organisation={organisation}
            what="statement"
            name={`statement for ${from} to ${to}, ${exactNaira(amount)}`}
            proposedBy={{ id: sender, name: sentBy }}
            effect={`Compare the statement’s ${plural(lines, 'line')} and its total of ${exactNaira(amount)} with the ${whose === 'gateway' ? 'payment gateway' : 'bank'}’s own papers. ${effectOf[whose]}`}
            decide={(body) => dataOf(decideStatement, { params: { id }, body })}
            takeBack={() => dataOf(takeBackStatement, { params: { id } })}
            onDecided={onDecided}
          />
        </div>
      )}
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
  const { busy, refusal, run } = useRun();
  const { organisation, from } = report;
  const yesterday = movedBy(dateOf(report.asAt), -1);
  const to = report.to > yesterday ? yesterday : report.to;
  const over = from <= to;
  const fits = dayCount(from, to) <= maxFetchedDays;

  async function fetchNow(): Promise<void> {
    const body = { organisation, from, to };
    if (await run(() => dataOf(fetchStatement, { body }), storedStatement)) onFetched();
  }

  return (
    <>
      <Button
        icon={<IconCloudDownload size={17} stroke={1.8} aria-hidden />}
        loading={busy}
        loadingLabel="Fetching"
        disabled={!over || !fits}
        reason={
          over ? `Select at most ${maxFetchedDays} days to fetch.` : 'Select days that are over.'
        }
        showReason
        onClick={() => void fetchNow()}
      >
        Fetch from {gateway}
      </Button>
      {refusal !== '' && <Notice kind="alert">{refusal}</Notice>}
    </>
  );
}

/** Whose statement it is: a settlement report, or the account to which a gateway pays. */
const ownerWords = (whose: StatementOwner, gateway: string): string =>
  whose === 'gateway' ? gateway : `Bank account that ${gateway} pays into`;
