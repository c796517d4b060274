import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DossierKind, readDossier, readKnown } from '#contract/dossiers.ts';
import type { Client } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking, storeBookings } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

const dossier = async (client: Client, of: DossierKind, value: string) =>
  (await client.ok(readDossier, { query: { of, value } })).data;
const known = async (client: Client, of: DossierKind, value: string) =>
  (await client.ok(readKnown, { query: { of, value } })).data;

const hours = (count: number) => new Date(Date.now() - count * 3_600_000);

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

test('a record that waited on a device is seen when it was made, with its arrival beside', async () => {
  const plate = 'WTD-300AA';
  const [made, arrived] = [hours(60), hours(1)];
  const lately = { made_at: hours(3), created_at: hours(2) };
  for (const when of [{ made_at: made, created_at: arrived }, lately])
    await storeBooking(app.db, officer.id, { registration: plate, ...when });
  const found = await dossier(officer, 'plate', plate);
  expect(found).toMatchObject({
    firstSeen: made.toISOString(),
    lastSeen: lately.made_at.toISOString(),
    bookings: [
      { createdAt: arrived.toISOString(), captured: { madeAt: made.toISOString() } },
      { captured: { madeAt: lately.made_at.toISOString() } },
    ],
  });
  // What was made days ago is no booking of this shift that one may be about to repeat.
  expect((await known(officer, 'plate', plate)).lately.map(({ captured }) => captured)).toEqual([
    { madeAt: lately.made_at.toISOString() },
  ]);
});

describe('what is known of a vehicle', () => {
  const plate = 'KTU-482XA';
  const driver = { name: 'Hauwa Lawal', license: 'LIC 77 AA', phoneNo: '0703 555 0177' };

  beforeAll(async () => {
    await storeBooking(app.db, officer.id, {
      registration: plate,
      created_at: hours(400 * 24),
      make: 'Toyota',
      model: 'Hiace',
      color: 'White',
      license: 'OLD 1',
      name: 'Sani Bello',
      phone_no: '0803 555 0199',
    });
    await bookedAndPaid(officer, app.db, { registration: plate, ...driver, color: 'Blue' });
    await booked(officer, { registration: plate, ...driver, address: '3 Ahmadu Bello Way' });
    await recorded(officer, {
      vehicle: [
        { plate: 'ktu 482 xa', make: 'Toyota', model: 'Hiace', name: 'Sani Bello' },
        { plate: 'ABJ-001AA', make: 'Honda', model: 'Accord', name: 'Ngozi Umeh' },
      ],
    });
  });

  test('its open tickets, earlier bookings and collisions are counted and summed in naira', async () => {
    const found = await dossier(officer, 'plate', plate);
    expect(found).toMatchObject({
      of: 'plate',
      value: plate,
      open: { count: 2, sum: 24_000 },
      paid: { count: 1, sum: 12_000 },
      collisions: 1,
    });
    expect(found.bookings.map(({ paid }) => paid)).toEqual([false, true, false]);
    expect(found.bookings[0]).toMatchObject({
      createdBy: { id: officer.id, name: 'Amina Sule' },
      price: 12_000,
      offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }],
    });
    expect(found.crashes).toEqual([
      expect.objectContaining({ location: 'PZ roundabout', noOfCars: 2 }),
    ]);
    expect(found.firstSeen).toBe(found.bookings[2]?.createdAt);
    expect(found.lastSeen).toBe(found.crashes[0]?.createdAt);
  });

  test('each fact of a vehicle is the last that was given, its driver is the last one, whole', async () => {
    const { vehicle, driver: last } = await dossier(officer, 'plate', plate);
    expect(vehicle).toMatchObject({ make: 'Toyota', model: 'Hiace', color: 'Blue' });
    expect(last).toMatchObject({ ...driver, address: '3 Ahmadu Bello Way' });
  });

  test.each(['KTU-482XA', 'ktu482xa', 'KTU 482 XA', ' k t u-4 8 2-xa '])(
    'a plate is found spelt %s',
    async (value) => {
      expect(await dossier(officer, 'plate', value)).toMatchObject({
        value: plate,
        open: { count: 2 },
        collisions: 1,
      });
    },
  );

  test('O and 0, I and 1 are the same sign of a plate', async () => {
    await booked(officer, { registration: 'OI0-110OI' });
    for (const value of ['010-110O1', 'oio110oi', 'OI0 IIO 01'])
      expect((await dossier(officer, 'plate', value)).open.count).toBe(1);
    expect((await dossier(officer, 'plate', 'OI0-110O')).open.count).toBe(0);
  });

  test('it leads to the licences and phones of its drivers, and they lead back', async () => {
    const { related } = await dossier(officer, 'plate', plate);
    expect(related).toEqual([
      { of: 'license', value: 'LIC 77 AA', note: 'Hauwa Lawal', bookings: 2 },
      { of: 'license', value: 'OLD 1', note: 'Sani Bello', bookings: 1 },
      { of: 'phone', value: '0703 555 0177', note: 'Hauwa Lawal', bookings: 2 },
      { of: 'phone', value: '0803 555 0199', note: 'Sani Bello', bookings: 1 },
    ]);
    const licence = await dossier(officer, 'license', 'lic-77aa');
    expect(licence).toMatchObject({ value: 'LIC 77 AA', collisions: 0 });
    expect(licence.related[0]).toEqual({ of: 'plate', value: plate, note: '', bookings: 2 });
  });

  test.each(['0703 555 0177', '07035550177', '+234 703 555 0177', '2347035550177'])(
    'a phone number is found written %s',
    async (value) => {
      expect((await dossier(officer, 'phone', value)).open.count).toBe(1);
    },
  );

  test('a second phone number and the phone of a driver in a collision are found as well', async () => {
    await booked(officer, { phoneTwo: '0809 111 2222' });
    await recorded(officer, { vehicle: [{ name: 'Bala Musa', phone: '+2348091112222' }] });
    const found = await dossier(officer, 'phone', '08091112222');
    expect(found).toMatchObject({ open: { count: 1 }, collisions: 1 });
  });

  test('one that was never seen is no error', async () => {
    expect(await dossier(officer, 'plate', 'zzz-999zz')).toEqual({
      of: 'plate',
      value: 'ZZZ-999ZZ',
      open: { count: 0, sum: 0 },
      paid: { count: 0, sum: 0 },
      collisions: 0,
      firstSeen: null,
      lastSeen: null,
      vehicle: null,
      driver: null,
      bookings: [],
      crashes: [],
      related: [],
    });
  });
});

