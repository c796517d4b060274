import fc from 'fast-check';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Differences,
  exportDifferences,
  readDifferences,
} from '#contract/modules/money/differences.ts';
import { decideStatement, sendStatement } from '#contract/modules/money/statements.ts';
import { openSession, type Session } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { type History, storeHistory } from '#tests/support/histories.ts';
import { sendConfirmed } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: string;
let admin: Session;
let second: Session;
let zonal: Session;

beforeAll(async () => {
  app = await startTestApp();
  officer = (await makeAccount(app.db, 'booking officer')).id;
  const working = async (zone: string | null) =>
    openSession(app.url, (await makeAccount(app.db, 'state admin', { zone })).email);
  admin = await working(null);
  second = await working(null);
  zonal = await working('Zaria');
});
afterAll(() => app.stop());

const store = async (history: Partial<History>) => {
  const { id, billRef } = await storeHistory(app.db, officer, {
    lines: [{ code: '12020501', naira: 5_000 }],
    made: '2023-01-01T10:00:00Z',
    billed: true,
    paid: null,
    cleared: false,
    withdrawnBy: null,
    odd: 0,
    ...history,
  });
  return { id, billRef: billRef ?? '' };
};

type Line = readonly [day: string, billRef: string, naira: number | string];

async function send(lines: readonly Line[], body: Record<string, string> = {}): Promise<void> {
  const rows = lines.map((line) => line.join(','));
  const content = ['Date,Reference,Amount,Receipt', ...rows].join('\n');
  await sendConfirmed([admin.client, second.client], content, body);
}

const read = async (query: Record<string, string>, { client }: Session = admin) =>
  (await client.ok(readDifferences, { query })).data;

const kindsOf = ({ differences }: Differences) =>
  differences.map(({ kind, billRef }) => [kind, billRef]);

const of = (count: number, amount: number) => ({ count, amount });

/** The listed differences always explain the whole difference between the two sums. */
function holds(answer: Differences): void {
  const { ours, theirs, difference, explained, unexplained, differences, total, kinds } = answer;
  expect(difference).toBe(theirs.amount - ours.amount);
  expect(explained).toBe(difference);
  expect(unexplained).toBe(0);
  expect(total).toBe(differences.length);
  expect(differences.reduce((sum, one) => sum + one.difference, 0)).toBe(explained);
  expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(total);
}

