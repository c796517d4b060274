import {
  type ColumnRole,
  maxColumns,
  whyNotRead,
} from '#contract/modules/money/statement-columns.ts';
import type { Row } from '#server/lists/reading/rows.ts';
import { momentOf } from './statement-moment.ts';

/** Names of columns by their role. The first name that a file has is taken. */
const names: Readonly<Record<ColumnRole, readonly string[]>> = {
  date: [
    'date',
    'transaction date',
    'trans date',
    'tran date',
    'txn date',
    'trx date',
    'paid at',
    'date paid',
    'payment date',
    'posting date',
    'date posted',
    'posted date',
    'post date',
    'entry date',
    'booking date',
    'transaction time',
    'date time',
    'datetime',
    'created at',
    'value date',
  ],
  reference: [
    'bill reference',
    'bill ref',
    'billreference',
    'bill number',
    'bill no',
    'invoice no',
    'invoice number',
    'reference',
    'ref',
    'reference number',
    'reference no',
    'ref no',
    'ref number',
    'payment reference',
    'payment ref',
    'transaction reference',
    'trans ref',
    'tran ref',
    'txn ref',
    'customer reference',
  ],
  receipt: ['receipt', 'receipt no', 'receipt number', 'rrr'],
  amount: [
    'amount',
    'amount naira',
    'amount ngn',
    'amount n',
    'amount paid',
    'paid amount',
    'naira',
    'transaction amount',
    'payment amount',
    'gross amount',
  ],
  credit: [
    'credit',
    'credits',
    'credit amount',
    'credit ngn',
    'credit naira',
    'cr amount',
    'deposit',
    'deposits',
    'money in',
    'paid in',
    'inflow',
    'lodgement',
    'lodgements',
  ],
  debit: [
    'debit',
    'debits',
    'debit amount',
    'debit ngn',
    'debit naira',
    'dr amount',
    'withdrawal',
    'withdrawals',
    'money out',
    'paid out',
    'outflow',
  ],
  status: [
    'status',
    'transaction status',
    'payment status',
    'pay status',
    'state',
    'result',
    'response',
    'response code',
    'response message',
    'gateway response',
    'outcome',
  ],
  currency: ['currency', 'ccy', 'currency code', 'curr'],
  direction: [
    'type',
    'transaction type',
    'trans type',
    'tran type',
    'txn type',
    'payment type',
    'entry',
    'dr cr',
    'cr dr',
    'drcr',
    'crdr',
    'debit credit',
    'credit debit',
    'd c',
    'c d',
    'sign',
    'direction',
    'entry type',
    'indicator',
  ],
  reversal: [
    'reversal',
    'reversed',
    'is reversal',
    'is reversed',
    'refund',
    'refunded',
    'chargeback',
    'voided',
    'void',
    'cancelled',
    'canceled',
    'disputed',
    'dispute',
    'test',
    'reversal flag',
  ],
  channel: ['channel', 'payment channel', 'payment method', 'method', 'mode', 'payment mode'],
  text: [
    'description',
    'narration',
    'narrative',
    'remarks',
    'remark',
    'details',
    'particulars',
    'transaction details',
    'transaction description',
    'note',
    'notes',
    'comment',
    'comments',
    'purpose',
    'message',
    'transaction remarks',
    'payment description',
  ],
  none: [
    's n',
    'sn',
    'no',
    'number',
    'serial no',
    'serial number',
    'line',
    'row',
    'id',
    'balance',
    'running balance',
    'closing balance',
    'available balance',
    'balance ngn',
    'bank',
    'bank name',
    'branch',
    'originating branch',
    'branch name',
    'branch code',
    'teller',
    'account',
    'account name',
    'account number',
    'account no',
    'customer',
    'customer name',
    'customer email',
    'customer id',
    'email',
    'name',
    'payer',
    'payer name',
    'paid by',
    'phone',
    'phone number',
    'mda',
    'mda name',
    'agency',
    'revenue head',
    'revenue code',
    'session id',
    'terminal',
    'terminal id',
    'rrn',
    'stan',
    'card',
    'card number',
    'pan',
    'masked pan',
    'card type',
    'issuer',
    'scheme',
    'fee',
    'fees',
    'charge',
    'charges',
    'vat',
    'commission',
    'stamp duty',
    'net amount',
    'settled amount',
    'amount settled',
    'time',
    'settlement date',
    'date settled',
    'settled at',
    'location',
    'plate',
    'cheque no',
    'ip',
    'instrument no',
    'ip address',
    'transaction id',
    'trans id',
    'txn id',
    'payment id',
  ],
};

