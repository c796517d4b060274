import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

/** The fields read from a statement's line, each with the name that people give its column. */
const headings = {
  date: ['date', 'paid at'],
  reference: ['reference', 'bill reference'],
  receipt: ['receipt'],
  amount: ['amount', 'amount (naira)'],
} as const;
type Heading = keyof typeof headings;

/** The cell of each field in a line. */
export type Columns = Readonly<Record<Heading, number>>;

const plainly = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

/**
 * Finds the columns, in any order, by their names in the first line. 400 names the one that is
 * missing.
 */
export function columnsOf(names: readonly string[]): Outcome<Columns> {
  const found: Partial<Record<Heading, number>> = {};
  for (const [index, name] of names.map(plainly).entries()) {
    const heading = (Object.keys(headings) as Heading[]).find((one) =>
      headings[one].some((known) => known === name),
    );
    if (heading === undefined) continue;
    if (found[heading] !== undefined)
      return badFile(`Line 1 names the column ${label(heading)} twice. Take one of them out.`);
    found[heading] = index;
  }
  const { date, reference, receipt, amount } = found;
  if (date === undefined) return missing('date');
  if (reference === undefined) return missing('reference');
  if (receipt === undefined) return missing('receipt');
  return amount === undefined ? missing('amount') : { date, reference, receipt, amount };
}

const label = (heading: Heading): string => heading.charAt(0).toUpperCase() + heading.slice(1);

const missing = (heading: Heading): Refusal =>
  badFile(
    `Line 1 names no column ${label(heading)}. It must name Date, Reference, Receipt and Amount.`,
  );

/** The refusal of a whole file. */
export const badFile = (sentence: string): Refusal => invalid('file', sentence);

/** The refusal of a cell: which one, its text, and what was expected. */
export const badCell = (line: number, heading: Heading, text: string, awaited: string): Refusal =>
  badFile(
    text === ''
      ? `Line ${line}, column ${label(heading)} is empty: it must be ${awaited}.`
      : `Line ${line}, column ${label(heading)} says “${text.slice(0, 40)}”: it must be ${awaited}.`,
  );

/**
 * The separator of cells: the one of , ; and tab that is most frequent in the first line, outside
 * quotes.
 */
export function delimiterOf(firstLine: string): string {
  const bare = firstLine.replaceAll(/"[^"]*"/g, '');
  const cellCount = (sign: string): number => bare.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (cellCount(sign) > cellCount(best) ? sign : best));
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Days in order, consecutive ones joined into one stretch. */
export function stretchesOf(days: readonly string[]): Days[] {
  const stretches: Days[] = [];
  for (const day of days) {
    const last = stretches.at(-1);
    if (last && nextDay(last.to) === day) stretches[stretches.length - 1] = { ...last, to: day };
    else stretches.push({ from: day, to: day });
  }
  return stretches;
}

/** The calendar day after another, `YYYY-MM-DD`. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

export const wholeOrganisation = (zone: string): Refusal =>
  new Refusal(
    403,
    'out_of_scope',
    `Your account sees ${zone} only; a statement is of a whole organisation.`,
  );

export const noGateway = new Refusal(
  409,
  'no_gateway',
  'No payment gateway serves this organisation.',
);

export const nothingToFetch = new Refusal(
  409,
  'no_statement',
  "This gateway has no statement to fetch: send the bank's file instead.",
);

export const gatewaySilent = new Refusal(
  503,
  'gateway_unavailable',
  'The payment gateway does not answer. Try again in a minute.',
);

export const alreadyThere = (source: 'fetched' | 'sent'): Refusal =>
  new Refusal(
    409,
    'already_sent',
    source === 'sent'
      ? 'This file was sent before.'
      : 'This statement was fetched before, and nothing in it has changed.',
  );

const decidedAlready = new Refusal(
  409,
  'already_decided',
  'This statement was decided already. Look at it again.',
);

const ownStatement = new Refusal(
  409,
  'own_proposal',
  'Somebody else must confirm a statement that you have sent. You can take it back.',
);

const notYours = new Refusal(
  403,
  'forbidden',
  'Only whoever sent a statement takes it back. You can refuse it.',
);

interface SentStatement {
  readonly state: string;
  readonly sent_by: string;
}

/** Null when somebody else may decide a statement, as far as it itself tells. */
export function whyNotDecided({ state, sent_by }: SentStatement, by: string): Refusal | null {
  if (state !== 'waiting') return decidedAlready;
  return sent_by === by ? ownStatement : null;
}

/** Null when somebody may take a statement back. */
export function whyNotTakenBack({ state, sent_by }: SentStatement, by: string): Refusal | null {
  if (sent_by !== by) return notYours;
  return state === 'waiting' ? null : decidedAlready;
}
