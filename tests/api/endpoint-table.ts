import { ulid } from 'ulid';
import { expect } from 'vitest';
import type { endpoints } from '#contract/endpoints.ts';
import type { AuditEvent } from '#contract/endpoint.ts';
import type { Role } from '#contract/roles.ts';
import { openSetup } from '#server/features/auth/setup.ts';
import { oneTimeCode } from '#server/features/auth/tokens.ts';
import { type Client, openSession, type Request } from '#tests/support/client.ts';
import { aBooking, makeAccount, testPassword } from '#tests/support/factories.ts';
import { aCollision, anImage, recorded } from '#tests/support/collisions.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import type { TestApp } from '#tests/support/test-app.ts';

export type EndpointName = keyof typeof endpoints;

/** What the calls below find when they begin. */
export interface Scene {
  readonly app: TestApp;
  /** Makes the records that the calls are about. */
  readonly officer: Client;
  readonly callers: Readonly<Record<Role, { id: string; client: Client }>>;
  /** Unpaid, with a bill, of the demo: open to everybody. */
  readonly demoBooking: { readonly _id: string; readonly billRef: string };
}

interface Row {
  /** Literally the roles that the call is open to, or everybody without a session. */
  readonly open: readonly Role[] | 'public';
  readonly status?: 201;
  /** A valid call; `client` where it needs a session of its own. */
  readonly call: (scene: Scene, role: Role) => Promise<Request & { readonly client?: Client }>;
  /** The audit rows that one call writes: event, before, after. */
  readonly writes: readonly (readonly [AuditEvent, before: unknown, after: unknown])[];
}

const everyone = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
  'guest',
] as const;
const staff = ['state admin', 'zonal head', 'booking officer', 'operator', 'observer'] as const;
const recorders = ['state admin', 'zonal head', 'booking officer', 'operator'] as const;
const clearers = ['state admin', 'zonal head', 'booking officer'] as const;

const someText: unknown = expect.any(String);
const someFlag: unknown = expect.any(Boolean);
const nothing = () => Promise.resolve({});
const signsIn = ['user.signed-in', null, { session: someText }] as const;

