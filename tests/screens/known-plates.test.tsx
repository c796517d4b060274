import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { wake } from '#contract/auth.ts';
import { readBooking } from '#contract/bookings.ts';
import { type Known, readDossier, readKnown } from '#contract/dossiers.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type KnownPlates, readKnownPlates } from '#contract/known-plates.ts';
import { readSession } from '#contract/security.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { deviceKeys, readFromDevice } from '#web/device/device-store.ts';
import { renewKnownPlates } from '#web/records/known/known-plates.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { headerLink, isClosed, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer, aUser } from './support/records.ts';

// Other files of this process see the same connection.
afterEach(noteServerAnswered);

const officer = aUser({ role: 'booking officer', zone: 'Zaria' });
const booking = aBooking({ registration: 'KPD-415XA' });

const told: KnownPlates = {
  whole: true,
  cursor: 'abc.7.place',
  readAt: '2026-11-20T07:12:00.000Z',
  vehicles: { make: ['Toyota'], model: ['Hiace'], color: ['White'], vehicleType: ['Commercial'] },
  bookings: {
    id: [booking._id, '01KAAAAAAA0000000000000001'],
    ticketCode: ['ABCDEFGH0123456789', 'ABCDEFGH0123456780'],
    plate: ['KPD-415XA', 'kpd 415 xa'],
    withdrawn: [0, 1],
    price: [12_000, 5_000],
    madeAt: [1_763_600_000, 1_763_500_000],
    dueDay: ['', ''],
    vehicle: [0, 0],
  },
  plates: {
    plate: ['KPD-415XA'],
    bookings: [4],
    paid: [2],
    lastSeen: [1_763_600_000],
    vehicle: [0],
  },
  gone: [],
};
const asAt = '2026-11-20 08:12';

/** Nothing is answered, as in flight mode. */
function withoutNetwork(server: FakeServer): void {
  for (const endpoint of Object.values(endpoints))
    server.answer(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
}

/** Started in flight mode by an officer whose device keeps plates. */
async function openWithPlates(address: string) {
  openApp('/insurance', officer, (server) => {
    answersNothing(server);
    server.answer(readKnownPlates, () => anAnswer(told));
  });
  expect((await renewKnownPlates(0))?.byPlate.size).toBe(1);
  cleanup();
  // The token of before.
  const opened = openApp(address, 'nobody', withoutNetwork);
  // Places too, which are else the same in every test.
  withoutNetwork(opened.server);
  return opened;
}

const type = async (name: string, value: string) => {
  const input = await screen.findByLabelText<HTMLInputElement>(name);
  input.focus();
  fireEvent.change(input, { target: { value } });
};

test('while a plate is typed without a network, the device says what it keeps and from when', async () => {
  const { user, server } = await openWithPlates('/profile');
  await user.click(await headerLink('Booking'));
  await type('Vehicle Registration', 'kpd 4I5 xa');
  const note = await screen.findByRole('group', { name: 'Known vehicle' });
  expect(note.textContent).toContain('1 open ticket, ₦12,000');
  expect(note.textContent).toContain('2 paid bookings');
  expect(note.textContent).toContain('1 withdrawn booking');
  expect(note.textContent).toContain(`Stored on this device, updated ${asAt}.`);
  await user.click(within(note).getByRole('button', { name: 'Same vehicle' }));
  expect(await within(note).findByText(/^Filled in: /)).toBeTruthy();

  // The server's word counts more, once it comes.
  const known: Known = {
    open: { count: 3, sum: 36_000 },
    paid: { count: 0, sum: 0 },
    collisions: 0,
    firstSeen: told.readAt,
    lastSeen: told.readAt,
    vehicle: null,
    driver: null,
    lately: [],
  };
  server.answer(readKnown, () => anAnswer(known));
  server.answer(wake, () => ({ success: true as const, data: 'up' as const }));
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(note.textContent).toContain('3 open tickets'));
  expect(note.textContent).not.toContain('Stored on this device');
});

test('the palette finds plates of the device without a network, and leads to their dossier', async () => {
  const { user, address } = await openWithPlates('/profile');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and actions' });
  fireEvent.change(field, { target: { value: 'kpd4' } });
  const kept = within(
    await screen.findByRole('group', { name: `Stored on this device, updated ${asAt}` }),
  );
  const found = kept.getByRole('option');
  expect(found.textContent).toContain('1 open ticket, ₦12,000, Toyota Hiace, White, Commercial');
  await user.click(found);
  await waitFor(() => expect(address()).toBe('/dossier?of=plate&value=KPD-415XA'));
  expect(await screen.findByRole('heading', { name: 'Stored on this device' })).toBeTruthy();
});

