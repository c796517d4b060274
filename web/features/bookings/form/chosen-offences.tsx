import { naira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { Plate } from '#web/records/plate.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { IconMinus, IconPlus, IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { TicketPreview } from '#web/ui/ticket/ticket-preview.tsx';
import css from './chosen-offences.module.css';
import { offenceFieldId } from './offence-field.tsx';
import { Penalty } from './offence-list.tsx';
import { type TicketLine, ticketTotal } from './rules.ts';
import type { OffencePicker } from './use-offence-picker.ts';

interface ChosenOffencesProps {
  lines: readonly TicketLine[];
  picker: OffencePicker;
}

/** The lines of the ticket. Each can be removed; those of a charge per day have a number of days. */
export function ChosenOffences({ lines, picker }: ChosenOffencesProps) {
  if (lines.length === 0) return null;

  function remove(id: string): void {
    picker.remove(id);
    toastDone(`Offence ${id} removed`);
    // The button disappears with its line, so the focus goes to where offences are added.
    document.getElementById(offenceFieldId)?.focus({ preventScroll: true });
  }

  return (
    <ul className={css['list']} aria-label="Offences added">
      {lines.map((line) => {
        const { id, name, penalty, perDay } = line.offence;
        return (
          <li key={id} className={classNames('flex align-start gap-5', css['line'])}>
            <div className="grow">
              <span className={css['code']}>{id}</span>
              <div>{name}</div>
              <Penalty text={penalty} />
              {perDay && <Days line={line} picker={picker} />}
            </div>
            <b className="strong">{naira(line.amount)}</b>
            <IconButton
              className={css['remove']}
              label={`Remove ${id}`}
              icon={<IconX size={16} aria-hidden />}
              onClick={() => remove(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Days({ line: { offence, times }, picker }: { line: TicketLine; picker: OffencePicker }) {
  return (
    <div
      className={classNames('row wrap gap-5 small strong', css['days'])}
      role="group"
      aria-label={`Days of ${offence.id}`}
    >
      <IconButton
        size="sm"
        variant="default"
        label="Remove a day"
        disabled={times === 1}
        reason="A daily charge has at least one day."
        icon={<IconMinus size={15} aria-hidden />}
        onClick={() => picker.removeOneDay(offence.id)}
      />
      <span role="status">× {plural(times, 'day')}</span>
      <IconButton
        size="sm"
        variant="default"
        label="Add a day"
        icon={<IconPlus size={15} aria-hidden />}
        onClick={() => picker.add(offence)}
      />
    </div>
  );
}

interface TicketProps extends ChosenOffencesProps {
  registration: string;
}

/** The ticket as it will be issued. */
export function Ticket({ registration, lines, picker }: TicketProps) {
  const plate = registration.trim().toUpperCase();
  return (
    <TicketPreview
      title="Ticket"
      mark={plate !== '' && <Plate value={plate} />}
      totalLabel={`Total, ${plural(lines.length, 'offence')}`}
      total={naira(ticketTotal(lines))}
    >
      {lines.length === 0 ? (
        <p className={classNames('quiet', css['none'])}>You have not added an offence yet.</p>
      ) : (
        <div className={css['scroll']}>
          <ChosenOffences lines={lines} picker={picker} />
        </div>
      )}
    </TicketPreview>
  );
}
