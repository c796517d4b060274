import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { correctCollision } from '#contract/collision-corrections.ts';
import { listDoubles, type NotedDouble } from '#contract/collision-doubles.ts';
import { listCollisions, readCollision } from '#contract/collisions.ts';
import { answersNothing } from './support/answers.ts';
import { dialog, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aCollision, anAnswer } from './support/records.ts';
import { amina, pageOf, rowTexts } from './support/rows.ts';

const collision = aCollision({ noOfInjuries: 3, noOfFatalities: 2 });
const address = `/collisions?open=${collision._id}`;
const was = { noOfCars: 2, noOfInjuries: 3, noOfFatalities: 2 };
const now = { ...was, noOfFatalities: 1 };

test('a superior corrects the counts of a collision with a reason, and everybody sees what it was', async () => {
  let stands = collision;
  const { server } = openApp(address, 'zonal head', (server) => {
    answersNothing(server);
    server.answer(readCollision, () => anAnswer(stands));
    server.answer(correctCollision, ({ body }) => {
      const { reason } = body;
      const at = '2026-11-21T10:00:00.000Z';
      stands = { ...collision, ...now, corrections: [{ at, by: amina, reason, was, now }] };
      return anAnswer(stands);
    });
  });
  const opened = await dialog(/^Accident/);
  await press('Correct the counts', opened);
  const asked = await dialog('Correct the counts of this collision?');
  expect(asked.textContent).toContain('will change every figure and report for that day.');
  fill(asked, 'Fatalities', 'two');
  await within(asked).findByText('Enter the number of fatalities.');
  fill(asked, 'Fatalities', '1');
  expect(within(asked).queryByText('Enter the number of fatalities.')).toBeNull();
  expect(
    within(asked).getByRole('button', { name: 'Correct the counts' }).getAttribute('aria-disabled'),
  ).toBe('true');
  fill(asked, 'Reason', 'She died in another collision.');
  await press('Correct the counts', asked);
  await says('Counts corrected');
  expect(server.calls(correctCollision)[0]).toMatchObject({
    params: { id: collision._id },
    body: { ...now, was, reason: 'She died in another collision.' },
  });
  await waitFor(() =>
    expect(opened.textContent).toContain(
      'Before: 2 vehicles, 2 fatalities, 3 injuries. Now: 2 vehicles, 1 fatality, 3 injuries.',
    ),
  );
  expect(opened.textContent).toContain('Amina Bello');
  expect(opened.textContent).toContain('She died in another collision.');
});

test('counts that somebody else has corrected meanwhile are read again', async () => {
  const { server } = openApp(address, 'state admin', (server) => {
    answersNothing(server);
    server.answer(readCollision, () => anAnswer(collision));
    server.answer(correctCollision, () => ({ status: 409, error: 'The counts have changed.' }));
  });
  const opened = await dialog(/^Accident/);
  await press('Correct the counts', opened);
  const asked = await dialog('Correct the counts of this collision?');
  fill(asked, 'Injuries', '4');
  fill(asked, 'Reason', 'Ward 4 says so.');
  const before = server.calls(readCollision).length;
  await press('Correct the counts', asked);
  await says('The counts have changed.');
  await waitFor(() => expect(server.calls(readCollision).length).toBeGreaterThan(before));
});

test('who records a collision is offered no correction of its counts', async () => {
  openApp(address, 'booking officer', (server) => {
    answersNothing(server);
    server.answer(readCollision, () => anAnswer(collision));
  });
  const opened = await dialog(/^Accident/);
  await within(opened).findByRole('button', { name: 'Add to this collision' });
  expect(within(opened).queryByRole('button', { name: 'Correct the counts' })).toBeNull();
});

test('the record that counts shows what the other one knows', async () => {
  const other: NotedDouble = {
    id: '01KD0000000000000000000002',
    likeness: 0.9,
    metres: 20,
    minutes: 5,
    shares: null,
    at: '2026-11-20T10:05:00.000Z',
    zone: 'Zaria',
    team: '',
    location: '',
    noOfCars: 3,
    noOfInjuries: 3,
    noOfFatalities: 4,
    otherVehicles: [{ plate: 'LNK-311AB', name: 'Ladi Bello', phone: '' }],
    witnesses: 1,
    files: 0,
    additions: 2,
    verdict: collision._id,
  };
  openApp(address, 'zonal head', (server) => {
    answersNothing(server);
    server.answer(readCollision, () => anAnswer({ ...collision, doubles: { found: 1, open: 0 } }));
    server.answer(listDoubles, () => anAnswer([other]));
  });
  const opened = await dialog(/^Accident/);
  await within(opened).findByText(/Lists, figures and reports count this record/);
  expect(opened.textContent).toContain(
    'The other record has 3 vehicles, 4 fatalities, 3 injuries.',
  );
  expect(opened.textContent).toContain('Only in the other record: LNK-311AB, Ladi Bello');
  expect(opened.textContent).toContain('The other record has 1 witness, 2 added later.');
});

test('a record that counts as another is found by a filter, says so in its row, and leads to the one that counts', async () => {
  const linked = aCollision({ countsAs: collision._id });
  const { server } = openApp(`/collisions?doubles=linked`, 'zonal head', (server) => {
    answersNothing(server);
    server.answer(listCollisions, ({ query }) =>
      pageOf(query.doubles === 'linked' ? [linked] : [], query),
    );
    server.answer(readCollision, () => anAnswer(linked));
  });
  await waitFor(() => expect(rowTexts().join(' ')).toContain('Same as'));
  expect(screen.getAllByText(/Same as another collision/).length).toBeGreaterThan(0);
  expect(server.calls(listCollisions)[0]?.query.doubles).toBe('linked');
  fireEvent.click(within(screen.getByRole('table')).getByText(/Same as/));
  const opened = await dialog(/^Accident/);
  await within(opened).findByText(/Figures include that record, not this one/);
  const link = within(opened).getByRole('link', { name: collision._id.slice(5) });
  expect(link.getAttribute('href')).toBe(address);
});
