import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Booking, createBooking, readBooking } from '#contract/bookings.ts';
import { bringInRecord } from '#contract/brought-in-records.ts';
import { revokeDevice } from '#contract/devices.ts';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import { countLateRecords, decideLateRecord, takeOutRecord } from '#contract/late-records.ts';
import { updateUser } from '#contract/users.ts';
import { compareRecords } from '#server/features/audit/records.ts';
import { aSavedRecord, broughtInOf, sentOf } from '#tests/support/brought-in-records.ts';
import { aCertifiedPhone, aPhone, type Phone } from '#tests/support/devices.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { feeSince } from '#tests/support/fees.ts';
import { trailOf } from '#tests/support/journey.ts';
import { aTakenOutRecord, captureOf } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const zaria = { zone: 'Zaria' };
const reason = 'The phone fell into the river at Zaria.';

let app: TestApp;
let officer: Person;
let phone: Phone;
let head: Person;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', zaria);
  phone = await aCertifiedPhone(officer.client);
  head = await makePerson(app, 'zonal head', zaria);
});
afterAll(() => app.stop());

const bring = async (saved: object, by = head, why?: string, from = phone) =>
  by.client.call(bringInRecord, { body: await broughtInOf(from, saved, why) });
const stored = (id: string) => head.client.call(readBooking, { params: { id } });
/** True if a record is kept as made then, apart from what the call itself took. */
const isTime = ({ captured }: Booking, at: string) =>
  Math.abs(Date.parse(captured?.madeAt ?? '') - Date.parse(at)) < 60_000;
const refusedAs = (status: number, code: string) => ({ status, body: { code } });

