import { expect, test } from 'vitest';
import { bookingKind } from '#web/features/bookings/form/booking-kind.ts';
import {
  bookingOf,
  newDraft as newBooking,
  sameOffences,
} from '#web/features/bookings/form/draft.ts';
import { collisionKind } from '#web/features/collisions/form/collision-kind.ts';
import { bodyOf, newDraft, newVehicle, newWitness } from '#web/features/collisions/form/draft.ts';
import { filesOf } from '#web/features/collisions/form/evidence.ts';

const id = '01KBN3T3V9W0F1XQ2R7S8Y4Z5A';
const place = { organisation: 'Kaduna', zone: 'Zaria', location: 'Kwangila' } as const;

const booking = () => ({
  ...newBooking(id, null),
  ...place,
  name: 'Danjuma Audu',
  registration: 'KTN-482AB',
  offence: [{ id: '1' }, { id: '2' }],
});

const collision = () => ({
  ...newDraft(id, null),
  ...place,
  noOfCars: '2',
  noOfFatalities: '0',
  vehicle: [{ ...newVehicle(), plate: 'KTN-482AB' }, newVehicle()],
  witness: [{ ...newWitness(), name: 'Amina Bello' }],
});

test('the body of a booking is read back as it was typed', () => {
  const body = bookingOf(booking(), []);
  expect(bookingKind.typedOf(body)).toEqual(booking());
});

test('a body in which an older version left out a field is read back with the others', () => {
  const { team: _team, ...body } = bookingOf(booking(), []);
  expect(bookingKind.typedOf(body)).toEqual(booking());
});

test('the body of a collision is read back as it was typed, its rows with keys of their own', () => {
  const draft = collision();
  const read = collisionKind.typedOf({ ...bodyOf(draft) });
  if (read === null) throw new Error('It is not read.');
  expect(bodyOf(read)).toEqual(bodyOf(draft));
  expect(read.noOfInjuries).toBe('');
  expect(new Set(read.vehicle.map(({ key }) => key)).size).toBe(2);
});

test('each file comes back to its place, also that of a vehicle without a plate', () => {
  const draft = collision();
  const file = new File(['x'], 'x.jpg');
  const [first = '', second = ''] = draft.vehicle.map(({ key }) => key);
  const vehicles = {
    [first]: { driverImg: file, vehicleImg: null },
    [second]: { driverImg: null, vehicleImg: file },
  };
  const sent = filesOf(draft.vehicle, { img: [file], vid: file, vehicles });
  expect(sent.map(({ name }) => collisionKind.placeOf(name, draft))).toEqual([
    `driverImg ${first}`,
    `vehicleImg ${second}`,
    'img',
    'vid',
  ]);
});

test('the same offences are the same in any order, and others are not', () => {
  const one = booking();
  expect(sameOffences({ ...one, offence: one.offence.toReversed() }, one)).toBe(true);
  expect(sameOffences({ ...one, offence: one.offence.slice(1) }, one)).toBe(false);
  expect(sameOffences(null, one)).toBe(false);
});
