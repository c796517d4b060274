import { exactNaira } from '#web/format/money.ts';
import type { SlotProps } from '#web/records/slot.tsx';
import { MoneyBack } from './money-back.tsx';

/** The money of a payment exception that goes back to whoever paid it; nothing where none does. */
export function ExceptionMoney(props: SlotProps['money of an exception']) {
  const { exception, title, onChanged } = props;
  const { id, refund, amount } = exception;
  return (
    refund && (
      <section className="column gap-4" aria-label="Money to refund">
        <h3>Money to refund</h3>
        <p>
          {refund.left > 0
            ? `${exactNaira(refund.left)} still has to be refunded.`
            : 'The full amount has been refunded.'}
        </p>
        <MoneyBack
          of={{ exception: id }}
          received={amount ?? 0}
          about={`The refund is for this exception: ${title}.`}
          onChanged={onChanged}
        />
      </section>
    )
  );
}
