import { useSay } from '#web/device/language.ts';
import { naira } from '#web/format/money.ts';
import { Plate } from '#web/records/plate.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { IconMinus, IconPlus, IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { TicketPreview } from '#web/ui/ticket/ticket-preview.tsx';
import css from './chosen-offences.module.css';
import { offenceFieldId } from './offence-field.tsx';
import { OffenceName, Penalty } from './offence-name.tsx';
import { type TicketLine, ticketTotal } from './rules.ts';
import type { OffencePicker } from './use-offence-picker.ts';

interface ChosenOffencesProps {
  lines: readonly TicketLine[];
  picker: OffencePicker;
}

/** The lines of the ticket. Each can be removed; those of a charge per day have a number of days. */
export function ChosenOffences({ lines, picker }: ChosenOffencesProps) {
  const say = useSay();
  if (lines.length === 0) return null;

  function remove(id: string): void {
    picker.remove(id);
    toastDone(say('Offence {id} removed', { id }));
    // The button disappears with its line, so the focus goes to where offences are added.
    document.getElementById(offenceFieldId)?.focus({ preventScroll: true });
  }

  return (
    <ul className={css['list']} aria-label={say('Offences added')}>
      {lines.map((line) => {
        const { id, name, penalty, perDay } = line.offence;
        return (
          <li key={id} className={classNames('flex align-start gap-5', css['line'])}>
            <div className="grow">
              <span className={css['code']}>{id}</span>
              <OffenceName name={name} />
              <Penalty text={penalty} />
              {perDay && <Days line={line} picker={picker} />}
            </div>
            <b className="strong">{naira(line.amount)}</b>
            <IconButton
              className={css['remove']}
              label={say('Remove {what}', { what: id })}
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
  const say = useSay();
  return (
    <div
      className={classNames('row wrap gap-5 small strong', css['days'])}
      role="group"
      aria-label={say('Days of {offence}', { offence: offence.id })}
    >
      <IconButton
        size="sm"
        variant="default"
        label={say('Remove a day')}
        disabled={times === 1}
        reason={say('A daily charge has at least one day.')}
        icon={<IconMinus size={15} aria-hidden />}
        onClick={() => picker.removeOneDay(offence.id)}
      />
      <span role="status">× {say.count(times, '{count} day', '{count} days')}</span>
      <IconButton
        size="sm"
        variant="default"
        label={say('Add a day')}
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
  const say = useSay();
  const plate = registration.trim().toUpperCase();
  return (
    <TicketPreview
      title={say('Ticket')}
      mark={plate !== '' && <Plate value={plate} />}
      totalLabel={say.count(lines.length, 'Total, {count} offence', 'Total, {count} offences')}
      total={naira(ticketTotal(lines))}
    >
      {lines.length === 0 ? (
        <p className={classNames('quiet', css['none'])}>
          {say('You have not added an offence yet.')}
        </p>
      ) : (
        <div className={css['scroll']}>
          <ChosenOffences lines={lines} picker={picker} />
        </div>
      )}
    </TicketPreview>
  );
}
