import type { ColumnRole } from '#contract/modules/money/statement-columns.ts';
import { koboFromNaira } from '#server/gateways/naira.ts';
import { plainCell } from '#server/lists/reading/rows.ts';

/** Three digits after a point may be thousands: such an amount is refused rather than guessed. */
const amountForm =
  /^(?<open>\()?(?<sign>[-+])? ?(?:₦|NGN|=N=|N)? ?(?<minus>-)?(?<naira>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?) ?(?:NGN|₦)?(?<close>\))? ?(?<side>CR|DR|C|D)?(?<after>-)?\.?$/i;

/** An amount in kobo, and whether it went out: below zero, in brackets, or marked DR. */
export function amountOf(text: string): { kobo: number; isOut: boolean } | undefined {
  const found = amountForm.exec(plainCell(text))?.groups;
  if (!found) return undefined;
  const { open, close, sign, minus, after, naira = '', side = '' } = found;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const kobo = koboFromNaira(naira.replaceAll(',', ''));
  if (kobo === undefined) return undefined;
  const isBelow = open !== undefined || sign === '-' || minus !== undefined || after !== undefined;
  return { kobo, isOut: isBelow || /^d/i.test(side) };
}

/** A cell of money in or out that holds none. */
export const isNothing = (text: string): boolean => /^(|-+|nil|n\/a)$/i.test(plainCell(text));

const words = (...all: readonly string[]) => new Set(all);

const cameIn = words(
  'success',
  'successful',
  'succeeded',
  'paid',
  'fully paid',
  'completed',
  'complete',
  'ok',
  'settled',
  'approved',
  'confirmed',
  'received',
  'captured',
  'processed',
  'posted',
  'true',
  '00',
  '0',
  'yes',
  'transaction successful',
  'payment successful',
  'approved or completed',
);
const cameNot = words(
  'failed',
  'failure',
  'fail',
  'abandoned',
  'pending',
  'declined',
  'cancelled',
  'canceled',
  'expired',
  'unpaid',
  'rejected',
  'error',
  'timeout',
  'timed out',
  'processing',
  'ongoing',
  'queued',
  'initiated',
  'incomplete',
  'blocked',
  'not paid',
  'false',
  'no',
  'new',
  'awaiting payment',
  'in progress',
  'unsuccessful',
  'not successful',
  'started',
);
const wentBack = words(
  'reversed',
  'reversal',
  'refunded',
  'refund',
  'charged back',
  'chargeback',
  'returned',
  'voided',
  'void',
  'disputed',
  'yes',
  'y',
  'true',
  '1',
);
const goesIn = words(
  'cr',
  'c',
  'credit',
  'credits',
  'in',
  'inflow',
  'deposit',
  'payment',
  'payments',
  'sale',
  'purchase',
  'lodgement',
  'collection',
  'bill payment',
  'charge success',
  'receipt',
);
const goesOut = words(
  'dr',
  'd',
  'debit',
  'debits',
  'out',
  'outflow',
  'withdrawal',
  'reversal',
  'refund',
  'fee',
  'chargeback',
  'charges',
  'charge',
  'payout',
  'settlement',
  'transfer out',
  'commission',
  'vat',
  'stamp duty',
  'cr reversal',
  'credit reversal',
  'reversed',
);
const ways = words(
  'pos',
  'ussd',
  'web',
  'card',
  'cards',
  'bank',
  'bank transfer',
  'transfer',
  'mobile',
  'qr',
  'cash',
  'atm',
  'branch',
  'bank branch',
  'agent',
  'online',
  'nip',
  'neft',
  'rtgs',
  'app',
  'mobile money',
  'dedicated nuban',
  'internet banking',
  'mobile app',
  'direct debit',
  'eft',
  'internet',
  'visa',
  'mastercard',
  'verve',
  'account',
  'wallet',
  'teller',
  'nibss',
  'remita',
);
const notTakenBack = words('', 'no', 'n', 'false', '0', '-', 'none', 'nil', 'n/a', 'not reversed');

/** Words by which banks say in a narration that money went back. */
const backWords =
  /\b(rev(ersal|ersed|ersing)?|rvsl|rvs|refund(ed)?|charge ?back|returned|retd|failed|declined)\b/i;

/** A cell says of its line: money came, none came, it went out, it went back, or nothing clear. */
export type Meaning = 'money' | 'no money' | 'out' | 'back' | { readonly awaited: string };

const plainWord = (text: string) =>
  plainCell(text)
    .toLowerCase()
    .replaceAll(/[_.-]+/g, ' ')
    .trim();

/** The meaning of a cell for its line, by the kind of its column. */
export function meaningOf(role: ColumnRole, text: string): Meaning {
  const said = plainWord(text);
  switch (role) {
    case 'status':
      if (cameIn.has(said)) return 'money';
      if (cameNot.has(said)) return 'no money';
      return wentBack.has(said)
        ? 'back'
        : { awaited: 'a status that Hanya knows, such as success or failed' };
    case 'direction':
      if (goesIn.has(said)) return 'money';
      return goesOut.has(said)
        ? 'out'
        : { awaited: 'CR or DR, or a type that Hanya knows, such as payment' };
    case 'channel':
      if (ways.has(said)) return 'money';
      return goesOut.has(said)
        ? 'out'
        : { awaited: 'a channel that Hanya knows, such as POS or USSD' };
    case 'currency':
      return /^(|ngn|naira|₦|n|566|nigerian naira)$/i.test(plainCell(text))
        ? 'money'
        : { awaited: 'naira. Remove lines in other currencies' };
    case 'reversal':
      if (notTakenBack.has(said)) return 'money';
      return wentBack.has(said) ? 'back' : { awaited: 'yes or no' };
    case 'text':
      return backWords.test(text)
        ? { awaited: 'a text that does not mention refunded money, or remove the line' }
        : 'money';
    case 'date':
    case 'reference':
    case 'receipt':
    case 'amount':
    case 'credit':
    case 'debit':
    case 'none':
      return 'money';
  }
}

/** Lines that banks add above and below the payments. */
const summaryWords =
  /^\W*(opening|closing|grand|sub ?-?total|total|totals|balance (b|c)\/?f(wd)?|(balance )?(brought|carried) forward|b\/f|c\/f|end of|page \d|generated|printed|ledger balance|available balance|book balance)\b/i;

/** A cell that is nothing else: a payment for `Total Energies` isn't one. */
export const isOnlySummary = (cell: string): boolean =>
  /^\W*((opening|closing|ledger|available|book) bal(ance)?|balance (b|c)\/?f(wd)?|(balance )?(brought|carried) forward|(grand |sub ?-?)?totals?|b\/f|c\/f)\W*$/i.test(
    cell,
  );

export const isSummary = (cells: readonly string[]): boolean =>
  cells.some((cell) => summaryWords.test(cell));
