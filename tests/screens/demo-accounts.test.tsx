import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { demoPassword, demoSignIns } from '#contract/demo.ts';
import { login } from '#contract/sign-in.ts';
import { settings } from '#web/device/settings.ts';
import { answersNothing } from './support/answers.ts';
import { openApp, tokenOf } from './support/open-app.tsx';
import { aUser } from './support/records.ts';

test('the sign-in page of a demo offers its accounts, and one press signs in', async () => {
  Object.assign(settings(), { demo: true });
  onTestFinished(() => void Object.assign(settings(), { demo: false }));
  const { server, user, address } = openApp('/signin', 'nobody', (fake) => {
    answersNothing(fake);
    const somebody = aUser({ role: 'operator' });
    fake.answer(login, () => ({
      success: true as const,
      token: tokenOf(somebody),
      user: somebody,
    }));
  });
  const offered = within(await screen.findByRole('region', { name: 'Try this demo as' }));
  const names = offered.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(demoSignIns.map(({ title: name, tries }) => `${name}${tries}`));
  await user.click(offered.getByRole('button', { name: /^Operator/ }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.calls(login).map(({ body }) => body)).toEqual([
    { email: 'operator@hanya.test', password: demoPassword },
  ]);
});

test('64d: the sign-in page of an installation offers no accounts', async () => {
  openApp('/signin', 'nobody', answersNothing);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(await screen.findByRole('button', { name: 'Continue as guest' })).toBeTruthy();
  expect(screen.queryByText('Try this demo as')).toBeNull();
});
