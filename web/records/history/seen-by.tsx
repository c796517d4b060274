import { listLookups, type Lookup, lookupWords } from '#contract/lookups.ts';
import type { RecordWith } from '#contract/records.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { IconEye } from '#web/ui/icons.ts';
import { PanelEmpty, PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { FoldedSection } from './folded-section.tsx';
import css from './record-history.module.css';

interface Seen {
  record: RecordWith<'noted'>;
  id: string;
}

/** The latest so many are shown. */
const shown = 50;

/** The people who opened a record, loaded once unfolded. */
export function SeenBy(props: Seen) {
  return (
    <FoldedSection icon={<IconEye size={18} stroke={1.8} aria-hidden />} title="Seen by">
      <SeenRows {...props} />
    </FoldedSection>
  );
}

function SeenRows({ record, id }: Seen) {
  const { data, failure, reload } = useLoaded(`${record} ${id}`, (signal) =>
    call(listLookups, { params: { record, id }, query: { limit: shown }, signal }),
  );
  if (data === null) {
    if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
    return (
      <div aria-busy>
        <PanelSkeleton rows={3} height={40} />
      </div>
    );
  }
  if (data.data.length === 0) return <PanelEmpty>Nobody has opened this yet.</PanelEmpty>;
  return (
    <>
      <ol className={css['rows']} aria-label="Seen by">
        {data.data.map((lookup) => (
          <SeenRow key={`${lookup.at} ${lookup.by?.id ?? ''} ${lookup.kind}`} lookup={lookup} />
        ))}
      </ol>
      {data.total > shown && (
        <p className="small quiet">
          Showing the latest {shown} of {data.total}.
        </p>
      )}
    </>
  );
}

function SeenRow({ lookup: { at, by, kind } }: { lookup: Lookup }) {
  return (
    <li className={classNames('anywhere', css['row'])}>
      <div className={classNames('flex wrap between baseline', css['line'])}>
        <b>{by?.name ?? 'A deleted account'}</b>
        <time className="small quiet" dateTime={at}>
          {momentOf(at)}
        </time>
      </div>
      <span className="small quiet">{joined([lookupWords[kind], by?.role ?? ''])}</span>
    </li>
  );
}
