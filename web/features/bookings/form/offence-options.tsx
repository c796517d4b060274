import { useDeferredValue } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { LaneNote } from '#web/ui/fields/lane-loader.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { OffenceOption } from './offence-option.tsx';
import css from './offence-picker.module.css';
import { offenceListId } from './offence-search-box.tsx';
import type { CatalogueState } from './use-catalogue.ts';
import type { OffencePicker } from './use-offence-picker.ts';

/** The offences that match; each row adds itself. */
export function OffenceOptions(props: { picker: OffencePicker; catalogue: CatalogueState }) {
  const { catalogue } = props;
  // What is typed comes first: the rows may follow a moment later.
  const picker = useDeferredValue(props.picker);
  const { matches, query, times, current } = picker;
  if (catalogue.loading) return <LaneNote>Loading the offences</LaneNote>;
  if (catalogue.problem !== null) {
    return (
      <Notice kind="bad">
        <p>{catalogue.problem}</p>
        <Button size="sm" onClick={catalogue.retry}>
          Try again
        </Button>
      </Notice>
    );
  }
  return (
    <div className={css['frame']}>
      <ul
        id={offenceListId}
        className={css['options']}
        role="listbox"
        aria-label="Matching entries"
        aria-multiselectable
      >
        {matches.map((offence) => (
          <OffenceOption
            key={offence.id}
            offence={offence}
            query={query}
            times={times.get(offence.id) ?? 0}
            current={offence === current}
            onAdd={picker.add}
          />
        ))}
      </ul>
      {matches.length === 0 && <p className={css['none']}>No offence matches “{query.trim()}”.</p>}
    </div>
  );
}
