import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { readReconciliation, reconciledBy } from '#contract/modules/money/reconciliation.ts';
import { refundRegister } from '#contract/modules/money/refunds.ts';
import {
  exportLedger,
  holds,
  readReport,
  type ReportCell,
} from '#contract/modules/reports/reports.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { dayOf } from '#server/time.ts';
import { compareRecords } from '#server/trail.ts';
import { type Client, openSession, type Session, signedIn } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { historyPeople, historyPlaces, storeHistory } from '#tests/support/histories.ts';
import { aRefund, aReversal, settledByRefund } from '#tests/support/refunds.ts';
import { expectAgreement } from '#tests/support/report-agreement.ts';
import { tableIn, totalOf } from '#tests/support/report-histories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Session;
let zonal: Client;
let everywhere: Client;
let people: { first: string; second: string };

const dayMs = 86_400_000;
const later = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);

const refund = fc.record({
  quarters: fc.integer({ min: 1, max: 8 }),
  paidOutAfter: fc.integer({ min: 0, max: 20 }),
  decidedAfter: fc.integer({ min: 0, max: 5 }),
  fate: fc.constantFrom('confirmed', 'confirmed', 'refused', 'reversed', 'waiting'),
  reversedAfter: fc.integer({ min: 0, max: 20 }),
});
type Drawn = typeof refund extends fc.Arbitrary<infer T> ? T : never;
const history = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  // Some in the hour in which Lagos has another day, month or year than UTC.
  made: fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 40, max: 47 }))
    .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000)),
  paidAfter: fc.integer({ min: 0, max: 20 }),
  isPaid: fc.constantFrom(true, true, true, false),
  codes: fc.array(fc.constantFrom('12020501', '12020502', '12020503'), {
    minLength: 1,
    maxLength: 3,
  }),
  refunds: fc.array(fc.tuple(fc.nat(2), refund), { maxLength: 4 }),
  odd: fc.option(fc.tuple(refund, fc.boolean()), { nil: null, freq: 2 }),
});

/** Everything that is given back of one line or exception, one after the other. */
async function giveBack(
  of: { booking: string; line: number } | { booking: string; exception: string },
  received: Date,
  naira: number,
  drawn: readonly Drawn[],
): Promise<void> {
  let left = naira;
  for (const { quarters, paidOutAfter, decidedAfter, fate, reversedAfter } of drawn) {
    const amount = Math.min(left, quarters / 4 + 1_000);
    if (amount <= 0) return;
    const paidOut = later(received, paidOutAfter);
    const decidedAt = later(paidOut, decidedAfter);
    const isRefused = fate === 'refused' || fate === 'waiting';
    const id = await aRefund(app, {
      ...of,
      naira: amount,
      day: dayOf(paidOut),
      by: people.first,
      ...(!isRefused && { decidedBy: people.second, decidedAt }),
    });
    if (fate === 'waiting') return;
    if (fate === 'refused')
      await app.db
        .updateTable('proposals')
        .set({
          outcome: 'refused',
          refusal: 'No proof.',
          decided_by: people.second,
          decided_at: decidedAt,
        })
        .where('id', '=', id)
        .execute();
    else left -= amount;
    if (fate !== 'reversed') continue;
    const reversal = { by: people.second, decidedBy: people.first };
    await aReversal(app, {
      refund: id,
      ...reversal,
      decidedAt: later(decidedAt, reversedAfter),
    });
    left += amount;
  }
}

