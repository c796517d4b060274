import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import {
  countLateRecords,
  decideLateRecord,
  listTakenOutRecords,
  takeOutRecord,
} from '#contract/late-records.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { feeSince } from '#tests/support/fees.ts';
import { trailOf } from '#tests/support/journey.ts';
import { aTakenOutRecord, captureOf } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let head: Person;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
});
afterAll(() => app.stop());

const hour = 3_600_000;
const late = (hours: number) => aBooking({ _id: ulid(), capture: captureOf(hours) });

describe('when a record was made', () => {
  test('a booking that was kept for two hours is stored with both times, and is late', async () => {
    const body = late(2);
    const { data: booking } = await officer.ok(createBooking, { body });
    const between = Date.parse(booking.createdAt) - Date.parse(booking.captured?.madeAt ?? '');
    expect(between).toBe(2 * hour);
    expect(booking.captured).toMatchObject({ late: true, toldPrice: null, priceOnArrival: null });
    const read = await officer.ok(readBooking, { params: { id: booking._id } });
    expect(read.data).toEqual(booking);
  });

  test('one that arrives at once is not late', async () => {
    const { data } = await officer.ok(createBooking, { body: late(0.1) });
    expect(data.captured).toMatchObject({ late: false });
  });

  test('the clock of a phone is not trusted: one that is wrong by a day is believed how much time went by alone', async () => {
    for (const wrong of [-24 * hour, 24 * hour]) {
      const { madeAt, sentAt } = captureOf(1);
      const shifted = (time: string) => new Date(Date.parse(time) + wrong).toISOString();
      const capture = { madeAt: shifted(madeAt), sentAt: shifted(sentAt) };
      const { data } = await officer.ok(createBooking, { body: { ...late(0), capture } });
      const between = Date.parse(data.createdAt) - Date.parse(data.captured?.madeAt ?? '');
      expect(between).toBe(hour);
    }
  });

  test('what is made after it is sent is refused, and nothing of it is stored', async () => {
    const { madeAt, sentAt } = captureOf(1);
    const body = { ...late(0), capture: { madeAt: sentAt, sentAt: madeAt } };
    expect(await officer.call(createBooking, { body })).toMatchObject({
      status: 409,
      body: { code: 'made_in_future' },
    });
    const read = await officer.call(readBooking, { params: { id: body._id ?? '' } });
    expect(read.status).toBe(404);
  });

  test('a collision keeps both times as well', async () => {
    const { data } = await officer.ok(createCollision, {
      body: aCollision({ capture: captureOf(3) }),
      files: [await anImage()],
    });
    expect(data.captured).toMatchObject({ late: true });
  });

  test('the same booking sent again later, with another time of sending, is the same', async () => {
    const body = late(2);
    await officer.ok(createBooking, { body });
    const sentAt = new Date(Date.now() + 90 * hour).toISOString();
    const capture = { ...body.capture, madeAt: body.capture?.madeAt ?? '', sentAt };
    const again = await officer.call(createBooking, { body: { ...body, capture } });
    expect(again.status).toBe(200);
    const { data } = await head.ok(lateRecordRegister.list, { query: { limit: '100' } });
    expect(data.map(({ _id }) => _id)).not.toContain(body._id);
  });

  test('submitted again by a phone that could not store it, a booking is the same and keeps its first time', async () => {
    const body = late(2);
    const first = (await officer.ok(createBooking, { body })).data;
    const now = new Date().toISOString();
    const again = await officer.call(createBooking, {
      body: { ...body, capture: { madeAt: now, sentAt: now, toldPrice: 1 } },
    });
    expect(again.status).toBe(200);
    expect((await officer.ok(readBooking, { params: { id: first._id } })).data.captured).toEqual(
      first.captured,
    );
    const other = { ...body, name: 'Somebody Else' };
    expect((await officer.call(createBooking, { body: other })).status).toBe(409);
  });

  test('the code of a ticket that the device made opens its page, and stands in no trail', async () => {
    const ticketCode = 'ABCDEFGH0123456789';
    const { data } = await officer.ok(createBooking, { body: { ...late(1), ticketCode } });
    expect((await fetch(`${app.url}/t/${ticketCode}`)).status).toBe(200);
    const trail = await trailOf(app.db, { record: data._id });
    expect(JSON.stringify(trail)).not.toContain(ticketCode);
  });
});

