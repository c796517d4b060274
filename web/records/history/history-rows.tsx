import type { HistoryRecord } from '#contract/history.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PanelBones, PanelEmpty, PanelFailure } from '#web/ui/shell/panel.tsx';
import { HistoryRow } from './history-row.tsx';
import css from './record-history.module.css';
import { useHistory } from './use-history.ts';

/** The history itself: while it comes, when it can't, and when there is none. */
export function HistoryRows({ record, id }: { record: HistoryRecord; id: string }) {
  const { entries, rest, failure, reload, more, loading } = useHistory({ record, id });
  if (entries === null) {
    if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
    return (
      <div aria-busy>
        <PanelBones rows={3} height={56} />
      </div>
    );
  }
  if (entries.length === 0) return <PanelEmpty>Nothing is written down about this.</PanelEmpty>;
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
          Show more of {rest}
        </Button>
      )}
    </>
  );
}
