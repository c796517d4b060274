import type { ReactNode } from 'react';
import type { Booking } from '#contract/bookings.ts';
import type { BookedOffence } from '#contract/offences.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { Slot } from '#web/records/slot.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconAlertCircle } from '#web/ui/icons.ts';
import { PaymentCode } from '../payment-code.tsx';
import css from './fines-table.module.css';

/** The fines of a booking; each penalty stands under its fine with what follows from it. */
export function FinesTable({ booking }: { booking: Booking }) {
  const { offence: offences, laws, price } = booking;
  const penalties = offences.map(({ penalty }) => partsOf(penalty));
  return (
    <table className={css['fines']} aria-label="Fines">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Offence</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {offences.map((offence, index) => (
          <FineRow key={`${index} ${offence.id}`} offence={offence} law={laws[index] ?? ''}>
            {penalties[index]?.map((words, part) => (
              <div key={words} className={css['penalty']}>
                <p className="row small">
                  <IconAlertCircle size={14} stroke={1.8} aria-hidden />
                  <span>
                    <VisuallyHidden>Penalty: </VisuallyHidden>
                    {words}
                  </span>
                </p>
                <Slot
                  name="below a penalty"
                  booking={booking}
                  place={penalties.slice(0, index).flat().length + part + 1}
                />
              </div>
            ))}
          </FineRow>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row">Total, {plural(offences.length, 'offence')}</th>
          <td className={css['total']}>{naira(price)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The parts of a penalty, which `;` divides. */
const partsOf = (penalty: string): string[] =>
  penalty
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

interface FineRowProps {
  offence: BookedOffence;
  /** '' for none. */
  law: string;
  /** Its penalties. */
  children: ReactNode;
}

function FineRow({ offence, law, children }: FineRowProps) {
  const { id, name, amount, code, mdasId } = offence;
  const reconciles = useMay('see reconciliation');
  return (
    <tr>
      <td>{id}</td>
      <td>
        {name}
        {law !== '' && <span className="block small quiet">{law}</span>}
        {reconciles && <PaymentCode code={code} mdasId={mdasId} />}
        {children}
      </td>
      <td>{naira(amount)}</td>
    </tr>
  );
}