describe('what a late booking costs', () => {
  test('it costs what its day did, and a cheaper day is marked and counted', async () => {
    const fee = { offence: 'LGC-05', by: officer.id };
    await feeSince(app, { ...fee, days: -9, naira: 5_000 });
    await feeSince(app, { ...fee, days: 0, naira: 90_000 });
    const body = { ...late(48), offence: [{ id: 'LGC-05' }] };
    const { data } = await officer.ok(createBooking, { body });
    expect(data.price).toBe(5_000);
    expect(data.captured).toMatchObject({ priceOnArrival: 90_000 });
    const counts = await head.ok(countLateRecords, {});
    expect(counts.data.find(({ officer: { id } }) => id === officer.id)).toMatchObject({
      cheaper: 1,
    });
  });

  test('a booking of a few minutes across midnight is counted as cheaper too, and not as late', async () => {
    const made = await makePerson(app, 'booking officer', { zone: 'Zaria' });
    const { data } = await made.ok(createBooking, { body: late(0.1) });
    const counted = async () =>
      (await head.ok(countLateRecords, {})).data.find(({ officer: { id } }) => id === made.id);
    expect(await counted()).toBeUndefined();
    await asOwner(app, 'update bookings set arrival_kobo = price_kobo + 100 where id = $1', [
      data._id,
    ]);
    expect(await counted()).toMatchObject({ late: 0, cheaper: 1, letIn: 0, takenOut: 0 });
  });

  test('a price that the driver was told stands beside another one', async () => {
    const body = late(1);
    const capture = { ...captureOf(1), toldPrice: 1_234 };
    const { data } = await officer.ok(createBooking, { body: { ...body, capture } });
    expect(data.captured?.toldPrice).toBe(1_234);
    const same = { ...captureOf(1), toldPrice: data.price };
    const told = await officer.ok(createBooking, { body: { ...late(1), capture: same } });
    expect(told.data.captured?.toldPrice).toBeNull();
  });
});

describe('what is too late', () => {
  test('a superior is told by the first attempt, lets it in once, and then it is stored', async () => {
    const body = late(96);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await officer.call(createBooking, { body })).toMatchObject({
        status: 409,
        body: { code: 'too_late' },
      });
    const waiting = await head.ok(lateRecordRegister.list, { query: { state: 'waiting' } });
    const asked = waiting.data.filter(({ _id }) => _id === body._id);
    expect(asked).toMatchObject([{ kind: 'booking', label: 'ABC-123DE', decision: null }]);
    const letIn = { letIn: true, reason: 'The bridge was closed for four days.' };
    const params = { id: body._id ?? '' };
    const decided = await Promise.all(
      [1, 2].map(() => head.call(decideLateRecord, { params, body: letIn })),
    );
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    const found = async (search: string) => {
      const query = { state: 'decided', search } as const;
      const list = await head.ok(lateRecordRegister.list, { query });
      return list.data.some(({ _id }) => _id === body._id);
    };
    const sizes = await head.ok(lateRecordRegister.sizes, { query: { search: 'ABC-123DE' } });
    expect(sizes.data).toEqual({ waiting: { total: 0 }, decided: { total: 1 } });
    expect(await exportedRows(app, head, lateRecordRegister.file, { state: 'decided' })).toEqual([
      expect.objectContaining({ Record: body._id, Decision: 'Accepted', Reason: letIn.reason }),
    ]);
    expect(await Promise.all(['Sule, amina', 'abc 123 de', 'KTN-482AB'].map(found))).toEqual([
      true,
      true,
      false,
    ]);
    const { data } = await officer.ok(createBooking, { body });
    expect(data.captured?.late).toBe(true);
  });

  test('what was kept out says why', async () => {
    const body = late(96);
    await officer.call(createBooking, { body });
    const params = { id: body._id ?? '' };
    await head.ok(decideLateRecord, {
      params,
      body: { letIn: false, reason: 'Nobody was there.' },
    });
    expect(await officer.call(createBooking, { body })).toMatchObject({
      status: 409,
      body: { code: 'kept_out', error: expect.stringContaining('Nobody was there.') as string },
    });
  });

  test('nobody lets in a record of an officer whose password they know, until that is the officer’s own', async () => {
    const body = late(96);
    await officer.call(createBooking, { body });
    const knows = (known: boolean) =>
      asOwner(app, `update users set added_by = $1, own_password = $2 where id = $3`, [
        head.id,
        !known,
        officer.id,
      ]);
    const decide = () =>
      head.call(decideLateRecord, {
        params: { id: body._id ?? '' },
        body: { letIn: true, reason: 'A bridge.' },
      });
    await knows(true);
    expect(await decide()).toMatchObject({ status: 409, body: { code: 'related_accounts' } });
    await knows(false);
    expect((await decide()).status).toBe(200);
  });

  test('nobody lets in a record of their own', async () => {
    const body = late(96);
    await head.call(createBooking, { body });
    const answer = await head.call(decideLateRecord, {
      params: { id: body._id ?? '' },
      body: { letIn: true, reason: 'It was me.' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'own_record' } });
  });
});

describe('what is taken out of a device', () => {
  test('is listed with its reason for superiors, once however often it is said', async () => {
    const body = aTakenOutRecord();
    await officer.ok(takeOutRecord, { body });
    const again = await officer.call(takeOutRecord, { body });
    expect(again.status).toBe(200);
    const { data } = await head.ok(listTakenOutRecords, {});
    expect(data.filter(({ _id }) => _id === body._id)).toMatchObject([
      { reason: body.reason, toldPrice: 12_000 },
    ]);
  });

  test('what has arrived is not taken out any more', async () => {
    const { data } = await officer.ok(createBooking, { body: late(1) });
    const answer = await officer.call(takeOutRecord, { body: aTakenOutRecord({ _id: data._id }) });
    expect(answer).toMatchObject({ status: 409, body: { code: 'arrived_already' } });
  });
});
