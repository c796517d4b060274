import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { refusalOf } from '#tests/support/client.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { send as sendTo, type Sent } from '#tests/support/send.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let observer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  observer = await makePerson(app, 'observer');
});
afterAll(() => app.stop());

const booking = '/api/v1/booking';

/** Sends exactly these bytes, as the officer unless another token is given. */
const send = (path: string, sent: Sent) =>
  sendTo(app.url + path, { token: officer.token, ...sent });

test('the guards answer in the order 401, 403, 404, 400, 409', async () => {
  const elsewhere = await makePerson(app, 'zonal head', { state: 'Ogun' });
  const outOfScope = await booked(elsewhere, { zone: 'Sagamu' });
  const cleared = await bookedAndPaid(officer, app.db);
  const params = { id: cleared._id };
  await officer.ok(clearVehicle, { params, body: { completed: true } });

  const wrong = JSON.stringify({ completed: 'perhaps' });
  const right = JSON.stringify({ completed: true });
  const put = (id: string, token: string | null, body: string) =>
    refusalOf(send(`${booking}/${id}`, { method: 'PUT', token, body }));
  expect(await put(outOfScope._id, null, wrong)).toMatchObject({ status: 401 });
  expect(await put(outOfScope._id, observer.token, wrong)).toMatchObject({ status: 403 });
  expect(await put(outOfScope._id, officer.token, wrong)).toMatchObject({ status: 404 });
  expect(await put(outOfScope._id, officer.token, right)).toMatchObject({ status: 404 });
  expect(await put(cleared._id, officer.token, wrong)).toMatchObject({ status: 400 });
  expect(await put(cleared._id, officer.token, right)).toMatchObject({ status: 409 });
});

test('an unreadable body is a 401 or 403 first: nobody learns anything from a 400', async () => {
  const body = '{"name": ';
  expect(await refusalOf(send(booking, { token: null, body }))).toMatchObject({ status: 401 });
  expect(await refusalOf(send(booking, { token: observer.token, body }))).toMatchObject({
    status: 403,
  });
  expect(await refusalOf(send(booking, { body }))).toMatchObject({ status: 400 });
});

test('a record that does not exist and one out of scope get the same answer', async () => {
  const elsewhere = await makePerson(app, 'zonal head', { state: 'Ogun' });
  const { _id } = await booked(elsewhere, { zone: 'Sagamu' });
  const outOfScope = await refusalOf(send(`${booking}/${_id}`, { method: 'GET' }));
  const missing = await refusalOf(send(`${booking}/${'0'.repeat(26)}`, { method: 'GET' }));
  expect(outOfScope).toEqual(missing);
  expect(missing).toMatchObject({ status: 404, code: 'not_found' });
});

test('a booking can be changed to completed and to nothing else', async () => {
  const { _id } = await bookedAndPaid(officer, app.db);
  const bodies = [
    {},
    { completed: false },
    { completed: 'true' },
    { completed: true, paid: true },
    { paid: true },
    { completed: true, price: 1 },
  ];
  for (const body of bodies) {
    const refusal = await refusalOf(
      send(`${booking}/${_id}`, { method: 'PUT', body: JSON.stringify(body) }),
    );
    expect(refusal.status, JSON.stringify(body)).toBe(400);
  }
  const { data } = await officer.ok(readBooking, { params: { id: _id } });
  expect(data).toMatchObject({ completed: false, price: 12_000 });
});

test.each([
  ['neither licence nor registration', { license: '', registration: ' ' }, 'license'],
  ['no name', { name: ' ' }, 'name'],
  ['no phone', { phoneNo: '' }, 'phoneNo'],
  ['a phone that is none', { phoneNo: 'call me' }, 'phoneNo'],
  ['no address', { address: '' }, 'address'],
  ['a zone that is nowhere', { zone: 'Nowhere' }, 'zone'],
  ['a name that is too long', { name: 'x'.repeat(121) }, 'name'],
  ['a day that does not exist', { dob: '1990-02-30' }, 'dob'],
  ['a vehicle year in words', { vehicleYear: 'new' }, 'vehicleYear'],
  ['an _id that is no ULID', { _id: 'booking-1' }, '_id'],
  ['an _id in lower case', { _id: '01arz3ndektsv4rrffq69g5fav' }, '_id'],
  ['a place beyond the pole', { position: { lat: 91, lng: 0, accuracy: 5 } }, 'position.lat'],
])('a booking with %s is a 400 that names the field', async (_what, changes, field) => {
  const refusal = await refusalOf(send(booking, { body: JSON.stringify(aBooking(changes)) }));
  expect(refusal.status).toBe(400);
  expect(Object.keys(refusal.fields ?? {})).toContain(field);
});

test('8a, 216a, 216b: the form says in the words of the form what is missing', async () => {
  const body = JSON.stringify(aBooking({ license: '', registration: '' }));
  expect(await refusalOf(send(booking, { body }))).toMatchObject({
    error: 'Please add a license number or registration',
  });
  for (const offence of [undefined, null, []]) {
    const without = JSON.stringify(aBooking({ offence: [] }), (name, value: unknown) =>
      name === 'offence' ? offence : value,
    );
    expect(await refusalOf(send(booking, { body: without }))).toMatchObject({
      status: 400,
      error: 'Please add an Offence to continue',
      fields: { offence: 'Please add an Offence to continue' },
    });
  }
});

test('what is no filter, and a field that is not as it should be, is said in a sentence', async () => {
  const filter = await refusalOf(send(`${booking}?pages=2`, { method: 'GET' }));
  expect(filter.error).toBe('Remove pages: there is no such field.');
  const body = JSON.stringify({ ...aBooking(), team: 7, vehicleType: 'Rocket' });
  expect(await refusalOf(send(booking, { body }))).toMatchObject({
    error:
      'Select the vehicle type: Private, Commercial, Special, Government owned or Trailer/Tanker.',
    fields: { team: 'Enter the team as text.' },
  });
});

test('an error inside stays inside: the answer is one sentence without a trace', async () => {
  await asOwner(app, 'alter table bookings rename to bookings_away');
  try {
    const { requestId, ...told } = (await refusalOf(send(booking, { method: 'GET' }))) as {
      requestId: string;
    };
    expect(requestId).toMatch(/^\w{4}-\w{4}$/);
    expect(told).toEqual({
      status: 500,
      success: false,
      code: 'unexpected',
      error: `Something went wrong on the server. Try again in a moment. Reference ${requestId}.`,
    });
  } finally {
    await asOwner(app, 'alter table bookings_away rename to bookings');
  }
});

test('a refused booking leaves nothing behind', async () => {
  const count = async () =>
    (await asOwner(app, 'select count(*)::int as n from bookings'))[0]?.['n'];
  const before = await count();
  await officer.call(createBooking, { body: aBooking({ offence: [{ id: 'ZZZ-99' }] }) });
  await officer.call(createBooking, { body: aBooking({ zone: 'Atlantis' }) });
  expect(await count()).toBe(before);
});
