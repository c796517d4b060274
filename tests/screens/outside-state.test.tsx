import { readFileSync } from 'node:fs';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { readCollision } from '#contract/collisions.ts';
import { answersNothing } from './support/answers.ts';
import { openForm } from './support/booking-form.ts';
import { openCollisionForm } from './support/collision-form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aCollision, anAnswer } from './support/records.ts';

const outlines = readFileSync('contract/outlines/nigeria.json', 'utf8');
const words = 'This position is outside Kaduna State. Remove it if it is wrong.';

/** The phone says this position, without asking anybody, and has the outlines. */
function phoneAt(latitude: number, longitude: number): void {
  const says = (found: PositionCallback) =>
    found({ coords: { latitude, longitude, accuracy: 8 } } as GeolocationPosition);
  Object.assign(navigator, {
    geolocation: { getCurrentPosition: says },
    permissions: { query: () => Promise.resolve({ state: 'granted' }) },
  });
}

/** The form asks for the outlines as soon as it has a position. */
function keepsOutlines() {
  const asked = vi.fn(() => Promise.resolve(new Response(outlines)));
  const stub = vi.stubGlobal.bind(vi);
  vi.spyOn(vi, 'stubGlobal').mockImplementation((name, value) => {
    if (name !== 'fetch') return stub(name, value);
    const ofServer = value as typeof fetch;
    return stub(name, (address: string, request?: RequestInit) =>
      address.includes('nigeria') ? asked() : ofServer(address, request),
    );
  });
  return asked;
}

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'geolocation');
  Reflect.deleteProperty(navigator, 'permissions');
});

test.each([
  ['booking', openForm],
  ['collision', openCollisionForm],
])(
  'the form of a %s says that the position lies outside the state, until it is removed',
  async (_, open) => {
    phoneAt(7.7, 11.07);
    keepsOutlines();
    const { form, user } = await open();
    await within(form).findByText(words);
    expect(within(form).getByText(/^Position found/)).toBeTruthy();
    await user.click(within(form).getByRole('button', { name: 'Remove position' }));
    await waitFor(() => expect(within(form).queryByText(words)).toBeNull());
  },
);

test('a position within the state is taken without a word', async () => {
  phoneAt(11.07, 7.7);
  const asked = keepsOutlines();
  const { form } = await openForm();
  await within(form).findByText(/^Position found/);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await act(() => new Promise((done) => setTimeout(done)));
  expect(within(form).queryByText(words)).toBeNull();
});

const position = { lat: 7.7, lng: 11.07, accuracy: 8, outside: true as const };

test.each([
  ['/bookings', /^Booking/],
  ['/collisions', /^(Accident|Collision)/],
])('a record of %s says that its position lies outside the state', async (path, name) => {
  const [booking, collision] = [aBooking({ position }), aCollision({ position })];
  const { _id } = path === '/bookings' ? booking : collision;
  openApp(`${path}?open=${_id}`, 'zonal head', (server) => {
    answersNothing(server);
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(readCollision, () => anAnswer(collision));
  });
  const detail = within(await screen.findByRole('dialog', { name }));
  await detail.findByText('This position is outside Kaduna State.');
});
