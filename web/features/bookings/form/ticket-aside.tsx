import type { ReactNode } from 'react';
import { naira } from '#web/format/money.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import { Plate } from '#web/ui/ticket/plate.tsx';
import { TornTicket } from '#web/ui/ticket/torn-ticket.tsx';
import css from './booking-form.module.css';
import { ChosenOffences } from './chosen-offences.tsx';
import type { BookingDraft } from './draft.ts';
import { conditions, ticketTotal, type TicketLine } from './rules.ts';
import type { OffencePicker } from './use-offence-picker.ts';
import { plural } from '#web/format/words.ts';

interface TicketAsideProps {
  draft: BookingDraft;
  lines: readonly TicketLine[];
  picker: OffencePicker;
  /** Submit, at the foot. */
  children: ReactNode;
}

/** The ticket as it will be issued, what is missing, and Submit. */
export function TicketAside({ draft, lines, picker, children }: TicketAsideProps) {
  const allowed = useMay('book');
  const plate = draft.registration.trim().toUpperCase();
  return (
    <aside className={css['side']} aria-label="Ticket">
      <div className={css['sideInner']}>
        <div className={css['sideScroll']}>
          <TornTicket
            title="Ticket"
            mark={plate !== '' && <Plate value={plate} />}
            totalLabel={`Total, ${plural(lines.length, 'offence')}`}
            total={naira(ticketTotal(lines))}
          >
            {lines.length === 0 ? (
              <p className={css['nothing']}>No offence added yet.</p>
            ) : (
              <div className={css['ticketLines']}>
                <ChosenOffences lines={lines} picker={picker} />
              </div>
            )}
          </TornTicket>
          {allowed && (
            <div className={css['points']}>
              <Checklist
                points={conditions(draft).map(({ met, ...point }) => ({ ...point, done: met }))}
              />
            </div>
          )}
        </div>
        {children}
      </div>
    </aside>
  );
}
