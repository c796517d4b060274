import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { disputeRegister } from '#contract/modules/after-ticket/disputes.ts';
import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { refundRegister } from '#contract/modules/money/refunds.ts';
import { listReportRows, reportFigures } from '#contract/modules/reports/report-rows.ts';
import {
  holds,
  readReport,
  type Report,
  type ReportTable,
} from '#contract/modules/reports/reports.ts';
import { listPlaces } from '#server/features/places/queries.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { type Client, openSession, type Session, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { historyPeople, storeHistory } from '#tests/support/histories.ts';
import { decide, notePair, oldCollision } from '#tests/support/linked-collisions.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { aRefund, aReversal, settledByRefund } from '#tests/support/refunds.ts';
import { storeHistories } from '#tests/support/report-histories.ts';
import { sendConfirmed } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Session & { id: string };
let second: Session & { id: string };
let zonal: Client;
let everywhere: Client;
let officer: string;

/** Everything that a report can count, in two months and before them. */
beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  const anAdmin = async () => {
    const { email, id } = await makeAccount(app.db, 'state admin');
    return { ...(await openSession(app.url, email)), id };
  };
  [admin, second] = [await anAdmin(), await anAdmin()];
  const signed = async (changes: object) =>
    signedIn(app.url, (await makeAccount(app.db, 'state admin', changes)).email);
  zonal = await signed({ zone: 'Zaria' });
  everywhere = await signed({ state: null });
  await storeHistories(app, 60);
  await storeOthers();
  await foldFigures(app.db, 1);
});
afterAll(() => app.stop());

async function storeOthers(): Promise<void> {
  const { officers } = await historyPeople(app.db);
  [officer = ''] = officers;
  const booked = (day: string, naira: number, changes = {}) =>
    storeHistory(app.db, officer, {
      lines: [
        { code: '12020501', naira },
        { code: '12020501', naira: 250.25 },
        { code: '12020502', naira: 1_000 },
      ],
      odd: 0,
      made: `${day}T10:00:00Z`,
      billed: true,
      paid: null,
      cleared: false,
      withdrawnBy: null,
      ...changes,
    });
  const paid = [];
  for (const [made, day, zone] of [
    ['2022-12-28', '2023-01-05', 'Zaria'],
    ['2023-01-03', '2023-01-06', 'Chikun'],
    ['2023-01-04', '2023-01-09', 'Zaria'],
    ['2023-01-30', '2023-02-02', 'Zaria'],
  ] as const) {
    const ticket = await booked(made, 3_000, { changes: { zone }, odd: 1 });
    await pay(ticket, day, paid.length === 2 ? 'Interswitch' : 'PayKaduna');
    paid.push(ticket);
  }
  await booked('2022-12-29', 900, { paid: '2023-01-04T11:00:00Z', cleared: true });
  const [first, other, , fourth] = paid;
  for (const [made, day] of [
    ['2022-12-30', '2023-01-02'],
    ['2023-01-10', '2023-01-10'],
  ] as const) {
    const free = await storeBooking(app.db, officer, {
      created_at: new Date(`${made}T10:00:00Z`),
      price_kobo: 0,
    });
    await pay({ id: free, billRef: null }, day);
  }
  for (const [made, day] of [
    ['2022-12-27', '2023-01-12'],
    ['2023-01-11', '2023-02-03'],
  ] as const) {
    const { id } = await booked(made, 500, { billed: false });
    await asOwner(app, `update bookings set decided_at = $1 where id = $2`, [
      new Date(`${day}T09:00:00Z`),
      id,
    ]);
  }
  const { cities = [] } = listPlaces().find(({ name }) => name === 'Kaduna') ?? {};
  for (const [index, zone] of cities.slice(0, 16).entries())
    await booked('2023-01-13', 600 + index, {
      lines: [{ code: String(12_020_501 + index), naira: 600 + index }],
      changes: { zone },
    });
  await giveBack(first?.id ?? '', fourth?.id ?? '');
  await storeExceptions(other?.id ?? '');
  await storeCollisions();
  await compareWith(paid.map(({ billRef }) => billRef ?? ''));
}

/** With nothing to pay where no gateway is named. */
async function pay(
  { id, billRef }: { id: string; billRef: string | null },
  day: string,
  gateway = '',
): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const { price_kobo } = await trx
      .updateTable('bookings')
      .set({ paid: true })
      .where('id', '=', id)
      .returning('price_kobo')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('payments')
      .values({
        id: ulid(),
        booking_id: id,
        bill_ref: billRef,
        amount_kobo: price_kobo,
        kind: gateway === '' ? 'nothing due' : 'gateway',
        gateway,
        receipt: gateway === '' ? '' : id.slice(-8),
        confirmed_at: new Date(`${day}T11:00:00Z`),
      })
      .execute();
  });
}

