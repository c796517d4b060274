import { expect, test } from 'vitest';
import { guestPayload } from '#contract/auth.ts';
import { createStore } from '#web/app/store.ts';
import { withRevenueHeads } from '#web/features/bookings/catalogue.ts';
import { CallFailure, offline, superseded } from '#web/api/call-failure.ts';
import { signedIn, signedOut } from '#web/api/current-user.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

const { exp, ...guest } = guestPayload;
const works = serverThunk('test/works', () => Promise.resolve('done'));
const fails = serverThunk('test/fails', () => Promise.reject(new CallFailure(offline)));
const late = serverThunk('test/late', () => Promise.reject(new CallFailure(superseded)));

test('the store has the areas of the specification, in its words', () => {
  expect(Object.keys(createStore().getState())).toEqual([
    'currentUser',
    'errors',
    'request',
    'donor',
    'rider',
    'user',
    'collision',
    'booking',
  ]);
});

test('a failure sets the message, and the next success clears it', async () => {
  const store = createStore();
  await store.dispatch(fails());
  expect(store.getState().errors.message).toBe(
    'The server does not answer. Check the connection and try again.',
  );
  await store.dispatch(works());
  expect(store.getState().errors.message).toBe('');
});

test('an answer for somebody who is gone is no message for whoever is here now', async () => {
  const store = createStore();
  await store.dispatch(late());
  expect(store.getState().errors.message).toBe('');
});

test('authenticated means that the user object has any keys', () => {
  const store = createStore();
  expect(store.getState().currentUser).toMatchObject({ isAuthenticated: false, user: {} });
  store.dispatch(signedIn(guest));
  expect(store.getState().currentUser).toMatchObject({ isAuthenticated: true, user: guest });
  expect(exp).toBeGreaterThan(0);
});

test('signing out leaves an empty user and says why', () => {
  const store = createStore();
  store.dispatch(signedIn(guest));
  store.dispatch(signedOut('ended'));
  expect(store.getState().currentUser).toEqual({
    isAuthenticated: false,
    user: {},
    departure: 'ended',
  });
  expect(store.getState().user.one).toBeNull();
});

test('each offence gets the revenue head of its payment code, or none', () => {
  const offence = {
    id: 'LGC-01',
    group: 'LGC',
    name: 'No licence',
    amount: 5000,
    penalty: '',
    code: '100',
    perDay: false,
  } as const;
  const heads = [{ revenue_code: '100', mdasId: 7 }];
  const [known, unknown] = withRevenueHeads([offence, { ...offence, code: '200' }], heads);
  expect([known?.mdasId, unknown?.mdasId]).toEqual([7, null]);
});
