import { Link } from 'react-router';
import type { Waiting, WaitingKind } from '#contract/waiting.ts';
import { count } from '#web/format/money.ts';
import { momentOf, relativeTime } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { exceptionAddress } from '#web/records/exceptions.ts';
import { useWaiting } from '#web/records/waiting/use-waiting.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { IconCircleCheck, IconChevronRight } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import css from './waiting.module.css';

interface Kind {
  title: string;
  /** The list that holds all of them. */
  all: string;
  /** Where one is decided. */
  addressOf: (waiting: Waiting) => string;
}

/** Where each kind is decided. A new kind is one row here, and one in the contract and the query. */
const kinds: Readonly<Record<WaitingKind, Kind>> = {
  settlement: {
    title: 'Settlements to confirm',
    all: '/exceptions?state=proposed',
    addressOf: ({ id }) => exceptionAddress(id, 'proposed'),
  },
  exception: {
    title: 'Payment exceptions to settle',
    all: '/exceptions',
    addressOf: ({ id }) => exceptionAddress(id, 'open'),
  },
  fee: {
    title: 'Fees to confirm',
    all: '/fees',
    addressOf: ({ id, organisation }) => `/fees?${query({ organisation, open: id })}`,
  },
  'set of rules': {
    title: 'Rules of tickets to confirm',
    all: '/ticket-rules',
    addressOf: ({ organisation }) => `/ticket-rules?${query({ organisation })}`,
  },
  statement: {
    title: 'Statements to confirm',
    all: '/reconciliation?show=differences',
    addressOf: ({ organisation, from, to }) =>
      `/reconciliation?${query({ show: 'differences', organisation, from, to })}`,
  },
  closing: {
    title: 'Reports to close',
    all: '/reports',
    addressOf: ({ id, report, organisation, zone, from, to }) =>
      `/reports?${query({ kind: report ?? '', organisation, ...(zone !== null && { zone }), from: from ?? '', to: to ?? '', closing: id })}`,
  },
  duty: {
    title: 'Duties and switches to confirm',
    all: '/admin',
    addressOf: ({ id, organisation }) =>
      id === organisation ? `/questions?${query({ organisation })}` : `/admin?open=${id}`,
  },
  'late record': {
    title: 'Late records to let in',
    all: '/late-records',
    addressOf: ({ id }) => `/late-records?${query({ open: id })}`,
  },
  mistake: {
    title: 'Mistakes reported in bookings',
    all: '/bookings',
    addressOf: ({ id }) => `/bookings?${query({ open: id })}`,
  },
  dispute: {
    title: 'Disputes to answer',
    all: '/disputes',
    addressOf: ({ id }) => `/disputes?${query({ open: id })}`,
  },
  'lost factor': {
    title: 'Lost second factors to take away',
    all: '/admin',
    addressOf: ({ id }) => `/admin?${query({ open: id })}`,
  },
};

const query = (parts: Record<string, string | null>): string =>
  new URLSearchParams(Object.entries(parts).map(([name, value]) => [name, value ?? ''])).toString();

/** Everything that waits for this person, the oldest first, each a link to where it is decided. */
export default function WaitingPage() {
  const { data, failure, reload } = useWaiting();
  return (
    <>
      <PageHead title="Waits for You" />
      {data === null ? (
        failure === null ? (
          <LoadingNote>Loading what waits for you</LoadingNote>
        ) : (
          <ListFailure message={failure} onRetry={reload} />
        )
      ) : data.length === 0 ? (
        <EmptyState
          icon={<IconCircleCheck size={30} stroke={1.5} />}
          heading="Nothing waits for you"
        >
          What another person proposes, or a phone sends late, stands here until you decide it.
        </EmptyState>
      ) : (
        <div className="column gap-7">
          {data.map(({ kind, total, oldest }) => (
            <Card key={kind} title={`${kinds[kind].title} (${count(total)})`}>
              <ul>
                {oldest.map((one) => (
                  <li key={`${one.id} ${one.what}`}>
                    <Link to={kinds[kind].addressOf(one)} className={css['row']}>
                      <span className="anywhere">
                        <b>{one.what}</b>
                        <span className="block small quiet" title={momentOf(one.at)}>
                          {joined([one.organisation ?? '', one.zone ?? '', one.by ?? ''])},{' '}
                          {relativeTime(one.at)}
                        </span>
                      </span>
                      <IconChevronRight size={18} stroke={2} aria-hidden />
                    </Link>
                  </li>
                ))}
                {total > oldest.length && (
                  <li>
                    <Link to={kinds[kind].all} className={css['row']}>
                      All {count(total)}
                    </Link>
                  </li>
                )}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </>
  );
}