async function store(officers: readonly string[]): Promise<void> {
  for (const one of fc.sample(history, draws(60, 53))) {
    const { officer, place, made, paidAfter, isPaid, codes, refunds, odd } = one;
    const paid = later(made, paidAfter);
    const { id: booking } = await storeHistory(app.db, officers[officer] ?? '', {
      lines: codes.map((code, index) => ({ code, naira: 2_000 + index * 250.25 })),
      odd: odd ? 1 : 0,
      made: made.toISOString(),
      billed: true,
      paid: isPaid ? paid.toISOString() : null,
      cleared: false,
      withdrawnBy: null,
      changes: place,
    });
    if (isPaid)
      for (const index of codes.keys())
        await giveBack(
          { booking, line: index + 1 },
          paid,
          2_000 + index * 250.25,
          refunds.filter(([line]) => line === index).map(([, drawn]) => drawn),
        );
    if (odd) {
      const [{ id: exception = '' } = {}] = (await asOwner(
        app,
        `update payment_exceptions set found_at = '${paid.toISOString()}', amount_kobo = 100025
         where booking_id = '${booking}' returning id`,
      )) as { id?: string }[];
      const [drawn, isSettled] = odd;
      if (isSettled) {
        const { first: by, second: decidedBy } = people;
        await settledByRefund(app, { exception, by, decidedBy });
        await giveBack({ booking, exception }, paid, 1_000.25, [drawn]);
      }
    }
    await foldFigures(app.db, 1);
  }
}

beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  const account = await makeAccount(app.db, 'state admin');
  admin = await openSession(app.url, account.email);
  people = { first: account.id, second: (await makeAccount(app.db, 'state admin')).id };
  const signed = async (changes: object) =>
    signedIn(app.url, (await makeAccount(app.db, 'state admin', changes)).email);
  zonal = await signed({ zone: 'Zaria' });
  everywhere = await signed({ state: null });
  await store((await historyPeople(app.db)).officers);
});
afterAll(() => app.stop());

const periods = [
  { from: '2022-12-20', to: '2023-06-30' },
  { from: '2023-01-01', to: '2023-01-31' },
  { from: '2023-01-09', to: '2023-01-15' },
  { from: '2023-02-03', to: '2023-02-03' },
];

interface Moved {
  day: string;
  ofTicket: boolean;
  head: string | null;
  officer: string;
  zone: string;
  kobo: number;
}

/** Every movement by what people proposed and decided, without the table that reports read. */
async function movements(
  days: (typeof periods)[number],
  place: { organisation: string; zone?: string },
): Promise<Moved[]> {
  const { rows } = await sql<Moved & { organisation: string }>`
    select coalesce(body ->> 'day', lagos_day(proposals.decided_at)::text) as day,
           body ->> 'exception' is null as "ofTicket", code as head, created_by as officer,
           bookings.organisation, bookings.zone, (body ->> 'kobo')::bigint as kobo
    from proposals
      join bookings on bookings.id = body ->> 'booking'
      left join booking_offences as line
        on line.booking_id = bookings.id and line.line::text = body ->> 'line'
    where kind in ('refund', 'reversal') and outcome = 'confirmed'`.execute(app.db);
  return rows.filter(
    ({ day, organisation, zone }) =>
      day >= days.from &&
      day <= days.to &&
      organisation === place.organisation &&
      (place.zone === undefined || zone === place.zone),
  );
}

const sumOf = (moved: readonly Moved[]) => [
  moved.length,
  moved.reduce((sum, { kobo }) => sum + kobo, 0) / 100,
];

const readers = () =>
  [
    ['a state admin', admin.client, {}, { organisation: 'Kaduna' }],
    ['somebody of one zone', zonal, {}, { organisation: 'Kaduna', zone: 'Zaria' }],
    ['whoever sees all', everywhere, { organisation: 'Ogun' }, { organisation: 'Ogun' }],
  ] as const;

