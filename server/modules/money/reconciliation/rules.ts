import type { DayRange } from '#contract/day-range.ts';
import { Refusal } from '#server/http/refusal.ts';
import { badFile } from '#server/lists/reading/rows.ts';
import { dayAfter } from '#server/lists/rules.ts';

/** A person must say what the columns are: their names don't tell. */
export const columnsNeeded = (why: string): Refusal =>
  new Refusal(409, 'columns_needed', why, { file: why });

/** The refusal of a cell: which one, its text, and what was expected. */
export const badCell = (line: number, column: string, text: string, awaited: string): Refusal =>
  badFile(
    text === ''
      ? `Line ${line}, column ${column.slice(0, 40)} is empty. Enter ${awaited}.`
      : `Line ${line}, column ${column.slice(0, 40)} says “${text.slice(0, 40)}”. Enter ${awaited}.`,
  );

/** Days in order, consecutive ones joined into one stretch. */
export function stretchesOf(days: readonly string[]): DayRange[] {
  const stretches: DayRange[] = [];
  for (const day of days) {
    const last = stretches.at(-1);
    if (last && dayAfter(last.to) === day) stretches[stretches.length - 1] = { ...last, to: day };
    else stretches.push({ from: day, to: day });
  }
  return stretches;
}

export const wholeOrganisation = (zone: string): Refusal =>
  new Refusal(
    403,
    'out_of_scope',
    `You can see only ${zone}, but a statement covers a whole organisation. Ask somebody who sees all zones to send it.`,
  );

export const noGateway = new Refusal(
  409,
  'no_gateway',
  'No payment gateway is set up for this organisation. Ask the person who runs the server to set it up.',
);

export const nothingToFetch = new Refusal(
  409,
  'no_statement',
  'Hanya cannot fetch statements from this payment gateway. Send the statement as a file.',
);

export const gatewaySilent = new Refusal(
  503,
  'gateway_unavailable',
  'The payment gateway is not responding. Try again in a minute.',
);

export const alreadyThere = (source: 'fetched' | 'sent'): Refusal =>
  new Refusal(
    409,
    'already_sent',
    source === 'sent'
      ? 'This file has already been sent.'
      : 'This statement has already been fetched, and nothing in it has changed.',
  );
