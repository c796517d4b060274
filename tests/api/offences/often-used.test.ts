import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOftenUsed } from '#contract/offences.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const book = async (by: Person, ids: readonly string[]) =>
  (await booked(by, { offence: ids.map((id) => ({ id })) }))._id;

test('an officer’s most used offences are their own of 90 days, the most often one first, eight at most', async () => {
  expect((await officer.ok(listOftenUsed)).data).toEqual([]);
  const many = ['LGC-01', 'LGC-02', 'LGC-03', 'LGC-04', 'LGC-05', 'LGC-06', 'LGC-07', 'LGC-08'];
  await book(officer, [...many, 'MTF-01']);
  await book(officer, ['MTF-01', 'TMS-01']);
  await book(officer, ['MTF-01', 'TMS-01']);
  const old = await book(officer, ['SPV-01']);
  await book(officer, ['SPV-01']);
  const other = await makePerson(app, 'booking officer');
  for (const _ of [1, 2, 3, 4]) await book(other, ['VDF-01']);
  await asOwner(
    app,
    // Its bill, which comes meanwhile, writes the row of the search anew from the booking.
    `with booked as (
       update bookings set created_at = now() - interval '91 days' where id = $1
       returning id, created_at)
     update booking_search set created_at = booked.created_at
     from booked where booking_id = booked.id`,
    [old],
  );
  const { data } = await officer.ok(listOftenUsed);
  expect(data).toEqual(['MTF-01', 'TMS-01', ...many.slice(0, 6)]);
});
