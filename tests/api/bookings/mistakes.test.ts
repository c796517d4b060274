import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  correctBooking,
  leaveMistake,
  listMistakes,
  reportMistake,
  withdrawBooking,
} from '#contract/booking-corrections.ts';
import { type Booking, readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listWaiting } from '#contract/waiting.ts';
import { verifyAudit } from '#server/trail.ts';
import { aBooking } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf } from '#tests/support/withdrawals.ts';

let app: TestApp;
let officer: Person;
let head: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  elsewhere = await makePerson(app, 'zonal head', { zone: 'Kaura' });
});
afterAll(() => app.stop());

const reason = 'The plate was read wrongly.';
const refused = (status: number, code: string) => ({ status, body: { code } });

test('a reported mistake waits for its superiors, who correct, withdraw or leave it with an answer', async () => {
  const waiting = async (person = head) => {
    const { data } = await person.client.ok(listWaiting);
    return data
      .flatMap(({ kind, oldest }) => (kind === 'mistake' ? oldest : []))
      .map(({ id, what }) => {
        expect(what).toBe(`KRD-417XA: ${reason}`);
        return id;
      });
  };
  const reported = async () => {
    const booking = await booked(officer.client, { registration: 'KRD-417XA' });
    const { _id: id } = booking;
    await officer.client.ok(reportMistake, { params: { id }, body: { reason } });
    expect(await waiting()).toContain(id);
    expect(await waiting(elsewhere)).toEqual([]);
    return booking;
  };
  const ended = async ({ _id: id }: Booking) => {
    expect(await waiting()).not.toContain(id);
    const { data } = await officer.client.ok(listMistakes, { params: { id } });
    return data[0];
  };
  const first = await reported();
  const again = { params: { id: first._id }, body: { reason } };
  expect(await officer.client.call(reportMistake, again)).toMatchObject(
    refused(409, 'mistake_waits'),
  );
  await head.client.ok(correctBooking, {
    params: { id: first._id },
    body: { version: 1, registration: 'ABD-123DE', reason },
  });
  expect(await ended(first)).toMatchObject({ outcome: 'corrected', answer: reason });

  const second = await reported();
  await head.client.ok(withdrawBooking, withdrawalOf(second._id));
  expect(await ended(second)).toMatchObject({ outcome: 'withdrawn', decidedBy: { id: head.id } });
  expect(
    await officer.client.call(reportMistake, { params: { id: second._id }, body: { reason } }),
  ).toMatchObject(refused(409, 'withdrawn'));

  const third = await reported();
  const left = { params: { id: third._id }, body: { answer: 'The plate is right.' } };
  const answers = await Promise.all([1, 2, 3].map(() => head.client.call(leaveMistake, left)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await ended(third)).toMatchObject({ outcome: 'left', answer: 'The plate is right.' });
  const { findings } = await verifyAudit(app.db);
  expect(findings.filter((finding) => finding.includes('mistake'))).toEqual([]);
});

test('an answer beside a correction or a withdrawal ends in exactly one outcome', async () => {
  for (let round = 0; round < 4; round += 1)
    for (const other of ['corrected', 'withdrawn'] as const) {
      const { _id: id } = await booked(officer.client);
      await officer.client.ok(reportMistake, { params: { id }, body: { reason } });
      const body = { version: 1, registration: 'ABD-123DE', reason };
      const [left, mended] = await Promise.all([
        head.client.call(leaveMistake, { params: { id }, body: { answer: 'It is right.' } }),
        other === 'corrected'
          ? head.client.call(correctBooking, { params: { id }, body })
          : head.client.call(withdrawBooking, withdrawalOf(id)),
      ]);
      expect(mended.status).toBe(200);
      expect([200, 409]).toContain(left.status);
      const { data } = await officer.client.ok(listMistakes, { params: { id } });
      expect(data.map(({ outcome }) => outcome)).toEqual([left.status === 200 ? 'left' : other]);
    }
});

test('a withdrawn booking is made again under a link, any other isn’t', async () => {
  const booking = await booked(officer.client);
  const again = { ...aBooking(), replaces: booking._id };
  expect(await officer.client.call(createBooking, { body: again })).toMatchObject({
    status: 400,
    body: { fields: { replaces: 'Only a withdrawn booking can be made again.' } },
  });
  await head.client.ok(withdrawBooking, withdrawalOf(booking._id));
  const { data } = await officer.client.ok(createBooking, { body: again });
  expect(data.replaces).toBe(booking._id);
  const { data: before } = await head.client.ok(readBooking, { params: { id: booking._id } });
  expect(before.replacedBy).toBe(data._id);
});