describe('money given back', () => {
  test('stands in every report as people decided it, by the day on which it was paid out', async () => {
    let seen = 0;
    for (const [who, client, query, place] of readers())
      for (const days of periods) {
        const what = `${who}, ${days.from} to ${days.to}`;
        const reports = await expectAgreement(client, { ...days, ...query }, what);
        const all = await movements(days, place);
        const tickets = all.filter(({ ofTicket }) => ofTicket);
        const others = all.filter(({ ofTicket }) => !ofTicket);
        seen += all.length;
        const { total } = (await client.ok(readReconciliation, { query: { ...days, ...query } }))
          .data;
        for (const kind of ['standard', 'f-and-a', 'e', 'er'] as const) {
          const net = tableIn(reports[kind], 'Net after refunds');
          expect(
            net.rows.map(({ cells }) => cells),
            `${kind}, ${what}`,
          ).toEqual([
            ['Received', total.received.count, total.received.amount],
            ['− refunds of bookings', ...sumOf(tickets)],
          ]);
          const [, back = 0] = sumOf(tickets);
          expect(net.total?.cells[2]).toBeCloseTo(total.received.amount - back, 4);
          const byDay = tableIn(reports[kind], 'Refunds by day');
          expect(byDay.total?.cells.slice(1)).toEqual([...sumOf(tickets), ...sumOf(others)]);
          for (const { cells } of byDay.rows) {
            const on = (some: readonly Moved[]) => some.filter(({ day }) => day === cells[0]);
            expect(cells.slice(1)).toEqual([...sumOf(on(tickets)), ...sumOf(on(others))]);
          }
          expect(byDay.rows).toHaveLength(new Set(all.map(({ day }) => day)).size);
        }
        const heads = tableIn(reports['f-and-a'], 'By revenue head');
        for (const { cells } of heads.rows) {
          const ofHead = tickets.filter(({ head }) => head === cells[0]);
          expect(cells.slice(5, 7), `${what}: ${String(cells[0])}`).toEqual(sumOf(ofHead));
          expect(cells[7]).toBeCloseTo(Number(cells[4]) - Number(cells[6]), 4);
        }
        expect(totalOf(heads)).toMatchObject({
          Refunds: tickets.length,
          'Refunded (₦)': sumOf(tickets)[1],
        });
      }
    expect(seen).toBeGreaterThan(60);
  });

  test('stands in reconciliation, by day, zone, officer and revenue head', async () => {
    for (const [who, client, query, place] of readers())
      for (const days of periods)
        for (const by of reconciledBy) {
          const tickets = (await movements(days, place)).filter(({ ofTicket }) => ofTicket);
          const { rows, total } = (
            await client.ok(readReconciliation, { query: { ...days, ...query, by } })
          ).data;
          const what = `${who}, ${days.from}, ${by}`;
          expect([total.givenBack.count, total.givenBack.amount], what).toEqual(sumOf(tickets));
          const keyOf = ({ day, zone, officer, head }: Moved) =>
            ({ day, zone: `${place.organisation} ${zone}`, officer, head })[by];
          for (const { key, givenBack } of rows)
            expect([givenBack.count, givenBack.amount], `${what}: ${key}`).toEqual(
              sumOf(tickets.filter((one) => keyOf(one) === key)),
            );
          const shown = new Set(rows.map(({ key }) => key));
          expect(tickets.filter((one) => !shown.has(keyOf(one) ?? ''))).toEqual([]);
        }
  });

  test('opens the refunds that add up to each figure', async () => {
    let followed = 0;
    const { id: officer } = await app.db
      .selectFrom('bookings')
      .innerJoin('refunds', 'booking_id', 'bookings.id')
      .where('bookings.organisation', '=', 'Kaduna')
      .select('created_by as id')
      .executeTakeFirstOrThrow();
    for (const asked of [
      { kind: 'standard' },
      { kind: 'standard', officer },
      { kind: 'f-and-a' },
      { kind: 'e' },
      { kind: 'er' },
    ]) {
      const { tables } = (
        await admin.client.ok(readReport, {
          query: { ...asked, from: '2023-01-01', to: '2023-02-28' },
        })
      ).data;
      for (const { title, columns, rows, total } of tables)
        for (const row of [...rows, ...(total ? [total] : [])])
          for (const [index, to] of row.opens.entries()) {
            const [path, search] = (to ?? '').split('?');
            if (path !== '/refunds') continue;
            const query = Object.fromEntries(new URLSearchParams(search));
            const { total: number, amount } = await admin.client.ok(refundRegister.list, { query });
            const cell: ReportCell = columns[index]?.kind === 'count' ? number : amount;
            expect(row.cells[index], `${title}: ${to ?? ''}`).toBe(cell);
            followed += 1;
          }
    }
    expect(followed).toBeGreaterThan(100);
  });

  test('is on the other side of the ledger file, which balances each day', async () => {
    const days = { from: '2022-12-20', to: '2023-06-30' };
    const rows = await exportedRows(app, admin, exportLedger, days, {});
    const tickets = (await movements(days, { organisation: 'Kaduna' })).filter(
      ({ ofTicket }) => ofTicket,
    );
    const naira = (some: readonly Record<string, string>[], column: string) =>
      Math.round(some.reduce((sum, row) => sum + Number(row[column]), 0) * 100) / 100;
    expect(naira(rows, 'Debit')).toBe(naira(rows, 'Credit'));
    const back = rows.filter((row) => row['Details']?.startsWith('Refunded: '));
    for (const code of ['12020501', '12020502', '12020503']) {
      const ofHead = back.filter((row) => row['Account'] === code);
      expect(Math.round((naira(ofHead, 'Debit') - naira(ofHead, 'Credit')) * 100) / 100).toBe(
        sumOf(tickets.filter(({ head }) => head === code))[1],
      );
    }
    expect(back.length).toBeGreaterThan(10);
    const odd = (await movements(days, { organisation: 'Kaduna' })).filter(
      ({ ofTicket }) => !ofTicket,
    );
    expect(odd.length).toBeGreaterThan(0);
    const unmatched = rows.filter((row) => row['Account'] === 'Unmatched receipts');
    expect(Math.round((naira(unmatched, 'Debit') - naira(unmatched, 'Credit')) * 100) / 100).toBe(
      sumOf(odd)[1],
    );
    for (const day of new Set(rows.map((row) => row['Date']))) {
      const ofDay = rows.filter((row) => row['Date'] === day);
      expect(naira(ofDay, 'Debit'), day).toBe(naira(ofDay, 'Credit'));
    }
  });
});

