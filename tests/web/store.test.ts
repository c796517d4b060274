import { expect, test } from 'vitest';
import { guestPayload } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { refreshed, signedIn, signedOut } from '#web/api/current-user.ts';
import { createStore } from '#web/app/store.ts';
import { withRevenueHeads } from '#web/features/bookings/form/catalogue.ts';

const { exp, ...guest } = guestPayload;
const own: User = {
  ...guest,
  role: 'operator',
  _id: guest.id,
  avatar: guest.picture,
  username: '',
  email: 'amina@hanya.test',
  phone: '',
  active: true,
  ownPassword: true,
  lastActive: null,
  createdAt: '2026-01-05T08:00:00.000Z',
  language: '',
};

test('168 to 173: the store has the areas of the specification, in its words', () => {
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

test('168, 169, 201a, 201b: authenticated means that the user object has any keys', () => {
  const store = createStore();
  expect(store.getState().currentUser).toMatchObject({ isAuthenticated: false, user: {} });
  expect(store.getState().errors).toEqual({ message: '' });
  store.dispatch(signedIn(guest));
  expect(store.getState().currentUser).toMatchObject({ isAuthenticated: true, user: guest });
  expect(exp).toBeGreaterThan(0);
});

test('201a, 204c: signing out leaves an empty user and says why', () => {
  const store = createStore();
  store.dispatch(signedIn(guest));
  store.dispatch(refreshed(own));
  expect(store.getState().user.one).toEqual(own);
  store.dispatch(signedOut('ended'));
  expect(store.getState().currentUser).toEqual({
    isAuthenticated: false,
    user: {},
    departure: 'ended',
  });
  expect(store.getState().user.one).toBeNull();
});

test('132, 133, 278a: each offence gets the revenue head of its payment code, or none', () => {
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
