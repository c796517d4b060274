import type { BookedOffence } from '#contract/offences.ts';
import css from './payment-code.module.css';

/** Under which code an offence is paid, and to which revenue head where that is known. */
export function PaymentCode({ code, mdasId }: Pick<BookedOffence, 'code' | 'mdasId'>) {
  return (
    <span className={css['code']}>
      Payment code {code}
      {mdasId !== null && `, revenue head ${mdasId}`}
    </span>
  );
}
