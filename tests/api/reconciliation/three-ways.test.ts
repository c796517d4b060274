import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDifferences } from '#contract/modules/money/differences.ts';
import {
  readColumns,
  sendStatement,
  type StatementOwner,
} from '#contract/modules/money/statements.ts';
import {
  decideClosing,
  proposeClosing,
  readClosings,
} from '#contract/modules/reports/report-closings.ts';
import { readReport } from '#contract/modules/reports/reports.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeHistory } from '#tests/support/histories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { sendConfirmed } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let officer: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = (await makeAccount(app.db, 'booking officer')).id;
});
afterAll(() => app.stop());

const paid = (day: string, naira: number) =>
  storeHistory(app.db, officer, {
    lines: [{ code: '12020501', naira }],
    made: `${day}T08:00:00Z`,
    billed: true,
    paid: `${day}T10:00:00Z`,
    cleared: false,
    withdrawnBy: null,
    odd: 0,
  });

const say = (whose: StatementOwner, from: string, to: string, lines: readonly string[]) =>
  sendConfirmed([admin.client, second.client], ['Date,Reference,Amount', ...lines, ''].join('\n'), {
    from,
    to,
    whose,
  });

const compared = async (from: string, to: string, by = admin) =>
  (await by.ok(readDifferences, { query: { from, to } })).data;

const told = async (from: string, to: string) =>
  (await compared(from, to)).ways.map(({ since, ...way }) => ({ ...way, differs: since !== null }));

test('Hanya, the gateway and the bank stand side by side for each day, whichever came last', async () => {
  const [day, next] = ['2023-03-01', '2023-03-02'];
  const one = await paid(day, 5000);
  const two = await paid(next, 7000);
  await say('gateway', day, next, [`${day},${one.billRef},5000`, `${next},${two.billRef},6500`]);
  await say('bank', day, day, [`${day},SETTLEMENT 1,4900`]);
  expect(await told(day, next)).toEqual([
    {
      day,
      gateway: 'PayKaduna',
      ours: 5000,
      gatewaySays: 5000,
      gatewayDiffers: 0,
      bankSays: 4900,
      bankDiffers: -100,
      differs: true,
    },
    {
      day: next,
      gateway: 'PayKaduna',
      ours: 7000,
      gatewaySays: 6500,
      gatewayDiffers: -500,
      bankSays: null,
      bankDiffers: null,
      differs: true,
    },
  ]);
  const { differences, theirs, withoutStatement } = await compared(day, next);
  expect(
    differences.map(({ kind }) => kind),
    'the bank is compared by no bill',
  ).toEqual(['other amount']);
  expect([theirs.amount, withoutStatement]).toEqual([11_500, []]);
});

test('a bank’s statement alone covers no day of the gateway, and is held against Hanya', async () => {
  const day = '2023-04-01';
  await paid(day, 3000);
  await say('bank', day, day, [`${day},LUMP,2500`]);
  expect(await told(day, day)).toMatchObject([
    { ours: 3000, gatewaySays: null, gatewayDiffers: null, bankSays: 2500, bankDiffers: -500 },
  ]);
  const { withoutStatement, ours, uncompared } = await compared(day, day);
  expect([withoutStatement, ours.count, uncompared.amount]).toEqual([
    [{ from: day, to: day }],
    0,
    3000,
  ]);
  const asked = { kind: 'er' as const, from: day, to: day, reason: '' };
  expect(await admin.call(proposeClosing, { body: asked })).toMatchObject({
    status: 409,
    body: { code: 'no_statement' },
  });
});

test('of two statements of one source the last counts, and a difference is as old as its first', async () => {
  const day = '2023-05-01';
  const { billRef } = await paid(day, 3000);
  const line = `${day},${billRef},2000`;
  await say('gateway', day, day, [line]);
  const [first] = (await compared(day, day)).ways;
  await say('bank', day, day, [`${day},LUMP,2000`]);
  await say('gateway', day, day, [line, `${day},OTHER,0.01`]);
  const [changed] = (await compared(day, day)).ways;
  expect(changed).toMatchObject({ gatewaySays: 2000.01, bankSays: 2000 });
  await say('gateway', day, '2023-05-02', [line, '2023-05-02,OTHER,1']);
  const [again] = (await compared(day, day)).ways;
  expect(again).toMatchObject({ gatewaySays: 2000, bankDiffers: 0, since: first?.since });
  expect(first?.since).not.toBeNull();
});

