import { IconChevronDown, IconHistory } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { HistoryRecord } from '#contract/history.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { HistoryRows } from './history-rows.tsx';
import css from './record-history.module.css';

interface RecordHistoryProps {
  record: HistoryRecord;
  id: string;
  /** Another one says that the history has grown. */
  revision?: string | undefined;
}

/** Who changed what in an open record, when and why; it is asked for when it is unfolded. */
export function RecordHistory({ record, id, revision = '' }: RecordHistoryProps) {
  const body = useId();
  const [opened, setOpened] = useState(false);
  const sees = useMay('see history');
  if (!sees) return null;
  return (
    <section className={css['history']}>
      <h3 className="heading">
        <button
          type="button"
          className={css['toggle']}
          aria-expanded={opened}
          aria-controls={body}
          onClick={() => setOpened(!opened)}
        >
          <IconHistory size={18} stroke={1.8} aria-hidden />
          History
          <IconChevronDown size={18} stroke={2} aria-hidden />
        </button>
      </h3>
      <div id={body}>
        {opened && <HistoryRows key={`${id} ${revision}`} record={record} id={id} />}
      </div>
    </section>
  );
}
