import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentBody } from '#contract/endpoint.ts';
import { readColumns, sendStatement } from '#contract/modules/money/statements.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let anywhere: Client;
beforeAll(async () => {
  app = await startTestApp();
  const { email } = await makeAccount(app.db, 'state admin');
  admin = await signedIn(app.url, email);
  const everywhere = await makeAccount(app.db, 'state admin', { state: null });
  anywhere = await signedIn(app.url, everywhere.email);
});
afterAll(() => app.stop());

type Body = SentBody<typeof sendStatement>;

const send = (
  content: string,
  { client = admin, body = {} }: { client?: Client; body?: Body } = {},
) => client.call(sendStatement, { body, files: [{ field: 'file', content }] });

const head = 'Date,Reference,Receipt,Amount\r\n';
const good = '2024-04-01,1,,100\r\n';

async function countStatements(): Promise<number> {
  const rows = await app.db.selectFrom('statements').select('id').execute();
  return rows.length;
}

test.each([
  ['no reference', 'Date,Receipt,Amount\n2024-04-01,1,100\n', /with the bill reference/],
  ['two amounts', `Amount,${head}1,${good}`, /Select “Amount” for only one column/],
  ['a column that nobody knows', 'Date,Reference,Amount,Odd\n2024-04-01,1,9,x\n', /“Odd”/],
])('columns that can’t be told are asked for: %s', async (_what, content, sentence) => {
  const before = await countStatements();
  expect(await send(content)).toMatchObject({
    status: 409,
    body: { code: 'columns_needed', error: expect.stringMatching(sentence) as unknown },
  });
  expect(await countStatements()).toBe(before);
});

test('lines that brought no money are left out, and said', async () => {
  const rows = ['1,,100,success', '2,,100,failed', '3,,100,abandoned', '4,,100,reversed'];
  const lines = rows.map((row) => `2024-06-01,${row}\n`).join('');
  const answer = await send(`Date,Reference,Receipt,Amount,Status\n${lines}`);
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { lines: 1, amount: 100, without: 3 } },
  });
});

test('what a person says the columns are is kept for the next file with the same head', async () => {
  const file = (bill: string) => `Day,What,Sum\n2024-06-02,${bill},100\n`;
  const look = async (content: string) => {
    const files = [{ field: 'file', content }];
    return (await admin.ok(readColumns, { body: {}, files })).data;
  };
  const unknown = { roles: [null, null, null], chosenBefore: false };
  expect(await look(file('A1'))).toMatchObject({ ...unknown, rows: [['2024-06-02', 'A1', '100']] });
  const columns = ['date', 'reference', 'amount'] as const;
  expect(await send(file('A1'), { body: { columns: [...columns] } })).toMatchObject({
    status: 200,
  });
  expect(await look(file('A2'))).toMatchObject({ roles: columns, chosenBefore: true, why: null });
  expect(await send(file('A2'))).toMatchObject({ status: 200, body: { data: { lines: 1 } } });
  const elsewhere = { client: anywhere, body: { organisation: 'Ogun' as const } };
  expect(await send(file('A3'), elsewhere)).toMatchObject({ status: 409 });
});

test('before it is sent, a file is read as it would be stored, and nothing is stored', async () => {
  const before = await countStatements();
  const content =
    'Date,Ref,Remarks,Credit,Debit\n2024-07-01,S48213307,CASH,100,\nTotal,,,100,\n2024-07-02,FEE,SMS,,4\n';
  const files = [{ field: 'file', content }];
  const { data } = await admin.ok(readColumns, { body: {}, files });
  expect(data).toMatchObject({
    why: null,
    reading: {
      from: '2024-07-01',
      to: '2024-07-01',
      lines: 1,
      amount: 100,
      without: 1,
      unmatched: 1,
      shown: [{ line: 2, billRef: 'S48213307', isBill: false, amount: 100 }],
      leftOut: [{ line: 4, cells: ['2024-07-02', 'FEE', 'SMS', '', '4'] }],
    },
  });
  expect(await countStatements()).toBe(before);
  const { data: sent } = await admin.ok(sendStatement, { body: {}, files });
  expect(sent).toMatchObject({ lines: 1, amount: 100, without: 1, unmatched: 1 });
});

test('a line that can’t be read is named before anything is sent', async () => {
  const files = [{ field: 'file', content: 'Date,Reference,Amount\nsoon,900,100\n' }];
  expect(await admin.call(readColumns, { body: {}, files })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Line 2, column Date') as unknown },
  });
});