const roleOf = new Map(
  (Object.entries(names) as [ColumnRole, readonly string[]][]).flatMap(([role, all]) =>
    all.map((name) => [name, role] as const),
  ),
);

/** A name as it is compared: `Trans. Date` and `TRANS_DATE` are one. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\s*[([](naira|ngn|₦|=n=|n)[)\]]/g, ' $1')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ ₦$/, ' n')
    .trim();

const byName = (name: string): ColumnRole | undefined => roleOf.get(plainName(name));

/** The head of a table, and what follows it. */
export interface Head {
  /** Its line in the file; 0 for a table without one. */
  readonly line: number;
  readonly names: readonly string[];
  /** The role of each column; null for one that nobody can tell by its name. */
  readonly roles: readonly (ColumnRole | null)[];
  readonly below: readonly Row[];
}

/** Banks write name and address above the head. */
const linesAbove = 60;

/** Finds the head: the line that names most columns; without one the first line of several cells. */
export function headOf(rows: readonly Row[]): Head | undefined {
  const first = rows.slice(0, linesAbove);
  let best: { row: Row; known: number } | undefined;
  for (const row of first) {
    const known = row.cells.filter((cell) => byName(cell) !== undefined).length;
    const isHead = known >= 2 && !row.cells.some((cell) => momentOf(cell) !== undefined);
    if (isHead && known > (best?.known ?? 0)) best = { row, known };
  }
  const row = best?.row ?? first.find(({ cells }) => filled(cells).length >= 3);
  if (!row) return undefined;
  const isData = !best && row.cells.some((cell) => momentOf(cell) !== undefined);
  const width = Math.min(lastFilled(row.cells) + 1, maxColumns + 1);
  const names = row.cells
    .slice(0, width)
    .map((name, index) => (isData || name === '' ? `Column ${index + 1}` : name));
  const at = rows.indexOf(row);
  return {
    line: isData ? 0 : row.line,
    names,
    roles: isData ? names.map(() => null) : rolesOf(row.cells.slice(0, width)),
    below: isData ? rows.slice(at) : rows.slice(at + 1),
  };
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== '');
const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== '');

/**
 * The roles of the columns by their names. A column that could be read is none where a better one
 * is there.
 */
function rolesOf(head: readonly string[]): (ColumnRole | null)[] {
  const plain = head.map(plainName);
  const roles = plain.map((name) => (name === '' ? 'none' : (roleOf.get(name) ?? null)));
  for (const role of ['date', 'reference', 'receipt'] as const) {
    const best = names[role].find((name) => plain.includes(name));
    for (const [index, one] of roles.entries())
      if (one === role && plain[index] !== best) roles[index] = 'none';
  }
  return roles;
}

/**
 * The reason why the columns can't be told by their names: one that is missing, or one that nobody
 * knows.
 */
export function whyNotGuessed({ line, names: all, roles }: Head): string | null {
  const missing = whyNotRead(roles);
  if (missing !== null)
    return `${line === 0 ? 'The file has no line with' : `Line ${line} does not have all of`} the column names. ${missing}`;
  const unknown = all.find((_name, index) => roles[index] === null);
  return unknown === undefined
    ? null
    : `The column “${unknown.slice(0, 40)}” may change what a line means. Select what the column contains.`;
}

/** By which the choice for a bank's files is found again: the names of its columns. */
export const headKey = ({ names: all }: Pick<Head, 'names'>): string =>
  all.map(plainName).join('\t');
