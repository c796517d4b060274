import { fireEvent, screen, within } from '@testing-library/react';
import { listBookings } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { listOffences } from '#contract/offences.ts';
import { listRevenueHeads } from '#contract/payments.ts';
import type { User } from '#contract/users.ts';
import type { FakeServer } from './fake-server.ts';
import { dialog, fill, press } from './form.ts';
import { openApp } from './open-app.tsx';
import { aBooking, aList, anAnswer, offences, revenueHeads } from './records.ts';

export const officer = { role: 'booking officer', zone: 'Zaria' } as const;

/** The booking form over the page of insurances, with a server that books. */
export async function openForm(
  as: Partial<User> = officer,
  prepare: (server: FakeServer) => void = () => undefined,
) {
  const app = openApp('/insurance', as, (server) => {
    bookingServer(server);
    prepare(server);
  });
  return { ...app, form: await openAgain() };
}

export async function openAgain(): Promise<HTMLElement> {
  await press('Booking', await screen.findByRole('navigation', { name: 'New record' }));
  const form = await dialog('New Booking Form');
  await within(form).findAllByRole('option');
  return form;
}

export function bookingServer(server: FakeServer): void {
  server.answer(listOffences, () => anAnswer([...offences]));
  server.answer(listRevenueHeads, () => anAnswer(revenueHeads));
  server.answer(listBookings, () => ({ ...aList(), sum: 0 }));
  server.answer(createBooking, ({ body }) =>
    anAnswer(aBooking({ zone: body.zone, registration: body.registration })),
  );
}

export const submitOf = (form: HTMLElement) =>
  within(form).getByRole<HTMLButtonElement>('button', { name: 'Submit' });
export const options = (form: HTMLElement) =>
  within(within(form).getByRole('listbox', { name: 'Matching offences' })).queryAllByRole('option');
export const option = (form: HTMLElement, name: RegExp) =>
  within(form).getByRole('option', { name });
export function fillIn(form: HTMLElement, name = 'Danjuma Audu'): void {
  fireEvent.click(option(form, /LGC-16/));
  fill(form, 'License number', 'KAD48271AA12');
  fill(form, 'Name', name);
  fill(form, 'Phone number', '0900 555 0142');
  fill(form, 'Address', '14 Benin Street');
}
