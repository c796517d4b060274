import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SentBody } from '#contract/endpoint.ts';
import { readDifferences } from '#contract/modules/money/differences.ts';
import {
  decideStatement,
  sendStatement,
  takeBackStatement,
} from '#contract/modules/money/statements.ts';
import { verifyAudit } from '#server/trail.ts';
import { someText } from '#tests/api/endpoints/endpoint-row.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { sendConfirmed } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let adminId: string;
let second: Client;
let anywhere: Client;
let zonal: Client;

beforeAll(async () => {
  app = await startTestApp();
  const working = async (place: Parameters<typeof makeAccount>[2]) =>
    signedIn(app.url, (await makeAccount(app.db, 'state admin', place)).email);
  const account = await makeAccount(app.db, 'state admin');
  adminId = account.id;
  admin = await signedIn(app.url, account.email);
  second = await working({ state: 'Kaduna' });
  anywhere = await working({ state: null });
  zonal = await working({ state: 'Kaduna', zone: 'Zaria' });
});
afterAll(() => app.stop());

type Body = Omit<SentBody<typeof sendStatement>, 'organisation'> & { organisation?: string };

const send = (
  content: string | Uint8Array<ArrayBuffer>,
  { client = admin, body = {} }: { client?: Client; body?: Body } = {},
) => client.call(sendStatement, { body, files: [{ field: 'file', content }] });

const head = 'Date,Reference,Receipt,Amount\r\n';

async function linesOf(id: string) {
  const lines = await app.db
    .selectFrom('statement_lines')
    .where('statement_id', '=', id)
    .select(['line', 'bill_ref', 'receipt', 'amount_kobo', 'paid_at'])
    .orderBy('line')
    .execute();
  return lines.map(({ line, bill_ref, receipt, amount_kobo, paid_at }) =>
    [line, bill_ref, receipt, amount_kobo, paid_at.toISOString()].join(' '),
  );
}