async function giveBack(one: string, other: string): Promise<void> {
  const people = { by: admin.id, decidedBy: second.id };
  const at = { day: '2023-01-20', decidedAt: new Date('2023-01-21T10:00:00Z'), ...people };
  await aRefund(app, { booking: one, line: 1, naira: 500, ...at });
  const wrong = await aRefund(app, { booking: one, line: 3, naira: 700, ...at });
  await aReversal(app, {
    refund: wrong,
    by: second.id,
    decidedBy: admin.id,
    decidedAt: new Date('2023-01-25T10:00:00Z'),
  });
  const afterwards = { day: '2023-02-10', decidedAt: new Date('2023-02-11T10:00:00Z') };
  await aRefund(app, { booking: other, line: 1, naira: 100, ...people, ...afterwards });
}

/** Payment exceptions, of two kinds and in three states. */
async function storeExceptions(booking: string): Promise<void> {
  await asOwner(
    app,
    `update payment_exceptions set found_at = '2023-01-15T10:00:00Z', amount_kobo = 100025`,
  );
  await asOwner(
    app,
    `update payment_exceptions set kind = 'second payment' where booking_id = $1`,
    [booking],
  );
  const { id: exception } = await app.db
    .selectFrom('payment_exceptions')
    .select('id')
    .where('kind', '=', 'other amount')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await settledByRefund(app, { exception, by: admin.id, decidedBy: second.id });
  const { booking_id } = await app.db
    .selectFrom('payment_exceptions')
    .select('booking_id')
    .where('id', '=', exception)
    .executeTakeFirstOrThrow();
  const given = { booking: booking_id, exception, naira: 400, day: '2023-01-22' };
  await aRefund(app, { ...given, by: admin.id, decidedBy: second.id });
}

async function storeCollisions(): Promise<void> {
  const at = (day: string) => `${day}T10:00:00Z`;
  const one = await oldCollision(app.db, officer, {
    at: at('2023-01-07'),
    injuries: 3,
    fatalities: 2,
  });
  const same = await oldCollision(app.db, officer, {
    at: at('2023-01-07'),
    injuries: 3,
    fatalities: 1,
  });
  await oldCollision(app.db, officer, { at: at('2023-02-04'), zone: 'Chikun', injuries: 1 });
  await oldCollision(app.db, admin.id, { at: at('2023-01-31'), fatalities: 1 });
  await notePair(app.db, one, same);
  await decide(admin.client, same, {
    other: one,
    verdict: 'one',
    reason: 'The same lorry.',
  } as never);
}

/** A statement that has one payment, another amount of the next, one twice, and one that nobody knows. */
async function compareWith([one = '', two = '', three = '']: readonly string[]): Promise<void> {
  const rows = [
    `2023-01-05,${one},4250.25,R1`,
    `2023-01-06,${two},4000,R2`,
    `2023-01-07,${two},4000,R3`,
    `2023-01-08,${ulid()},900,R4`,
    `2023-01-08,${three},900,R5`,
  ];
  await sendConfirmed(
    [admin.client, second.client],
    ['Date,Reference,Amount,Receipt', ...rows].join('\n'),
    { from: '2023-01-02', to: '2023-01-20' },
  );
}

type Asked = Readonly<Record<string, string>>;

/** What a screen asks for besides its address. */
const screens: Readonly<Record<string, Asked>> = {
  '/unpaid': { _boolpaid: 'false' },
  '/paid': { _boolpaid: 'true', _boolcompleted: 'false' },
  '/completed': { _boolcompleted: 'true' },
};

/** What the rows at an address come to: all that a list says of them, and their own sums. */
async function behind(client: Client, address: string): Promise<{ count: number; naira: number }> {
  const [path = '', search] = address.split('?');
  const given = Object.fromEntries(new URLSearchParams(search));
  const query = { ...given, ...screens[path], limit: '100' };
  switch (path) {
    case '/report-rows':
      return sumOfRows(client, query);
    case '/refunds': {
      const { total, amount } = await client.ok(refundRegister.list, { query });
      return { count: total, naira: amount };
    }
    case '/collisions':
      return { count: (await client.ok(listCollisions, { query })).total, naira: 0 };
    case '/disputes':
      return { count: (await client.ok(disputeRegister.list, { query })).total, naira: 0 };
    case '/obligations':
      return { count: (await client.ok(obligationRegister.list, { query })).total, naira: 0 };
    case '/bookings':
    case '/unpaid':
    case '/paid':
    case '/completed': {
      const { total, sum } = await client.ok(listBookings, { query });
      return { count: total, naira: sum ?? NaN };
    }
    default:
      throw new Error(`Nobody knows the rows at ${address}.`);
  }
}

