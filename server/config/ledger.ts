/** A column of the ledger file holds one of these: see docs/configuration.md. */
export const ledgerFields = [
  'number',
  'day',
  'date',
  'account',
  'details',
  'debit',
  'credit',
  'amount',
  'reference',
] as const;
export type LedgerField = (typeof ledgerFields)[number];

export interface LedgerColumn {
  readonly title: string;
  readonly field: LedgerField;
}

const isField = (text: string): text is LedgerField => ledgerFields.some((field) => field === text);

/** Reads `Posted=date,GL code=account`; undefined where it names no columns or an unknown field. */
export function ledgerColumns(text: string): LedgerColumn[] | undefined {
  const columns = text.split(',').map((part) => {
    const [title = '', field = ''] = part.split('=').map((side) => side.trim());
    return title !== '' && isField(field) ? { title, field } : undefined;
  });
  return columns.some((column) => column === undefined)
    ? undefined
    : columns.filter((column) => column !== undefined);
}
