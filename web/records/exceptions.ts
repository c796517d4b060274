import type { ExceptionKind, PaymentException } from '#contract/exceptions.ts';

export const kindLabels: Record<ExceptionKind, string> = {
  'bill in doubt': 'Bill in doubt',
  'bill refused': 'Bill refused',
  'revenue head missing': 'Revenue head missing',
  'bill late': 'Bill late',
  'other amount': 'Other amount paid',
  unproven: 'Payment not proven',
  'second payment': 'Paid twice',
  'unknown bill': 'Unknown bill',
  'paid after withdrawal': 'Paid after withdrawal',
  'paid and decided': 'Paid, and decided in court',
};

/** The address of an exception, opened over the list of its state. */
export function exceptionAddress(id: string, state: PaymentException['state']): string {
  return `/exceptions?${state === 'open' ? '' : `state=${state}&`}open=${id}`;
}
