import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { listUsers } from '#contract/users.ts';
import { answersNothing } from './support/answers.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList } from './support/records.ts';

test('the palette offers an operator the operator’s screens and no users', async () => {
  const booking = aBooking();
  const { _id, registration } = booking;
  const { server, user, address } = openApp('/profile', 'operator', (given) => {
    answersNothing(given);
    given.answer(listBookings, ({ query }) => ({
      ...aList(...(query._searchname === registration ? [booking] : [])),
      sum: 0,
    }));
  });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and actions' });
  const places = within(await screen.findByRole('group', { name: 'Go to' }));
  const offered = places.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered.join()).toContain('Unpaid Booking');
  expect(offered.join()).not.toMatch(/Completed|Reports|Admin|All bookings/);

  fireEvent.change(field, { target: { value: 'nobody is called this' } });
  expect(await screen.findByText('No items found.')).toBeTruthy();
  fireEvent.change(field, { target: { value: registration } });
  const found = within(await screen.findByRole('group', { name: 'Bookings' }));
  await user.click(found.getByRole('option'));
  await waitFor(() => expect(address()).toBe(`/unpaid?open=${_id}`));
  expect(server.calls(listUsers)).toEqual([]);
});

test('a kind of record that can’t be searched leaves the others in the palette, and is named', async () => {
  const booking = aBooking();
  const { user } = openApp('/profile', 'operator', (given) => {
    answersNothing(given);
    given.answer(listBookings, ({ query }) => ({
      ...aList(...(query._searchname === booking.registration ? [booking] : [])),
      sum: 0,
    }));
    given.answer(listCollisions, () => ({ status: 503, error: 'This took too long.' }));
  });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and actions' });
  fireEvent.change(field, { target: { value: booking.registration } });
  const found = within(await screen.findByRole('group', { name: 'Bookings' }));
  expect(found.getAllByRole('option')).toHaveLength(1);
  const said = () => screen.getByText('Hanya could not search collisions.').parentElement;
  expect(said()?.textContent).toBe('Hanya could not search collisions. This took too long.');

  fireEvent.change(field, { target: { value: 'nobody is called this' } });
  expect(await screen.findByText('No other record matches “nobody is called this”.')).toBeTruthy();
  expect(said()).toBeTruthy();
});

test('a palette that was open when its user went is empty for the next one', async () => {
  for (const _ of ['the first', 'the next']) {
    const { user } = openApp('/profile', 'operator', answersNothing);
    await screen.findByRole('heading', { level: 1 });
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search and actions' });
    expect(field).toHaveProperty('value', '');
    fireEvent.change(field, { target: { value: 'nobody is called this' } });
    expect(field).toHaveProperty('value', 'nobody is called this');
    cleanup();
  }
});

test('the palette says in one sentence that nothing can be searched', async () => {
  const { user } = openApp('/profile', 'operator', (given) => {
    answersNothing(given);
    for (const list of [listBookings, listCollisions])
      given.answer(list, () => ({ status: 503, error: 'This took too long.' }));
  });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and actions' });
  fireEvent.change(field, { target: { value: 'ABC-123DE' } });
  expect(await screen.findByText('This took too long.')).toBeTruthy();
  expect(screen.queryByText(/could not be searched/)).toBeNull();
});
