import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { exportBookings, listBookings } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { answersNothing } from '#tests/screens/support/answers.ts';
import { fillIn, openForm, submitOf } from '#tests/screens/support/booking-form.ts';
import type { FakeServer } from '#tests/screens/support/fake-server.ts';
import { type OpenApp, openApp } from '#tests/screens/support/open-app.tsx';
import { aBooking, aList, anAnswer } from '#tests/screens/support/records.ts';
import { fetchBookings } from '#web/features/bookings/slice.ts';
import { tellNews } from '#web/live/events.ts';

type Opened = Pick<OpenApp, 'store' | 'server'> & { ask: () => unknown };

const booking = aBooking();

/** Somebody on their profile, where no call about bookings is made by itself. */
async function openProfile(prepare: (server: FakeServer) => void = () => undefined) {
  const app = openApp('/profile', 'zonal head', (server) => {
    answersNothing(server);
    server.answer(listBookings, () => ({ ...aList(booking), sum: null }));
    prepare(server);
  });
  await screen.findByRole('heading', { level: 1 });
  return app;
}

async function openPalette(): Promise<Opened> {
  const app = await openProfile();
  await app.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and actions' });
  return { ...app, ask: () => fireEvent.change(field, { target: { value: 'KTN-482AB' } }) };
}

async function openList(): Promise<Opened> {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const app = openApp('/bookings?zone=Zaria', 'zonal head', (server) => {
    answersNothing(server);
    server.answer(listBookings, () => ({ ...aList(booking), sum: 0 }));
  });
  await screen.findAllByText(booking.registration);
  const news = { type: 'booking', change: 'made', booking: aBooking() } as const;
  return { ...app, ask: () => act(() => tellNews(news)) };
}

const callers: readonly (readonly [string, () => Promise<Opened>])[] = [
  ['the search of the palette', openPalette],
  ['a look-up of live news', openList],
  [
    'a file of a list',
    async () => {
      const app = await openProfile((server) => server.answer(exportBookings, () => ''));
      return { ...app, ask: () => fetchBookings({ format: 'csv' }) };
    },
  ],
  [
    'what the phone sends by itself',
    async () => {
      const { form, ...app } = await openForm();
      app.server.answer(createBooking, () => {
        throw new TypeError('The connection broke.');
      });
      fillIn(form);
      fireEvent.click(submitOf(form));
      await screen.findByRole('list', { name: 'bookings on this device' });
      const back = () => {
        const never = Promise.withResolvers<never>();
        app.server.answer(listBookings, () => never.promise);
        app.server.answer(createBooking, () => anAnswer(aBooking()));
        fireEvent.pointerMove(window);
        fireEvent(window, new Event('online'));
      };
      return { ...app, ask: back };
    },
  ],
];

const loading = ({ store }: Pick<OpenApp, 'store'>) => store.getState().booking.loading;
const begin = ({ store }: Pick<OpenApp, 'store'>) =>
  act(() => void store.dispatch({ type: 'booking/partsSet', payload: { loading: true } }));

test.each(callers)('241e: the success of %s clears the loading flag', async (_name, open) => {
  const opened = await open();
  begin(opened);
  expect(loading(opened)).toBe(true);
  await opened.ask();
  await waitFor(() => expect(loading(opened)).toBe(false));
});

test('241e: a failed look-up leaves the loading flag to the call that set it', async () => {
  const opened = await openPalette();
  opened.server.answer(listBookings, () => ({ status: 503, error: 'This took too long.' }));
  begin(opened);
  await opened.ask();
  await screen.findByText(/Hanya could not search bookings/i);
  expect(loading(opened)).toBe(true);
});
