import { IconArrowRight, IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import type { HistoryEntry } from '#contract/history.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import css from './record-history.module.css';

/** Changes that stand in a row by themselves; more are folded. */
const few = 4;

/** One change: what, when, by whom, from what to what, and why. */
export function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const { number, at, actor, event, changes, reason, sealed } = entry;
  return (
    <li className={css['row']}>
      <div className={css['line']}>
        <b>{event}</b>
        <time className="small quiet" dateTime={at}>
          {momentOf(at)}
        </time>
      </div>
      <div className={css['line']}>
        <span className="small quiet">{joined([actor.name, actor.role ?? ''])}</span>
        <span className={css['seal']}>
          {sealed ? (
            <IconLock size={14} stroke={1.8} aria-hidden />
          ) : (
            <IconLockOpen2 size={14} stroke={1.8} aria-hidden />
          )}
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
  if (changes.length <= few) return list;
  return (
    <details className={css['fold']}>
      <summary>{changes.length} fields</summary>
      {list}
    </details>
  );
}
