import { beginPasskey } from '#contract/passkeys.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { createClient } from '#tests/support/client.ts';
import { makePerson } from '#tests/support/people.ts';
import {
  passkeyOrigin,
  turnOnApp,
  turnOnPasskey,
  wholeStepOf,
} from '#tests/support/second-factor.ts';
import { nothing, type Row, type Scene, someText, staff } from './endpoint-row.ts';

type Role = keyof Scene['callers'];

/** Somebody of the role with an account of their own; the guest has none. */
async function somebody({ app, callers }: Scene, role: Role) {
  if (role === 'guest') return { client: callers.guest.client, id: 'guest', email: '' };
  return makePerson(app, role);
}

/** The calls about passkeys, about factors of others, and about roles that must have one. */
export const factorRows = {
  beginPasskey: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: nothing,
    writes: [['user.factor-begun', null, { factor: 'passkey' }]],
  },
  addPasskey: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async (scene, role) => {
      const { client } = await somebody(scene, role);
      const device = createAuthenticator(passkeyOrigin(scene.app));
      const challenge = role === 'guest' ? '' : (await client.ok(beginPasskey)).data.challenge;
      return { client, body: { name: 'Phone', passkey: device.register(challenge) } };
    },
    writes: [['user.factor-added', null, { factor: 'passkey Phone', recoveryCodes: 10 }]],
  },
  removePasskey: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async (scene, role) => {
      const { client } = await somebody(scene, role);
      if (role === 'guest') return { client, params: { id: 'none' } };
      const { device } = await turnOnPasskey(scene.app, client);
      return { client, params: { id: device.id } };
    },
    writes: [['user.factor-removed', { factor: 'passkey Phone' }, null]],
  },
  beginProof: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async (scene, role) => {
      const { client } = await somebody(scene, role);
      if (role !== 'guest') await turnOnPasskey(scene.app, client);
      return { client };
    },
    writes: [['user.proof-begun', null, { by: 'passkey' }]],
  },
  signInWithPasskey: {
    reach: 'before sign-in',
    alone: 'it is one’s own session',
    open: 'public',
    call: async (scene) => {
      const { client, email } = await somebody(scene, 'observer');
      const { device } = await turnOnPasskey(scene.app, client);
      const { step, passkey } = await wholeStepOf(scene.app, email);
      const body = { step, passkey: device.answer(passkey?.challenge ?? '') };
      return { client: createClient(scene.app.url), body };
    },
    writes: [['user.signed-in', null, { session: someText, by: 'passkey' }]],
  },
  renewRecoveryCodes: {
    reach: "one's own",
    alone: 'it is one’s own account',
    open: staff,
    call: async (scene, role) => {
      const { client } = await somebody(scene, role);
      if (role !== 'guest') await turnOnApp(client);
      return { client };
    },
    writes: [['user.recovery-codes-made', null, { recoveryCodes: 10 }]],
  },
  readFactorsOf: {
    reach: 'one user',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin'],
    call: ({ callers }) => Promise.resolve({ params: { id: callers.operator.id } }),
    writes: [],
  },
  takeFactors: {
    reach: 'one user',
    alone: 'what the account has recorded stands',
    one: ({ user: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin'],
    call: async (scene) => {
      const { client, id } = await somebody(scene, 'operator');
      await turnOnApp(client);
      return { params: { id } };
    },
    writes: [
      [
        'user.factors-taken',
        { app: true, passkeys: 0, sessions: 1 },
        { app: false, passkeys: 0, sessions: 0 },
      ],
    ],
  },
  readRequiredFactors: {
    reach: 'the users',
    many: { asked: {}, shows: [] },
    open: ['state admin'],
    call: nothing,
    writes: [],
  },
  requireFactor: {
    reach: 'the users',
    alone: 'it asks more of everybody',
    open: ['state admin'],
    call: async (scene, role) => {
      const { client } = await somebody(scene, role);
      if (role === 'state admin') await turnOnApp(client);
      // A role of which nobody else here is asked for it.
      const params = { role: 'observer' };
      await scene.app.owner.deleteFrom('required_factors').execute();
      return { client, params, body: { required: true } };
    },
    writes: [
      [
        'role.factor-required',
        { role: 'observer', required: false },
        { role: 'observer', required: true },
      ],
    ],
  },
} satisfies Record<string, Row>;
