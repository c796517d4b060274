import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listOffences, offenceGroups } from '#contract/offences.ts';
import { readUser } from '#contract/users.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let officerId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { id, email } = await makeAccount(app.db, 'booking officer');
  officerId = id;
  officer = await signedIn(app.url, email);
});
afterAll(() => app.stop());

const whole = {
  license: 'KAD48271AA12',
  name: 'Musa Danladi',
  phoneNo: '0900 555 0142',
  dob: '1988-04-21',
  email: 'musa@example.com',
  phoneTwo: '0900 555 0143',
  height: '1.80 m',
  gender: 'Male',
  address: '14 Benin Street',
  registration: 'ABC-123DE',
  color: 'Blue',
  make: 'Toyota',
  model: 'Corolla',
  vehicleType: 'Private',
  vehicleBody: 'Saloon',
  type: 'Petrol',
  origin: 'Japan',
  vehicleYear: '2014',
  capacity: '5 seats',
  vin: 'JTDBR32E520012345',
  pin: '4471',
  zone: 'Zaria',
  team: 'Team B',
  location: 'PZ roundabout',
  notes: 'Seen at the second roundabout.',
  eoCode: 'EO-1040',
  beatCode: 'ZAR-3',
  confiscations: ['Vehicle License', 'Vehicle Keys'],
} as const;

test('123 to 127: a booking comes back with every field that it was sent with', async () => {
  const offence = [{ id: 'LGC-16' }, { id: 'TMS-01' }];
  const body = aBooking({ ...whole, confiscations: [...whole.confiscations], offence });
  const { data: made } = await officer.ok(createBooking, { body });
  const { data } = await officer.ok(readBooking, { params: { id: made._id } });
  expect(data).toMatchObject(whole);
  expect(data.offence).toMatchObject(offence);
});

test('122: a new booking is unpaid, not completed and bears its time', async () => {
  const before = Date.now();
  const made = await booked(officer);
  expect(made).toMatchObject({ billRef: null, paid: false, completed: false });
  expect(made._id).toHaveLength(26);
  const at = Date.parse(made.createdAt);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});

test('126, 131: an offence of a booking has these fields and no others', async () => {
  for (const item of (await booked(officer)).offence) {
    expect(Object.keys(item).sort()).toEqual(['amount', 'code', 'id', 'mdasId', 'name', 'penalty']);
  }
});

test('132: an entry of the catalogue has code, id, name, amount and penalty', async () => {
  for (const entry of (await officer.ok(listOffences)).data) {
    expect(entry).toEqual(
      expect.objectContaining({
        code: expect.stringMatching(/./) as string,
        id: expect.stringMatching(/^[A-Z]{3}-\d\d$/) as string,
        name: expect.stringMatching(/./) as string,
        amount: expect.any(Number) as number,
        penalty: expect.any(String) as string,
      }),
    );
  }
});

test('136 to 145: the ten groups of the catalogue bear these names', () => {
  expect(offenceGroups).toEqual({
    LGC: 'Licence and general conduct',
    LCC: 'Commercial vehicle colours and routes',
    TMS: 'Traffic signs and parking',
    VDF: 'Vehicle lamp defects',
    ADL: 'Alcohol, drugs and smoking',
    MCL: 'Motorcycle',
    SPV: 'Speed',
    MTF: 'Major traffic offences',
    SCC: 'Storage and towing charges',
    VIL: 'Towing and other items, including Driving Test for private vehicles',
  });
});

test('154a, 154b: a user has these fields, and id is _id', async () => {
  const { data } = await officer.ok(readUser, { params: { id: officerId } });
  const asked = ['firstName', 'lastName', 'username', 'role', 'email', 'state', 'zone', 'phone'];
  const withoutInput = ['id', '_id', 'avatar', 'picture', 'lastActive', 'createdAt'];
  expect(Object.keys(data)).toEqual(expect.arrayContaining([...asked, ...withoutInput]));
  expect(data._id).toBe(data.id);
  const stored = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', officerId)
    .executeTakeFirstOrThrow();
  expect(stored.password_hash).toMatch(/^\$argon2id\$/);
});

test('155: a user without a picture has no-user.jpg', async () => {
  const { data } = await officer.ok(readUser, { params: { id: officerId } });
  expect(data).toMatchObject({ picture: 'no-user.jpg', avatar: 'no-user.jpg' });
});
