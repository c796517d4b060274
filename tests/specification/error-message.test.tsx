import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { checkBooking, noPaymentReference, readBill, startPayment } from '#contract/payments.ts';
import { login } from '#contract/sign-in.ts';
import { createUser } from '#contract/user-changes.ts';
import { listUsers } from '#contract/users.ts';
import { answersNothing } from '#tests/screens/support/answers.ts';
import { fillIn, openForm } from '#tests/screens/support/booking-form.ts';
import { fillInCollision, openCollisionForm } from '#tests/screens/support/collision-form.ts';
import { choose, dialog, fill, press, says } from '#tests/screens/support/form.ts';
import { type OpenApp, openApp } from '#tests/screens/support/open-app.tsx';
import { aBooking, aCollision, aList, anAnswer, aUser } from '#tests/screens/support/records.ts';

const error = 'The record is being changed. Try again.';

/** A screen with what calls the server ready to be pressed. */
type Opened = Pick<OpenApp, 'store' | 'server'> & { press: () => unknown };

const bill = { is: 'made', billRef: 'BILL-1', gateway: true, matter: null } as const;
const billed = aBooking({ billRef: 'BILL-1' });
const paid = aBooking({ ...billed, paid: true, paidAt: '2026-11-20T11:00:00.000Z' });

async function openBooking(booking: Booking, action: string): Promise<Opened> {
  vi.stubGlobal('open', () => null);
  const app = openApp(`/bookings?open=${booking._id}`, 'zonal head', (server) => {
    server.answer(readBooking, () => anAnswer(booking));
    server.answer(readBill, () => anAnswer(bill));
  });
  const detail = await screen.findByRole('dialog', { name: /^Booking/ });
  const act = async () => {
    await press(action, detail);
    if (action === 'Clear Vehicle') await press(action, await dialog(/^Clear/));
  };
  return { ...app, press: act };
}

async function openBookingForm(): Promise<Opened> {
  const app = await openForm();
  fillIn(app.form);
  return { ...app, press: () => press('Submit', app.form) };
}

async function openCollision(): Promise<Opened> {
  const app = await openCollisionForm();
  await fillInCollision(app.form, 'CRF-310SH');
  return { ...app, press: () => press('Submit', app.form) };
}

async function openNewUser(): Promise<Opened> {
  const app = openApp('/admin', 'state admin', (server) =>
    server.answer(listUsers, () => aList<ReturnType<typeof aUser>>()),
  );
  await press('Add New User');
  const form = await dialog('Add New User');
  for (const [label, value] of Object.entries({
    'First Name': 'Hauwa',
    'Last Name': 'Bello',
    Email: 'hauwa.bello@example.com',
    Password: 'a password for tests',
    'Confirm Password': 'a password for tests',
  }))
    fill(form, label, value);
  await choose(form, 'Role', 'Booking officer');
  await choose(form, 'Zone', 'Hq, all zones');
  return { ...app, press: () => press('Submit', form) };
}

/** Each caller with its endpoint and an answer that goes well. */
const callers = [
  ['the booking form', openBookingForm, createBooking, () => anAnswer(aBooking())],
  ['the collision form', openCollision, createCollision, () => anAnswer(aCollision())],
  [
    'the form of a new user',
    openNewUser,
    createUser,
    () => anAnswer({ ...aUser(), mailed: true, handed: null }),
  ],
  [
    'Pay Bill',
    () => openBooking(billed, 'Pay Bill'),
    startPayment,
    () => ({
      success: true as const,
      url: 'https://pay.example/BILL-1',
      data: { _id: billed._id, billRef: 'BILL-1', price: 5_000 },
    }),
  ],
  [
    'Check Status',
    () => openBooking(billed, 'Check Status'),
    checkBooking,
    () =>
      anAnswer({
        _id: billed._id,
        billRef: 'BILL-1',
        paid: false,
        completed: false,
        checkedAt: '2026-11-20T11:00:00.000Z',
        finding: { is: 'not paid' as const },
      }),
  ],
  [
    'Clear Vehicle',
    () => openBooking(paid, 'Clear Vehicle'),
    clearVehicle,
    () => anAnswer(aBooking({ ...paid, completed: true })),
  ],
] as const satisfies readonly (readonly [
  string,
  () => Promise<Opened>,
  Endpoint,
  () => ResponseOf<Endpoint>,
])[];

