import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createBooking } from '#contract/new-bookings.ts';
import { login } from '#contract/sign-in.ts';
import { readUser } from '#contract/users.ts';
import { answersNothing } from './support/answers.ts';
import { bookingServer, fillIn, openAgain, submitOf } from './support/booking-form.ts';
import type { FakeServer } from './support/fake-server.ts';
import { fill, says } from './support/form.ts';
import { type OpenApp, openApp, tokenOf } from './support/open-app.tsx';
import { anAnswer, aUser } from './support/records.ts';

// Names of their own: other files of this process leave records of others on the same phone.
const halima = aUser({
  role: 'booking officer',
  zone: 'Zaria',
  firstName: 'Halima',
  lastName: 'Sani',
  email: 'halima@hanya.test',
});
const musa = aUser({
  role: 'booking officer',
  zone: 'Zaria',
  firstName: 'Musa',
  lastName: 'Idris',
  email: 'musa@hanya.test',
});

const wellAgain = (server: FakeServer) => {
  answersNothing(server);
  bookingServer(server);
  server.answer(login, ({ body: { email } }) => {
    const user = email === musa.email ? musa : halima;
    return { success: true as const, token: tokenOf(user), user };
  });
  server.answer(readUser, ({ params: { id } }) => anAnswer(id === musa.id ? musa : halima));
};

async function signIn({ user }: OpenApp, email: string): Promise<string> {
  const field = await screen.findByLabelText('Email');
  // That of whom records wait here stands there already.
  await user.clear(field);
  await user.type(field, email);
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('navigation', { name: 'Main' });
  return `Bearer ${localStorage.getItem('jwtToken') ?? ''}`;
}

async function book(registration: string): Promise<void> {
  const form = await openAgain();
  fillIn(form);
  fill(form, 'Vehicle Registration', registration);
  fireEvent.click(submitOf(form));
}

const onThisPhone = () => screen.queryByRole('list', { name: 'bookings on this device' });

test('what waits when its officer is signed out elsewhere is sent by themselves alone, once, after they signed in again', async () => {
  const app = openApp('/insurance', halima, wellAgain);
  const { server, user } = app;
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  await book('GME-118PL');
  await waitFor(() => expect(onThisPhone()?.textContent).toContain('GME-118PL'));

  // The sender, which comes when somebody begins to use the page, is the first to hear of it.
  server.answer(createBooking, () => ({ status: 401, error: 'Sign in again.' }));
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  const waits = await screen.findByText('Halima Sani still has 1 record on this device.');
  expect(waits.closest('p')?.textContent).toContain('Sign in as Halima Sani to send it.');
  expect(document.body.textContent).not.toContain('GME-118PL');

  // Somebody else works on the same phone meanwhile: theirs goes, and with it all that they may send.
  wellAgain(server);
  const before = server.calls(createBooking).length;
  const ofMusa = await signIn(app, musa.email);
  await book('KAD-214BN');
  await says('Booking added');
  await user.click(screen.getByRole('link', { name: 'Profile' }));
  await user.click(await screen.findByRole('link', { name: 'Outbox' }));
  await screen.findByRole('heading', { name: 'The Outbox is empty' });
  fireEvent(window, new Event('online'));
  expect(document.body.textContent).not.toContain('GME-118PL');
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await screen.findByText('Halima Sani still has 1 record on this device.');

  const ofHalima = await signIn(app, halima.email);
  const made = () =>
    server
      .calls(createBooking)
      .slice(before)
      .map(({ token, body }) => [token, body.registration]);
  const once = [
    [ofMusa, 'KAD-214BN'],
    [ofHalima, 'GME-118PL'],
  ];
  await waitFor(() => expect(made()).toEqual(once));
  await user.click(screen.getByRole('link', { name: 'Profile' }));
  await user.click(await screen.findByRole('link', { name: 'Outbox' }));
  await screen.findByRole('heading', { name: 'The Outbox is empty' });
  expect(made()).toEqual(once);
});
