import { describe, expect, test } from 'vitest';
import { newCollisionSchema } from '#contract/new-collisions.ts';
import {
  bodyOf,
  type CollisionDraft,
  draftErrors,
  newDraft,
  newOfficer,
  newVehicle,
  newWitness,
} from '#web/features/collisions/form/draft.ts';
import { errorsByRow, evidenceOf, filesOf } from '#web/features/collisions/form/evidence.ts';
import { conditions } from '#web/features/collisions/form/rules.ts';
import { sections } from '#web/features/collisions/form/sections.ts';
import { orderOf } from '#web/forms/record/sections.ts';
import { inFormOrder } from '#web/forms/refusal.ts';

const id = '01K9HZNGVX2Z66Z1C0ABCDEFGH';
const image = new File(['x'], 'scene.jpg', { type: 'image/jpeg' });
const video = new File(['x'], 'scene.mp4', { type: 'video/mp4' });
const canSubmit = (...given: Parameters<typeof conditions>) =>
  conditions(...given).every(({ met }) => met);
const withImage = { img: [image], vid: null };

function draft(changes: Partial<CollisionDraft> = {}): CollisionDraft {
  return {
    ...newDraft(id, { state: 'Kaduna', zone: 'Zaria' }),
    noOfCars: '2',
    noOfFatalities: '0',
    vehicle: [{ ...newVehicle(), key: 'a', plate: ' abc  123de ' }],
    ...changes,
  };
}

describe('Submit', () => {
  test('is enabled with both numbers, a vehicle and an image; 0 is a number', () => {
    expect(canSubmit(draft({ noOfCars: '0' }), withImage)).toBe(true);
  });

  test('takes a video for the evidence as well', () => {
    expect(canSubmit(draft(), { img: [], vid: video })).toBe(true);
  });

  test.each([
    ['number of vehicles', { noOfCars: '' }, withImage],
    ['number of fatalities', { noOfFatalities: ' ' }, withImage],
    ['vehicle', { vehicle: [] }, withImage],
    ['image or video', {}, { img: [], vid: null }],
  ])('waits for: %s', (name, changes, evidence) => {
    const open = conditions(draft(changes), evidence).filter(({ met }) => !met);
    expect(open.map((condition) => condition.name)).toEqual([name]);
    expect(canSubmit(draft(changes), evidence)).toBe(false);
  });
});

describe('the body', () => {
  test('is one that the contract takes, with numbers as numbers and no keys of rows', () => {
    const body = bodyOf(draft({ witness: [newWitness()], officer: [newOfficer()] }));
    expect(newCollisionSchema.parse(body)).toMatchObject({
      _id: id,
      organisation: 'Kaduna',
      zone: 'Zaria',
      noOfCars: 2,
      noOfFatalities: 0,
      noOfInjuries: 0,
      vehicle: [{ plate: 'ABC 123DE' }],
      witness: [{ type: 'unknown' }],
    });
    expect(JSON.stringify(body)).not.toContain('"key"');
  });

  test('that lacks something says so at its field', () => {
    expect(draftErrors(draft({ noOfCars: '', zone: '' }))).toEqual({
      noOfCars: 'Enter the number of vehicles.',
    });
    expect(draftErrors(draft({ organisation: null }))).toHaveProperty('organisation');
    expect(draftErrors(draft({ noOfInjuries: '-1' }))).toHaveProperty('noOfInjuries');
  });

  test('holds a plate once, however it is typed', () => {
    const vehicle = ['ABC 123DE', 'abc  123de', ''].map((plate) => ({ ...newVehicle(), plate }));
    expect(draftErrors(draft({ vehicle }))).toEqual({
      'vehicle.1.plate': 'The plate ABC 123DE is already on this collision.',
    });
  });
});

describe('the files', () => {
  const vehicles = [
    { key: 'a', plate: '' },
    { key: 'b', plate: ' abc  123de ' },
    { key: 'c', plate: ' ' },
  ];

  test('are named by the plate, or by the place among the vehicles without one', () => {
    const pictures = { driverImg: image, vehicleImg: image };
    const sent = filesOf(vehicles, {
      img: [image, image],
      vid: video,
      vehicles: { a: pictures, b: pictures, c: { driverImg: null, vehicleImg: image } },
    });
    expect(sent.map(({ name }) => name)).toEqual([
      'driverImg-#1',
      'vehicleImg-#1',
      'driverImg-ABC 123DE',
      'vehicleImg-ABC 123DE',
      'vehicleImg-#2',
      'img',
      'img',
      'vid',
    ]);
  });

  test('of a vehicle that was removed are not sent', () => {
    const evidence = {
      ...evidenceOf([]),
      vehicles: { gone: { driverImg: image, vehicleImg: null } },
    };
    expect(filesOf(vehicles, evidence)).toEqual([]);
  });
});

test('what the server says of a picture stands at the vehicle it belongs to', () => {
  const vehicles = [{ plate: '' }, { plate: 'abc 123de' }];
  expect(
    errorsByRow(
      { 'driverImg-ABC 123DE': 'One.', 'vehicleImg-#1': 'Two.', zone: 'Three.' },
      vehicles,
    ),
  ).toEqual({ 'vehicle.1.driverImg': 'One.', 'vehicle.0.vehicleImg': 'Two.', zone: 'Three.' });
});

test('errors are listed in the order of the form', () => {
  const wrong = ['notes', 'vehicle.10.plate', 'img', 'vehicle.2.plate', 'zone'];
  expect(inFormOrder(wrong, orderOf(sections))).toEqual([
    'zone',
    'vehicle.2.plate',
    'vehicle.10.plate',
    'img',
    'notes',
  ]);
});
