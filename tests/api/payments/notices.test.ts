import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { readBooking } from '#contract/bookings.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { confirmException, settleException } from '#contract/exceptions.ts';
import { type Client, refusalOf, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { booked, bookedWithBill, until } from '#tests/support/journey.ts';
import { aNotice, noticePath, signatureOf } from '#tests/support/notices.ts';
import {
  billAtGateway,
  billsAtGateway,
  foreignBill,
  holdAnswers,
  takeMoney,
} from '#tests/support/sandbox-books.ts';
import { send } from '#tests/support/send.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf } from '#tests/support/withdrawals.ts';

let app: TestApp;
let officer: Client;
let admin: Client;
let other: Client;

beforeAll(async () => {
  app = await startTestApp();
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
  admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
  other = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
});
afterEach(() => {
  Object.assign(app.faults, { down: false, fail: false });
});
afterAll(() => app.stop());

type Body = string | Buffer<ArrayBuffer>;
const post = (body: Body, headers: Record<string, string> = signatureOf(body), path = noticePath) =>
  send(app.url + path, { body, headers });

/** Sends a signed notice that the gateway takes as received; answers its body. */
async function notify(billRef: string): Promise<string> {
  const body = JSON.stringify(aNotice(billRef));
  expect((await post(body)).status).toBe(200);
  return body;
}

const noticesOf = (billRef: string) =>
  app.db.selectFrom('notices').select('outcome').where('bill_ref', '=', billRef).execute();
const noticed = (billRef: string, count = 1) =>
  until('the gateway was asked', async () => {
    const notices = await noticesOf(billRef);
    return notices.filter(({ outcome }) => outcome !== null).length === count;
  });
const askedInVain = (billRef: string) =>
  until('the notice was looked into in vain', async () => {
    const tried = await asOwner(
      app,
      `select job.id from pgboss.job join notices on notices.id = data ->> 'noticeId'
       where name = 'verify-notice' and bill_ref = $1 and (state = 'retry' or retry_count > 0)`,
      [billRef],
    );
    return tried.length > 0;
  });
const isPaid = async (id: string): Promise<boolean> =>
  (await officer.ok(readBooking, { params: { id } })).data.paid;
const exceptionsOf = async (billRef: string) => {
  const { data } = await admin.ok(exceptionRegister.list, { query: { limit: '100' } });
  return data.filter((exception) => exception.billRef === billRef);
};

const rowsKept = async () => (await app.db.selectFrom('notices').select('id').execute()).length;

test('a notice has the gateway asked, and what it proves makes the booking paid', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  const receipt = await takeMoney(app, billRef);
  await notify(billRef);
  await until('the booking is paid', () => isPaid(_id));
  const payments = await app.db
    .selectFrom('payments')
    .select(['amount_kobo', 'receipt', 'confirmed_by'])
    .where('booking_id', '=', _id)
    .execute();
  expect(payments).toEqual([{ amount_kobo: 1_200_000, receipt, confirmed_by: null }]);
  await noticed(billRef);
  expect(await noticesOf(billRef)).toEqual([{ outcome: 'paid' }]);
});

test('a notice alone pays nothing: the gateway says that the bill is unpaid', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  await notify(billRef);
  await noticed(billRef);
  expect(await noticesOf(billRef)).toEqual([{ outcome: 'pending' }]);
  expect(await isPaid(_id)).toBe(false);
});

test('a forged notice is a 401 that keeps nothing', async () => {
  const before = await rowsKept();
  const body = JSON.stringify(aNotice('123456789012'));
  const ofAnother = signatureOf(JSON.stringify(aNotice('123456789013')));
  for (const headers of [{}, { 'x-paykaduna-signature': 'a'.repeat(128) }, ofAnother]) {
    expect(await refusalOf(post(body, headers))).toEqual({
      status: 401,
      success: false,
      code: 'forged',
      error: 'This notice is not signed with Hanya’s key.',
    });
  }
  // The signature covers the exact bytes, not what they mean.
  expect((await post(`${body} `, signatureOf(body))).status).toBe(401);
  expect(await rowsKept()).toBe(before);
});

test('the same notice thirty times at once counts once', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  const body = JSON.stringify(aNotice(billRef));
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(body)));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ success: true });
  }
  await noticed(billRef);
  expect(await noticesOf(billRef)).toHaveLength(1);
  const written = await app.db
    .selectFrom('audit')
    .select('event')
    .where('record_id', '=', _id)
    .where('event', '=', 'booking.paid')
    .execute();
  expect(written).toHaveLength(1);
});

test('while the gateway does not answer, a notice is looked at again until it does', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  await takeMoney(app, billRef);
  app.faults.down = true;
  await notify(billRef);
  await askedInVain(billRef);
  expect(await noticesOf(billRef)).toEqual([{ outcome: null }]);
  expect(await isPaid(_id)).toBe(false);
  app.faults.down = false;
  await until('the booking is paid', () => isPaid(_id));
});