const countStatements = async () =>
  (
    await app.db
      .selectFrom('statements')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

describe('a file of the bank is read', () => {
  test.each<[string, string]>([
    [
      'with commas, quotes, thousands and Windows line ends',
      'Date,Reference,Receipt,Amount\r\n2024-01-05 14:03,100,0001,"12,000.50"\r\n',
    ],
    [
      'with a byte order mark and semicolons, in any order and beside other columns',
      '\uFEFFAMOUNT;Branch;receipt;Bill Reference;Paid at\n₦12,000.50;Zaria, main;0001;100;05/01/2024 2:03 PM\n',
    ],
    [
      'with tabs, old line ends and empty lines',
      'date\tbill_reference\treceipt\tamount (naira)\r\r05 Jan 2024 14:03\t100\t0001\t12000.5\r\r',
    ],
    [
      'with an offset and line breaks in a quoted cell of another column',
      'Date,Note,Reference,Receipt,Amount\n2024-01-05T13:03:00Z,"a\n""b""",100,0001,NGN 12000.50\n',
    ],
  ])('%s', async (_how, content) => {
    const answer = await send(content);
    if (!answer.ok) throw new Error(answer.body.error);
    const { data } = answer.body;
    expect(data).toMatchObject({
      organisation: 'Kaduna',
      gateway: 'PayKaduna',
      source: 'sent',
      sentBy: 'Amina Sule',
      from: '2024-01-05',
      to: '2024-01-05',
      lines: 1,
      amount: 12_000.5,
    });
    const [line = ''] = await linesOf(data.id);
    expect(line.replace(/^\d+ /, '')).toBe('100 0001 1200050 2024-01-05T13:03:00.000Z');
  });

  test('and written down with who sent it, and what it comes to', async () => {
    const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
    await send(`${head}2024-01-08,110,,1\r\n2024-01-09,111,,2.25\r\n`, {
      body: { from: '2024-01-07', to: '2024-01-10' },
    });
    expect(await trailOf(app.db, { after: before })).toMatchObject([
      {
        event: 'statement.sent',
        record_type: 'organisation',
        record_id: 'Kaduna',
        after: {
          from: '2024-01-07',
          to: '2024-01-10',
          gateway: 'PayKaduna',
          lines: 2,
          amount: 3.25,
          sha256: someText,
        },
      },
    ]);
  });

  test('with 50,000 lines, and not with one more', async () => {
    const line = (number: number) => `2024-02-01,${number},,1000.00`;
    const most = Array.from({ length: 50_000 }, (_, number) => line(number + 1));
    const answer = await send(head + most.join('\r\n'));
    expect(answer).toMatchObject({ status: 200, body: { data: { lines: 50_000 } } });
    const more = await send(head + [...most, line(0)].join('\r\n'));
    expect(more.body).toMatchObject({ error: expect.stringContaining('50,000 lines') as unknown });
  });

  test('once: the same file again is a 409, also of several at once, and another organisation’s own', async () => {
    const content = `${head}2024-03-01,120,,1\r\n`;
    const sent = await Promise.all([send(content), send(content), send(content)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await send(content)).body).toMatchObject({ code: 'already_sent' });
    const other = await send(content, { client: anywhere, body: { organisation: 'Ogun' } });
    expect(other).toMatchObject({ status: 200, body: { data: { organisation: 'Ogun' } } });
  });
});

describe('a file that can’t be trusted is refused whole, naming what is wrong:', () => {
  const good = '2024-04-01,1,,100\r\n';
  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['nothing', '', /empty/],
    ['names alone', head, /has no lines/],
    [
      'a day that isn’t',
      `${head}${good}2024-02-30,2,,100`,
      /Line 3, column Date says “2024-02-30”/,
    ],
    ['a month that isn’t', `${head}04/13/2024,2,,100`, /Line 2, column Date/],
    ['a day to come', `${head}2199-01-01,2,,100`, /column Date .* a day that is over/],
    ['no date', `${head},2,,100`, /Line 2, column Date is empty/],
    [
      'no reference in a line',
      `${head}${good}2024-04-01,,,100`,
      /Line 3, column Reference is empty/,
    ],
    ['a rounded reference', `${head}2024-04-01,1.2E+11,,100`, /spreadsheet has rounded/],
    ['a long reference', `${head}2024-04-01,${'1'.repeat(65)},,100`, /column Reference/],
    ['a control sign', `${head}2024-04-01,1,\u0007,100`, /Line 2, column Receipt/],
    ['no amount', `${head}2024-04-01,1,,`, /Line 2, column Amount is empty/],
    ['nothing paid', `${head}2024-04-01,1,,0.00`, /column Amount/],
    ['a part of a kobo', `${head}2024-04-01,1,,1.005`, /column Amount/],
    ['other thousands', `${head}2024-04-01,1,,12.000`, /column Amount/],
    ['thousands astray', `${head}2024-04-01,1,,"1,20,000"`, /column Amount/],
    ['a formula', `${head}2024-04-01,1,,=1+1`, /column Amount says “=1\+1”/],
    ['an amount without quotes', `${head}2024-04-01,1,,12,000`, /Line 2 has more cells .* quotes/],
    ['a quote left open', `${head}2024-04-01,"1,,100\r\n${good}`, /quotation mark/],
    ['a quote in a cell', `${head}2024-04-01,"1"2,,100`, /Line 2 has a quotation mark/],
    ['a line without end', `${head}2024-04-01,1,,${'9'.repeat(20_000)}`, /too long/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]), /not a CSV file/],
  ])('%s', async (_what, content, sentence) => {
    const before = await countStatements();
    const answer = await send(content);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(answer.body).toMatchObject({ error: expect.stringMatching(sentence) as unknown });
    expect(await countStatements()).toBe(before);
  });

  test.each<[Body, number, RegExp]>([
    [{ from: '2024-04-02' }, 400, /first day on or before/],
    [{ to: '2024-03-31' }, 400, /first day on or before|outside/],
    [{ from: '2024-04-02', to: '2024-04-01' }, 400, /first day on or before/],
    [{ to: '2199-01-01' }, 400, /last day must be yesterday or earlier/],
    [{ from: 'April' }, 400, /2026-11-01/],
    [{ gateway: 'Nobody' }, 400, /PayKaduna or Paystack/],
    [{ organisation: 'Ogun' }, 403, /can see only Kaduna/],
  ])('days or places such as %j', async (body, status, sentence) => {
    const answer = await send(head + good, { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(sentence) as unknown });
  });

  test('more than 5 MB', async () => {
    expect(await send('a'.repeat(5 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { error: 'The file is larger than 5 MB. Send a smaller one.' },
    });
  });

  test('no file, or whose it is unsaid, or from somebody who sees one zone', async () => {
    expect(await admin.call(sendStatement, { body: {} })).toMatchObject({ status: 400 });
    const unsaid = await send(head + good, { client: anywhere });
    expect(unsaid).toMatchObject({ status: 400, body: { fields: { organisation: someText } } });
    expect(await send(head + good, { client: zonal })).toMatchObject({ status: 403 });
  });
});

