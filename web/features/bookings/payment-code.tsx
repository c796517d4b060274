import type { BookedOffence } from '#contract/offences.ts';
import css from './bookings.module.css';

/** The payment code of an offence, and its revenue head if that is known. */
export function PaymentCode({ code, mdasId }: Pick<BookedOffence, 'code' | 'mdasId'>) {
  return (
    <span className={css['code']}>
      Payment code {code}
      {mdasId !== null && `, revenue head ${mdasId}`}
    </span>
  );
}