test('the head of a dossier says without a network what the device keeps, and with one what the server says', async () => {
  const { server, user } = await openWithPlates('/dossier?of=plate&value=KPD415XA');
  const kept = await screen.findByRole('region', { name: 'Stored on this device' });
  expect(kept.textContent).toContain(`1 open ticket, ₦12,000, updated ${asAt}.`);
  expect(kept.textContent).toContain('Booked 4 times, 2 bookings paid.');
  expect(
    within(kept)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([expect.stringContaining('not paid'), expect.stringContaining('withdrawn')]);
  expect(screen.getByText('Toyota Hiace, White, Commercial')).toBeTruthy();
  server.answer(readDossier, () =>
    anAnswer({
      of: 'plate' as const,
      value: 'KPD-415XA',
      open: { count: 0, sum: 0 },
      paid: { count: 1, sum: 12_000 },
      collisions: 0,
      firstSeen: told.readAt,
      lastSeen: told.readAt,
      vehicle: null,
      driver: null,
      bookings: [],
      crashes: [],
      related: [],
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Totals' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Stored on this device' })).toBeNull();
});

test('without a network Unpaid lists what the device keeps and from when, and finds a plate among it', async () => {
  const { server } = await openWithPlates('/unpaid');
  expect(await screen.findByText(`Stored on this device, updated ${asAt}`)).toBeTruthy();
  expect(screen.getByText(/^1 unpaid booking in your area, ₦12,000\. /)).toBeTruthy();
  const kept = within(screen.getByRole('table', { name: 'Bookings stored on this device' }));
  expect(kept.getByText('Toyota Hiace').closest('tr')?.textContent).toMatch(
    /Ticket Issued.*12,000.*KPD-415XA/,
  );
  expect(screen.queryByText('The list could not be loaded')).toBeNull();
  const search = screen.getByRole('searchbox', { name: 'Search Unpaid Bookings' });
  fireEvent.change(search, { target: { value: 'zzz' } });
  expect(await screen.findByText('No plate on this device matches “zzz”')).toBeTruthy();
  fireEvent.change(search, { target: { value: '415' } });
  expect(await screen.findByRole('table', { name: 'Bookings stored on this device' })).toBeTruthy();

  answersNothing(server);
  fireEvent.change(search, { target: { value: '' } });
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('There are no unpaid bookings yet.')).toBeTruthy();
});

test('a booking that can’t be read without a network is shown as the device last heard of it', async () => {
  await openWithPlates(`/unpaid?open=${booking._id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Booking' }));
  expect(await dialog.findByText(`KPD-415XA, ₦12,000, not paid, updated ${asAt}`)).toBeTruthy();
});

test(
  'paying and clearing without a network are closed, and say the last known state',
  { tags: 'night' },
  async () => {
    const { server } = openApp(`/unpaid?open=${booking._id}`, officer, (given) => {
      answersNothing(given);
      given.answer(readBooking, () => anAnswer(booking));
    });
    const dialog = within(await screen.findByRole('dialog', { name: /^Booking/ }));
    await dialog.findByRole('button', { name: 'Pay Bill' });
    withoutNetwork(server);
    fireEvent(window, new Event('offline'));
    expect(
      await dialog.findByText(
        /^You need a network to use Pay Bill, Check Status or Clear Vehicle\. At \d\d:\d\d the booking was not paid\.$/,
      ),
    ).toBeTruthy();
    for (const name of ['Pay Bill', 'Check Status', 'Clear Vehicle'])
      expect(isClosed(dialog.getByRole('button', { name }))).toBe(true);
  },
);

/** Everything that the user's database holds, as text. */
async function onDevice(): Promise<string> {
  const keys = await deviceKeys(officer.id, '');
  const values = await Promise.all(keys.map((key) => readFromDevice(officer.id, key, z.unknown())));
  const text = (value: unknown): string =>
    value instanceof Uint8Array
      ? new TextDecoder().decode(value)
      : typeof value === 'object' && value !== null
        ? Object.values(value).map(text).join(' ')
        : String(value);
  return `${keys.join(' ')} ${values.map(text).join(' ')}`;
}

test('plates are stored unreadable, and a logout leaves nothing of them', async () => {
  const { user } = await openWithPlates('/profile');
  const stored = await onDevice();
  expect(stored).toContain('copy known plates');
  expect(stored).not.toContain('KPD');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(async () => expect(await onDevice()).not.toContain('copy known plates'));
});

test('a session that was ended elsewhere leaves none of them either, and another one can’t read them', async () => {
  const { server } = await openWithPlates('/profile');
  server.answer(readSession, () => ({ status: 401, error: 'Sign in again.' }));
  server.answer(endpoints.readUser, () => ({ status: 401, error: 'Sign in again.' }));
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeTruthy();
  await waitFor(async () => expect(await onDevice()).not.toContain('copy known plates'));
});

test('a copy of one session can’t be read by the next, though its bytes are still there', async () => {
  await openWithPlates('/profile');
  cleanup();
  // The token went without the product being told, such as by a cleared storage.
  const { keptPlates } = await import('#web/records/known/known-plates.ts');
  expect(await keptPlates()).not.toBeNull();
  localStorage.setItem('jwtToken', `${localStorage.getItem('jwtToken') ?? ''}x`);
  expect(await onDevice()).toContain('copy known plates');
  expect(await keptPlates()).toBeNull();
});

test.each([
  [
    'unpaid',
    'ABCDEFGH0123456789',
    /Not paid, as at 2026-11-20 08:12. ₦12,000.*cannot tell whether the ticket is paid now/,
  ],
  ['withdrawn', 'ABCDEFGH0123456780', /Withdrawn: nothing to pay, as at 2026-11-20 08:12/],
  [
    'unknown',
    'ABCDEFGH0123456781',
    /Without a network, Hanya cannot tell whether the ticket is paid/,
  ],
])(
  'a ticket that is checked without a network: what was known of it last (%s)',
  async (_, code, said) => {
    const { user } = await openWithPlates('/check-ticket');
    await user.click(
      await screen.findByRole('textbox', { name: /enter the ticket’s web address or code/ }),
    );
    await user.paste(code);
    await press('Check');
    const verdict = await screen.findByRole('region', { name: 'Result' });
    await waitFor(() => expect(verdict.textContent).toMatch(said));
  },
);
