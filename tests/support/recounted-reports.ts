import { sql } from 'kysely';
import {
  readReport,
  type ReportCell,
  type ReportTable,
} from '#contract/modules/reports/reports.ts';
import type { Database } from '#server/db/database.ts';
import { dayOf } from '#server/time.ts';
import type { Client } from './client.ts';
import { tableIn, totalOf } from './report-histories.ts';

interface Ticket {
  readonly kobo: number;
  readonly made: Date;
  readonly paid: Date | null;
  readonly completed: boolean;
  readonly withdrawn: Date | null;
  readonly decided: Date | null;
  readonly due: string | null;
  readonly disputed: boolean;
}

interface Refund {
  readonly day: string;
  readonly kobo: number;
}

type Told = readonly [said: unknown, counted: unknown];

/** True of a span's words for so many days since a ticket was due; null for a ticket without a day. */
function isWithin(words: string, over: number | null): boolean {
  if (words === 'No due date') return over === null;
  if (over === null) return false;
  if (words === 'Not due yet') return over <= 0;
  if (words === 'More than a year overdue') return over > 365;
  const [from = NaN, to = NaN] = words.match(/\d+/g)?.map(Number) ?? [];
  return over >= from && over <= to;
}

const daysBetween = (one: string, other: string): number =>
  (Date.parse(other) - Date.parse(one)) / 86_400_000;

/**
 * Counts the tickets of Kaduna one by one, and answers which figures of its reports say otherwise:
 * Snapshot, UNP, and Standard of some days by day.
 */
