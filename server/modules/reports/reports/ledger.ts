import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type { exportLedger } from '#contract/modules/reports/reports.ts';
import type { LedgerField } from '#server/config/ledger.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { exportList } from '#server/lists/commands.ts';
import { givenBackBy, givenBackOf } from '#server/modules/money/refunds/queries.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { figuresBy, sumOf } from './body.ts';

/** One side of a booking in the accounts. Kobo; one of debit and credit is 0. */
export interface LedgerLine {
  readonly day: string;
  readonly account: string;
  readonly details: string;
  readonly debitKobo: number;
  readonly creditKobo: number;
}

/** Money of one day for one revenue head. */
interface DailyHead {
  readonly day: string;
  readonly head: string;
  readonly name: string;
  readonly kobo: number;
}

/**
 * Each day's heads as credits, and their sum as the debit that balances them. Money given back stands
 * on the other side, on the day on which it was paid out; a reversal on the first side again.
 */
export function journalOf(
  heads: readonly DailyHead[],
  collecting: string,
  back: readonly DailyHead[] = [],
): LedgerLine[] {
  const days = [...new Set([...heads, ...back].map(({ day }) => day))].toSorted();
  return days.flatMap((day) => [
    ...sidesOf(day, heads, { account: collecting, details: 'Traffic fines received' }),
    ...sidesOf(
      day,
      back.map((head) => ({ ...head, name: `Refunded: ${head.name}`, kobo: -head.kobo })),
      { account: collecting, details: 'Traffic fines refunded' },
    ),
  ]);
}

function sidesOf(
  day: string,
  heads: readonly DailyHead[],
  { account, details }: Pick<LedgerLine, 'account' | 'details'>,
): LedgerLine[] {
  const ofDay = heads.filter((head) => head.day === day && head.kobo !== 0);
  const line = (account: string, details: string, kobo: number): LedgerLine => ({
    day,
    account,
    details,
    debitKobo: Math.max(kobo, 0),
    creditKobo: Math.max(-kobo, 0),
  });
  if (ofDay.length === 0) return [];
  return [
    line(
      account,
      `${details} on ${day}`,
      sumOf(ofDay, ({ kobo }) => kobo),
    ),
    ...ofDay.map(({ head, name, kobo }) => line(head, name, -kobo)),
  ];
}

const decimal = (kobo: number): string => (kobo === 0 ? '' : (kobo / 100).toFixed(2));

/** The text of each field that a layout may name. */
const texts: Readonly<Record<LedgerField, (line: LedgerLine, number: number) => string>> = {
  number: (_, number) => String(number),
  day: ({ day }) => day,
  date: ({ day }) => day.split('-').toReversed().join('/'),
  account: ({ account }) => account,
  details: ({ details }) => details,
  debit: ({ debitKobo }) => decimal(debitKobo),
  credit: ({ creditKobo }) => decimal(creditKobo),
  amount: ({ debitKobo, creditKobo }) => ((debitKobo - creditKobo) / 100).toFixed(2),
  reference: ({ day }) => `HANYA-${day.replaceAll('-', '')}`,
};

/** The journal as a file. 400 where an organisation must be chosen, 403 for whoever sees one zone. */
export async function exportLedgerOf(
  { db, reports, config }: Pick<Deps, 'db' | 'reports' | 'config'>,
  actor: Actor,
  caller: Caller,
  { organisation, ...days }: QueryOf<typeof exportLedger>,
) {
  const whole = theWholeOrganisation(caller.scope, organisation);
  if (whole instanceof Refusal) return whole;
  const scope = { ...caller.scope, organisation: whole };
  const { heads, received, back, givenBack, odd } = await reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const asked = { scope, days, by: 'day' } as const;
      const key = sql`day::text || ' ' || key`;
      return {
        heads: await figuresBy(trx, { ...asked, kind: 'head' }, key),
        received: await figuresBy(trx, { ...asked, kind: 'place' }, sql`day::text`),
        back: await givenBackBy(trx, { scope, days, of: 'tickets', by: 'day and head' }),
        givenBack: await givenBackOf(trx, { scope, days, of: 'tickets' }),
        odd: await givenBackBy(trx, { scope, days, of: 'exceptions', by: 'day' }),
      };
    });
  const receivedKobo = sumOf(heads, (row) => row.received.kobo);
  if (receivedKobo !== sumOf(received, (row) => row.received.kobo)) return unequal;
  if (sumOf(back, (row) => row.kobo) !== givenBack.kobo) return unequal;
  const daily = ({ key, name }: { key: string; name: string }, money: number): DailyHead => {
    const [day = '', head = ''] = key.split(' ');
    return { day, head, name, kobo: money };
  };
  const { account, unmatched, columns } = config.ledger;
  const lines = journalOf(
    heads.filter((row) => row.received.kobo > 0).map((row) => daily(row, row.received.kobo)),
    account,
    [
      ...back.map((row) => daily(row, row.kobo)),
      ...odd.map(({ key: day, kobo }) => ({ day, head: unmatched, name: withoutTicket, kobo })),
    ],
  );
  const rows = lines.map((line, index) =>
    columns.map(({ field }) => texts[field](line, index + 1)),
  );
  const file = await exportList(db, actor, caller, {
    event: 'ledger.exported',
    format: 'csv',
    filters: { ...days, organisation: whole },
    name: `ledger-${days.from}-${days.to}`,
    columns: columns.map(({ title }) => ({ name: title, kind: 'text', width: 20 })),
    ids: lines.map((_, index) => String(index)),
    rowsOf: (ids) => Promise.resolve(ids.map((id) => rows[Number(id)] ?? [])),
  });
  return file instanceof Refusal ? file : { ...file, type: 'text/csv' as const };
}

/** No revenue head ever got that money. */
const withoutTicket = 'money that is not for a ticket';

const unequal = new Refusal(
  409,
  'sums_do_not_meet',
  'Hanya cannot make this ledger file, because the revenue heads do not add up to the money received and refunded.',
);
