import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type BookingPicture, listPictures } from '#contract/booking-pictures.ts';
import { readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { bookingServer, fillIn, openForm, submitOf } from './support/booking-form.ts';
import { dialog, field, fill, isClosed, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer, aPicture } from './support/records.ts';

const picture: BookingPicture = {
  id: '01KAAAAAAA0000000000000001',
  shows: 'scene',
  taken: { at: '2026-11-27T16:33:00+01:00', position: { lat: 11.1, lng: 7.7 } },
  sentAt: '2026-11-27T15:40:00.000Z',
  sentBy: null,
  sha256: 'ab'.repeat(32),
  address: '/files/picture',
};

test(
  'the words of a booking with pictures go first and say that its driver refused to sign',
  { tags: 'night' },
  async () => {
    const { form, server } = await openForm();
    fillIn(form);
    fill(form, 'Vehicle Registration', 'GME-118PL');
    await within(form).findByRole('heading', { name: 'Pictures and signature' });
    fireEvent.change(field(form, /^Add images/), { target: { files: [aPicture()] } });
    await within(form).findByRole('button', { name: /^Remove / });
    fireEvent.click(within(form).getByRole('checkbox', { name: 'The driver refused to sign' }));
    await waitFor(() => expect(isClosed(submitOf(form))).toBe(false));
    fireEvent.click(submitOf(form));
    await says('Booking added');
    const [sent] = server.calls(createBooking);
    expect(sent?.body).toMatchObject({ signature: 'refused' });
    expect(sent?.body).not.toHaveProperty('coming');
    const here = await screen.findByRole('list', { name: 'bookings on this device' });
    expect(here.textContent).toContain('Received by the authority, 1 file still on this device');
  },
);

test('an open booking shows its pictures with time and place, and that its driver refused to sign', async () => {
  const booking = aBooking({ signature: 'refused' });
  openApp(`/unpaid?open=${booking._id}`, 'booking officer', (server) => {
    bookingServer(server);
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(listPictures, () => anAnswer([picture]));
  });
  const detail = await dialog(/^Booking/);
  const list = await within(detail).findByRole('list', { name: 'Pictures' });
  expect(list.textContent).toContain('2026-11-27 16:33, 11.1000, 7.7000');
  expect(within(list).getByRole('link', { name: 'Picture 1' }).getAttribute('href')).toBe(
    '/files/picture',
  );
  expect(await within(detail).findByText('Refused to sign')).toBeTruthy();
});
