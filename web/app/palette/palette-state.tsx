import { joinWithAnd, plural } from '#web/format/words.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { LoadingBar } from '#web/ui/feedback/loading-bar.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './palette.module.css';
import type { SearchResult } from './use-record-search.ts';

interface PaletteStateProps {
  query: string;
  found: SearchResult;
  /** True if nothing is listed above. */
  empty: boolean;
}

/** The state of the search for records, announced politely. */
export function PaletteState({ query, found, empty }: PaletteStateProps) {
  return (
    <div className={css['state']}>
      <LoadingBar active={found.is === 'searching'} />
      {found.is === 'searching' && <Skeleton />}
      <div role="status">
        <Words query={query} found={found} empty={empty} />
      </div>
    </div>
  );
}

function Words({ query, found, empty }: PaletteStateProps) {
  switch (found.is) {
    case 'idle':
      return empty ? (
        <p>No screen or action matches “{query}”. Keep typing to find records.</p>
      ) : null;
    case 'searching':
      return <VisuallyHidden>Searching</VisuallyHidden>;
    case 'offline':
      return (
        <p>
          <b>{navigator.onLine ? 'The server is not responding.' : 'No network.'}</b> You can search
          records again when you are back online.
        </p>
      );
    case 'failed':
      return <p>{found.message}</p>;
    case 'found': {
      const all = Object.values(found.records).flat().length;
      return (
        <>
          {found.failed && (
            <p>
              <b>Hanya could not search {joinWithAnd(found.failed.kinds)}.</b>{' '}
              {found.failed.message}
            </p>
          )}
          {all > 0 && <VisuallyHidden>{plural(all, 'record')} found</VisuallyHidden>}
          {all === 0 && found.failed && <p>No other record matches “{query}”.</p>}
          {all === 0 && !found.failed && (
            <p>
              <b>No items found.</b> No record matches “{query}”.
            </p>
          )}
        </>
      );
    }
  }
}

/** Lines in their final height, before the answer comes. */
function Skeleton() {
  return [0, 1, 2].map((line) => (
    <div key={line} className={classNames('column center gap-4', css['skeletonRow'])} aria-hidden>
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  ));
}
