import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideFee,
  listFees,
  proposeFee,
  proposeFees,
  readFees,
  takeBackFee,
} from '#contract/fees.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let second: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

// Each test sets the fees of another day.
let ahead = 10;
const aDay = () => dayFromNow((ahead += 1));

const send = (list: string, from: string, proposes: boolean, file?: string) =>
  admin.client.call(proposeFees, {
    body: { list, from, proposes, reason: 'Gazette 14.' },
    files: file === undefined ? [] : [{ field: 'file', content: file }],
  });

async function sent(list: string, from: string, proposes = false, file?: string) {
  const answer = await send(list, from, proposes, file);
  if (!answer.ok) throw new Error(answer.body.error);
  return answer.body.data;
}

const proposalsOf = async (id: string) =>
  (await second.client.ok(readFees, { params: { id } })).data.proposals;
const feeFrom = async (id: string, day: string) =>
  (await second.client.ok(readFees, { params: { id } })).data.fees.find(({ from }) => from === day)
    ?.amount;

test('a gazette is proposed at once, and one second person confirms all of it once', async () => {
  const from = aDay();
  const list = 'LGC-01 6,000\nLGC-02\t7000\n12020503;25,000.00';
  const checked = await sent(list, from);
  expect(checked.proposed).toBe(0);
  expect(checked.fees).toMatchObject([
    { line: 1, offence: { id: 'LGC-01' }, before: 5_000, amount: 6_000, fault: '' },
    { offence: { id: 'LGC-02' }, amount: 7_000, fault: '' },
    { offence: { id: 'LGC-03' }, before: 20_000, amount: 25_000, fault: '' },
  ]);
  expect(await proposalsOf('LGC-01')).toEqual([]);

  expect((await sent(list, from, true)).proposed).toBe(3);
  const [proposal] = await proposalsOf('LGC-02');
  expect(proposal?.together).toEqual([
    { id: 'LGC-01', amount: 6_000 },
    { id: 'LGC-02', amount: 7_000 },
    { id: 'LGC-03', amount: 25_000 },
  ]);
  const deciding = { params: { id: proposal?.id ?? '' }, body: { agrees: true } };
  expect(await admin.client.call(decideFee, deciding)).toMatchObject({ status: 409 });
  const answers = await Promise.all([
    second.client.call(decideFee, deciding),
    second.client.call(decideFee, deciding),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const [id, amount] of [
    ['LGC-01', 6_000],
    ['LGC-02', 7_000],
    ['LGC-03', 25_000],
  ] as const) {
    expect(await feeFrom(id, from)).toBe(amount);
    const trail = await trailOf(app.db, { record: `Kaduna ${id}` });
    expect(trail.map(({ event }) => event)).toEqual(['fee.proposed', 'fee.set']);
  }
});

test('all of them are taken back or refused together', async () => {
  const from = aDay();
  await sent('LGC-04 9000\nLGC-05 9000', from, true);
  const [one] = await proposalsOf('LGC-04');
  await admin.client.ok(takeBackFee, { params: { id: one?.id ?? '' } });
  expect(await proposalsOf('LGC-05')).toMatchObject([{ state: 'taken back' }]);
  await sent('LGC-04 9000\nLGC-05 9000', from, true);
  const [two] = await proposalsOf('LGC-05');
  const refusing = { params: { id: two?.id ?? '' }, body: { agrees: false, reason: 'Too high.' } };
  await second.client.ok(decideFee, refusing);
  expect((await proposalsOf('LGC-04'))[0]).toMatchObject({ state: 'refused' });
  const { data } = await admin.client.ok(listFees);
  expect(data.filter(({ waiting }) => waiting !== null)).toEqual([]);
});

describe('a line with a fault says what to mend, and nothing is proposed', () => {
  test.each<[string, string, RegExp]>([
    ['no such offence', 'XYZ-01 6000', /has no offence/],
    ['no amount', 'LGC-06 Gazette', /does not end with an amount/],
    ['no whole naira', 'LGC-06 6000.50', /does not end with an amount/],
    ['too much', 'LGC-06 20,000,000', /at most/],
    ['below nothing', 'LGC-06 -5', /does not end with an amount/],
  ])('%s', async (_what, list, says) => {
    const from = aDay();
    expect((await sent(`LGC-07 8000\n${list}`, from)).fees[1]?.fault ?? '').toMatch(says);
    const answer = await send(`LGC-07 8000\n${list}`, from, true);
    expect(answer).toMatchObject({ status: 409, body: { code: 'faulty_lines' } });
    expect(await proposalsOf('LGC-07')).toEqual([]);
  });

  test('named twice, or waiting already', async () => {
    const from = aDay();
    const body = { amount: 8_000, from, reason: 'Gazette 13.' };
    await admin.client.ok(proposeFee, { params: { id: 'LGC-08' }, body });
    const { fees } = await sent('LGC-08 9000\nLGC-09 9000\nLGC-09 9500', from);
    expect(fees.map(({ fault }) => fault)).toEqual([
      expect.stringMatching(/is already waiting/),
      '',
      expect.stringMatching(/Line 2 also has LGC-09/),
    ]);
  });

  test('thousands that a CSV file parts into two cells', async () => {
    const from = aDay();
    const file =
      'Offence,Name,Fee\r\nLGC-06,Speeding,6,000\r\nLGC-10,Parking in zone 3,"6,000"\r\n';
    const { fees } = await sent('', from, false, file);
    expect(fees).toMatchObject([
      { line: 2, amount: null, fault: expect.stringMatching(/quotes|“6,000”/) as unknown },
      { line: 3, amount: 6_000, fault: '' },
    ]);
  });
});

test('a fee that is the same already is passed over, and a list of none is refused', async () => {
  const from = aDay();
  const { fees } = await sent('Licences\nLGC-06 5000', from);
  expect(fees).toMatchObject([{ line: 2, unchanged: true, fault: '' }]);
  expect(await send('LGC-06 5000', from, true)).toMatchObject({ status: 400 });
  expect(await send('', from, false)).toMatchObject({ status: 400 });
  expect(await send('LGC-06 6000', dayFromNow(0), false)).toMatchObject({
    status: 400,
    body: { fields: { from: expect.any(String) as unknown } },
  });
});

test('of two lists for the same day one is proposed whole, and the other not at all', async () => {
  const from = aDay();
  const answers = await Promise.all([
    send('LGC-11 9000\nLGC-12 9000', from, true),
    send('LGC-12 9500\nLGC-13 9500', from, true),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const waiting = (await admin.client.ok(listFees)).data.filter(
    ({ offence: { id }, waiting: one }) =>
      one !== null && ['LGC-11', 'LGC-12', 'LGC-13'].includes(id),
  );
  expect(waiting).toHaveLength(2);
});

test('whoever sees one zone alone proposes no list', async () => {
  const local = await makePerson(app, 'state admin', { zone: 'Zaria' });
  const body = { list: 'LGC-14 9000', from: aDay(), proposes: true, reason: 'Gazette 14.' };
  expect(await local.client.call(proposeFees, { body, files: [] })).toMatchObject({ status: 403 });
});
