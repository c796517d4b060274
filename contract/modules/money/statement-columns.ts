import { z } from 'zod';

/**
 * The roles of a statement's columns. `reference`, `receipt`, `amount`, `credit`, `debit` and
 * `date` are read. `status`, `currency`, `direction`, `reversal`, `channel` and `text` say if a
 * line brought money. `none` changes nothing. Where a `reference` is no bill, it is sought in every
 * `text`.
 */
export const columnRoles = [
  'date',
  'reference',
  'receipt',
  'amount',
  'credit',
  'debit',
  'status',
  'currency',
  'direction',
  'reversal',
  'channel',
  'text',
  'none',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The most columns that a statement has. */
export const maxColumns = 60;

export const rolesSchema = z
  .array(z.enum(columnRoles, 'Select what each column contains.'))
  .max(
    maxColumns,
    `A statement can have at most ${maxColumns} columns. Remove the columns that you do not need.`,
  );

/** These are one column each; a line of the file has one of them at most. */
const once: readonly ColumnRole[] = ['date', 'reference', 'receipt', 'amount', 'credit', 'debit'];

/** The sentence about the roles that a file's columns lack; null for nothing. */
export function whyNotRead(roles: readonly (ColumnRole | null)[]): string | null {
  const has = (role: ColumnRole) => roles.includes(role);
  const twice = once.find((role) => roles.filter((one) => one === role).length > 1);
  if (twice !== undefined) return `Select “${roleWords[twice]}” for only one column.`;
  if (!has('date')) return 'Select the column with the date.';
  if (!has('reference') && !has('text'))
    return 'Select the column with the bill reference, or with the description that contains it.';
  if (has('amount') === has('credit'))
    return has('amount')
      ? 'Select “Amount” or “Money in”, but not both.'
      : 'Select “Amount” or “Money in” for one of the columns.';
  return null;
}

/** The names of the roles for a person. */
export const roleWords: Readonly<Record<ColumnRole, string>> = {
  date: 'Date',
  reference: 'Bill reference',
  receipt: 'Receipt',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  status: 'Status, such as success',
  currency: 'Currency',
  direction: 'In or out, such as CR or DR',
  reversal: 'Reversed or not',
  channel: 'Channel, such as POS',
  text: 'Description or narration',
  none: 'Not used',
};
