import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { listOffences } from '#contract/offences.ts';
import { listRevenueHeads } from '#contract/payments.ts';
import { readUser } from '#contract/users.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';
import type { FakeServer } from './support/fake-server.ts';
import { dialog, press } from './support/form.ts';
import { type OpenApp, openApp } from './support/open-app.tsx';
import { anAnswer, aUser, offences, revenueHeads } from './support/records.ts';

/** The same person all the time: what the device keeps is theirs. */
const officer = aUser({ role: 'booking officer', zone: 'Zaria' });
/** As the device keeps them after they were moved. */
const { id, firstName, lastName, role, state, picture } = officer;
const moved = { id, firstName, lastName, role, state, picture, zone: 'Kachia' };

function withCatalogue(server: FakeServer): void {
  server.answer(listOffences, () => anAnswer([...offences]));
  server.answer(listRevenueHeads, () => anAnswer(revenueHeads));
}

/** Nothing is answered, as in flight mode. */
function withoutNetwork(server: FakeServer): void {
  for (const endpoint of Object.values(endpoints))
    server.answer(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
}

/** The form of bookings over a screen that needs no server. */
async function openForm(
  prepare: (server: FakeServer) => void,
): Promise<OpenApp & { form: HTMLElement }> {
  const app = openApp('/insurance', officer, prepare);
  await press('Booking', await screen.findByRole('navigation', { name: 'New record' }));
  return { ...app, form: await dialog('New Booking Form') };
}

const offered = async (form: HTMLElement) => within(form).findAllByRole('option');

test('without a network a form opens with the offences of the last time, and says from when they are', async () => {
  const before = await offered((await openForm(withCatalogue)).form);
  expect(before).toHaveLength(offences.length);
  await waitFor(async () => expect(await readCopy('catalogue Kaduna', z.unknown())).not.toBeNull());
  cleanup();

  const { server, form } = await openForm(withoutNetwork);
  expect(await offered(form)).toHaveLength(offences.length);
  expect(
    await within(form).findByText(/^These fees are from \d{4}-\d\d-\d\d \d\d:\d\d/),
  ).toBeTruthy();
  expect(server.calls(listOffences).length).toBeGreaterThan(0);
  expect(localStorage.getItem('jwtToken')).not.toBeNull();
});

test('whoever was moved since they signed in books in the zone that the device last heard of', async () => {
  openApp('/insurance', officer, withCatalogue);
  await screen.findByRole('heading', { level: 1 });
  await keepCopy('profile', moved);
  cleanup();

  const { form } = await openForm(withoutNetwork);
  expect(await within(form).findByText('Kachia')).toBeTruthy();
});

test('the server, once it answers, counts more than what the device kept', async () => {
  openApp('/insurance', officer, withCatalogue);
  await screen.findByRole('heading', { level: 1 });
  await keepCopy('profile', moved);
  cleanup();

  const { form } = await openForm((server) => {
    withCatalogue(server);
    server.answer(readUser, () => anAnswer(officer));
  });
  expect(await within(form).findByText('Zaria')).toBeTruthy();
  expect(within(form).queryByText('Kachia')).toBeNull();
});
