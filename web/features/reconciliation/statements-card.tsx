import type { Differences } from '#contract/differences.ts';
import type { Statement } from '#contract/statements.ts';
import { exactNaira } from '#web/format/money.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './differences.module.css';
import { many } from './measures.ts';
import type { ReconciliationAddress } from './reconciliation-address.ts';
import { StatementFetch } from './statement-fetch.tsx';
import { StatementSend } from './statement-send.tsx';

export interface StatementsCardProps {
  shown: Differences;
  address: ReconciliationAddress;
  /** A statement came: what was compared is compared anew. */
  onChanged: () => void;
}

/** The statements of these days, and the ways in which another comes. */
export function StatementsCard({ shown, address, onChanged }: StatementsCardProps) {
  const user = useCurrentUser();
  const { statements, fetchable, organisation } = shown;
  const { from, to } = address;
  return (
    <Card title="Statements">
      {user?.zone == null ? (
        <div className={css['ways']}>
          <StatementSend organisation={organisation} onSent={onChanged} />
          {fetchable !== null && (
            <StatementFetch
              gateway={fetchable}
              body={{ organisation, from, to }}
              today={dateOf(shown.asAt)}
              onFetched={onChanged}
            />
          )}
        </div>
      ) : (
        <div className={css['ways']}>
          <Notice>
            A statement is of the whole organisation: who sees all zones sends it. Compared here are
            the bookings of {user.zone}.
          </Notice>
        </div>
      )}
      {statements.length === 0 ? (
        <p className={css['empty']}>No statement covers these days yet.</p>
      ) : (
        <ul className={css['list']}>
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
      <span className={css['end']}>{exactNaira(amount)}</span>
      <span className={css['told']}>
        {gateway}, {many(lines, 'line')}
      </span>
      <span className={css['told']}>
        {source === 'sent' ? 'Sent' : 'Fetched'} by {sentBy}, {momentOf(sentAt)}
      </span>
    </li>
  );
}
