import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { may, type Permission } from '#contract/roles.ts';
import { dayOf } from '#server/time.ts';
import {
  callsOf,
  callsReaching,
  type EndpointName,
  table,
} from '#tests/api/endpoints/endpoint-table.ts';
import { createClient, type Request } from '#tests/support/client.ts';
import { aProposedClosing } from '#tests/support/closings.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { aDuty } from '#tests/support/duties.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { aProposedFee } from '#tests/support/fees.ts';
import { trailOf } from '#tests/support/journey.ts';
import { aTakenOutRecord } from '#tests/support/late-records.ts';
import { aSentStatement } from '#tests/support/statements.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';
import {
  callingOf,
  crowds,
  places,
  reaches,
  type ReachScene,
  send,
  startReachScene,
} from './reach-scene.ts';

// Every call about one record or one organisation, by every role from every place, as its row says.

let scene: ReachScene;
beforeAll(async () => {
  scene = await startReachScene();
});
afterAll(() => scene.stop());

const days = { from: dayOf(new Date()), to: dayOf(new Date()) };

/** Who is told whether the account of somebody else is there. */
const seeing: Partial<Record<EndpointName, Permission>> = {
  readUser: 'see users',
  listDevicesOf: 'revoke devices',
  revokeDevice: 'revoke devices',
};

const isOneRecord = (reached: string) => reached.startsWith('one ') && reached !== 'one proposal';

test('each call about one record says how it is made', () => {
  expect(callsOf('one').sort()).toEqual(callsReaching(isOneRecord).sort());
});

describe('one record', () => {
  for (const crowd of crowds) {
    test.each(callsOf('one'))(
      `%s finds it for ${crowd.who} in the place alone`,
      { tags: crowd.tags },
      async (name) => {
        const { method } = endpoints[name];
        const ofUsers = table[name].reach === 'one user';
        for (const { url, demoMode, caller } of callingOf(crowd, scene, name)) {
          for (const records of scene.planted) {
            const { id, asked } = table[name].one?.(records) ?? { id: '', asked: {} };
            const isReached = reaches(caller, records.place, demoMode);
            if (isReached && method !== 'GET') continue;
            const trail = async () => (isReached ? [] : trailOf(scene.app.db, { record: id }));
            const before = await trail();
            // Some calls are limited by the minute.
            await scene.app.owner.deleteFrom('attempts').execute();
            const { status, text } = await send(url, caller, name, asked);
            const who = `${caller.name}, ${records.unpaid.text}: ${text.slice(0, 200)}`;
            // Of others, only those who see users are told whether they are there.
            const seesUsers = may(caller.role, seeing[name] ?? 'add and change users');
            const refused = ofUsers && !seesUsers ? 403 : 404;
            if (isReached && !(ofUsers && !seesUsers)) expect(status, who).toBe(200);
            else expect(status, who).toBe(refused);
            expect(await trail(), who).toEqual(before);
          }
        }
      },
    );
  }
});

describe('a new record', () => {
  test('nothing can be taken out of a device beyond the place', async () => {
    const { permission } = endpoints.takeOutRecord;
    for (const caller of scene.callers.filter(({ role }) => may(role, permission))) {
      for (const place of places) {
        if (reaches(caller, { ...place, demo: false }, true)) continue;
        const { organisation, zone } = place;
        const body = aTakenOutRecord({ organisation, zone });
        const answer = await createClient(scene.app.url, caller.token).call(
          endpoints.takeOutRecord,
          { body },
        );
        expect(answer.status, `${caller.name}: ${zone}`).toBe(403);
      }
    }
  });

  test('the files of a collision are open to nobody but its officer', async () => {
    for (const { url, caller } of scene.calling) {
      if (!may(caller.role, endpoints.listComingFiles.permission)) continue;
      for (const { collision } of scene.planted) {
        const { id } = collision;
        const asked = { params: { id, file: 'any' } };
        const who = `${caller.name}, ${collision.text}`;
        const listed = await send(url, caller, 'listComingFiles', asked);
        expect(listed.status, who).toBe(404);
        expect((await send(url, caller, 'receiveFile', asked)).status, who).toBe(404);
      }
    }
  });

  test.each(['createBooking', 'createCollision'] as const)(
    '%s is refused beyond the place',
    async (name) => {
      for (const caller of scene.callers) {
        if (!may(caller.role, endpoints[name].permission)) continue;
        for (const place of places) {
          if (reaches(caller, { ...place, demo: false }, true)) continue;
          const { organisation, zone } = place;
          const body =
            name === 'createBooking'
              ? aBooking({ organisation, zone })
              : aCollision({ organisation, zone });
          const files = name === 'createBooking' ? [] : [await anImage()];
          const answer = await createClient(scene.app.url, caller.token).call(endpoints[name], {
            body,
            files,
          });
          expect(answer, `${caller.name}: ${zone}`).toMatchObject({
            status: 403,
            body: { code: 'out_of_scope' },
          });
        }
      }
    },
  );

  test('an account cannot be added beyond the place', async () => {
    for (const caller of scene.callers.filter(({ role }) => role === 'state admin')) {
      for (const place of places) {
        if (reaches(caller, { ...place, demo: false }, true)) continue;
        const { state, zone } = place;
        const names = { firstName: 'Hauwa', lastName: 'Bello', role: 'operator' };
        const body = {
          ...names,
          state,
          zone,
          email: 'hauwa@example.com',
          password: 'four unlike words',
        };
        const answer = await createClient(scene.app.url, caller.token).call(endpoints.createUser, {
          body,
        });
        expect(answer.status, `${caller.name}: ${zone}`).toBe(403);
      }
    }
  });
});

