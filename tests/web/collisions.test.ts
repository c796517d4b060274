import { expect, test } from 'vitest';
import { firstVehicle, picturesOf } from '#web/features/collisions/collision-words.ts';
import { factsShown, gradedInWords } from '#web/features/collisions/facts/fact-words.ts';

const vehicle = {
  plate: 'ABC-123DE',
  make: 'Toyota',
  model: 'Hiace',
  name: 'Musa Danladi',
  phone: '',
  driverImg: '',
  vehicleImg: '',
};

test('101c: the accident card names the first vehicle by the name it was given and its plate', () => {
  const second = { ...vehicle, name: 'Ladi Sule', plate: 'KRD-482XA' };
  expect(firstVehicle({ vehicle: [vehicle, second] })).toBe('Musa Danladi ABC-123DE');
});

test('what was not given of the first vehicle is left out, and make and model stay out', () => {
  expect(firstVehicle({ vehicle: [{ ...vehicle, name: '' }] })).toBe('ABC-123DE');
  expect(firstVehicle({ vehicle: [{ ...vehicle, plate: '' }] })).toBe('Musa Danladi');
  expect(firstVehicle({ vehicle: [{ ...vehicle, name: '', plate: '' }] })).toBe('');
});

test('every picture is told apart in words, and what was not given is left out', () => {
  const pictured = { ...vehicle, driverImg: '/d' };
  const bare = { ...vehicle, plate: '', vehicleImg: '/v' };
  expect(picturesOf({ img: ['/a', '/b'], vehicle: [pictured, bare] })).toEqual([
    { address: '/a', alt: 'Evidence 1 of 2', vehicle: null },
    { address: '/b', alt: 'Evidence 2 of 2', vehicle: null },
    { address: '/d', alt: 'Driver of ABC-123DE', vehicle: 0 },
    { address: '/v', alt: 'Vehicle 2', vehicle: 1 },
  ]);
});

test('grades never contradict the count of injured: what is missing or too much is said', () => {
  expect(gradedInWords({ light: 'daylight' }, 3)).toBeNull();
  expect(gradedInWords({ serious: 1, slight: 2 }, 3)).toBeNull();
  expect(gradedInWords({ serious: '1' }, 3)).toBe(
    'Severity has not been entered for 2 of the 3 people injured.',
  );
  expect(gradedInWords({ serious: 2, slight: 2 }, 3)).toMatch(
    /^Severity has been entered for 4, but the number of people injured is 3/,
  );
});

test('facts are shown in the order of the form, and those of a newer version by their own name', () => {
  const shown = factsShown({ weather: 'fog', hit: ['pedestrian', 'bicycle'], cause: 'bad road' });
  expect(shown.filter(({ value }) => value !== '')).toEqual([
    { label: 'Cause', value: 'Bad road' },
    { label: 'Road users hit', value: 'Pedestrian, bicycle' },
    { label: 'weather', value: 'Fog' },
  ]);
});
