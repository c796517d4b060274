import { expect, test } from 'vitest';
import { vehicleTypes } from '#contract/booking-fields.ts';
import { witnessTypes } from '#contract/collisions.ts';
import { confiscationOptions } from '#contract/new-bookings.ts';
import { organisationNames } from '#contract/places.ts';
import { roles } from '#contract/roles.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { defaultCentre, defaultZoom } from '#web/features/map/geography.ts';
import { relativeTime } from '#web/format/time.ts';
import { toastsIn } from '#web/ui/feedback/toast-place.tsx';

const offences = listOffences();
const named = (part: string) => offences.filter(({ name }) => name.includes(part));

test('7, 225: the roles are these, and the guest', () => {
  expect(roles).toEqual([
    'state admin',
    'zonal head',
    'booking officer',
    'operator',
    'observer',
    'guest',
  ]);
});

test('305: the organisations are these', () => {
  expect(organisationNames).toEqual(['Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC']);
});

test('306: the types of vehicle are these', () => {
  expect(vehicleTypes).toEqual([
    'Private',
    'Commercial',
    'Special',
    'Government owned',
    'Trailer/Tanker',
  ]);
});

test('307: the confiscations are these', () => {
  expect(confiscationOptions).toEqual([
    'Vehicle License',
    "Driver's License",
    'Insurance Certificate',
    'International Passport',
    'Stage Carriage Certification',
    'Delivery Note or Waybill',
    'Road Worthiness Certification',
    'Hackney Permit',
    'ID Card',
    'Vehicle Number Plate',
    'Vehicle Keys',
    'Police Receipt',
  ]);
});

test('308: the types of witness are these', () => {
  expect(witnessTypes).toEqual([
    'unknown',
    'witness',
    'driver',
    'passenger',
    'perpetrator',
    'bystander',
  ]);
});

test('301: toasts close after 5000 ms, at the top right, or when dragged by 80 percent', () => {
  expect(toastsIn((sentence) => sentence).props).toMatchObject({
    autoClose: 5000,
    position: 'top-right',
    draggable: true,
    draggablePercent: 80,
  });
});

test('302a: the map begins at 11.16 north, 7.71 east, zoom 13', () => {
  expect([defaultCentre, defaultZoom]).toEqual([{ lat: 11.16, lng: 7.71 }, 13]);
});

const second = 1000;
const day = 24 * 60 * 60 * second;
for (const [age, words] of [
  [10 * second - 1, 'Just Now'],
  [10 * second, '10 seconds ago'],
  [60 * second, '1 minute ago'],
  [60 * 60 * second, '1 hour ago'],
  [day, '1 day ago'],
  [30 * day - 1, '29 days ago'],
  [30 * day, '1 month ago'],
  [12 * 30 * day - 1, '11 months ago'],
  [12 * 30 * day, '1 year ago'],
] as const) {
  test(`304a, 304b: an age of ${age} ms reads ${words}`, () => {
    const now = Date.parse('2026-11-20T13:32:00Z');
    expect(relativeTime(new Date(now - age).toISOString(), now)).toBe(words);
  });
}

test('145: a driving test of a private driver stands among the other items', () => {
  const [found] = named('Driving Test (private vehicle)');
  expect(found).toMatchObject({ group: 'VIL', amount: 500 });
});

test('324: towing a trailer is negotiable, loaded and empty', () => {
  expect(named('Towing of trailer').map(({ name, amount }) => [name, amount])).toEqual([
    [expect.stringMatching(/loaded.*negotiable/), 100_000],
    [expect.stringMatching(/empty.*negotiable/), 50_000],
  ]);
});

test('326: the motorcycle’s second passenger is charged 500, beside the price', () => {
  const [offence] = named('more than one passenger on a motorcycle');
  expect(offence).toMatchObject({
    id: 'MCL-04',
    penalty: 'Additional 500 charge on the passenger',
  });
});

test('329: every sanction that is known is the penalty of some offence', () => {
  const given = new Set(offences.flatMap(({ penalty }) => penalty.toLowerCase().split('; ')));
  for (const sanction of [
    'impounding vehicle',
    'dislodging driver',
    'psychiatric test',
    'effect repairs',
    'prosecution in court',
    'driver training',
    'strapping seat belt',
  ]) {
    expect(given).toContain(sanction);
  }
});
