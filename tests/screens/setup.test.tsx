import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { roles } from '#contract/roles.ts';
import { listSecondPeople } from '#contract/second-person.ts';
import { readSetup, type SetupStep, takeSetupStep } from '#contract/setup.ts';
import { answersNothing } from './support/answers.ts';
import { says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const names = ['people', 'officers', 'contacts', 'gateway', 'mail', 'backup', 'map'] as const;
const steps = (stateOf: (step: SetupStep['step']) => SetupStep['state']): SetupStep[] =>
  names.map((step) => ({
    step,
    what: `The ${step}`,
    state: stateOf(step),
    words: 'So it is.',
    atServer: false,
  }));
const card = () => screen.findByRole('region', { name: 'Set up' });

test('a state admin sees what the set-up lacks and who can confirm, tries the mail, and folds it', async () => {
  let isTried = false;
  const lacking = () => steps((step) => (isTried && step === 'mail' ? 'well' : 'doubtful'));
  const { server, user } = openApp('/', 'state admin', (server) => {
    answersNothing(server);
    server.answer(readSetup, () => anAnswer(lacking()));
    server.answer(listSecondPeople, () => anAnswer([]));
    server.answer(takeSetupStep, ({ body }) => {
      isTried = body.step === 'mail';
      return anAnswer(lacking());
    });
  });
  const inside = within(await card());
  expect(inside.getByText('0 of 7 done')).toBeTruthy();
  expect(inside.getAllByText(/: Not yet$/)).toHaveLength(7);
  expect(await inside.findByText('Nobody can confirm this yet.')).toBeTruthy();
  const to = inside.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(to).toEqual(['/admin', '/admin', '/organisation', '/operations', '/operations', '/map']);
  await user.click(inside.getByRole('button', { name: 'Send a test email' }));
  await says('Hanya has sent you an email.');
  expect(await inside.findByText('1 of 7 done')).toBeTruthy();
  const sent = server.calls(takeSetupStep).map(({ body }) => body);
  expect(sent).toEqual([{ organisation: 'Kaduna', step: 'mail' }]);
  await user.click(inside.getByRole('heading', { name: 'Set up' }));
  await waitFor(() => expect(localStorage.getItem('setupFolded')).toBe('true'));
  localStorage.removeItem('setupFolded');
});

test('once all is done it is closed for good', async () => {
  let isClosed = false;
  const { user } = openApp('/', 'state admin', (server) => {
    answersNothing(server);
    server.answer(readSetup, () => anAnswer(isClosed ? null : steps(() => 'well')));
    server.answer(takeSetupStep, ({ body }) => {
      isClosed = body.step === 'closed';
      return anAnswer(null);
    });
  });
  await user.click(await within(await card()).findByRole('button', { name: 'Finish the set-up' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Set up' })).toBeNull());
});

test.each(roles.filter((role) => role !== 'state admin'))(
  'nobody else asks for it: %s',
  async (role) => {
    const { server } = openApp('/', role, answersNothing);
    await screen.findByRole('heading', { level: 1, name: 'Base' });
    await screen.findByRole('region', { name: 'Personnel' });
    expect(server.calls(readSetup)).toEqual([]);
  },
);
