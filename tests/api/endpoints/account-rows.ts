import { ulid } from 'ulid';
import { expect } from 'vitest';
import { addApp } from '#contract/second-factor.ts';
import { openSetup } from '#server/features/auth/setup.ts';
import { oneTimeCode } from '#server/features/auth/tokens.ts';
import { anImage } from '#tests/support/collisions.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { makePerson } from '#tests/support/people.ts';
import { anAccountWithApp, codeOf, turnOnApp } from '#tests/support/second-factor.ts';
import { everyone, nothing, recorders, type Row, someText, staff } from './endpoint-row.ts';
import { factorRows } from './factor-rows.ts';

const signsInBy = (by: string) => ['user.signed-in', null, { session: someText, by }] as const;

/** The calls about sessions and users. */
export const accountRows = {
  login: {
    reach: 'before sign-in',
    alone: 'it is one’s own session',
    open: 'public',
    call: async ({ app }) => {
      const { email } = await makeAccount(app.db, 'observer');
      return { body: { email, password: testPassword } };
    },
    writes: [signsInBy('password')],
  },
  register: {
    reach: 'before sign-in',
    alone: 'there is nobody else yet',
    open: 'public',
    call: async ({ app: { db, owner } }) => {
      // With only demo accounts, nobody has registered yet.
      await owner.updateTable('users').set({ demo: true }).execute();
      const email = `${ulid()}@example.com`;
      const setupCode = (await openSetup(db)) ?? '';
      const names = { firstName: 'Hauwa', lastName: 'Bello' };
      return { body: { ...names, email, password: testPassword, setupCode } };
    },
    writes: [
      ['user.registered', null, expect.objectContaining({ role: 'state admin' })],
      signsInBy('set-up code'),
    ],
  },
  forgotPassword: {
    reach: 'before sign-in',
    alone: 'it is one’s own account',
    open: 'public',
    call: async ({ app }) => {
      const { email } = await makeAccount(app.db, 'observer');
      return { body: { email } };
    },
    writesLater: true,
    writes: [['user.reset-asked', null, { expiresAt: someText }]],
  },
  resetPassword: {
    reach: 'before sign-in',
    alone: 'it is one’s own account',
    open: 'public',
    call: async ({ app: { db } }) => {
      const { code: token, hash: token_hash } = oneTimeCode();
      const { id: user_id } = await makeAccount(db, 'observer');
      const expires_at = new Date(Date.now() + 60_000);
      await db.insertInto('password_resets').values({ token_hash, user_id, expires_at }).execute();
      const password = 'another password for tests';
      return { params: { token }, body: { password, confirmPassword: password } };
    },
    writes: [['user.password-reset', { sessions: 0 }, { sessions: 0 }], signsInBy('mailed link')],
  },
  wake: { reach: 'before sign-in', open: 'public', call: nothing, writes: [] },
  logout: {
    reach: "one's own",
    alone: 'it is one’s own session',
    open: staff,
    call: async ({ app, callers }, role) => {
      if (role === 'guest') return { client: callers.guest.client };
      return { client: await makePerson(app, role) };
    },
    writes: [
      ['user.signed-out', { session: someText, ended: false }, { session: someText, ended: true }],
    ],
  },
  changePassword: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async ({ app, callers }, role) => {
      const body = { current: testPassword, password: 'four unlike words here' };
      const confirmed = { ...body, confirmPassword: body.password };
      if (role === 'guest') return { client: callers.guest.client, body: confirmed };
      return { client: await makePerson(app, role), body: confirmed };
    },
    writes: [['user.password-changed', { sessions: 0 }, { sessions: 0 }]],
  },
  readSession: { reach: "one's own", open: staff, call: nothing, writes: [] },
  listSessions: {
    reach: 'one user',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: staff,
    call: ({ callers }, role) => Promise.resolve({ params: { id: callers[role].id } }),
    writes: [],
  },
  endSession: {
    reach: 'one user',
    alone: 'what the account has recorded stands',
    one: ({ user: { id } }) => ({ id, asked: { params: { id, session: 'any' } } }),
    open: staff,
    call: async ({ app, callers }, role) => {
      const { id } = callers[role];
      if (role === 'guest') return { params: { id, session: 'none' } };
      const session = ulid();
      const expires_at = new Date(Date.now() + 60_000);
      await app.db
        .insertInto('sessions')
        .values({ id: session, user_id: id, expires_at })
        .execute();
      return { params: { id, session } };
    },
    writes: [['user.sessions-ended', { sessions: 1 }, { sessions: 0 }]],
  },
  endSessions: {
    reach: 'one user',
    alone: 'what the account has recorded stands',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: staff,
    call: async ({ app, callers }, role) => {
      const { id } = callers[role];
      if (role === 'guest') return { params: { id } };
      const expires_at = new Date(Date.now() + 60_000);
      await app.db.insertInto('sessions').values({ id: ulid(), user_id: id, expires_at }).execute();
      return { params: { id } };
    },
    writes: [['user.sessions-ended', { sessions: expect.any(Number) as unknown }, { sessions: 0 }]],
  },
  signInWithCode: {
    reach: 'before sign-in',
    alone: 'it is one’s own session',
    open: 'public',
    call: async ({ app }) => {
      const { email } = await makeAccount(app.db, 'observer');
      const { step, code } = await anAccountWithApp(app, email);
      return { body: { step, code } };
    },
    writes: [signsInBy('authenticator app')],
  },
  askFactorReset: {
    reach: 'before sign-in',
    alone: 'it only asks',
    open: 'public',
    call: async ({ app }) => {
      const { email } = await makeAccount(app.db, 'observer');
      return { body: { step: (await anAccountWithApp(app, email)).step } };
    },
    writes: [['user.factor-reset-asked', null, { askedAt: someText }]],
  },
  readFactors: { reach: "one's own", open: staff, call: nothing, writes: [] },
  addApp: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: nothing,
    writes: [['user.factor-begun', null, { factor: 'authenticator app' }]],
  },
  confirmApp: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async (scene, role) => {
      if (role === 'guest') return { body: { code: '000000' } };
      const client = await makePerson(scene.app, role);
      const { data } = await client.ok(addApp);
      return { client, body: { code: codeOf(data.secret) } };
    },
    writes: [['user.factor-added', null, { factor: 'authenticator app', recoveryCodes: 10 }]],
  },
  removeApp: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async ({ app, callers }, role) => {
      if (role === 'guest') return { client: callers.guest.client };
      const client = await makePerson(app, role);
      await turnOnApp(client);
      return { client };
    },
    writes: [['user.factor-removed', { factor: 'authenticator app' }, null]],
  },
  ...factorRows,
  proveAgain: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: () => Promise.resolve({ body: { password: testPassword } }),
    writes: [['user.proved', null, { by: 'password' }]],
  },
  readUser: {
    reach: 'one user',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ callers }, role) => Promise.resolve({ params: { id: callers[role].id } }),
    writes: [],
  },
  listUsers: {
    reach: 'the users',
    many: { asked: { query: { limit: '100' } }, shows: ['user'] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  listSecondPeople: {
    reach: 'an organisation',
    open: ['state admin', 'zonal head', 'observer'],
    call: () => Promise.resolve({ query: { for: 'settlement' } }),
    writes: [],
  },
  exportUsers: {
    reach: 'the users',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv' } }, shows: ['user'] },
    open: ['state admin'],
    call: () => Promise.resolve({ query: { format: 'csv' } }),
    writes: [
      [
        'users.exported',
        null,
        { format: 'csv', filters: { sort: 'createdAt' }, rows: expect.any(Number) as unknown },
      ],
    ],
  },
  createUser: {
    reach: 'a new user',
    alone: 'a new account has recorded nothing; the other state admins are told of an admin',
    open: ['state admin'],
    status: 201,
    call: () => {
      const names = { firstName: 'Hauwa', lastName: 'Bello', email: `${ulid()}@example.com` };
      const account = { role: 'operator', state: 'Kaduna', zone: '', password: testPassword };
      return Promise.resolve({ body: { ...names, ...account } });
    },
    writes: [['user.added', null, expect.objectContaining({ role: 'operator' })]],
  },
  importUsers: {
    reach: 'a new user',
    alone: 'a new account has recorded nothing; the other state admins are told of an admin',
    open: ['state admin'],
    call: () => {
      const content = `Name,Email,Role,State,Zone\nHauwa Bello,${ulid()}@example.com,operator,Kaduna,Hq`;
      return Promise.resolve({ body: { adds: 'all' }, files: [{ field: 'file', content }] });
    },
    writes: [['user.added', null, expect.objectContaining({ role: 'operator' })]],
  },
  sendLink: {
    reach: 'one user',
    alone: 'the link goes to its owner; by hand only from whoever added the account',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin'],
    call: async ({ app: { db, owner }, callers }, role) => {
      const { id } = await makeAccount(db, 'operator');
      const added_by = callers[role].id;
      if (role === 'state admin')
        await owner
          .updateTable('users')
          .set({ added_by, own_password: false })
          .where('id', '=', id)
          .execute();
      return { params: { id } };
    },
    writes: [['user.link-made', null, { sent: 'by mail', until: someText }]],
  },
  updateUser: {
    reach: 'one user',
    alone: 'what the account has recorded stands',
    one: ({ user: { id } }) => ({ id, asked: { params: { id }, body: { username: 'x' } } }),
    open: recorders,
    call: ({ callers }, role) =>
      Promise.resolve({ params: { id: callers[role].id }, body: { username: ulid() } }),
    writes: [['user.changed', { username: someText }, { username: someText }]],
  },
  changeAvatar: {
    reach: "one's own",
    alone: 'a picture counts nothing',
    open: recorders,
    call: async () => ({ body: {}, files: [await anImage('avatar')] }),
    writes: [['user.pictured', { picture: someText }, { picture: someText }]],
  },
} satisfies Record<string, Row>;
