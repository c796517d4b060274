import { type ReactNode, useState } from 'react';
import { type HistoryEntry, type HistoryRecord, readHistory } from '#contract/history.ts';
import { call } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconArrowRight, IconHistory, IconLock, IconLockOpen2 } from '#web/ui/icons.ts';
import { PanelEmpty, PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { FoldedSection } from './folded-section.tsx';
import css from './record-history.module.css';

interface RecordHistoryProps {
  record: HistoryRecord;
  id: string;
  /** Another text says that the history has grown. */
  revision?: string | undefined;
  /** Below the changes. */
  children?: ReactNode;
}

/** The changes of an open record, with author, time and reason. They are loaded once unfolded. */
export function RecordHistory({ record, id, revision = '', children }: RecordHistoryProps) {
  const sees = useMay('see history');
  if (!sees) return null;
  return (
    <FoldedSection icon={<IconHistory size={18} stroke={1.8} aria-hidden />} title="History">
      <HistoryRows key={`${id} ${revision}`} record={record} id={id} />
      {children}
    </FoldedSection>
  );
}

function HistoryRows({ record, id }: { record: HistoryRecord; id: string }) {
  const { entries, rest, failure, reload, more, loading } = useHistory({ record, id });
  if (entries === null) {
    if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
    return (
      <div aria-busy>
        <PanelSkeleton rows={3} height={56} />
      </div>
    );
  }
  if (entries.length === 0) return <PanelEmpty>There is no history yet.</PanelEmpty>;
  return (
    <>
      <ol className={css['rows']} aria-label="History">
        {entries.map((entry) => (
          <HistoryRow key={entry.number} entry={entry} />
        ))}
      </ol>
      {failure !== null && <PanelFailure message={failure} onRetry={reload} />}
      {rest > 0 && failure === null && (
        <Button size="sm" loading={loading} onClick={more}>
          Show more ({rest} left)
        </Button>
      )}
    </>
  );
}

/** One change: what, when, by whom, from what to what, and why. */
function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { number, at, actor, event, changes, reason, sealed } = entry;
  const SealIcon = sealed ? IconLock : IconLockOpen2;
  return (
    <li className={classNames('anywhere', css['row'])}>
      <div className={classNames('flex wrap between baseline', css['line'])}>
        <b>{event}</b>
        <time className="small quiet" dateTime={at}>
          {momentOf(at)}
        </time>
      </div>
      <div className={classNames('flex wrap between baseline', css['line'])}>
        <span className="small quiet">{joined([actor.name, actor.role ?? ''])}</span>
        <span className={classNames('inline-row small quiet', css['seal'])}>
          <SealIcon size={14} stroke={1.8} aria-hidden />
          {sealed ? `Row ${number}, sealed` : `Row ${number}, not sealed yet`}
        </span>
      </div>
      {reason !== '' && (
        <p className={css['reason']}>
          <span className="quiet">Reason</span> {reason}
        </p>
      )}
      <Changes changes={changes} />
    </li>
  );
}

/** More changes than this are folded away. */
const maxOpenChanges = 4;

function Changes({ changes }: Pick<HistoryEntry, 'changes'>) {
  if (changes.length === 0) return null;
  const list = (
    <ul className={css['changes']}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="quiet">{field}</span>{' '}
          {before !== '' && (
            <>
              <span className="quiet">{before}</span>
              <VisuallyHidden> became </VisuallyHidden>
              <IconArrowRight className={css['arrow']} size={14} stroke={2} aria-hidden />
            </>
          )}
          <span>{after === '' ? 'nothing' : after}</span>
        </li>
      ))}
    </ul>
  );
  if (changes.length <= maxOpenChanges) return list;
  return (
    <details className={css['fold']}>
      <summary>{changes.length} fields</summary>
      {list}
    </details>
  );
}

const pageSize = 50;

interface Asked {
  record: HistoryRecord;
  id: string;
  pages: number;
}

interface Known {
  entries: readonly HistoryEntry[];
  total: number;
}

/** The first pages of a history, oldest first. */
const loadHistory = async ({ record, id, pages }: Asked, signal: AbortSignal): Promise<Known> => {
  const answers = await Promise.all(
    Array.from({ length: pages }, (_, before) =>
      call(readHistory, {
        params: { record, id },
        query: { limit: pageSize, page: before + 1 },
        signal,
      }),
    ),
  );
  return { entries: answers.flatMap(({ data }) => data), total: answers[0]?.total ?? 0 };
};

/** The history of a record; `more` loads another page of it. */
function useHistory({ record, id }: Pick<Asked, 'record' | 'id'>) {
  const [pages, setPages] = useState(1);
  const [last, setLast] = useState<Known | null>(null);
  const loaded = useLoaded(`${record} ${id} ${pages}`, (signal) =>
    loadHistory({ record, id, pages }, signal),
  );
  // The pages that are there stay while another one is loading.
  if (loaded.data !== null && loaded.data !== last) setLast(loaded.data);
  const known = loaded.data ?? last;
  return {
    entries: known?.entries ?? null,
    rest: known ? known.total - known.entries.length : 0,
    failure: loaded.failure,
    reload: loaded.reload,
    more: () => setPages((count) => count + 1),
    loading: loaded.data === null && loaded.failure === null,
  };
}