test('a statement of days without a payment says which days they are', async () => {
  const days = { from: '2024-05-04', to: '2024-05-05' };
  expect(await sendConfirmed([admin, second], head, days)).toMatchObject(days);
  const query = { from: '2024-05-03', to: '2024-05-06' };
  const { data } = await admin.ok(readDifferences, { query });
  expect(data.withoutStatement).toEqual([
    { from: '2024-05-03', to: '2024-05-03' },
    { from: '2024-05-06', to: '2024-05-06' },
  ]);
});

describe('a statement that was sent', () => {
  const decide = (client: Client, id: string, body: object) =>
    client.call(decideStatement, { params: { id }, body });

  async function sent(content: string, days: Body = {}) {
    const answer = await send(content, { body: days });
    if (!answer.ok) throw new Error(answer.body.error);
    return answer.body.data;
  }

  test('is compared once a second person has confirmed it, who sees until then that it waits', async () => {
    const days = { from: '2022-07-01', to: '2022-07-02' };
    const { id, state } = await sent(`${head}2022-07-01,700,,1\r\n`, days);
    expect(state).toBe('waiting');
    const compared = async () => (await second.ok(readDifferences, { query: days })).data;
    expect(await compared()).toMatchObject({
      theirs: { count: 0 },
      withoutStatement: [days],
      statements: [{ id, state: 'waiting', decidedBy: null, decidedAt: null }],
    });
    expect(await decide(admin, id, { agrees: true })).toMatchObject({
      status: 409,
      body: { code: 'own_proposal' },
    });
    expect(await decide(zonal, id, { agrees: true })).toMatchObject({ status: 403 });
    const confirmed = await Promise.all([1, 2, 3].map(() => decide(second, id, { agrees: true })));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await compared()).toMatchObject({
      theirs: { count: 1, amount: 1 },
      withoutStatement: [],
      statements: [
        {
          id,
          state: 'in force',
          decidedBy: 'Amina Sule',
          decidedAt: expect.any(String) as unknown,
        },
      ],
    });
    const findings = (await verifyAudit(app.db)).findings.filter((found) => found.includes(id));
    expect(findings).toEqual([]);
  });

  test('is refused with a reason or taken back, and its file may be sent again', async () => {
    const content = `${head}2022-08-01,800,,1\r\n`;
    const first = await sent(content);
    expect(await decide(second, first.id, { agrees: false })).toMatchObject({ status: 400 });
    expect(await decide(second, first.id, { agrees: false, reason: 'Not ours.' })).toMatchObject({
      status: 200,
      body: { data: { state: 'refused', refusal: 'Not ours.' } },
    });
    const again = await sent(content);
    const takeBack = (client: Client) =>
      client.call(takeBackStatement, { params: { id: again.id } });
    expect(await takeBack(second)).toMatchObject({ status: 403 });
    expect(await takeBack(admin)).toMatchObject({ body: { data: { state: 'taken back' } } });
    expect(await decide(second, again.id, { agrees: true })).toMatchObject({ status: 409 });
    await sent(content);
  });

  test('can’t be put in force by its sender in the database either', async () => {
    const { id } = await sent(`${head}2022-09-01,900,,1\r\n`);
    const update = (changes: object) =>
      app.db.updateTable('statements').set(changes).where('id', '=', id).execute();
    const decided = { outcome: 'confirmed', decided_by: adminId, decided_at: new Date() };
    await expect(
      app.db.updateTable('proposals').set(decided).where('id', '=', id).execute(),
    ).rejects.toThrow(/decided_by_another/);
    await expect(update({ in_force: true })).rejects.toThrow(/permission denied/);
    await expect(
      asOwner(app, 'update statements set in_force = true where id = $1', [id]),
    ).rejects.toThrow(/second person/);
    await expect(update({ to_day: '2022-09-30' })).rejects.toThrow(/permission denied/);
    const row = await app.db
      .selectFrom('statements')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const another = { ...row, id: ulid(), sha256: 'f'.repeat(64), in_force: true };
    await expect(app.db.insertInto('statements').values(another).execute()).rejects.toThrow(
      /second person/,
    );
  });
});
