import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readKnown } from '#contract/dossiers.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { helpOf } from '#web/app/pages.ts';
import { deviceKeys } from '#web/device/device-store.ts';
import { settings } from '#web/device/settings.ts';
import { sentencesOf } from '#web/features/guide/guides.ts';
import { answersNothing } from './support/answers.ts';
import { bookingServer, fillIn, officer, submitOf } from './support/booking-form.ts';
import { dialog, fill, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';

test('the question mark of a screen explains it, and leads to the guide of the own role', async () => {
  const { user, address } = openApp('/unpaid', officer, bookingServer);
  await user.click(await screen.findByRole('button', { name: 'Help for this screen' }));
  const help = await dialog('Help');
  expect(help.textContent).toContain('These bookings are not paid yet.');
  await user.click(within(help).getByRole('link', { name: 'Guide to your role' }));
  expect(address()).toBe('/guide');
  expect(await screen.findByText('What a booking officer does')).toBeTruthy();
  expect(screen.getByText(/^Never take money/)).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Guide for' })).toBeNull();
});

test('a state admin reads and prints the guide of any role', async () => {
  const { user } = openApp('/guide', 'state admin', answersNothing);
  await user.click(await screen.findByRole('link', { name: 'Observer' }));
  expect(await screen.findByText('What an observer does')).toBeTruthy();
});

test('the guide lists the screens of the role by the navigation, each with the first sentence of its help', async () => {
  const { user } = openApp('/guide', 'state admin', answersNothing);
  const card = within(await screen.findByRole('region', { name: 'Screens' }));
  await user.click(card.getByRole('button', { name: 'Admin' }));
  const fees = await card.findByRole('link', { name: 'Fees' });
  expect(fees.getAttribute('href')).toBe('/fees');
  const [purpose] = sentencesOf(await helpOf('/fees'));
  expect(card.getByText(purpose ?? '')).toBeTruthy();

  await user.click(screen.getByRole('link', { name: 'Operator' }));
  const theirs = within(await screen.findByRole('region', { name: 'Screens' }));
  expect(theirs.queryByRole('button', { name: 'Admin' })).toBeNull();
  await user.click(theirs.getByRole('button', { name: 'Unpaid Booking' }));
  await theirs.findByText('Unpaid Bookings');
  expect(theirs.queryByRole('link')).toBeNull();
});

test('a print of the guide has every screen of the role, also of folded entries', async () => {
  const printed: string[] = [];
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(screen.getByRole('region', { name: 'Screens' }).textContent);
    window.dispatchEvent(new Event('afterprint'));
  });
  onTestFinished(() => print.mockRestore());
  openApp('/guide', officer, answersNothing);
  await press('Print');
  await waitFor(() => expect(printed).toHaveLength(1));
  for (const path of ['/unpaid', '/collisions', '/security'] as const)
    expect(printed[0]).toContain(sentencesOf(await helpOf(path))[0]);
  const card = within(screen.getByRole('region', { name: 'Screens' }));
  await waitFor(() => expect(card.queryByRole('term')).toBeNull());
});

const user = 'practising';

test('practice ends in a made-up ticket, and sends, keeps and signs nothing', async () => {
  // The installation is a demo: the gateway is the sandbox.
  settings().demo = true;
  onTestFinished(() => {
    settings().demo = false;
  });
  const { server } = openApp('/guide', { ...officer, id: user }, bookingServer);
  await press('Practise a booking');
  const form = await dialog('Practice: New Booking Form');
  expect(
    within(form).getByText('This is practice. Hanya does not record, keep or send anything.'),
  ).toBeTruthy();
  await within(form).findAllByRole('option');
  fill(form, 'Vehicle Registration', 'KAD-214BN');
  fillIn(form);
  await waitFor(() => expect(submitOf(form).getAttribute('aria-disabled')).not.toBe('true'));
  submitOf(form).click();
  const ticket = await dialog('Practice ticket');
  expect(within(ticket).getByRole('article', { name: 'Ticket' }).textContent).toContain(
    'Practice. This is not a ticket, and there is nothing to pay.',
  );
  await press('Show to driver', ticket);
  const shown = await dialog('Practice: Show to driver');
  for (const way of ['WhatsApp', 'SMS', 'Share', 'Copy address'])
    expect(within(shown).queryByText(way)).toBeNull();
  for (const endpoint of [createBooking, readKnown]) expect(server.calls(endpoint)).toHaveLength(0);
  for (const kept of ['waiting', 'draft', 'own booking', 'key'])
    expect(await deviceKeys(user, kept)).toEqual([]);
});