test('at most the newest 20 bookings are listed, and all are counted', async () => {
  for (let day = 0; day < 25; day += 1)
    await storeBooking(app.db, officer.id, {
      registration: 'MNY-001',
      created_at: hours(day * 24),
    });
  const { bookings, open, firstSeen } = await dossier(officer, 'plate', 'MNY-001');
  expect(open).toEqual({ count: 25, sum: 300_000 });
  expect(bookings).toHaveLength(20);
  expect(firstSeen).toBe(new Date(firstSeen ?? '').toISOString());
  expect(Date.parse(firstSeen ?? '')).toBeLessThan(Date.parse(bookings[19]?.createdAt ?? ''));
});

test('of a number that stands on more than 1,000 bookings the newest are counted and summed', async () => {
  const standIn = '0803 555 0900';
  const began = hours(3_000).getTime();
  const bookings = Array.from({ length: 1_001 }, (_, place) => ({
    created_at: new Date(began + place * 3_600_000),
    zone: place === 0 ? 'Giwa' : 'Zaria',
    [place % 2 === 0 ? 'phone_no' : 'phone_two']: standIn,
  }));
  await storeBookings(app.db, officer.id, bookings);
  const found = await dossier(officer, 'phone', standIn);
  expect(found).toMatchObject({ within: 1_000, open: { count: 1_000, sum: 12_000_000 } });
  expect(found.firstSeen).toBe(new Date(began + 3_600_000).toISOString());
  expect(found.bookings[0]?.createdAt).toBe(found.lastSeen);
  expect(await known(officer, 'phone', standIn)).toMatchObject({ within: 1_000 });
  // In Zaria there are no more.
  const inZaria = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const own = await dossier(inZaria, 'phone', standIn);
  expect(own.open.count).toBe(1_000);
  expect(own.within).toBeUndefined();
});

describe('while a form is filled in', () => {
  test('bookings of the last hours are told with who made them, where, and for what', async () => {
    const registration = 'DUP-777AA';
    await storeBooking(app.db, officer.id, { registration, created_at: hours(30) });
    const { _id } = await booked(officer, { registration, location: 'Kwangila' });
    const { lately, open } = await known(officer, 'plate', 'dup 777 aa');
    expect(open.count).toBe(2);
    expect(lately).toEqual([
      expect.objectContaining({
        _id,
        location: 'Kwangila',
        zone: 'Zaria',
        createdBy: { id: officer.id, name: 'Amina Sule', role: 'booking officer' },
        offence: [expect.objectContaining({ id: 'LGC-16' }), expect.anything()],
      }),
    ]);
  });

  test('facts under a licence are those of one name, and the vehicle is the last one, whole', async () => {
    const license = 'FCT 204';
    const old = { license, created_at: hours(72), gender: 'Male', name: 'Ibrahim Yusuf' };
    await storeBooking(app.db, officer.id, { ...old, registration: 'AAA-1', color: 'Red' });
    await storeBooking(app.db, officer.id, {
      license,
      created_at: hours(50),
      height: '190',
      name: 'Somebody Else',
      registration: '',
    });
    await booked(officer, { license, name: 'ibrahim yusuf', registration: 'BBB-2', make: 'Kia' });
    const { driver, vehicle } = await known(officer, 'license', license);
    expect(driver).toMatchObject({ name: 'ibrahim yusuf', gender: 'Male', height: '' });
    expect(vehicle).toMatchObject({ registration: 'BBB-2', make: 'Kia', color: '' });
  });
});