export async function reportsThatDiffer(
  client: Client,
  db: Database,
  days: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const { rows: tickets } = await sql<Ticket>`
    select price_kobo as kobo, created_at as made, confirmed_at as paid, completed,
      withdrawn_at as withdrawn, bookings.decided_at as decided, bookings.due_day::text as due,
      exists (select from disputes where disputes.booking_id = bookings.id
              and outcome is null) as disputed
    from bookings left join payments on payments.booking_id = bookings.id
    where bookings.organisation = 'Kaduna' and not bookings.demo`.execute(db);
  const { rows: refunds } = await sql<Refund>`
    select body ->> 'day' as day, (body ->> 'kobo')::bigint as kobo from proposals
    where kind = 'refund' and outcome = 'confirmed' and organisation = 'Kaduna' and not demo
      and body ->> 'exception' is null`.execute(db);
  const { rows: open } = await sql<{ obligations: number }>`
    select count(*)::integer as obligations from obligations
    where organisation = 'Kaduna' and not demo and state in ('open', 'waiver asked')`.execute(db);
  const read = async (query: object) =>
    (await client.ok(readReport, { query: query as { kind: 'unp' } })).data;
  const naira = (some: readonly { readonly kobo: number }[]): number =>
    some.reduce((sum, { kobo }) => sum + kobo, 0) / 100;
  const differ: string[] = [];
  const compare = (what: string, told: Readonly<Record<string, Told>>): void => {
    for (const [name, [said, counted]] of Object.entries(told))
      if (said !== counted)
        differ.push(`${what}, ${name}: ${String(said)}, and not ${String(counted)}`);
  };

  const today = dayOf(new Date());
  const unpaid = tickets.filter(({ paid, withdrawn, decided }) => !paid && !withdrawn && !decided);
  const overdue = unpaid.filter(({ due }) => due !== null && due < today);
  const snapshot = await read({ kind: 'snapshot' });
  const stands = totalOf(tableIn(snapshot, 'Bookings and collisions by zone'));
  const paid = tickets.filter((ticket) => ticket.paid);
  compare('Snapshot', {
    Issued: [stands['Issued'], tickets.length],
    'Issued (₦)': [stands['Issued (₦)'], naira(tickets)],
    Withdrawn: [stands['Withdrawn'], tickets.filter(({ withdrawn }) => withdrawn).length],
    Decided: [stands['Decided in court'], tickets.filter(({ decided }) => decided).length],
    Unpaid: [stands['Unpaid'], unpaid.length],
    'Unpaid (₦)': [stands['Unpaid (₦)'], naira(unpaid)],
    'Paid, not cleared': [
      stands['Paid, not cleared'],
      paid.filter(({ completed }) => !completed).length,
    ],
    Cleared: [stands['Cleared'], paid.filter(({ completed }) => completed).length],
  });
  const matters = totalOf(tableIn(snapshot, 'Still open, by zone'));
  compare('Snapshot, open', {
    Overdue: [matters['Overdue'], overdue.length],
    'Overdue (₦)': [matters['Overdue (₦)'], naira(overdue)],
    Objections: [matters['Objections to answer'], unpaid.filter(({ disputed }) => disputed).length],
    Obligations: [matters['Open obligations'], open[0]?.obligations],
  });

  const ages = tableIn(await read({ kind: 'unp' }), 'By days since the due date');
  for (const { cells } of ages.rows) {
    const words = String(cells[0]);
    const those = unpaid.filter(({ due }) =>
      isWithin(words, due === null ? null : daysBetween(due, today)),
    );
    compare(`UNP, ${words}`, {
      Tickets: [cells[1], those.length],
      Amount: [cells[2], naira(those)],
    });
  }

  const standard = await read({ kind: 'standard', by: 'day', ...days });
  const isIn = (at: Date | null): boolean =>
    at !== null && dayOf(at) >= days.from && dayOf(at) <= days.to;
  const byDay = tableIn(standard, 'By day');
  const columnOf = (name: string) => byDay.columns.findIndex((column) => column.name === name);
  const length = daysBetween(days.from, days.to) + 1;
  compare('Standard', { days: [byDay.rows.length, length] });
  for (const { cells } of byDay.rows) {
    const [day] = cells;
    const on = (at: keyof Pick<Ticket, 'made' | 'paid' | 'withdrawn' | 'decided'>) =>
      tickets.filter((ticket) => ticket[at] !== null && dayOf(ticket[at]) === day);
    const told: Record<string, Told> = {};
    for (const [name, at] of [
      ['Issued', 'made'],
      ['Withdrawn', 'withdrawn'],
      ['Decided in court', 'decided'],
      ['Received', 'paid'],
    ] as const)
      if (columnOf(name) >= 0) told[name] = [cells[columnOf(name)], on(at).length];
    compare(`Standard, ${String(day)}`, told);
  }
  const lines = linesOf(tableIn(standard, 'Outstanding'));
  const acted = (at: 'made' | 'paid' | 'withdrawn' | 'decided') =>
    tickets.filter((ticket) => isIn(ticket[at]));
  const counts = (some: readonly Ticket[]) => `${some.length} ${naira(some)}`;
  const stood = tickets.filter(({ made, ...ends }) =>
    [made, ends.paid, ends.withdrawn, ends.decided].every((at, index) =>
      index === 0 ? at !== null && dayOf(at) < days.from : at === null || dayOf(at) >= days.from,
    ),
  );
  compare('Standard, outstanding', {
    opening: [lines.get('Opening outstanding'), counts(stood)],
    issued: [lines.get('+ issued'), counts(acted('made'))],
    withdrawn: [lines.get('− withdrawn'), counts(acted('withdrawn'))],
    decided: [lines.get('− decided in court'), counts(acted('decided'))],
    received: [lines.get('− received'), counts(acted('paid'))],
    closing: [lines.get('Closing outstanding'), counts(unpaid)],
  });
  const back = refunds.filter(({ day }) => day >= days.from && day <= days.to);
  const net = linesOf(tableIn(standard, 'Net after refunds'));
  compare('Standard, given back', {
    'of tickets': [net.get('− refunds of bookings'), `${back.length} ${naira(back)}`],
  });
  return differ;
}

/** Number and naira of each line, by its words. */
const linesOf = ({ rows, total }: ReportTable): Map<ReportCell, string> =>
  new Map(
    [...rows, ...(total ? [total] : [])].map(({ cells: [label = '', number, naira] }) => [
      label,
      `${String(number)} ${String(naira)}`,
    ]),
  );