/** Every endpoint: who may call it, how it is called validly, what it writes down. */
export const table: Readonly<Record<EndpointName, Row>> = {
  login: {
    open: 'public',
    call: async ({ app }) => {
      const { email } = await makeAccount(app.db, 'observer');
      return { body: { email, password: testPassword } };
    },
    writes: [signsIn],
  },
  register: {
    open: 'public',
    call: async ({ app: { db } }) => {
      // Where all accounts are the demo's, nobody has registered yet.
      await db.updateTable('users').set({ demo: true }).execute();
      const email = `${ulid()}@example.com`;
      const setupCode = (await openSetup(db)) ?? '';
      const names = { firstName: 'Hauwa', lastName: 'Bello' };
      return { body: { ...names, email, password: testPassword, setupCode } };
    },
    writes: [['user.registered', null, expect.objectContaining({ role: 'state admin' })], signsIn],
  },
  forgotPassword: {
    open: 'public',
    call: async ({ app }) => {
      const { email } = await makeAccount(app.db, 'observer');
      return { body: { email } };
    },
    writes: [['user.reset-asked', null, { expiresAt: someText }]],
  },
  resetPassword: {
    open: 'public',
    call: async ({ app: { db } }) => {
      const { code: token, hash: token_hash } = oneTimeCode();
      const { id: user_id } = await makeAccount(db, 'observer');
      const expires_at = new Date(Date.now() + 60_000);
      await db.insertInto('password_resets').values({ token_hash, user_id, expires_at }).execute();
      const password = 'another password for tests';
      return { params: { token }, body: { password, confirmPassword: password } };
    },
    writes: [['user.password-reset', { sessions: 0 }, { sessions: 0 }], signsIn],
  },
  wake: { open: 'public', call: nothing, writes: [] },
  logout: {
    open: staff,
    call: async ({ app, callers }, role) => {
      if (role === 'guest') return { client: callers.guest.client };
      const { email } = await makeAccount(app.db, role);
      return { client: (await openSession(app.url, email)).client };
    },
    writes: [
      ['user.signed-out', { session: someText, ended: false }, { session: someText, ended: true }],
    ],
  },
  readUser: {
    open: everyone,
    call: ({ callers }, role) => Promise.resolve({ params: { id: callers[role].id } }),
    writes: [],
  },
  listUsers: { open: everyone, call: nothing, writes: [] },
  createUser: {
    open: ['state admin'],
    status: 201,
    call: () => {
      const names = { firstName: 'Hauwa', lastName: 'Bello', email: `${ulid()}@example.com` };
      const account = { role: 'operator', state: 'Kaduna', password: testPassword };
      return Promise.resolve({ body: { ...names, ...account } });
    },
    writes: [['user.added', null, expect.objectContaining({ role: 'operator' })]],
  },
  updateUser: {
    open: recorders,
    call: ({ callers }, role) =>
      Promise.resolve({ params: { id: callers[role].id }, body: { username: ulid() } }),
    writes: [['user.changed', { username: someText }, { username: someText }]],
  },
  changeAvatar: {
    open: recorders,
    call: async () => ({ body: {}, files: [await anImage('avatar')] }),
    writes: [['user.pictured', { picture: someText }, { picture: someText }]],
  },
  createBooking: {
    open: recorders,
    status: 201,
    call: () => Promise.resolve({ body: aBooking() }),
    writes: [
      ['booking.made', null, expect.objectContaining({ organisation: 'Kaduna', price: 12_000 })],
    ],
  },
  listBookings: { open: everyone, call: nothing, writes: [] },
  readBooking: {
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  clearVehicle: {
    open: clearers,
    call: async ({ app, officer }) => {
      const { _id: id } = await bookedAndPaid(officer, app.db);
      return { params: { id }, body: { completed: true } };
    },
    writes: [
      [
        'booking.cleared',
        { paid: true, completed: false },
        { paid: true, completed: true, completedAt: someText },
      ],
    ],
  },
  sweepBookings: {
    open: recorders,
    call: nothing,
    writes: [['bookings.swept', null, { zone: null, started: someFlag }]],
  },
  checkBooking: {
    open: recorders,
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id } }),
    writes: [['booking.checked', { paid: false }, { paid: false, finding: 'pending' }]],
  },
  startPayment: {
    open: recorders,
    call: ({ demoBooking: { billRef } }) => Promise.resolve({ body: { billRef } }),
    writes: [['payment.started', { paid: false }, { paid: false, billRef: someText }]],
  },
  listRevenueHeads: { open: everyone, call: nothing, writes: [] },
  listOffences: { open: everyone, call: nothing, writes: [] },
  listPlaces: { open: everyone, call: nothing, writes: [] },
  bookingCounts: { open: everyone, call: nothing, writes: [] },
  bookingRevenue: { open: everyone, call: nothing, writes: [] },
  listActivities: { open: everyone, call: nothing, writes: [] },
  readMap: { open: everyone, call: nothing, writes: [] },
  liveBookings: { open: everyone, call: nothing, writes: [] },
  createCollision: {
    open: recorders,
    status: 201,
    call: async () => ({ body: aCollision(), files: [await anImage()] }),
    writes: [['collision.recorded', null, expect.objectContaining({ organisation: 'Kaduna' })]],
  },
  listCollisions: { open: everyone, call: nothing, writes: [] },
  readCollision: {
    open: everyone,
    call: async ({ app, officer }) => {
      const { _id: id } = await recorded(officer);
      await app.db.updateTable('collisions').set({ demo: true }).where('id', '=', id).execute();
      return { params: { id } };
    },
    writes: [],
  },
};
