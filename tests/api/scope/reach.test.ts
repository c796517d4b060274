import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { may, type Role } from '#contract/roles.ts';
import {
  callsOf,
  callsReaching,
  type EndpointName,
  table,
} from '#tests/api/endpoints/endpoint-table.ts';
import {
  callingOf,
  crowds,
  kinds,
  reaches,
  type ReachScene,
  send,
  startReachScene,
} from './reach-scene.ts';

// Every call that lists or sums records, by every role from every place, as its row says.

let scene: ReachScene;
beforeAll(async () => {
  scene = await startReachScene();
});
afterAll(() => scene.stop());

const isIn = (text: string, { id, text: mark }: { id: string; text: string }) =>
  text.includes(id) || text.includes(mark);

test('each call that reads many records says how, but for changes and the stream', () => {
  const many = callsReaching((reached) => /^the (?:[\w ]+s(?: and|$)|installation)/.test(reached));
  const elsewhere = ['sweepBookings', 'liveBookings', 'requireFactor', 'retryJob', 'handOverJob'];
  expect([...callsOf('many'), ...elsewhere].sort()).toEqual([...many].sort());
});

describe('rows and sums', () => {
  for (const crowd of crowds) {
    test.each(callsOf('many'))(
      `%s shows ${crowd.who} what lies in the place, and no more`,
      { tags: crowd.tags },
      async (name) => {
        const { asked, shows } = table[name].many ?? { asked: {}, shows: [] };
        for (const { url, demoMode, caller, who } of callingOf(crowd, scene, name)) {
          const { status, text } = await send(url, caller, name, asked);
          // Differences are those of one organisation, which must then be named.
          if (name.endsWith('Differences') && caller.state === null) {
            expect(status, who).toBe(400);
            continue;
          }
          expect(status, `${who}: ${text.slice(0, 200)}`).toBe(200);
          for (const records of scene.planted) {
            const isReached = reaches(caller, records.place, demoMode);
            for (const kind of kinds) {
              const where = `${who}: ${records[kind].text}`;
              if (!isReached) expect(isIn(text, records[kind]), where).toBe(false);
              const isPaidAway = kind === 'paid' && !may(caller.role, 'see paid bookings');
              if (isReached && shows.includes(kind) && !isPaidAway)
                expect(isIn(text, records[kind]), where).toBe(true);
            }
            if (!may(caller.role, 'see paid bookings'))
              expect(text.includes(records.paid.text), `${who}: ${records.paid.text}`).toBe(false);
          }
        }
      },
    );
  }

  test.each<[EndpointName, (answer: { data: never }) => number, perPlace: (role: Role) => number]>([
    ['bookingCounts', ({ data: { today } }: { data: { today: number } }) => today, () => 2],
    [
      'readMap',
      ({ data: { total } }: { data: { total: number } }) => total,
      (role) => (may(role, 'see paid bookings') ? 3 : 2),
    ],
  ])('%s counts what lies in the place, and no more', async (name, countOf, perPlace) => {
    for (const { url, demoMode, caller } of scene.calling) {
      const { text } = await send(url, caller, name, {});
      const reached = scene.planted.filter(({ place }) => reaches(caller, place, demoMode)).length;
      expect(countOf(JSON.parse(text) as { data: never }), caller.name).toBe(
        reached * perPlace(caller.role),
      );
    }
  });

  test('a place beyond the own one cannot be asked for', async () => {
    const elsewhere = { listBookings: 'zone', listCollisions: 'zone', exportBookings: 'zone' };
    for (const { url, caller } of scene.calling) {
      if (caller.role === 'guest' || caller.state === null) continue;
      for (const name of callsReaching((reached) => /^the \w+s( and|$)/.test(reached))) {
        const { query } = endpoints[name] as Endpoint;
        if (name === 'liveBookings' || !query || !('organisation' in query.shape)) continue;
        if (!may(caller.role, endpoints[name].permission)) continue;
        const { query: own } = table[name].many?.asked ?? {};
        const beyond = { query: { ...own, organisation: 'Ogun' } };
        expect((await send(url, caller, name, beyond)).status, `${caller.name}: ${name}`).toBe(403);
        if (!(name in elsewhere) || caller.zone === null) continue;
        const next = { query: { ...own, zone: 'Chikun' } };
        expect((await send(url, caller, name, next)).status, `${caller.name}: ${name}`).toBe(403);
      }
    }
  });
});