describe('what belongs to an organisation', () => {
  test.each(callsReaching((reached) => reached === 'an organisation'))(
    '%s is refused for another one',
    async (name) => {
      const of = { organisation: 'Ogun' };
      const { body }: Endpoint = endpoints[name];
      const asked: Request = body
        ? { params: { id: 'LGC-01', language: 'ha' }, body: { ...of, ...bodies[name] } }
        : { params: { id: 'LGC-01', language: 'ha' }, query: { ...of, ...queries[name] } };
      for (const caller of scene.callers) {
        if (!may(caller.role, endpoints[name].permission) || caller.state === null) continue;
        const files = name === 'sendStatement' ? [{ field: 'file', content: statement }] : [];
        const answer = await createClient(scene.app.url, caller.token).call(endpoints[name], {
          ...asked,
          files,
        });
        expect(answer, caller.name).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
      }
    },
  );
});

describe('what waits for a second person', () => {
  test.each(callsReaching((reached) => reached === 'one proposal'))(
    '%s finds nothing of another organisation',
    async (name) => {
      const { id: by } = await makeAccount(scene.app.db, 'state admin', { state: 'Ogun' });
      const of = { by, organisation: 'Ogun' } as const;
      const id = name.endsWith('Fee')
        ? await aProposedFee(scene.app, { ...of, offence: 'LGC-02', days: 9, naira: 1 })
        : name.endsWith('Duty')
          ? await aDuty(scene.app, of)
          : name === 'lockBatch'
            ? await inBatchOfOgun(by)
            : name.endsWith('TicketRules')
              ? await ticketRules(scene.app, { ...of, days: 300 })
              : await (name.endsWith('Closing') ? aProposedClosing : aSentStatement)(scene.app, of);
      const body = endpoints[name].method === 'PUT' ? { agrees: true } : undefined;
      for (const caller of scene.callers) {
        if (!may(caller.role, endpoints[name].permission) || caller.state === null) continue;
        const { status, text } = await send(scene.app.url, caller, name, { params: { id }, body });
        // A zone decides nothing that counts in all of them, wherever it is proposed.
        const refused = caller.zone === null || !name.endsWith('Fee') ? 404 : 403;
        expect(status, `${caller.name}: ${text}`).toBe(refused);
      }
      const kept = name.endsWith('Closing')
        ? 'report_closings'
        : name.endsWith('Statement')
          ? 'statements'
          : null;
      if (kept) await scene.app.owner.deleteFrom(kept).where('id', '=', id).execute();
      const table = name === 'lockBatch' ? 'court_batches' : 'proposals';
      await scene.app.owner.deleteFrom(table).where('id', '=', id).execute();
    },
  );
});

/** A draft without tickets. */
async function inBatchOfOgun(made_by: string): Promise<string> {
  const id = ulid();
  const batch = { id, organisation: 'Ogun', demo: false, court: 'Court', made_by };
  await scene.app.owner.insertInto('court_batches').values(batch).execute();
  return id;
}

const statement = 'Date,Reference,Receipt,Amount\n2024-01-02,123,,12000\n';
const queries: Partial<Record<EndpointName, Record<string, string>>> = {
  listSecondPeople: { for: 'fee' },
  readClosings: { kind: 'e', ...days },
  exportLedger: days,
  listQuestions: days,
};
const bodies: Partial<Record<EndpointName, Record<string, unknown>>> = {
  takeSetupStep: { step: 'mail' },
  changeLanguages: { offered: ['ha'], showsUnconfirmed: true, plainLetters: false },
  importLanguage: { speaker: 'Malam Sani' },
  proposeClosing: { kind: 'e', ...days },
  proposeDuty: { duty: 'questions' },
  proposeHoliday: {
    from: '2099-01-01',
    to: '2099-01-01',
    name: 'New Year',
    isHoliday: true,
    reason: 'The gazette.',
  },
  proposeTicketRules: { rules: someRules, from: '2099-01-01', reason: 'The gazette.' },
  notePlace: { zone: 'Zaria', lat: 11, lng: 7, words: 'Humps.' },
  fetchStatement: days,
  proposeFee: {
    amount: 1,
    from: dayOf(new Date(Date.now() + 5 * 86_400_000)),
    reason: 'The gazette.',
  },
  proposeFees: {
    proposes: true,
    list: 'LGC-01 6000',
    from: dayOf(new Date(Date.now() + 5 * 86_400_000)),
    reason: 'The gazette.',
  },
};