test('a free ticket brings no money in, in Standard as in E, and leaves what is outstanding', async () => {
  const { id: officer } = await makeAccount(app.db, 'booking officer');
  const asked = { from: '2024-05-01', to: '2024-05-31' };
  for (const isFree of [true, false])
    await storeHistory(app.db, officer, {
      lines: [{ code: '12020501', naira: isFree ? 0 : 500 }],
      odd: 0,
      made: '2024-05-06T10:00:00Z',
      billed: !isFree,
      paid: isFree ? null : '2024-05-07T10:00:00Z',
      cleared: false,
      withdrawnBy: null,
      changes: { zone: 'Zaria' },
    });
  await asOwner(
    app,
    `with free as (select id from bookings where created_by = '${officer}' and price_kobo = 0),
       settled as (
         insert into payments (id, booking_id, kind, gateway, amount_kobo, receipt, confirmed_at)
         select id, id, 'nothing due', '', 0, '', '2024-05-07T10:00:00Z' from free)
     update bookings set paid = true where id in (select id from free)`,
  );
  const read = async (kind: string) =>
    (await admin.client.ok(readReport, { query: { kind, ...asked } })).data;
  const standard = await read('standard');
  expect(standard.checks.filter((check) => !holds(check))).toEqual([]);
  expect(totalOf(tableIn(standard, 'By day'))).toMatchObject({ Issued: 2, Received: 1 });
  expect(
    tableIn(standard, 'Outstanding')
      .rows.slice(2)
      .map(({ cells }) => cells),
  ).toEqual([
    ['− withdrawn', 0, 0],
    ['− decided in court', 0, 0],
    ['− received', 1, 500],
    ['− with nothing to pay', 1, 0],
  ]);
  expect(tableIn(await read('e'), 'The payments').of).toBe(1);
  const opens = tableIn(standard, 'By day').total?.opens ?? [];
  const to = opens.find((one) => one?.includes('by=paid')) ?? '';
  const query = Object.fromEntries(new URLSearchParams(to.split('?')[1]));
  expect((await admin.client.ok(listBookings, { query })).total).toBe(1);
});

test('all of it agrees with the nightly walk, but for the trail that was not written', async () => {
  const told = (await compareRecords(app.db)).filter((one) => one.startsWith('Refund '));
  expect(told.filter((one) => !one.includes('stands otherwise'))).toEqual([]);
});
