import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBooking } from '#contract/new-bookings.ts';
import { createUser as contract } from '#contract/user-changes.ts';
import { type Client, createClient, openSession } from '#tests/support/client.ts';
import { aBooking, makeAccount, testPassword } from '#tests/support/factories.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createArea } from '#web/api/area.ts';
import { createStore } from '#web/app/store.ts';
import * as open from '#web/features/bookings/detail/calls.ts';
import * as bookings from '#web/features/bookings/slice.ts';
import { loadSeries, loadStatistics } from '#web/features/bookings/statistics/use-statistics.ts';
import { createUser } from '#web/features/users/changes.ts';
import * as users from '#web/features/users/slice.ts';
import { storeAt } from './store-at-server.ts';

const inEveryArea = ['all', 'new', 'paginate'];

for (const [area, parts] of [
  ['request', ['one', 'update', 'stat', 'otherStat', 'graph']],
  ['donor', ['one', 'update', 'stat', 'graph']],
  ['rider', ['one', 'update']],
  ['user', ['one']],
  ['collision', []],
  ['booking', ['stat', 'rev', 'pay', 'update', 'checked']],
] as const) {
  test(`162, 170 to 173: the area ${area} holds what the document lists`, () => {
    const state = createStore().getState()[area];
    expect(Object.keys(state)).toEqual(expect.arrayContaining([...inEveryArea, ...parts]));
    expect(Object.keys(state.paginate).sort()).toEqual(['details', 'step', 'time', 'total']);
  });
}

test('178: a request or rider of the store is removed by its id', () => {
  for (const area of ['request', 'rider'] as const) {
    const { actions, reducer } = createArea<{ _id: string }, object>(area, 'front', {});
    const two = [{ _id: 'a' }, { _id: 'b' }];
    const store = createStore();
    store.dispatch(actions.pageLoaded({ data: two, total: 2, limit: 10, pagination: {} }));
    expect(store.getState()[area].all).toEqual(two);
    store.dispatch(actions.removed('a'));
    expect(store.getState()[area].all).toEqual([{ _id: 'b' }]);
    expect(reducer(undefined, actions.removed('a')).all).toEqual([]);
  }
});

let app: TestApp;
let token: string;
let client: Client;

beforeAll(async () => {
  app = await startTestApp();
  const { email } = await makeAccount(app.db, 'state admin');
  ({ token } = await openSession(app.url, email));
  client = createClient(app.url, token);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.stop();
});

const { signal } = new AbortController();

/** What the device says of an attempt that went well. */
const attempt = async (body: ReturnType<typeof aBooking>) =>
  ({ is: 'received', answer: await client.ok(createBooking, { body }) }) as const;

test('176a, 177a, 177c: in the store of the product a booking comes first and a user last', async () => {
  const store = storeAt(app.url, token);
  const older = await booked(client);
  await bookings.listBookings(store.dispatch, { limit: 10, page: 1 }, signal);
  const sent = aBooking();
  await bookings.createBooking(store.dispatch, () => attempt(sent));
  const { all } = store.getState().booking;
  expect(all.slice(0, 2)).toEqual([
    expect.objectContaining({ registration: sent.registration }),
    expect.objectContaining({ _id: older._id }),
  ]);

  // A page that is full already: the state holds the new user all the same.
  await users.listUsers(store.dispatch, { limit: 1, page: 1 }, signal);
  const before = store.getState().user.paginate.total;
  const body = {
    firstName: 'Zainab',
    lastName: 'Ladan',
    email: `${ulid().toLowerCase()}@example.com`,
    role: 'operator',
    state: 'Kaduna',
    zone: null,
    password: testPassword,
  } as const;
  expect(contract.body.parse(body)).toMatchObject({ firstName: 'Zainab' });
  await createUser(store.dispatch, { body, picture: null });
  const { all: staff, paginate } = store.getState().user;
  expect(staff).toHaveLength(2);
  expect(staff.at(-1)).toMatchObject({ email: body.email });
  expect(paginate.total).toBe(before + 1);
});

test('241e: the loading flag is cleared after a booking call, whether it went well or not', async () => {
  const store = storeAt(app.url, token);
  const { _id, billRef } = await billed(client, (await booked(client))._id);
  const nothing = 'nothing-has-this-id';
  const calls = [
    () => bookings.createBooking(store.dispatch, () => attempt(aBooking())),
    () => bookings.listBookings(store.dispatch, { limit: 10, page: 1 }, signal),
    () => bookings.readBooking(store.dispatch, _id),
    () => bookings.readBooking(store.dispatch, nothing),
    () => loadStatistics(store.dispatch, 'Kaduna', signal),
    () => loadSeries(store.dispatch, { organisation: 'Kaduna', period: 'day' }, signal),
    () => open.startPayment(store.dispatch, billRef),
    () => open.sweepBookings(store.dispatch),
    () => open.checkBooking(store.dispatch, _id),
    () => open.clearVehicle(store.dispatch, _id),
    () => open.withdrawBooking(store.dispatch, { id: nothing, reason: 'Booked twice.' }),
  ];
  for (const call of calls) {
    const asked = call();
    expect(store.getState().booking.loading).toBe(true);
    await asked.catch(() => undefined);
    expect(store.getState().booking.loading).toBe(false);
  }
  expect(store.getState().errors.message).not.toBe('');
});

test('266b, 268a: the started payment and the last check are kept', async () => {
  const store = storeAt(app.url, token);
  const { _id, billRef } = await billed(client, (await booked(client))._id);
  await open.startPayment(store.dispatch, billRef);
  expect(store.getState().booking.pay).toMatchObject({ _id, billRef });
  await open.checkBooking(store.dispatch, _id);
  expect(store.getState().booking.checked).toMatchObject({ _id, paid: false });
});