describe('of each bill', () => {
  const days = { from: '2023-03-01', to: '2023-03-31' };
  const paid = '2023-03-10T10:00:00Z';
  const bills: Record<string, { id: string; billRef: string }> = {};

  beforeAll(async () => {
    for (const name of ['agrees', 'missing', 'dearer', 'twice'])
      bills[name] = await store({ paid });
    bills['unpaid'] = await store({});
    // Paid just before midnight and confirmed after it. Both days are in the period, so it is no
    // difference.
    bills['late'] = await store({ paid: '2023-03-11T23:05:00Z' });
    bills['before'] = await store({ paid: '2023-02-28T22:30:00Z' });
    bills['after'] = await store({ paid: '2023-03-31T23:30:00Z' });
    const ref = (name: string) => bills[name]?.billRef ?? '';
    await send(
      [
        ['2023-03-10 09:00', ref('agrees'), 5_000],
        ['2023-03-10 09:00', ref('dearer'), 5_000.5],
        ['2023-03-10 09:00', ref('twice'), 5_000],
        ['2023-03-12 09:00', ref('twice'), 5_000],
        ['2023-03-10 09:00', ref('unpaid'), 5_000],
        ['2023-03-10 09:00', 'NOBODY', 700],
        ['2023-03-11 23:58', ref('late'), 5_000],
        ['2023-03-01 00:30', ref('before'), 5_000],
        ['2023-03-31 23:30', ref('after'), 5_000],
      ],
      days,
    );
  });

  test('what differs is listed with both amounts, their days and the booking', async () => {
    const answer = await read(days);
    holds(answer);
    const ref = (name: string) => bills[name]?.billRef ?? '';
    expect(Object.fromEntries(answer.differences.map((one) => [one.billRef, one]))).toMatchObject({
      [ref('missing')]: {
        kind: 'not in the statement',
        booking: { _id: bills['missing']?.id, registration: 'ABC-123DE', zone: 'Zaria' },
        ours: { amount: 5_000, day: '2023-03-10' },
        theirs: null,
        difference: -5_000,
      },
      [ref('dearer')]: { kind: 'other amount', theirs: { amount: 5_000.5 }, difference: 0.5 },
      [ref('twice')]: {
        kind: 'twice in the statement',
        theirs: { day: '2023-03-12', amount: 5_000 },
        difference: 5_000,
      },
      [ref('unpaid')]: {
        kind: 'not in Hanya',
        booking: { _id: bills['unpaid']?.id },
        ours: null,
        difference: 5_000,
      },
      NOBODY: { kind: 'not in Hanya', booking: null, ours: null, theirs: { amount: 700 } },
      [ref('before')]: { kind: 'other day', ours: { day: '2023-02-28' }, difference: 5_000 },
      [ref('after')]: { kind: 'other day', ours: { day: '2023-04-01' }, difference: 5_000 },
    });
    expect(answer.total).toBe(7);
    expect(answer).toMatchObject({ ours: of(5, 25_000), theirs: of(9, 40_700.5) });
  });

  test('a page of them is a page, and its sums are of all', async () => {
    const all = await read(days);
    const page = await read({ ...days, limit: '3', page: '2' });
    expect(page.differences).toEqual(all.differences.slice(3, 6));
    expect({ ...page, differences: [], asAt: '' }).toEqual({ ...all, differences: [], asAt: '' });
  });

  test('a day without a statement is named, and its payments don’t count as missing', async () => {
    await store({ paid: '2023-04-02T10:00:00Z' });
    const answer = await read({ from: '2023-03-31', to: '2023-04-02' });
    holds(answer);
    expect(answer.withoutStatement).toEqual([{ from: '2023-04-01', to: '2023-04-02' }]);
    expect(answer.uncompared).toEqual(of(2, 10_000));
    expect(kindsOf(answer)).toEqual([['other day', bills['after']?.billRef]]);
  });

  test('whoever sees one zone is shown what concerns its bookings', async () => {
    const there = await store({ paid, changes: { zone: 'Chikun' } });
    const mine = await read(days, zonal);
    holds(mine);
    expect(kindsOf(mine).flat()).not.toContain('NOBODY');
    expect(kindsOf(mine).flat()).not.toContain(there.billRef);
    expect(kindsOf(mine).flat()).toContain(bills['missing']?.billRef);
  });

  test('the file holds all of them', async () => {
    const { differences } = await read(days);
    const rows = await exportedRows(app, admin, exportDifferences, days);
    expect(rows.map((row) => [row['Difference'], row['Bill Reference']])).toEqual(
      differences.map(({ kind, billRef }) => [kind, billRef]),
    );
    expect(rows.map((row) => Number(row['Difference (naira)']))).toEqual(
      differences.map(({ difference }) => difference),
    );
  });
});

test('a later statement stands in the place of an earlier one on the days that both cover', async () => {
  const { billRef } = await store({ paid: '2023-06-02T10:00:00Z' });
  await send([['2023-06-01', 'WRONG', 1]], { from: '2023-06-01', to: '2023-06-02' });
  const days = { from: '2023-06-01', to: '2023-06-02' };
  expect(kindsOf(await read(days))).toEqual([
    ['not in Hanya', 'WRONG'],
    ['not in the statement', billRef],
  ]);
  await send([['2023-06-02', billRef, 5_000]]);
  expect(kindsOf(await read(days))).toEqual([['not in Hanya', 'WRONG']]);
  await send([], { ...days, to: '2023-06-01' });
  const last = await read(days);
  expect(last).toMatchObject({ total: 0, difference: 0, theirs: of(1, 5_000) });
  expect(last.statements.map(({ lines }) => lines)).toEqual([0, 1, 1]);
});

