import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { proposeFee } from '#contract/fees.ts';
import { trailRegister } from '#contract/trail.ts';
import { dayOf } from '#server/time.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let zaria: Person;
let officer: Person;
let booking: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  zaria = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  ({ _id: booking } = await booked(officer, { zone: 'Zaria' }));
  const params = { id: booking };
  await zaria.client.ok(withdrawBooking, { params, body: { reason: 'Wrong plate.' } });
  const body = { amount: 6_000, from: dayFromNow(9), reason: 'Gazette 14.' };
  await admin.client.ok(proposeFee, { params: { id: 'LGC-01' }, body });
});
afterAll(() => app.stop());

async function eventsFor(person: Person, query: Record<string, string> = {}): Promise<string[]> {
  const asked = { query: { limit: '100', ...query } };
  return (await person.client.ok(trailRegister.list, asked)).data.map(({ event }) => event);
}

test('what was done comes newest first, with who did it, and what it was about', async () => {
  const { data } = await admin.client.ok(trailRegister.list, {
    query: { record: 'booking', limit: '100' },
  });
  expect(data.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['booking.withdrawn', 'booking.made']),
  );
  expect(data.find(({ event }) => event === 'booking.withdrawn')).toMatchObject({
    by: { id: zaria.id, role: 'zonal head' },
    record: { type: 'booking', id: booking },
    about: 'ABC-123DE',
  });
  const times = data.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

describe('it is narrowed', () => {
  test('to a person, a kind, a record and days', async () => {
    expect(await eventsFor(admin, { person: zaria.id, record: 'booking' })).toEqual([
      'booking.withdrawn',
    ]);
    expect(await eventsFor(admin, { event: 'fee.proposed' })).toEqual(['fee.proposed']);
    expect(await eventsFor(admin, { record: 'offence' })).toEqual(['fee.proposed']);
    const yesterday = dayFromNow(-1);
    expect(await eventsFor(admin, { from: yesterday, to: yesterday })).toEqual([]);
    const today = dayOf(new Date());
    expect((await eventsFor(admin, { from: today, to: today })).length).toBeGreaterThan(2);
  });

  test('to at most 31 days, in order', async () => {
    for (const query of [
      { from: '2026-01-01', to: '2026-03-01' },
      { from: '2026-02-01', to: '2026-01-01' },
      { from: dayFromNow(-31) },
      { event: 'nothing.such' },
    ])
      expect((await admin.client.call(trailRegister.list, { query })).status).toBe(400);
  });
});

describe('it shows one’s own place alone', () => {
  test('a zonal head the records of the zone, and what its people did elsewhere', async () => {
    const events = await eventsFor(zaria);
    expect(events).toEqual(expect.arrayContaining(['booking.made', 'booking.withdrawn']));
    expect(events).not.toContain('fee.proposed');
    const chikun = await makePerson(app, 'zonal head', { zone: 'Chikun' });
    expect(await eventsFor(chikun, { record: 'booking' })).toEqual([]);
    expect(await eventsFor(chikun, { person: zaria.id })).toEqual([]);
  });

  test('another organisation nothing of this one', async () => {
    const ogun = await makePerson(app, 'observer', { state: 'Ogun' });
    expect(await eventsFor(ogun, { record: 'booking' })).toEqual([]);
    expect(await eventsFor(ogun, { record: 'offence' })).toEqual([]);
    const kaduna = await makePerson(app, 'observer');
    expect(await eventsFor(kaduna, { record: 'offence' })).toEqual(['fee.proposed']);
  });
});

test('it is taken as a file, which the trail says in its turn', async () => {
  const query = { format: 'csv', event: 'booking.withdrawn' };
  const { body } = await admin.client.call(trailRegister.file, { query });
  expect(JSON.stringify(body)).toMatch(/Withdrawn.*zonal head.*booking.*ABC-123DE/);
  expect(await eventsFor(admin, { event: 'trail.exported' })).toEqual(['trail.exported']);
});
