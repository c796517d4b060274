import { IconChevronDown, IconHistory } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { HistoryOf } from '#web/records/record-history.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { HistoryRows } from './history-rows.tsx';
import css from './record-history.module.css';

/** Who changed what, when and why; it is asked for when it is unfolded. */
export function RecordHistory({ record, id, revision = '' }: HistoryOf) {
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