test('statements and payments of another organisation are not compared', async () => {
  const changes = { organisation: 'Ogun', zone: 'Ifo' };
  const { billRef } = await store({ paid: '2023-07-01T10:00:00Z', changes });
  await send([['2023-07-01', billRef, 5_000]]);
  const [difference] = (await read({ from: '2023-07-01', to: '2023-07-01' })).differences;
  expect(difference).toMatchObject({ kind: 'not in Hanya', billRef, booking: null, ours: null });
});

test('a file without references is compared by the bills that its descriptions name', async () => {
  const paid = { paid: '2023-09-01T10:00:00Z' };
  const [slashed, small, one, other] = [
    await store(paid),
    await store(paid),
    await store(paid),
    await store(paid),
  ];
  const there = await store({ ...paid, changes: { organisation: 'Ogun', zone: 'Ifo' } });
  const both = `${one.billRef} AND ${other.billRef}`;
  const foreign = `TRF ${there.billRef}`;
  const rows = [
    `NIP/${slashed.billRef}/MUSA,5000`,
    `fine ${small.billRef.toLowerCase()},5000`,
    `${both},10000`,
    `${foreign},5000`,
    'CASH DEPOSIT,700',
    'CASH DEPOSIT,800',
  ];
  const content = ['Date,Narration,Amount', ...rows.map((row) => `2023-09-01,${row}`)].join('\n');
  const files = [{ field: 'file', content }];
  const { data } = await admin.client.ok(sendStatement, { body: {}, files });
  expect(data).toMatchObject({ lines: 6, without: 0, unmatched: 4 });
  const confirming = { params: { id: data.id }, body: { agrees: true } };
  await second.client.ok(decideStatement, confirming);
  const answer = await read({ from: '2023-09-01', to: '2023-09-01' });
  holds(answer);
  const told = answer.differences.map(({ kind, billRef, theirs }) => [
    kind,
    billRef,
    theirs?.amount,
  ]);
  expect(told.toSorted()).toEqual(
    [
      ['not in Hanya', 'CASH DEPOSIT', 700],
      ['not in Hanya', 'CASH DEPOSIT', 800],
      ['not in Hanya', both, 10_000],
      ['not in Hanya', foreign, 5_000],
      ['not in the statement', one.billRef, undefined],
      ['not in the statement', other.billRef, undefined],
    ].toSorted(),
  );
});

test('whatever is paid and stated, the differences explain all of it', async () => {
  const day = fc.integer({ min: 1, max: 6 }).map((number) => `2023-08-0${number}`);
  const naira = fc.constantFrom(1_000, 2_000);
  const stories = fc.array(
    fc.record({
      paid: fc.option(day, { nil: null }),
      naira,
      lines: fc.array(fc.record({ day, naira }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const covered = fc.tuple(day, day).filter(([from, to]) => from <= to);
  await fc.assert(
    fc.asyncProperty(stories, covered, covered, async (told, [first, last], [from, to]) => {
      const lines: Line[] = [['2023-08-01', `LOOSE-${ulid()}`, 100]];
      for (const { paid, naira: price, lines: stated } of told) {
        const { billRef } = await store({
          lines: [{ code: '12020501', naira: price }],
          paid: paid === null ? null : `${paid}T12:00:00Z`,
        });
        for (const one of stated) lines.push([one.day, billRef, one.naira]);
      }
      const within = lines.filter(([at]) => at >= first && at <= last);
      await send(within.length > 0 ? within : [[first, `ONE-${ulid()}`, 1]], {
        from: first,
        to: last,
      });
      const answer = await read({ from, to, limit: '100' });
      if (answer.total <= 100) holds(answer);
      else expect(answer.unexplained).toBe(0);
    }),
    { ...draws(12), endOnFailure: true },
  );
});

test('an organisation must be chosen by those who see several', async () => {
  const { email } = await makeAccount(app.db, 'state admin', { state: null });
  const { client } = await openSession(app.url, email);
  const query = { from: '2023-03-01', to: '2023-03-02' };
  expect(await client.call(readDifferences, { query })).toMatchObject({ status: 400 });
  const answer = await client.ok(readDifferences, { query: { ...query, organisation: 'Ogun' } });
  expect(answer.data).toMatchObject({ organisation: 'Ogun', statements: [], total: 0 });
});
