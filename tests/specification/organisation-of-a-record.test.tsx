import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { organisationNames } from '#contract/places.ts';
import { answersNothing } from '#tests/screens/support/answers.ts';
import { bookingServer, fillIn, submitOf } from '#tests/screens/support/booking-form.ts';
import type { FakeServer } from '#tests/screens/support/fake-server.ts';
import { choose, dialog, field, offered, press, says } from '#tests/screens/support/form.ts';
import { openApp } from '#tests/screens/support/open-app.tsx';
import { aCollision, anAnswer, aUser } from '#tests/screens/support/records.ts';

const everywhere = () => aUser({ role: 'state admin', state: null, zone: null });

function server(fake: FakeServer): void {
  answersNothing(fake);
  bookingServer(fake);
  fake.answer(createCollision, () => anAnswer(aCollision()));
}

const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Organisation' });

/** A form, opened by its link. */
async function openForm(link: 'Booking' | 'Collision') {
  await press(link, await screen.findByRole('navigation', { name: 'New record' }));
  return dialog(`New ${link} Form`);
}

test.each(organisationNames)(
  '215d, 218c: whoever works for all organisations records for the one chosen on the dashboard: %s',
  async (organisation) => {
    openApp('/', everywhere(), server);
    fireEvent.change(await select(), { target: { value: organisation } });
    await waitFor(async () => expect((await select()).value).toBe(organisation));
    for (const link of ['Booking', 'Collision'] as const) {
      const form = await openForm(link);
      expect(field(form, 'Organisation').value).toBe(organisation);
      fireEvent.keyDown(form, { key: 'Escape' });
      await waitFor(() => expect(form.isConnected).toBe(false));
    }
  },
);

test('215d: it stands in the form on another screen and after a reload, and can be changed', async () => {
  const person = everywhere();
  const first = openApp('/', person, server);
  fireEvent.change(await select(), { target: { value: 'Ogun' } });
  await waitFor(() => expect(first.address()).toBe('/?organisation=Ogun'));
  await screen.findByRole('region', { name: 'Live feed' });

  cleanup();
  const app = openApp('/insurance', person, server);
  const form = await openForm('Booking');
  expect(field(form, 'Organisation').value).toBe('Ogun');
  expect(await offered(form, 'Organisation')).toEqual(organisationNames);
  await choose(form, 'Organisation', 'Lagos FRSC');
  await within(form).findByRole('option', { name: /LGC-16/ });
  fillIn(form);
  fireEvent.click(submitOf(form));
  await says('Booking added');
  const sent = app.server.calls(createBooking).map(({ body }) => [body.organisation, body.zone]);
  expect(sent).toEqual([['Lagos FRSC', '']]);
});