test('ER prints the three columns and the exception of a bill, and says that the bank’s word is missing', async () => {
  const day = '2023-06-01';
  const { id, billRef } = await paid(day, 4000);
  await app.db.transaction().execute((trx) =>
    raiseException(trx, {
      kind: 'second payment',
      bookingId: id,
      gateway: 'PayKaduna',
      billRef,
      amountKobo: 400_000,
      receipt: 'R2',
      description: 'Twice.',
      dedupeKey: `three ways ${id}`,
    }),
  );
  await say('gateway', day, day, [`${day},${billRef},4000`, `${day},${billRef},4000`]);
  const read = async () =>
    (await admin.ok(readReport, { query: { kind: 'er', from: day, to: day } })).data;
  const before = await read();
  expect(before.notes).toContain(
    `There is no account statement from the bank for ${day}, so nothing shows that this money reached the account.`,
  );
  const differences = before.tables.find(({ title }) => title === 'The differences');
  expect(differences?.rows[0]?.cells.at(-1)).toBe('second payment, open');
  expect(differences?.rows[0]?.opens.at(-1)).toMatch(/^\/exceptions\?open=/);
  await say('bank', day, day, [`${day},LUMP,8000`]);
  const { tables, notes } = await read();
  const ways = tables.find(({ title }) => title === 'Hanya, gateway and bank by day');
  expect(ways?.rows[0]?.cells.slice(2, 7)).toEqual([4000, 8000, 4000, 8000, 0]);
  expect(notes).toContain('The bank’s account statement covers each day on which money came in.');
  const body = { kind: 'er' as const, from: day, to: day };
  const { id: closing } = (await admin.ok(proposeClosing, { body })).data;
  await second.ok(decideClosing, { params: { id: closing }, body: { agrees: true } });
  const { kept } = (await admin.ok(readClosings, { query: { ...body, closing } })).data;
  expect(kept?.report.notes).toEqual(expect.arrayContaining(notes));
});

test('an account of one zone sees no sums of the whole organisation', async () => {
  const head = await makePerson(app, 'zonal head', { zone: 'Chikun' });
  expect((await compared('2023-03-01', '2023-03-02', head)).ways).toEqual([]);
});

test('a file of an account looks like the bank’s, one whose lines name bills like the gateway’s', async () => {
  const { billRef } = await paid('2023-07-01', 1000);
  const looked = async (content: string) => {
    const files = [{ field: 'file', content }];
    const { data } = await admin.ok(readColumns, { body: {}, files });
    return data.reading?.looksLike;
  };
  const account = 'Date,Reference,Debit,Credit,Balance\n';
  expect(await looked(`${account}2023-07-01,LUMP SUM,,1000,9000\n`)).toBe('bank');
  expect(await looked(`${account}2023-07-01,${billRef},,1000,9000\n`)).toBe('gateway');
  expect(await looked('Date,Reference,Amount\n2023-07-01,LUMP,1000\n')).toBe('gateway');
});

test('whose statement it is stands in the trail, and nothing else than these two is taken', async () => {
  const files = [{ field: 'file', content: 'Date,Reference,Amount\n2023-08-01,LUMP,77\n' }];
  const odd = await admin.call(sendStatement, { body: { whose: 'mine' as never }, files });
  expect(odd).toMatchObject({
    status: 400,
    body: {
      fields: { whose: 'Select whether the statement is from the payment gateway or the bank.' },
    },
  });
  const { data } = await admin.ok(sendStatement, { body: { whose: 'bank' }, files });
  const row = (await trailOf(app.db)).findLast(({ event }) => event === 'statement.sent');
  expect(row?.after).toMatchObject({ statement: data.id, whose: 'bank' });
});