async function sumOfRows(client: Client, query: Asked): Promise<{ count: number; naira: number }> {
  const [rows, ids] = [{ count: 0, naira: 0 }, new Set<string>()];
  for (let page = 1; ; page += 1) {
    const answer = await client.ok(listReportRows, { query: { ...query, page: String(page) } });
    for (const { id, count, amount } of answer.data) {
      ids.add(id);
      rows.count += count;
      rows.naira += amount ?? 0;
    }
    if (answer.pagination.next) continue;
    expect(ids.size).toBe(answer.total);
    const sums = { count: rows.count, naira: Math.round(rows.naira * 100) / 100 };
    expect(sums).toEqual({ count: answer.counted, naira: answer.amount });
    return sums;
  }
}

/** Tables whose rows are records themselves: each opens its record. */
const ofRecords = /^(The payments|Bookings, longest overdue first|The differences)$/;
/** What no rows add up to, and what is the difference of two figures beside it, which have theirs. */
const ratios = ['Days to pay', 'Gateway − Hanya', 'Bank − gateway'];

/** Every figure of a table that isn't 0: what it is called, its kind, and where it leads. */
const figuresIn = ({ title, columns, rows, total }: ReportTable) =>
  [...rows, ...(total ? [total] : [])].flatMap(({ cells, opens }) =>
    columns.flatMap(({ name, kind }, index) => {
      const cell = cells[index];
      const isFigure = (kind === 'count' || kind === 'naira') && !ratios.includes(name);
      return isFigure && typeof cell === 'number' && cell !== 0
        ? [{ what: `${title}, ${String(cells[0])}, ${name}`, kind, cell, to: opens[index] ?? null }]
        : [];
    }),
  );

async function follow(client: Client, report: Report, who: string): Promise<number> {
  const known = new Map<string, ReturnType<typeof behind>>();
  const wrong: string[] = [];
  let followed = 0;
  for (const table of report.tables.filter(({ title }) => !ofRecords.test(title)))
    for (const { what, kind, cell, to } of figuresIn(table)) {
      followed += 1;
      if (to === null) {
        wrong.push(`${what} (${cell}) opens nothing`);
        continue;
      }
      const found = known.get(to) ?? behind(client, to);
      known.set(to, found);
      const is = kind === 'naira' ? (await found).naira : (await found).count;
      if (is !== cell) wrong.push(`${what} is ${cell}, and ${to} has ${is}`);
    }
  expect(wrong, `${report.kind} of ${who}`).toEqual([]);
  return followed;
}

const periods = {
  'a month': { from: '2023-01-01', to: '2023-01-31' },
  'parts of months': { from: '2022-12-29', to: '2023-01-12' },
  'a day': { from: '2023-01-05', to: '2023-01-05' },
};

const ofDays = ['standard', 'f-and-a', 'b-and-p', 'e', 'er'] as const;
const reports: readonly Asked[] = [
  ...ofDays.flatMap((kind) => Object.values(periods).map((days) => ({ kind, ...days }))),
  { kind: 'standard', by: 'week', from: '2022-12-29', to: '2023-02-03' },
  // Days that have not come yet.
  { kind: 'standard', from: dayFromNow(-1), to: dayFromNow(2) },
  { kind: 'snapshot' },
  { kind: 'unp' },
  { kind: 'unp', at: '2023-01-31' },
];

/** A change must pass a month of each report; its other days are for the night. */
const isByDay = ({ from }: Asked) => from === undefined || from === periods['a month'].from;

test.each(reports.filter(isByDay))('every figure opens rows that add up to it: %j', openRows);

test.each(reports.filter((asked) => !isByDay(asked)))(
  'every figure of other days opens rows that add up to it: %j',
  { tags: 'night' },
  openRows,
);

async function openRows(asked: Asked): Promise<void> {
  let followed = 0;
  const readers: [string, Client, Asked][] = [
    ['a state admin', admin.client, {}],
    ['a zone that a state admin chose', admin.client, { zone: 'Chikun' }],
    ['somebody of one zone', zonal, {}],
    ['whoever sees all', everywhere, asked['kind'] === 'er' ? { organisation: 'Kaduna' } : {}],
    ...(['standard', 'b-and-p', 'unp'].includes(asked['kind'] ?? '')
      ? [['one officer', admin.client, { officer }] as [string, Client, Asked]]
      : []),
  ];
  for (const [who, client, place] of readers) {
    const query = { ...asked, ...place };
    const report = (await client.ok(readReport, { query: query })).data;
    expect(report.checks.filter((check) => !holds(check))).toEqual([]);
    followed += await follow(client, report, `${who}: ${JSON.stringify(query)}`);
  }
  expect(followed).toBeGreaterThan(0);
}

