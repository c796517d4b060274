import type { BookedOffence } from '#contract/offences.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconAlertCircle } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { PaymentCode } from '../payment-code.tsx';
import css from './fines-table.module.css';

interface FinesTableProps {
  offences: readonly BookedOffence[];
  /** Of each of them; '' for none. */
  laws: readonly string[];
  /** The sum in naira. */
  price: number;
}

export function FinesTable({ offences, laws, price }: FinesTableProps) {
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
          <FineRow key={`${index} ${offence.id}`} offence={offence} law={laws[index] ?? ''} />
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

function FineRow({ offence, law }: { offence: BookedOffence; law: string }) {
  const { id, name, penalty, amount, code, mdasId } = offence;
  const reconciles = useMay('see reconciliation');
  return (
    <tr>
      <td>{id}</td>
      <td>
        {name}
        {penalty !== '' && (
          <span className={classNames('row small', css['penalty'])}>
            <IconAlertCircle size={14} stroke={1.8} aria-hidden />
            <span>
              <VisuallyHidden>Penalty: </VisuallyHidden>
              {penalty}
            </span>
          </span>
        )}
        {law !== '' && <span className="block small quiet">{law}</span>}
        {reconciles && <PaymentCode code={code} mdasId={mdasId} />}
      </td>
      <td>{naira(amount)}</td>
    </tr>
  );
}
