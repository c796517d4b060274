import { fireEvent, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CollisionDouble, findDoubles } from '#contract/collision-doubles.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { add, count, fillInCollision, openCollisionForm } from './support/collision-form.ts';
import { choose, field, fill, press } from './support/form.ts';
import { anAnswer } from './support/records.ts';
import { everyTextIsSaid, speakBracketed } from './support/said.ts';

/** What stands on the form in every language. */
const names = [
  'Kaduna',
  'Zaria',
  'Hq',
  'Alpha',
  'PZ roundabout',
  /\b[\w-]+\.(?:jpg|txt)\b/g,
  /crf[- ]310[- ]?sh/g,
];

const officerOfAll = { role: 'booking officer', state: null, zone: null } as const;

const double: CollisionDouble = {
  id: '01KAAAAAAA0000000000000001',
  likeness: 0.9,
  metres: 40,
  minutes: 25,
  shares: 'plate',
  at: '2026-11-20T07:12:00.000Z',
  zone: 'Zaria',
  team: 'Alpha',
  location: 'PZ roundabout',
  noOfInjuries: 0,
  noOfFatalities: 0,
  verdict: null,
};

test('the collision form is said in another language at once, and keeps what was typed', async () => {
  const { form, server } = await openCollisionForm(officerOfAll);
  server.answer(findDoubles, () => anAnswer([double]));
  await fillInCollision(form, 'CRF-310SH');
  await within(form).findByText(/^A collision 40 m away, 25 minutes ago, with the same plate/);
  await add(form, 'witness statement');
  await add(form, 'officer statement');
  await choose(form, 'Perpetrator', 'Other');
  fill(form, 'Perpetrator description', 'the driver of the bus');
  fireEvent.change(await within(form).findByLabelText('Cause'), {
    target: { value: 'overloading' },
  });
  fill(form, count('injuries'), '2');
  fill(form, /^Seriously injured/, '1');
  speakBracketed();
  everyTextIsSaid(form, names);
  const typed = (name: string) =>
    form.querySelector<HTMLInputElement>(`[id="collision-${name}"]`)?.value;
  expect(typed('noOfCars')).toBe('2');
  expect(typed('vehicle.0.plate')).toBe('CRF-310SH');
  expect(typed('officer.0.type')).toBe('the driver of the bus');
  expect(typed('officer.0.perpetrator')).toBe('⟦other⟧');
});

test('what is wrong with a collision is said in the language, wherever it stands', async () => {
  const { form, server } = await openCollisionForm(officerOfAll);
  await fillInCollision(form, 'CRF-310SH');
  await add(form, 'vehicle');
  fill(form, count('vehicles'), '1');
  fill(form, count('fatalities'), '-1');
  const second = within(form).getByRole('group', { name: 'Vehicle 2' });
  fireEvent.change(field(second, 'Plate number'), { target: { value: 'CRF 310 SH' } });
  const files = [new File(['words'], 'notes.txt', { type: 'text/plain' })];
  fireEvent.change(field(form, /^Add more images/), { target: { files } });
  await within(form).findByText(/^notes\.txt is not a picture/);
  await press('Submit', form);
  await within(form).findByRole('group', { name: 'Check these fields' });
  expect(server.calls(createCollision)).toEqual([]);
  speakBracketed();
  everyTextIsSaid(form, names);
});
