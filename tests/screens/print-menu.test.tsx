import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { bookingServer } from './support/booking-form.ts';
import { press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';

async function menuOf(name: string): Promise<string> {
  const booking = aBooking({ name });
  openApp(`/unpaid?open=${booking._id}`, 'booking officer', (server) => {
    bookingServer(server);
    server.answer(readBooking, () => anAnswer(booking));
  });
  await press('Print');
  await screen.findByRole('button', { name: 'Print view, Ticket' });
  return document.body.textContent;
}

test('before a PDF is made, the menu names the letters that it can’t show', async () => {
  expect(await menuOf('王小明 Bello')).toContain(
    'A PDF cannot show these letters: 王小明. The print view shows them.',
  );
});

test('of letters that papers have, it says nothing', async () => {
  expect(await menuOf('محمد Ọláṣẹ')).not.toContain('can’t show');
});