test(
  'so is a notice of a booking that is paid already: it may tell of a second payment',
  { tags: 'night' },
  async () => {
    const { billRef } = await bookedWithBill(officer);
    await takeMoney(app, billRef);
    await notify(billRef);
    await noticed(billRef);
    const second = await takeMoney(app, billRef);
    app.faults.down = true;
    await notify(billRef);
    await askedInVain(billRef);
    app.faults.down = false;
    await noticed(billRef, 2);
    expect(await exceptionsOf(billRef)).toMatchObject([
      { kind: 'second payment', receipt: second },
    ]);
  },
);

test('money for a bill that no booking has goes before a person, once', async () => {
  const billRef = await foreignBill(app);
  const receipt = await takeMoney(app, billRef);
  await notify(billRef);
  await notify(billRef);
  await noticed(billRef, 2);
  expect(await exceptionsOf(billRef)).toMatchObject([
    {
      kind: 'unknown bill',
      organisation: 'Kaduna',
      zone: '',
      booking: null,
      amount: 5_000,
      receipt,
      story: `The payment gateway shows receipt ${receipt} for ₦5,000, but no booking has this bill.`,
    },
  ]);
});

test('a bill that the gateway does not know is nobody’s matter', async () => {
  await notify('999999999999');
  await noticed('999999999999');
  expect(await noticesOf('999999999999')).toEqual([{ outcome: 'no such bill' }]);
  expect(await exceptionsOf('999999999999')).toEqual([]);
});

test('a notice that comes before the bill’s own answer waits for it', async () => {
  const answerNow = holdAnswers(app);
  const { _id } = await booked(officer);
  const billRef = await billAtGateway(app, _id);
  await takeMoney(app, billRef);
  await notify(billRef);
  answerNow();
  await until('the booking is paid', () => isPaid(_id));
  await noticed(billRef);
  expect(await exceptionsOf(billRef)).toEqual([]);
});

test('so does one whose booking was withdrawn meanwhile', { tags: 'night' }, async () => {
  const answerNow = holdAnswers(app);
  const { _id } = await booked(officer);
  const billRef = await billAtGateway(app, _id);
  await takeMoney(app, billRef);
  await admin.ok(withdrawBooking, withdrawalOf(_id));
  await notify(billRef);
  await askedInVain(billRef);
  answerNow();
  await noticed(billRef);
  expect(await exceptionsOf(billRef)).toMatchObject([{ kind: 'paid after withdrawal' }]);
});

test('money for a bill in doubt is nobody’s until the bill is found, and then the booking’s', async () => {
  app.faults.fail = true;
  const { _id } = await booked(officer);
  const exceptionOfBooking = async () => {
    const { data } = await admin.ok(exceptionRegister.list, { query: { limit: '100' } });
    return data.find(({ booking }) => booking?._id === _id);
  };
  await until('a person is asked', async () => (await exceptionOfBooking()) !== undefined);
  app.faults.fail = false;
  const [billRef = ''] = await billsAtGateway(app, _id);
  await takeMoney(app, billRef);
  await notify(billRef);
  await noticed(billRef);
  expect(await exceptionsOf(billRef)).toMatchObject([{ kind: 'unknown bill', state: 'open' }]);

  const params = { id: (await exceptionOfBooking())?.id ?? '' };
  const body = { decision: 'bill found', billRef, reason: 'The notice names it.' };
  const { data } = await admin.ok(settleException, { params, body });
  await other.ok(confirmException, {
    params,
    body: { agrees: true, proposedAt: data.settlement?.at ?? '' },
  });
  expect(await exceptionsOf(billRef)).toMatchObject([{ kind: 'unknown bill', state: 'settled' }]);
  await notify(billRef);
  await until('the booking is paid', () => isPaid(_id));
});

test('a notice larger than 64 KB is a 413', async () => {
  const body = JSON.stringify({ ...aNotice('123456789012'), message: 'x'.repeat(65_536) });
  expect(await refusalOf(post(body))).toMatchObject({ status: 413, code: 'too_large' });
});

test.each(['nobody', 'PayKaduna', 'paystack', '..%2F..'])(
  'a gateway called %s is a 404',
  async (name) => {
    const body = JSON.stringify(aNotice('123456789012'));
    const answer = post(body, signatureOf(body), `/api/v1/payment/notice/${name}`);
    expect(await refusalOf(answer)).toMatchObject({ status: 404, code: 'not_found' });
  },
);

test('what is signed but says nothing that concerns us is a 200 that keeps nothing', async () => {
  const before = await rowsKept();
  const about = (billReference: unknown) =>
    JSON.stringify({ event: 'charge.success', data: { billReference } });
  const bodies: Body[] = [
    '',
    '{',
    'null',
    '[]',
    '"charge.success"',
    '1e999',
    '{"event":"charge.success"}',
    '{"event":"charge.success","data":null}',
    '{"__proto__":{"event":"charge.success"}}',
    '['.repeat(30_000),
    JSON.stringify({ ...aNotice('123456789012'), event: 'refund' }),
    about(''),
    about(12),
    about({}),
    about('\0'),
    about("'; drop table notices; --"),
    about('1'.repeat(60_000)),
    about('../GetBill'),
    about('1&billreference=2'),
    Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  ];
  for (const body of bodies) {
    const answer = await post(body);
    expect(answer.status, body.toString().slice(0, 60)).toBe(200);
  }
  expect(await rowsKept()).toBe(before);
  for (const body of bodies) expect((await post(body, {})).status).toBe(401);
});
