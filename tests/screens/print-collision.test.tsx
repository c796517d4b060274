import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCollision } from '#contract/collisions.ts';
import { printCollision } from '#contract/modules/after-ticket/papers.ts';
import { answersNothing } from './support/answers.ts';
import { dialog, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aCollision, anAnswer } from './support/records.ts';

const collision = aCollision({ location: 'PZ roundabout', desc: '王 was there.' });

test('the popup of a collision prints its page for the police and the insurer', async () => {
  const { server } = openApp(`/collisions?open=${collision._id}`, 'booking officer', (server) => {
    answersNothing(server);
    server.answer(readCollision, () => anAnswer(collision));
    server.answer(printCollision, () => ({ status: 503, error: 'Too many papers wait.' }));
  });
  const opened = await dialog(/^Accident/);
  await within(opened).findByRole('button', { name: 'Print' });
  await press('Print', opened);
  await screen.findByText('One page for the police and the insurer.');
  await screen.findByText('A PDF cannot show these letters: 王. The print view shows them.');
  await press('PDF');
  await says('Too many papers wait.');
  expect(server.calls(printCollision)).toMatchObject([
    { params: { id: collision._id }, query: { format: 'pdf' } },
  ]);
});
