import { offenceGroups, offenceGroupSchema } from '#contract/offences.ts';
import css from './offence-picker.module.css';
import type { OffencePicker } from './use-offence-picker.ts';

const choices = [null, ...offenceGroupSchema.options] as const;

/** One pill for each group of the catalogue. */
export function OffenceGroups({ picker }: { picker: OffencePicker }) {
  return (
    <div className={css['groups']} role="group" aria-label="Groups of offences">
      {choices.map((group) => (
        <button
          key={group ?? 'all'}
          type="button"
          className={css['pill']}
          aria-pressed={picker.group === group}
          // The browser thinks a pill in view that touches the edge from outside.
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
          onClick={() => picker.show(group)}
        >
          {group === null ? 'All groups' : offenceGroups[group]}
        </button>
      ))}
    </div>
  );
}
