import { Link } from 'react-router';
import { type Waiting, waitingKinds } from '#contract/waiting.ts';
import { count } from '#web/format/money.ts';
import { momentOf, relativeTime } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { useWaiting } from '#web/records/waiting/use-waiting.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { IconCircleCheck, IconChevronRight } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './waiting.module.css';

/** The address of the screen on which one is decided. */
function addressOf({ kind, ...waits }: Waiting): string {
  const [path, query] = waitingKinds[kind].addressOf(waits);
  return `${path}?${new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, value ?? '']),
  ).toString()}`;
}

/** Everything that waits for this person, the oldest first, each a link to where it is decided. */
export default function WaitingPage() {
  const { data, failure, reload } = useWaiting();
  return (
    <>
      <PageHead title="Needs you" />
      {data === null ? (
        failure === null ? (
          <LoadingNote>Loading the list</LoadingNote>
        ) : (
          <ListFailure message={failure} onRetry={reload} />
        )
      ) : data.length === 0 ? (
        <EmptyState
          icon={<IconCircleCheck size={30} stroke={1.5} />}
          heading="There is nothing for you to decide"
        >
          Late records, and proposals from other people, appear here for you to decide.
        </EmptyState>
      ) : (
        <div className="column gap-7">
          {data.map(({ kind, total, oldest }) => (
            <Card key={kind} title={`${waitingKinds[kind].title} (${count(total)})`}>
              <ul>
                {oldest.map((one) => (
                  <li key={`${one.id} ${one.what}`}>
                    <Link
                      to={addressOf(one)}
                      className={classNames('clickable row between gap-6 line-top', css['row'])}
                    >
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
                    <Link
                      to={waitingKinds[kind].all}
                      className={classNames('clickable row between gap-6 line-top', css['row'])}
                    >
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

WaitingPage.help =
  'This list shows what you can decide. Open the oldest first. When you decide, the entry leaves this list, and the history keeps your decision. Another state admin must decide what you proposed yourself.';
