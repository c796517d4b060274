import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDifferences } from '#contract/modules/money/differences.ts';
import { fetchStatement, sendStatement } from '#contract/modules/money/statements.ts';
import { paystackFor, startPaystack } from '#tests/gateways/paystack-server.ts';
import { anotherInstance } from '#tests/support/another-instance.ts';
import { type Client, openSession, signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
});
afterAll(() => app.stop());

test('PayKaduna has no statement to fetch, and the screen is told so', async () => {
  const days = { from: '2024-06-01', to: '2024-06-30' };
  const answer = await admin.call(fetchStatement, { body: days });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error:
        'Hanya cannot fetch statements from this payment gateway. Send the statement as a file.',
      code: 'no_statement',
    },
  });
  expect((await admin.ok(readDifferences, { query: days })).data.fetchable).toBeNull();
});

test('a gateway that has a statement is asked for it, and the same answer counts once', async () => {
  const paystack = await startPaystack();
  const instance = await anotherInstance(app, paystackFor(paystack, 'Kaduna'));
  const { email } = await makeAccount(app.db, 'state admin');
  const { client } = await openSession(instance.url, email);
  const days = { from: '2024-08-01', to: '2024-08-02' };
  const taken = (paid_at: string, amount: number) =>
    paystack.transactions.push({
      id: paystack.transactions.length + 1,
      access_code: '',
      status: 'success',
      reference: `PS-${amount}`,
      amount,
      currency: 'NGN',
      email: 'a@example.com',
      metadata: null,
      created_at: '2024-07-30T10:00:00.000Z',
      paid_at,
    });
  taken('2024-07-31T22:59:59.000Z', 1);
  taken('2024-07-31T23:00:00.000Z', 120_000);
  taken('2024-08-02T22:59:59.000Z', 250);
  taken('2024-08-02T23:00:00.000Z', 3);
  const { data } = await client.ok(fetchStatement, { body: days });
  expect(data).toMatchObject({ ...days, source: 'fetched', gateway: 'Paystack', lines: 2 });
  expect(data.amount).toBe(1_202.5);
  const again = await client.call(fetchStatement, { body: days });
  expect(again).toMatchObject({ status: 409, body: { code: 'already_sent' } });
  const { data: compared } = await client.ok(readDifferences, { query: days });
  expect(compared).toMatchObject({ fetchable: 'Paystack', withoutStatement: [], total: 2 });
  paystack.trouble.status = 500;
  const silent = await client.call(fetchStatement, { body: { ...days, from: '2024-08-02' } });
  expect(silent).toMatchObject({ status: 503, body: { code: 'gateway_unavailable' } });
  await instance.stop();
  paystack.close();
});

test.each([
  [{ from: '2024-06-01', to: '2024-07-02' }, /at most 31 days/],
  [{ from: '2199-01-01', to: '2199-01-02' }, /days up to yesterday/],
  [{ from: '2024-06-02', to: '2024-06-01' }, /first day/],
])('fetching %j is refused', async (body, sentence) => {
  const answer = await admin.call(fetchStatement, { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: expect.stringMatching(sentence) as unknown });
});

test('where no gateway is configured, nothing is fetched, and a file must say whose it is', async () => {
  const plain = await startTestApp({ DEMO: 'off' });
  const { email } = await makeAccount(plain.db, 'state admin');
  const { client } = await openSession(plain.url, email);
  const content = 'Date,Reference,Receipt,Amount\r\n2024-04-01,1,,100\r\n';
  const files = [{ field: 'file', content }];
  const unsaid = await client.call(sendStatement, { body: {}, files });
  expect(unsaid).toMatchObject({ status: 409, body: { code: 'no_gateway' } });
  const said = await client.call(sendStatement, { body: { gateway: 'Paystack' }, files });
  expect(said).toMatchObject({ status: 200, body: { data: { gateway: 'Paystack' } } });
  const days = { from: '2024-06-01', to: '2024-06-30' };
  expect(await client.call(fetchStatement, { body: days })).toMatchObject({ status: 409 });
  await plain.stop();
});
