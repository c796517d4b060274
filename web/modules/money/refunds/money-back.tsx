import { refundRegister } from '#contract/modules/money/refunds.ts';
import { call } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { type MoneyOf, RefundForm } from './refund-form.tsx';
import { RefundItem } from './refund-item.tsx';

interface MoneyBackProps {
  of: MoneyOf;
  /** What came in, in naira. */
  received: number;
  about: string;
  onChanged: () => void;
}

/** What was given back of some money or is to be, and the form that proposes more of it. */
export function MoneyBack({ of, received, about, onChanged }: MoneyBackProps) {
  const mayPropose = useMay('reconcile');
  const query = 'exception' in of ? { exception: of.exception } : { booking: of.booking };
  const { data, failure, reload } = useLoaded(JSON.stringify(of), (signal) =>
    call(refundRegister.list, { query: { ...query, limit: 100 }, signal }),
  );
  const refunds = data?.data.filter((one) => 'exception' in of || one.line === of.line) ?? [];
  const kobo = refunds
    .filter(({ state }) => state === 'confirmed' || state === 'reversed')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const isWaiting = refunds.some(({ state }) => state === 'waiting');
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {refunds.length > 0 && (
        <ul className="ruled" aria-label="Refunds">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <RefundItem refund={refund} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
      {data && mayPropose && !isWaiting && kobo < Math.round(received * 100) && (
        <RefundForm of={of} about={about} onProposed={changed} />
      )}
    </>
  );
}
