import type { BookedOffence } from '#contract/offences.ts';
import { useSay } from '#web/device/language.ts';
import css from './bookings.module.css';

/** The payment code of an offence, and its revenue head if that is known. */
export function PaymentCode({ code, mdasId }: Pick<BookedOffence, 'code' | 'mdasId'>) {
  const say = useSay();
  return (
    <span className={css['code']}>
      {say('Payment code {code}', { code })}
      {mdasId !== null && `, ${say('revenue head {number}', { number: mdasId })}`}
    </span>
  );
}