/** Everything that the error message said from now on, whoever cleared it. */
function messagesOf({ store }: Pick<OpenApp, 'store'>): string[] {
  const said: string[] = [];
  store.subscribe(() => said.push(store.getState().errors.message));
  return said;
}

test.each(callers)(
  '205a, 205b, 241f, 286b, 286c: %s sets the error message when its call fails, and clears it when that succeeds',
  async (_name, open, endpoint: Endpoint, works) => {
    const opened = await open();
    const said = messagesOf(opened);
    opened.server.answer(endpoint, () => ({ status: 409, error }));
    await opened.press();
    await says(error);
    expect(said).toContain(error);

    // Nothing else is answered from here on: what clears the message is this call.
    const held = Promise.withResolvers<never>();
    const { fetch } = globalThis;
    const path = endpoint.path.split(':')[0] ?? '';
    vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) =>
      request.method === endpoint.method && address.startsWith(path)
        ? fetch(address, request)
        : held.promise,
    );
    opened.server.answer(endpoint, works);
    opened.store.dispatch({ type: 'errors/callEnded', payload: { message: error } });
    said.length = 0;
    await opened.press();
    await waitFor(() => expect(said).toContain(''));
  },
);

test('205a, 286b, 288: Pay Bill without a reference sets the error message too', async () => {
  const opened = await openBooking(aBooking(), 'Pay Bill');
  const said = messagesOf(opened);
  await opened.press();
  await says(noPaymentReference);
  expect(said).toContain(noPaymentReference);
});

test('205a, 286b: what waits on the phone sets the error message when it is refused', async () => {
  const { form, server, store } = await openForm();
  server.answer(createBooking, () => {
    throw new TypeError('The connection broke.');
  });
  fillIn(form);
  await press('Submit', form);
  await screen.findByRole('list', { name: 'bookings on this device' });
  const said = messagesOf({ store });
  server.answer(createBooking, () => ({ status: 409, error }));
  // The sender comes when somebody begins to use the page, and is woken by the network.
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(said).toContain(error));
});

/** Answers these bytes to an endpoint, as something else than this server would. */
function answersRaw({ method, path }: Endpoint, status: number, body: unknown): void {
  const { fetch } = globalThis;
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) =>
    request.method === method && address.split('?')[0] === path
      ? Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
      : fetch(address, request),
  );
}

const bodies = [
  [400, { error }],
  [500, { success: false, error }],
  [500, { error, requestId: 'K7QM-2XWD' }],
  [502, { error }],
  [503, { error, code: 'unavailable' }],
] as const;

test.each(bodies)(
  '286a, 286b, 287b: the error field of an answer of %i is the message and the toast as it came: %o',
  async (status, body) => {
    const opened = await openNewUser();
    answersRaw(createUser, status, body);
    await opened.press();
    await says(error);
    expect(opened.store.getState().errors.message).toBe(error);
  },
);

test.each(bodies)(
  '64b, 286a, 287a: the error field of an answer of %i to a sign-in is the alert as it came: %o',
  async (status, body) => {
    openApp('/signin', 'nobody', answersNothing);
    const submit = await screen.findByRole('button', { name: 'Login' });
    fill(document.body, 'Email', 'amina@hanya.test');
    fill(document.body, 'Password', 'a password for tests');
    answersRaw(login, status, body);
    fireEvent.click(submit);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(error);
    expect(alert.textContent).not.toMatch(/cannot be read|Reference/);
  },
);

test.each(bodies)(
  '286a, 286b: the error field of an answer of %i stands where the rows of a list would: %o',
  async (status, body) => {
    const { store } = openApp('/insurance', 'zonal head', answersNothing);
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    answersRaw(listBookings, status, body);
    const said = messagesOf({ store });
    fireEvent.click(menu.getByRole('link', { name: 'Completed' }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(said).toContain(error);
  },
);
