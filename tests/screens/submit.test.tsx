import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listCollisions } from '#contract/collisions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { createUser } from '#contract/user-changes.ts';
import { listUsers } from '#contract/users.ts';
import * as bookings from './support/booking-form.ts';
import type { FakeServer } from './support/fake-server.ts';
import { choose, dialog, field, fill, isClosed, labelled, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aCollision, aList, anAnswer, aPicture, aUser } from './support/records.ts';

interface Form {
  endpoint: Endpoint;
  /** Where it leads once its record was added. */
  to: string;
  open: () => Promise<{ form: HTMLElement; server: FakeServer; address: () => string }>;
  /** The answer to the record. */
  answer: () => object;
}

async function openCollision() {
  const app = openApp('/insurance', { role: 'booking officer', zone: 'Zaria' }, (server) =>
    server.answer(listCollisions, () => aList()),
  );
  await press('Collision', await screen.findByRole('navigation', { name: 'New record' }));
  const form = await dialog('New Collision Form');
  fill(form, labelled('Number of vehicles'), '2');
  fill(form, labelled('Number of fatalities'), '0');
  await press('Add vehicle', form);
  fill(form, /^Plate number/, 'CRF-909SH');
  fireEvent.change(field(form, /^Add images/), { target: { files: [aPicture()] } });
  return { ...app, form };
}

async function openBooking() {
  const app = await bookings.openForm();
  bookings.fillIn(app.form);
  return app;
}

async function openUser() {
  const app = openApp('/admin', 'state admin', (server) =>
    server.answer(listUsers, () => aList(aUser())),
  );
  await press('Add New User');
  const form = await dialog('Add New User');
  for (const [label, value] of [
    ['First Name', 'Hauwa'],
    ['Last Name', 'Bello'],
    ['Email', 'hauwa.bello@example.com'],
    ['Password', 'a password for tests'],
    ['Confirm Password', 'a password for tests'],
  ] as const)
    fill(form, label, value);
  await choose(form, 'Role', 'Booking officer');
  await choose(form, 'Zone', 'Hq, all zones');
  return { ...app, form };
}

const forms: Record<string, Form> = {
  booking: {
    endpoint: createBooking,
    to: '/unpaid',
    open: openBooking,
    answer: () => anAnswer(aBooking()),
  },
  collision: {
    endpoint: createCollision,
    to: '/collisions',
    open: openCollision,
    answer: () => anAnswer(aCollision()),
  },
  user: {
    endpoint: createUser,
    to: '/admin',
    open: openUser,
    answer: () => anAnswer({ ...aUser(), mailed: true, handed: null }),
  },
};

test.each(Object.entries(forms))(
  '78d, 78e, 81d, 198a to 198e, 287b: the form of a %s loads while it is sent, says what fails at its top, and is gone once it is added',
  async (_record, { endpoint, to, open, answer }) => {
    const { form, server, address } = await open();
    const submit = within(form).getByRole('button', { name: 'Submit' });
    const isLoading = (yes: boolean) =>
      waitFor(() => expect(submit.getAttribute('aria-busy') === 'true').toBe(yes));
    await waitFor(() => expect(isClosed(submit)).toBe(false));
    let held = Promise.withResolvers<object>();
    server.answer(endpoint, () => held.promise as never);
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo');

    fireEvent.click(submit);
    await isLoading(true);
    scrolled.mockClear();
    const error = 'Something went wrong on the server. Try again in a moment.';
    held.resolve({ status: 500, error });
    await says(error);
    expect(scrolled).toHaveBeenCalledWith({ top: 0 });
    await isLoading(false);
    expect(form.isConnected).toBe(true);

    held = Promise.withResolvers();
    fireEvent.click(submit);
    await isLoading(true);
    held.resolve(answer());
    await waitFor(() => expect(form.isConnected).toBe(false));
    await waitFor(() => expect(address()).toBe(to));
  },
);
