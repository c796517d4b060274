import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { answersNothing } from './support/answers.ts';
import { fillIn, openForm } from './support/booking-form.ts';
import { dialog, headerLink, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';

/** A step back, as the button of a phone makes it: the page hears of it a moment later. */
const goBack = () => act(() => window.history.back());

const isGone = (name: RegExp | string, role = 'dialog') =>
  waitFor(() => expect(screen.queryByRole(role, { name })).toBeNull());
const link = async (label: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', {
    name: label,
  });

test('a step back asks the question of a form, then takes the question back, and the form stays', async () => {
  const { form, address } = await openForm();
  fillIn(form);
  goBack();
  await dialog('Close the form?');
  goBack();
  await isGone('Close the form?');
  expect(form.isConnected).toBe(true);
  goBack();
  await press('Save draft', await dialog('Close the form?'));
  await isGone('New Booking Form');
  expect(address()).toBe('/insurance');
});

test('on a phone a step back leaves the offence picker, and then the form', async () => {
  window.innerWidth = 390;
  const { user } = openApp('/profile', 'booking officer', answersNothing);
  await user.click(await headerLink('Booking'));
  const form = await dialog('New Booking Form');
  await press(/^Offences/, form);
  await within(form).findByRole('button', { name: 'Back to the form' });
  goBack();
  await waitFor(() =>
    expect(within(form).queryByRole('button', { name: 'Back to the form' })).toBeNull(),
  );
  goBack();
  await isGone('New Booking Form');
});

test.each([
  ['the search', () => press(/^Find plate/), 'dialog', 'Search and actions'],
  ['the help', async (user) => user.keyboard('?'), 'dialog', 'Help'],
  ['a popup of the header', () => press('Insurance'), 'dialog', 'Vehicle Insurance'],
  ['the menu of the account', () => press(/Account menu/), 'menu', /./],
] as [
  string,
  (user: ReturnType<typeof openApp>['user']) => Promise<void>,
  string,
  RegExp | string,
][])(
  'a step back closes %s, and the next one leaves the screen',
  async (_what, open, role, name) => {
    const { user, address } = openApp('/profile', 'booking officer', answersNothing);
    await user.click(await link('Collisions'));
    await waitFor(() => expect(address()).toBe('/collisions'));
    await screen.findByRole('heading', { level: 1, name: 'Accidents' });
    await open(user);
    await screen.findByRole(role, { name });
    goBack();
    await isGone(name, role);
    expect(address()).toBe('/collisions');
    goBack();
    await waitFor(() => expect(address()).toBe('/profile'));
  },
);

test('on a phone a step back closes the menu and the filters', async () => {
  window.innerWidth = 390;
  const { address } = openApp('/unpaid', 'booking officer', answersNothing);
  await press('Open menu');
  await dialog('Menu');
  goBack();
  await isGone('Menu');
  await press(/^Filters/);
  await dialog('Filters');
  goBack();
  await isGone('Filters');
  expect(address()).toBe('/unpaid');
});

test('a record that a link opened is closed by a step back, and its list stays', async () => {
  const booking = aBooking({ billRef: 'BILL-1' });
  const { address } = openApp(`/unpaid?open=${booking._id}`, 'booking officer', (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
  });
  await dialog(/^Booking/);
  goBack();
  await isGone(/^Booking/);
  await waitFor(() => expect(address()).toBe('/unpaid'));
});

test('after a form was closed by its own button, one step back leaves the screen', async () => {
  const { user, address } = openApp('/profile', 'booking officer', answersNothing);
  await user.click(await link('Collisions'));
  await waitFor(() => expect(address()).toBe('/collisions'));
  for (let times = 0; times < 3; times += 1) {
    await user.click(await headerLink('Booking'));
    await press('Close', await dialog('New Booking Form'));
    await isGone('New Booking Form');
  }
  goBack();
  await waitFor(() => expect(address()).toBe('/profile'));
});