describe('a booking that a superior brings in', () => {
  test('is its officer’s, of the day on which it was made, and says who brought it in', async () => {
    const saved = aSavedRecord(3);
    expect(await bring(saved)).toMatchObject({
      status: 201,
      body: { data: { _id: saved._id, files: [] } },
    });
    const { data } = await head.client.ok(readBooking, { params: { id: saved._id } });
    expect(data).toMatchObject({
      createdBy: { id: officer.id },
      zone: 'Zaria',
      organisation: 'Kaduna',
      price: 12_000,
      captured: { late: true, broughtInBy: { id: head.id } },
    });
    expect(isTime(data, saved.madeAt)).toBe(true);
  });

  test('is written into its trail by the superior, in a row of its own', async () => {
    const saved = aSavedRecord();
    await bring(saved);
    const trail = await trailOf(app.db, { record: saved._id });
    expect(trail).toMatchObject([
      { event: 'booking.made', actor_id: head.id },
      {
        event: 'record.brought-in',
        actor_id: head.id,
        after: { officer: officer.id, device: phone.id, savedAt: saved.savedAt },
      },
    ]);
    const differs = await app.db.transaction().execute(async (trx) => await compareRecords(trx));
    expect(differs.filter((line) => line.includes(saved._id))).toEqual([]);
  });

  test('is not brought in by whoever knows its officer’s password', async () => {
    const knows = (known: boolean) =>
      asOwner(app, `update users set added_by = $1, own_password = $2 where id = $3`, [
        head.id,
        !known,
        officer.id,
      ]);
    const saved = aSavedRecord();
    await knows(true);
    expect(await bring(saved)).toMatchObject(refusedAs(409, 'related_accounts'));
    expect((await stored(saved._id)).status).toBe(404);
    await knows(false);
    expect((await bring(saved)).status).toBe(201);
  });

  test('is stored once, however often it is brought in and whoever does it', async () => {
    const saved = aSavedRecord();
    const admin = await makePerson(app, 'state admin');
    const answers = await Promise.all([head, admin, head, admin].map((by) => bring(saved, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const { captured } = (await head.client.ok(readBooking, { params: { id: saved._id } })).data;
    expect((await bring(saved, admin)).status).toBe(200);
    const again = await head.client.ok(readBooking, { params: { id: saved._id } });
    expect(again.data.captured).toEqual(captured);
  });

  test('is stored once while the phone itself sends it, and the phone is told that it is', async () => {
    for (let times = 0; times < 5; times += 1) {
      const saved = aSavedRecord();
      const answers = await Promise.all([
        bring(saved),
        officer.client.call(createBooking, { body: sentOf(saved) }),
        bring(saved),
        officer.client.call(createBooking, { body: sentOf(saved) }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      const made = (await trailOf(app.db, { record: saved._id })).filter(
        ({ event }) => event === 'booking.made',
      );
      expect(made).toHaveLength(1);
    }
  });

  test('is taken to have been made when its phone says, at the price of that day', async () => {
    await feeSince(app, { offence: 'LGC-05', by: officer.id, days: -9, naira: 5_000 });
    await feeSince(app, { offence: 'LGC-05', by: officer.id, days: 0, naira: 90_000 });
    const body = aBooking({ offence: [{ id: 'LGC-05' }] });
    const saved = aSavedRecord(48, { body, toldPrice: 5_000 });
    expect((await bring(saved)).status).toBe(201);
    const { data } = await head.client.ok(readBooking, { params: { id: saved._id } });
    expect(data).toMatchObject({
      price: 5_000,
      captured: { priceOnArrival: 90_000, toldPrice: null },
    });
    expect(isTime(data, saved.madeAt)).toBe(true);
    const { data: counts } = await head.client.ok(countLateRecords, {});
    expect(counts.find((one) => one.officer.id === officer.id)).toMatchObject({ cheaper: 1 });
  });

  test.each([
    ['ahead by a day', 24],
    ['behind by a year', -24 * 365],
  ])('of a phone whose clock was %s is none of the future or of another year', async (_, hours) => {
    const wrong = (time: string) => new Date(Date.parse(time) + hours * 3_600_000).toISOString();
    const right = aSavedRecord(2);
    const saved = { ...right, madeAt: wrong(right.madeAt), savedAt: wrong(right.savedAt) };
    expect((await bring(saved)).status).toBe(201);
    const { data } = await head.client.ok(readBooking, { params: { id: saved._id } });
    const away = Date.parse(data.createdAt) - Date.parse(data.captured?.madeAt ?? '');
    expect(away / 3_600_000).toBeCloseTo(2, 1);
  });

  test('whose clock was set back between making and saving is refused', async () => {
    const { madeAt, savedAt } = aSavedRecord(2);
    const saved = aSavedRecord(2, { madeAt: savedAt, savedAt: madeAt });
    expect(await bring(saved)).toMatchObject(refusedAs(409, 'made_in_future'));
  });
});

describe('a late one', () => {
  test('needs a reason, and with one is let in by whoever brings it in', async () => {
    const saved = aSavedRecord(96);
    expect(await bring(saved)).toMatchObject(refusedAs(409, 'reason_needed'));
    expect((await stored(saved._id)).status).toBe(404);
    expect((await bring(saved, head, reason)).status).toBe(201);
    const { data } = await head.client.ok(lateRecordRegister.list, { query: { state: 'decided' } });
    expect(data.find(({ _id }) => _id === saved._id)).toMatchObject({
      officer: { id: officer.id },
      decision: { letIn: true, reason, by: { id: head.id } },
    });
  });

  test('that the phone has already asked for waits no longer', async () => {
    const saved = aSavedRecord(96);
    const sent = { ...sentOf(saved) };
    expect((await officer.client.call(createBooking, { body: sent })).status).toBe(409);
    expect(await bring(saved)).toMatchObject(refusedAs(409, 'reason_needed'));
    expect((await bring(saved, head, reason)).status).toBe(201);
    const { data } = await head.client.ok(lateRecordRegister.list, { query: { state: 'waiting' } });
    expect(data.map(({ _id }) => _id)).not.toContain(saved._id);
    expect((await officer.client.call(createBooking, { body: sent })).status).toBe(200);
  });

  test('that a superior kept out, and what its officer took out, stays out', async () => {
    const late = aSavedRecord(96);
    await officer.client.call(createBooking, { body: sentOf(late) });
    const decision = { letIn: false, reason: 'It was booked twice.' };
    await head.client.ok(decideLateRecord, { params: { id: late._id }, body: decision });
    expect(await bring(late, head, reason)).toMatchObject(refusedAs(409, 'kept_out'));
    const out = aSavedRecord(2);
    const body = aTakenOutRecord({ _id: out._id, capture: captureOf(2) });
    await officer.client.ok(takeOutRecord, { body });
    expect(await bring(out)).toMatchObject(refusedAs(409, 'taken_out'));
    for (const { _id } of [late, out]) expect((await stored(_id)).status).toBe(404);
  });
});

describe('what is not as its phone signed it', () => {
  test('is refused: another body, another signature, another phone, a signature of a ticket', async () => {
    const saved = aSavedRecord();
    const asked = await broughtInOf(phone, saved);
    const cheaper = { ...saved, body: { ...saved.body, offence: [{ id: 'TMS-01' }] } };
    const other = await aCertifiedPhone(officer.client);
    const forged = [
      { ...asked, words: JSON.stringify(cheaper) },
      { ...asked, words: `${asked.words} ` },
      { ...asked, signature: (await broughtInOf(phone, aSavedRecord())).signature },
      { ...asked, device: other.id },
      { ...asked, signature: await phone.signText(asked.words) },
      { ...asked, signature: await phone.signText(`hanya ticket ${asked.words}`) },
    ];
    for (const body of forged)
      expect(await head.client.call(bringInRecord, { body })).toMatchObject({ status: 400 });
    expect((await stored(saved._id)).status).toBe(404);
  });

  test.each([
    ['no JSON', 'this is no JSON'],
    ['a list', '[]'],
    ['nothing of Hanya', '{"format":1}'],
    ['of another version', JSON.stringify(aSavedRecord(2, { format: 2 }))],
    ['without an offence', JSON.stringify(aSavedRecord(2, { body: aBooking({ offence: [] }) }))],
    ['of nowhere', JSON.stringify(aSavedRecord(2, { body: aBooking({ zone: 'Atlantis' }) }))],
  ])('is refused with a sentence where it is %s, though it is signed', async (_, words) => {
    const signature = await phone.signText(`hanya record ${words}`);
    const body = { device: phone.id, words, signature };
    const answer = await head.client.call(bringInRecord, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) as string } });
  });

  test('another id in its words than its own counts for nothing', async () => {
    const saved = aSavedRecord(2, { body: aBooking({ _id: aSavedRecord()._id }) });
    expect((await bring(saved)).status).toBe(201);
    expect((await stored(saved._id)).status).toBe(200);
    expect((await stored(String(saved.body._id))).status).toBe(404);
  });

  test('is refused from a phone that was taken out of use, or was never certified', async () => {
    const lost = await aCertifiedPhone(officer.client);
    const params = { id: officer.id, device: lost.id };
    await officer.client.ok(revokeDevice, { params });
    expect(await bring(aSavedRecord(), head, undefined, lost)).toMatchObject(
      refusedAs(409, 'device_revoked'),
    );
    const unknown = await aPhone();
    expect(await bring(aSavedRecord(), head, undefined, unknown)).toMatchObject(
      refusedAs(404, 'not_found'),
    );
  });
});

describe('who may bring it in', () => {
  test('nobody a record of their own', async () => {
    const own = await aCertifiedPhone(head.client);
    expect(await bring(aSavedRecord(), head, undefined, own)).toMatchObject(
      refusedAs(403, 'own_record'),
    );
  });

  test('nobody whose place isn’t the officer’s and the record’s', async () => {
    const chikun = await makePerson(app, 'zonal head', { zone: 'Chikun' });
    const ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
    const saved = aSavedRecord();
    for (const by of [chikun, ogun])
      expect(await bring(saved, by)).toMatchObject(refusedAs(404, 'not_found'));
    // An officer of Zaria whose words say Chikun, by which the phone couldn’t have sent it either.
    const elsewhere = aSavedRecord(2, { body: aBooking({ zone: 'Chikun' }) });
    expect(await bring(elsewhere)).toMatchObject(refusedAs(403, 'out_of_scope'));
    const everywhere = await makePerson(app, 'booking officer');
    const theirs = await aCertifiedPhone(everywhere.client);
    // Whoever works in all zones is nobody of one of them.
    expect(await bring(elsewhere, head, undefined, theirs)).toMatchObject(
      refusedAs(404, 'not_found'),
    );
    const admin = await makePerson(app, 'state admin');
    expect((await bring(elsewhere, admin, undefined, theirs)).status).toBe(201);
  });

  test.each(['booking officer', 'operator', 'observer'] as const)('no %s', async (role) => {
    const by = await makePerson(app, role, zaria);
    expect((await bring(aSavedRecord(), by)).status).toBe(403);
  });

  test('nothing of an officer who has become somebody that makes no such records', async () => {
    const former = await makePerson(app, 'operator', zaria);
    const theirs = await aCertifiedPhone(former.client);
    const admin = await makePerson(app, 'state admin');
    const body = { role: 'observer' };
    await admin.client.ok(updateUser, { params: { id: former.id }, body });
    expect((await bring(aSavedRecord(), head, undefined, theirs)).status).toBe(409);
  });
});
