import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBooking } from '#contract/bookings.ts';
import { bringInRecord } from '#contract/brought-in-records.ts';
import { receiveFile } from '#contract/coming-files.ts';
import { listKnownDevices } from '#contract/devices.ts';
import { proposeFee } from '#contract/fees.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { aSavedRecord, broughtInOf } from '#tests/support/brought-in-records.ts';
import { openSession } from '#tests/support/client.ts';
import { aCollision, anImage, aPicture } from '#tests/support/collisions.ts';
import { announcedBy, kept, sendFile } from '#tests/support/coming-files.ts';
import { aCertifiedPhone, type Phone } from '#tests/support/devices.ts';
import { aBooking } from '#tests/support/factories.ts';
import { aTakenOutRecord } from '#tests/support/late-records.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const zaria = { zone: 'Zaria' };

let app: TestApp;
let officer: Person;
let head: Person;
let admin: Person;
let phone: Phone;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', zaria);
  phone = await aCertifiedPhone(officer.client);
  head = await makePerson(app, 'zonal head', zaria);
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const moments = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00Z',
  '2199-12-31T23:59:59.999Z',
  '2200-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
];
const isReckonedWith = (at: string) => at >= '2000' && at < '2200';

test('moments that no clock of a device says are refused, and no record is beyond reckoning', async () => {
  for (const madeAt of moments)
    for (const sentAt of moments) {
      const capture = { madeAt, sentAt };
      const answers = await Promise.all([
        officer.client.call(createBooking, { body: { ...aBooking({ _id: ulid() }), capture } }),
        officer.client.call(createCollision, {
          body: aCollision({ _id: ulid(), capture }),
          files: [await anImage()],
        }),
        officer.client.call(takeOutRecord, { body: { ...aTakenOutRecord(), capture } }),
      ]);
      const isRight = madeAt === sentAt && isReckonedWith(madeAt);
      for (const { status } of answers)
        expect([`${madeAt} ${sentAt}`, status < 300]).toEqual([`${madeAt} ${sentAt}`, isRight]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
    }
});

test('records ten years on their way are the last that are taken', async () => {
  const saying = async (years: number) => {
    const capture = { madeAt: `${2026 - years}-11-22T00:00:00Z`, sentAt: '2026-11-22T00:00:00Z' };
    const body = { ...aTakenOutRecord(), capture };
    return (await officer.client.call(takeOutRecord, { body })).status;
  };
  expect([await saying(10), await saying(11)]).toEqual([201, 400]);
});

test('what a phone has signed of such moments is refused with a reason, not with a fault', async () => {
  for (const madeAt of moments)
    for (const savedAt of moments) {
      const body = await broughtInOf(phone, aSavedRecord(1, { madeAt, savedAt }), 'It was lost.');
      const { status } = await head.client.call(bringInRecord, { body });
      const isRight = madeAt === savedAt && isReckonedWith(madeAt);
      expect([madeAt, savedAt, status < 300]).toEqual([madeAt, savedAt, isRight]);
      expect(status).toBeLessThan(500);
    }
});

test('a question about such moments is refused', async () => {
  for (const since of moments)
    expect((await officer.client.call(listKnownDevices, { query: { since } })).status).toBe(
      isReckonedWith(since) ? 200 : 400,
    );
});

test('a fee from such a day is no fault', async () => {
  for (const at of moments) {
    const answer = await admin.client.call(proposeFee, {
      params: { id: 'LGC-20' },
      body: { from: at.slice(0, 10), amount: 1_000, reason: 'As agreed.' },
    });
    expect([at, answer.status < 500]).toEqual([at, true]);
  }
});

test('a file that ten calls receive at once is received by all, once', async () => {
  const { token } = await openSession(app.url, officer.email);
  for (let round = 0; round < 5; round += 1) {
    const picture = kept(await aPicture());
    const { _id: id } = await announcedBy(officer.client, [picture]);
    await sendFile({ url: app.url, token }, picture);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        officer.client.call(receiveFile, { params: { id, file: picture.announced.id } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const rows = await app.db
      .selectFrom('files')
      .select('id')
      .where('sha256', '=', picture.announced.sha256)
      .execute();
    expect(rows).toHaveLength(1);
  }
});
