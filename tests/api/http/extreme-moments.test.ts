import { ulid } from 'ulid';
import { expect } from 'vitest';
import { receiveFile } from '#contract/coming-files.ts';
import { proposeFee } from '#contract/fees.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { listKnownDevices } from '#contract/modules/field-work/devices.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import type { Client } from '#tests/support/client.ts';
import { aCollision, anImage, aPicture } from '#tests/support/collisions.ts';
import { announcedBy, kept, sendFile } from '#tests/support/coming-files.ts';
import { aBooking } from '#tests/support/factories.ts';
import { aTakenOutRecord } from '#tests/support/late-records.ts';
import type { Person } from '#tests/support/people.ts';
import { test } from '#tests/support/scene.ts';
import type { TestApp } from '#tests/support/test-app.ts';

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
const usual = '2000-01-01T00:00:00Z';
const isReckonedWith = (at: string) => at >= '2000' && at < '2200';

async function expectReckonedWith(officer: Client, madeAt: string, sentAt: string): Promise<void> {
  const capture = { madeAt, sentAt };
  const answers = await Promise.all([
    officer.call(createBooking, { body: { ...aBooking({ _id: ulid() }), capture } }),
    officer.call(createCollision, {
      body: aCollision({ _id: ulid(), capture }),
      files: [await anImage()],
    }),
    officer.call(takeOutRecord, { body: { ...aTakenOutRecord(), capture } }),
  ]);
  const isRight = madeAt === sentAt && isReckonedWith(madeAt);
  for (const { status } of answers)
    expect([`${madeAt} ${sentAt}`, status < 300]).toEqual([`${madeAt} ${sentAt}`, isRight]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
}

test('moments that no clock of a device says are refused, and no record is beyond reckoning', async ({
  officer,
}) => {
  for (const at of moments) await expectReckonedWith(officer, at, at);
  await expectReckonedWith(officer, usual, '2200-01-01T00:00:00Z');
  await expectReckonedWith(officer, '0000-01-01T00:00:00.000Z', usual);
});

test('so are any two of them', { tags: 'night' }, async ({ officer }) => {
  for (const madeAt of moments)
    for (const sentAt of moments) await expectReckonedWith(officer, madeAt, sentAt);
});

test('records ten years on their way are the last that are taken', async ({ officer }) => {
  const saying = async (years: number) => {
    const capture = { madeAt: `${2026 - years}-11-22T00:00:00Z`, sentAt: '2026-11-22T00:00:00Z' };
    const body = { ...aTakenOutRecord(), capture };
    return (await officer.call(takeOutRecord, { body })).status;
  };
  expect([await saying(10), await saying(11)]).toEqual([201, 400]);
});

test('a question about such moments is refused', async ({ officer }) => {
  for (const since of moments)
    expect((await officer.call(listKnownDevices, { query: { since } })).status).toBe(
      isReckonedWith(since) ? 200 : 400,
    );
});

test('a fee from such a day is no fault', async ({ admin }) => {
  for (const at of moments) {
    const answer = await admin.call(proposeFee, {
      params: { id: 'LGC-20' },
      body: { from: at.slice(0, 10), amount: 1_000, reason: 'As agreed.' },
    });
    expect([at, answer.status < 500]).toEqual([at, true]);
  }
});

async function expectReceivedOnce(app: TestApp, officer: Person): Promise<void> {
  const picture = kept(await aPicture());
  const { _id: id } = await announcedBy(officer, [picture]);
  await sendFile({ url: app.url, token: officer.token }, picture);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      officer.call(receiveFile, { params: { id, file: picture.announced.id } }),
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

test('a file that ten calls receive at once is received by all, once', ({ app, officer }) =>
  expectReceivedOnce(app, officer));

test('so are others after it', { tags: 'night' }, async ({ app, officer }) => {
  for (let round = 0; round < 5; round += 1) await expectReceivedOnce(app, officer);
});
