import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useSay } from '#web/device/language.ts';
import { naira } from '#web/format/money.ts';
import { IconChevronUp } from '#web/ui/icons.ts';
import css from './booking-form.module.css';
import { ChosenOffences } from './chosen-offences.tsx';
import { type TicketLine, ticketTotal } from './rules.ts';
import type { OffencePicker } from './use-offence-picker.ts';

interface TotalBarProps {
  lines: readonly TicketLine[];
  picker: OffencePicker;
  /** The next step, such as Submit: below the total, or `beside` it. */
  children: ReactNode;
  beside?: boolean;
}

/** The total at the foot of the form; pressing it shows the offences. */
export function TotalBar({ lines, picker, children, beside = false }: TotalBarProps) {
  const say = useSay();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const shown = opened && lines.length > 0;
  return (
    <div>
      {shown && (
        <div id={id} className={css['offences']}>
          <ChosenOffences lines={lines} picker={picker} />
        </div>
      )}
      <div className={css['foot']} data-beside={beside || undefined}>
        <UnstyledButton
          className={css['total']}
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          onClick={() => setOpened(!shown)}
        >
          <span className={css['count']}>
            {say.count(lines.length, '{count} offence', '{count} offences')}
            {lines.length > 0 && <IconChevronUp size={15} aria-hidden />}
          </span>
          <b className={css['amount']} role="status">
            {naira(ticketTotal(lines))}
          </b>
        </UnstyledButton>
        {children}
      </div>
    </div>
  );
}