/** What an account is never told, of itself or others. */
async function expectNoSecretTold(calling: ReachScene['calling']): Promise<void> {
  const secrets = [
    ...(await scene.app.owner.selectFrom('users').select('password_hash as secret').execute()),
    ...(await scene.app.owner.selectFrom('sessions').select('id as secret').execute()),
  ].map(({ secret }) => secret);
  for (const { url, caller, who } of calling)
    for (const name of callsOf('many')) {
      const { asked = {} } = table[name].many ?? {};
      if (!may(caller.role, endpoints[name].permission)) continue;
      const { text } = await send(url, caller, name, asked);
      for (const secret of secrets) expect(text.includes(secret), `${who}: ${name}`).toBe(false);
    }
}

const seesMost = ({ caller, demoMode }: ReachScene['calling'][number]): boolean =>
  caller.zone === null && caller.state === null && demoMode;

test('no answer to a guest, or to a role that sees everywhere, holds a password, a code or the session of another', () =>
  expectNoSecretTold(scene.calling.filter(seesMost)));

test('nor does one to anybody else', { tags: 'night' }, () =>
  expectNoSecretTold(scene.calling.filter((one) => !seesMost(one))),
);

test('who does not see users learns of a colleague no more than this', async () => {
  const fields = ['_id', 'firstName', 'id', 'lastActive', 'lastName', 'picture', 'role', 'zone'];
  for (const { url, caller } of scene.calling) {
    const { text } = await send(url, caller, 'listUsers', { query: { limit: '100' } });
    const { data } = JSON.parse(text) as { data: Record<string, unknown>[] };
    for (const user of data) {
      if (may(caller.role, 'see users')) expect(Object.keys(user)).toContain('email');
      else expect(Object.keys(user).sort(), caller.name).toEqual(fields);
    }
  }
});

test('no body takes a field that it does not name', () => {
  for (const [name, { body }] of Object.entries<Endpoint>(endpoints)) {
    if (!body) continue;
    const schema = body instanceof z.ZodPipe ? body.def.in : body;
    if (!(schema instanceof z.ZodObject)) throw new Error(`The body of ${name} is no object.`);
    // Strict, or without what it doesn't name; loose objects keep it.
    const { catchall } = schema.def;
    expect(catchall === undefined || catchall instanceof z.ZodNever, name).toBe(true);
  }
});

test('what the server decides is in no body but where an account is added or changed', () => {
  const decided = [
    'demo',
    'paid',
    'paidAt',
    'completedAt',
    'completedBy',
    'withdrawal',
    'price',
    'billRef',
    'receipt',
    'createdAt',
    'createdBy',
    'updatedAt',
    'active',
    'role',
    'state',
    'password',
  ];
  const allowed: Partial<Record<EndpointName, readonly string[]>> = {
    login: ['password'],
    // The first account of an empty installation, by its set-up code.
    register: ['password', 'state'],
    resetPassword: ['password'],
    changePassword: ['password'],
    proveAgain: ['password'],
    // As the form showed it; the server charges its own, and marks a difference.
    createBooking: ['price'],
    startPayment: ['billRef'],
    settleException: ['billRef'],
    createUser: ['role', 'state', 'password'],
    updateUser: ['role', 'state', 'active'],
  };
  for (const [name, { body }] of Object.entries<Endpoint>(endpoints)) {
    const schema = body instanceof z.ZodPipe ? body.def.in : body;
    const named = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const taken = named.filter((field) => decided.includes(field));
    expect(taken.sort(), name).toEqual([...(allowed[name as EndpointName] ?? [])].sort());
  }
});
