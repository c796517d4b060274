import { IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { naira } from '#web/format/money.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import css from './chosen-offences.module.css';
import { fieldId } from './draft.ts';
import { Penalty } from './penalty.tsx';
import type { TicketLine } from './rules.ts';
import type { OffencePicker } from './use-offence-picker.ts';
import { plural } from '#web/format/words.ts';

interface ChosenOffencesProps {
  lines: readonly TicketLine[];
  picker: OffencePicker;
}

/** The lines of the ticket. They can be taken away; a charge per day counts its days. */
export function ChosenOffences({ lines, picker }: ChosenOffencesProps) {
  if (lines.length === 0) return null;

  function takeAway(id: string): void {
    picker.takeAway(id);
    toastDone(`Offence ${id} removed`);
    // The button goes with its line, so the focus goes back to where offences are added.
    document.getElementById(fieldId('offence'))?.focus({ preventScroll: true });
  }

  return (
    <ul className={css['list']} aria-label="Offences added">
      {lines.map((line) => {
        const { id, name, penalty, perDay } = line.offence;
        return (
          <li key={id} className={css['line']}>
            <div className={css['words']}>
              <span className={css['code']}>{id}</span>
              <div>{name}</div>
              <Penalty text={penalty} />
              {perDay && <Days line={line} picker={picker} />}
            </div>
            <b className={css['amount']}>{naira(line.amount)}</b>
            <IconButton
              className={css['remove']}
              label={`Remove ${id}`}
              icon={<IconX size={16} aria-hidden />}
              onClick={() => takeAway(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Days({ line: { offence, times }, picker }: { line: TicketLine; picker: OffencePicker }) {
  return (
    <div className={css['days']} role="group" aria-label={`Days of ${offence.id}`}>
      <IconButton
        size="sm"
        variant="default"
        label="One day less"
        disabled={times === 1}
        reason="A charge per day has at least one day."
        icon={<IconMinus size={15} aria-hidden />}
        onClick={() => picker.takeOneAway(offence.id)}
      />
      <span role="status">× {plural(times, 'day')}</span>
      <IconButton
        size="sm"
        variant="default"
        label="One day more"
        icon={<IconPlus size={15} aria-hidden />}
        onClick={() => picker.add(offence)}
      />
    </div>
  );
}