test('what these reports count leads to every kind of rows', async () => {
  const found = new Set<string>();
  const days = periods['a month'];
  for (const asked of [
    ...ofDays.map((kind) => ({ kind, ...days })),
    { kind: 'standard', officer, ...days },
    { kind: 'unp', at: '2023-01-31' },
    { kind: 'cross', rows: 'offence', measure: 'cleared', ...days },
    { kind: 'cross', rows: 'offence', measure: 'decided', ...days },
  ]) {
    const { data } = await admin.client.ok(readReport, { query: asked });
    for (const { to } of data.tables.flatMap(figuresIn)) {
      const figure = new URLSearchParams(to?.split('?')[1]).get('figure');
      if (figure) found.add(figure);
    }
  }
  // Two figures of reconciliation, which no report has by its heads or offences.
  expect([...found, 'billed', 'outstanding'].toSorted()).toEqual(
    Object.keys(reportFigures).toSorted(),
  );
});

type Cross = Readonly<Record<'columns' | 'measure' | 'rows', string>>;

test.each<Cross>([
  { rows: 'week', columns: 'zone', measure: 'paid' },
  { rows: 'offence', columns: 'month', measure: 'withdrawn' },
  { rows: 'group', columns: 'zone', measure: 'received' },
  { rows: 'officer', columns: 'month', measure: 'received-naira' },
  { rows: 'day', columns: 'none', measure: 'received' },
  { rows: 'zone', columns: 'none', measure: 'decided-naira' },
  { rows: 'month', columns: 'none', measure: 'collisions' },
])('every figure of a cross table opens rows that add up to it: %j', openCross);

test.each<Cross>([
  { rows: 'offence', columns: 'month', measure: 'issued-naira' },
  { rows: 'offence', columns: 'none', measure: 'received-naira' },
  { rows: 'month', columns: 'offence', measure: 'paid-naira' },
  { rows: 'officer', columns: 'none', measure: 'received' },
  { rows: 'zone', columns: 'month', measure: 'cleared' },
  { rows: 'month', columns: 'offence', measure: 'issued' },
  { rows: 'week', columns: 'zone', measure: 'issued-naira' },
  { rows: 'offence', columns: 'zone', measure: 'issued' },
])('so does every figure of other cross tables: %j', { tags: 'night' }, openCross);

async function openCross(cross: Cross): Promise<void> {
  const query = { kind: 'cross', ...cross, from: '2022-12-29', to: '2023-02-28' } as const;
  for (const [who, client] of [
    ['a state admin', admin.client],
    ['somebody of one zone', zonal],
    ['whoever sees all', everywhere],
  ] as const) {
    const { data } = await client.ok(readReport, { query: query });
    expect(await follow(client, data, who)).toBeGreaterThan(0);
  }
}

test.each([
  [{ figure: 'all' }, 400, { figure: 'Select a figure.' }],
  [{ figure: 'issued', from: '' }, 400, undefined],
  [{ figure: 'issued', to: '2025-01-31' }, 400, { to: 'Select at most 366 days.' }],
  [
    { figure: 'issued', gateway: 'PayKaduna' },
    400,
    { gateway: 'You cannot filter this figure by that.' },
  ],
  [
    { figure: 'issued', offence: 'LGC-01' },
    400,
    { each: 'Select rows for each offence to filter by offence.' },
  ],
  [
    { figure: 'received', head: '12020501' },
    400,
    { each: 'Select rows for each revenue head to filter by one.' },
  ],
  [
    { figure: 'unpaid' },
    400,
    { from: 'Remove the first day. This figure is for the end of one day.' },
  ],
  [{ figure: 'issued', zone: 'Chikun' }, 403, undefined],
  [{ figure: 'issued', organisation: 'Ogun' }, 403, undefined],
] as const)(
  'rows that no figure counts are refused, as is a place beyond the scope: %j',
  async (asked, status, fields) => {
    const query = { from: '2023-01-01', to: '2023-01-31', ...asked };
    const answer = await zonal.call(listReportRows, { query });
    expect(answer).toMatchObject({ status, body: fields ? { fields } : {} });
  },
);

test('rows of statements are of one organisation, which somebody who sees all must choose', async () => {
  const query = { figure: 'compared', from: '2023-01-01', to: '2023-01-31' } as const;
  expect(await everywhere.call(listReportRows, { query })).toMatchObject({
    status: 400,
    body: { fields: { organisation: 'Select an organisation.' } },
  });
});
