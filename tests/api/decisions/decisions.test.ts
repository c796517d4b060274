import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decisionSteps, proposalKinds, type ProposalKind } from '#contract/decisions.ts';
import type { AuditEvent } from '#contract/events.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import type { Part } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import {
  type Asked,
  decide,
  type DecidedKind,
  type DecisionDeps,
  propose,
  takeBack,
} from '#server/features/decisions/commands.ts';
import { proposalsOf } from '#server/features/decisions/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { openSession } from '#tests/support/client.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { partly } from '#tests/support/partly.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let first: Taker;
let second: Taker;
let third: Taker;
let deps: DecisionDeps;
/** The events that a part heard of. */
let heard: string[] = [];

const hears = (event: AuditEvent) => () => {
  heard.push(event);
  return Promise.resolve();
};
const follower: Part = {
  name: 'made up',
  objections: {
    read: () => Promise.reject(new Error()),
    take: () => Promise.reject(new Error()),
    paper: () => Promise.reject(new Error()),
  },
  caseFileOnPage: () => Promise.reject(new Error()),
  follows: {
    'duty.proposed': hears('duty.proposed'),
    'duty.given': hears('duty.given'),
    'duty.refused': hears('duty.refused'),
    'duty.taken-back': hears('duty.taken-back'),
  },
};

beforeAll(async () => {
  app = await startTestApp();
  [first, second, third] = [await aTaker(), await aTaker(), await aTaker()];
  deps = partly<DecisionDeps>({
    db: app.db,
    consequences: consequencesOf([follower], () => partly({})),
  });
});
afterAll(() => app.stop());

async function aTaker(): Promise<Taker> {
  const { id } = await makeAccount(app.db, 'state admin');
  return {
    actor: { id, role: 'state admin', address: '' },
    caller: {
      userId: id,
      sessionId: null,
      role: 'state admin',
      name: 'Amina Sule',
      state: 'Kaduna',
      scope: { organisation: 'Kaduna', zone: null, demo: 'excluded' },
      demo: false,
      lacksFactor: false,
    },
  };
}

const waitsAlready = new Refusal(409, 'already_proposed', 'It waits already.');
const no = new Refusal(409, 'not_now', 'Not now.');

/** A switch by the machine alone; what is particular is given. */
const aKind = (particular: Partial<DecidedKind<{ duty: string }>> = {}) =>
  ({
    kind: 'duty',
    body: z.strictObject({ duty: z.string() }),
    waitsAlready,
    trail: (_, { id }, { outcome }) => ({
      record: 'organisation',
      id: 'Kaduna',
      before: { proposal: id },
      after: { proposal: id, outcome },
    }),
    ...particular,
  }) satisfies DecidedKind<{ duty: string }>;

const asked = (
  duties: readonly string[],
  particular: Partial<Asked<{ duty: string }>> = {},
): Asked<{ duty: string }> => ({
  organisation: 'Kaduna',
  reason: '',
  parts: duties.map((duty) => ({ subject: duty, body: { duty } })),
  trail: (_, { id }) => ({
    record: 'organisation',
    id: 'Kaduna',
    before: null,
    after: { proposal: id },
  }),
  ...particular,
});

const idsOf = (_: unknown, ids: readonly string[]) => Promise.resolve([...ids]);
const done = () => Promise.resolve('done');

async function proposed(
  duties: readonly string[],
  by = first,
  kind: DecidedKind<{ duty: string }> = aKind(),
  particular: Partial<Asked<{ duty: string }>> = {},
): Promise<string[]> {
  const ids = await propose(deps, by, kind, asked(duties, particular), idsOf);
  if (ids instanceof Refusal) throw new Error(ids.error);
  return ids;
}

const agrees = { agrees: true, reason: '' };
const refuses = { agrees: false, reason: 'Not now.' };

const standing = (ids: readonly string[]) =>
  app.db
    .selectFrom('proposals')
    .select(['outcome', 'refusal', 'decided_by'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

const changeAccount = ({ caller }: Taker, values: object) =>
  app.owner.updateTable('users').set(values).where('id', '=', caller.userId).execute();

/** A new exception of a booking, which waits to be settled. */
async function unsettled(): Promise<string> {
  const { email } = await makeAccount(app.db, 'booking officer');
  return anException(app.db, (await openSession(app.url, email)).client);
}

const eventsOf = async (id: string) =>
  (await trailOf(app.db, { record: 'Kaduna' }))
    .filter(({ after }) => (after as { proposal?: string } | null)?.proposal === id)
    .map(({ event }) => event);

test('of decisions at once one wins, and the others say that it was decided already', async () => {
  const [id = ''] = await proposed(['questions']);
  const ends = await Promise.all([
    decide(deps, second, aKind(), { id, decision: agrees }, done),
    decide(deps, third, aKind(), { id, decision: refuses }, done),
    takeBack(deps, first, aKind(), { id }, done),
  ]);
  expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  expect(ends.filter((end) => end instanceof Refusal)).toMatchObject([
    { status: 409, code: 'already_decided' },
    { status: 409, code: 'already_decided' },
  ]);
  expect(await eventsOf(id)).toHaveLength(2);
});

test('of proposals at once for one subject one waits, and all parts come or none', async () => {
  const both = asked(['reviewer', 'finance']);
  const answers = await Promise.all([
    propose(deps, first, aKind(), both, idsOf),
    propose(deps, second, aKind(), both, idsOf),
    propose(deps, third, aKind(), both, idsOf),
  ]);
  expect(answers.filter((answer) => answer === waitsAlready)).toHaveLength(2);
  expect(await propose(deps, first, aKind(), asked(['auditor', 'finance']), idsOf)).toBe(
    waitsAlready,
  );
  const waiting = await app.db
    .selectFrom('proposals')
    .select('subject')
    .where('outcome', 'is', null)
    .orderBy('subject')
    .execute();
  expect(waiting.map(({ subject }) => subject)).toEqual(['finance', 'reviewer']);
});

test('what was proposed at once is decided at once, each in the trail', async () => {
  const ids = await proposed(['yard keeper', 'examiner']);
  await decide(deps, second, aKind(), { id: ids[1] ?? '', decision: refuses }, done);
  const refused = { outcome: 'refused', refusal: 'Not now.', decided_by: second.caller.userId };
  expect(await standing(ids)).toEqual([refused, refused]);
  for (const id of ids) expect(await eventsOf(id)).toEqual(['duty.proposed', 'duty.refused']);
});

test('each part hears of each step of each proposal, and of none that was refused', async () => {
  heard = [];
  const ids = await proposed(['yard keeper', 'examiner']);
  await decide(deps, first, aKind(), { id: ids[0] ?? '', decision: agrees }, done);
  expect(heard).toEqual(['duty.proposed', 'duty.proposed']);
  await decide(deps, second, aKind(), { id: ids[0] ?? '', decision: refuses }, done);
  const [id = ''] = await proposed(['court officer']);
  await takeBack(deps, first, aKind(), { id }, done);
  const [given = ''] = await proposed(['messages']);
  await decide(deps, second, aKind(), { id: given, decision: agrees }, done);
  await asOwner(app, 'delete from duties where id = $1', [given]);
  expect(heard.slice(2)).toEqual([
    'duty.refused',
    'duty.refused',
    'duty.proposed',
    'duty.taken-back',
    'duty.proposed',
    'duty.given',
  ]);
});

test('what a kind does at a confirmation stands with it or not at all', async () => {
  const [id = ''] = await proposed(['messages']);
  const apply: NonNullable<DecidedKind<{ duty: string }>['apply']> = async (trx) => {
    await trx
      .updateTable('users')
      .set({ phone: '0700' })
      .where('id', '=', first.caller.userId)
      .execute();
    return null;
  };
  const phone = async () =>
    (
      await app.db
        .selectFrom('users')
        .select('phone')
        .where('id', '=', first.caller.userId)
        .executeTakeFirstOrThrow()
    ).phone;
  const before = await phone();
  const breaks = () => Promise.reject(new Error('the answer breaks'));
  await expect(
    decide(deps, second, aKind({ apply }), { id, decision: agrees }, breaks),
  ).rejects.toThrow('the answer breaks');
  expect(await phone()).toBe(before);
  const refusing = aKind({
    apply: async (...given) => {
      await apply(...given);
      return no;
    },
  });
  expect(await decide(deps, second, refusing, { id, decision: agrees }, done)).toBe(no);
  expect(await phone()).toBe(before);
  expect(await standing([id])).toMatchObject([{ outcome: null }]);
  expect(await eventsOf(id)).toEqual(['duty.proposed']);
  await decide(deps, second, aKind({ apply }), { id, decision: refuses }, done);
  expect(await phone()).toBe(before);
});

test('what is kept of a proposal comes with it or not at all, and a rule is asked under the lock', async () => {
  const keep = () => Promise.reject(new Error('nothing can be kept'));
  await expect(propose(deps, first, aKind(), asked(['auditor'], { keep }), idsOf)).rejects.toThrow(
    'nothing can be kept',
  );
  const whyNot = () => Promise.resolve(no);
  expect(await propose(deps, first, aKind(), asked(['auditor'], { whyNot }), idsOf)).toBe(no);
  const none = app.db.selectFrom('proposals').select('id').where('subject', '=', 'auditor');
  expect(await none.execute()).toEqual([]);
});

test('parts stand in the order in which they were proposed, and one alone is part of none', async () => {
  const partsOf = (ids: readonly string[]) =>
    app.db
      .selectFrom('proposals')
      .select(['subject', 'together'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
  const duties = ['one', 'two', 'three', 'four', 'five', 'six'];
  const ids = await proposed(duties);
  const [together] = ids;
  expect(await partsOf(ids)).toEqual(duties.map((subject) => ({ subject, together })));
  expect(await partsOf(await proposed(['alone']))).toEqual([{ subject: 'alone', together: null }]);
});

test('another decides a proposal, and its proposer alone takes it back, once', async () => {
  const [id = ''] = await proposed(['of one']);
  expect(await decide(deps, first, aKind(), { id, decision: agrees }, done)).toMatchObject({
    status: 409,
    code: 'own_proposal',
    error: 'You proposed this duty, so a second person must confirm it. You can take it back.',
  });
  expect(await takeBack(deps, second, aKind(), { id }, done)).toMatchObject({
    status: 403,
    code: 'forbidden',
    error: 'Only the person who proposed this duty can take it back. You can refuse it.',
  });
  expect(await takeBack(deps, first, aKind(), { id }, done)).toBe('done');
  expect(await decide(deps, second, aKind(), { id, decision: agrees }, done)).toMatchObject({
    status: 409,
    code: 'already_decided',
    error: 'This duty has already been decided. Reload the page to see the latest.',
  });
});

test('nobody confirms for an account that they added, or that is closed, but another refuses', async () => {
  const proposer = await aTaker();
  const [id = ''] = await proposed(['of an account'], proposer);
  await changeAccount(proposer, { added_by: second.caller.userId });
  const related = await decide(deps, second, aKind(), { id, decision: agrees }, done);
  expect(related).toMatchObject({ code: 'related_accounts' });
  await changeAccount(proposer, { active: false });
  const closed = await decide(deps, third, aKind(), { id, decision: agrees }, done);
  expect(closed).toMatchObject({ code: 'closed_account' });
  expect(await decide(deps, third, aKind(), { id, decision: refuses }, done)).toBe('done');
});

test('what a proposal is about is locked before the proposal itself', async () => {
  const free: [string, number][] = [];
  const lock = async (_: unknown, subject: string) => {
    const rows = await app.db
      .selectFrom('proposals')
      .select('id')
      .where('subject', '=', subject)
      .forUpdate()
      .skipLocked()
      .execute();
    free.push([subject, rows.length]);
  };
  const [id = ''] = await proposed(['locked'], first, aKind({ lock }));
  await decide(deps, second, aKind({ lock }), { id, decision: refuses }, done);
  expect(free).toEqual([
    ['locked', 0],
    ['locked', 1],
  ]);
});

test('the rule of a kind judges the proposal that is named, in place of the usual one', async () => {
  const [, id = ''] = await proposed(['beside', 'named']);
  const judged: string[] = [];
  const whyNotEnded = (_: unknown, proposal: { id: string }) => {
    judged.push(proposal.id);
    return no;
  };
  const decision = agrees;
  expect(await decide(deps, first, aKind({ whyNotEnded }), { id, decision }, done)).toBe(no);
  expect(judged).toEqual([id]);
});

test('a proposal is found under its own kind alone', async () => {
  const [id = ''] = await proposed(['of its kind']);
  await expect(
    decide(deps, second, aKind({ kind: 'fee' }), { id, decision: agrees }, done),
  ).rejects.toThrow(`There is no proposed fee ${id}.`);
  const locking = aKind({ lock: () => Promise.resolve() });
  await expect(takeBack(deps, first, locking, { id: 'none' }, done)).rejects.toThrow(
    'There is no proposed duty none.',
  );
});

test('what else the database refuses is no proposal that waits already', async () => {
  await expect(proposed(['no reason'], first, aKind({ kind: 'fee' }))).rejects.toThrow(
    'proposed_for_a_reason',
  );
  const keep = async (trx: Transaction<DB>) => {
    await sql`insert into users select * from users where id = ${first.caller.userId}`.execute(trx);
  };
  await expect(proposed(['kept twice'], first, aKind(), { keep })).rejects.toThrow('users_pkey');
});

test('a settlement takes the place of the one that waits, is sent back without a reason, and never taken back', async () => {
  const kind = aKind({ kind: 'settlement', replaces: true });
  const subject = await unsettled();
  const settled = () => proposed([subject], first, kind, { reason: 'Returned.' });
  const [old = ''] = await settled();
  const [id = ''] = await settled();
  expect(await standing([old])).toEqual([{ outcome: 'replaced', refusal: null, decided_by: null }]);
  await expect(takeBack(deps, first, kind, { id }, done)).rejects.toThrow(
    'Nobody can take back a settlement.',
  );
  const decision = { agrees: false, reason: '' };
  await decide(deps, second, kind, { id, decision }, done);
  expect(await standing([id])).toEqual([
    { outcome: 'refused', refusal: null, decided_by: second.caller.userId },
  ]);
});

test('a proposal is read with its people as they were called when they acted', async () => {
  const [proposer, decider] = [await aTaker(), await aTaker()];
  const [id = ''] = await proposed(['read'], proposer);
  await decide(deps, decider, aKind(), { id, decision: refuses }, done);
  for (const one of [proposer, decider]) await changeAccount(one, { last_name: 'Bello' });
  const personOf = ({ caller }: Taker) => ({
    id: caller.userId,
    role: 'state admin',
    name: 'Amina Sule',
  });
  expect(await proposalsOf(app.db, 'duty').where('proposals.id', '=', id).execute()).toEqual([
    {
      id,
      organisation: 'Kaduna',
      zone: null,
      body: { duty: 'read' },
      reason: '',
      proposed_by: proposer.caller.userId,
      proposed_at: expect.any(Date) as unknown,
      outcome: 'refused',
      decided_at: expect.any(Date) as unknown,
      refusal: 'Not now.',
      by: personOf(proposer),
      decider: personOf(decider),
    },
  ]);
});

// A settlement lies where its exception does, and is sent back without a reason.
const others = proposalKinds.filter((kind) => kind !== 'settlement');

describe.each(others)('the database itself: a %s', (kind: ProposalKind) => {
  const waiting = (subject: string) =>
    aProposal(app, { kind, subject, body: {}, reason: 'So.', by: first.caller.userId });
  const ends = (id: string, changes: object) =>
    app.db
      .updateTable('proposals')
      .set({ decided_at: new Date(), ...changes })
      .where('id', '=', id)
      .execute();

  test('is confirmed and refused by another, and taken back by its proposer alone', async () => {
    const id = await waiting('by another');
    const [own, other] = [first.caller.userId, second.caller.userId];
    for (const wrong of [
      { outcome: 'confirmed', decided_by: own },
      { outcome: 'refused', refusal: 'No.', decided_by: own },
      { outcome: 'taken back', decided_by: other },
    ])
      await expect(ends(id, wrong)).rejects.toThrow(/decided_by_another/);
    await expect(ends(id, { outcome: 'confirmed', decided_by: null })).rejects.toThrow(
      /decided_whole/,
    );
    await expect(
      ends(id, { outcome: 'taken back', refusal: 'No.', decided_by: own }),
    ).rejects.toThrow(/refused_for_a_reason/);
    await ends(id, { outcome: 'taken back', decided_by: own });
    await expect(
      ends(id, { outcome: 'refused', refusal: 'No.', decided_by: other }),
    ).rejects.toThrow(/decides it once/);
  });

  test('waits when it is stored, once for its subject, and never changes', async () => {
    const id = await waiting('once');
    await expect(waiting('once')).rejects.toThrow(/proposals_waiting/);
    for (const changes of [
      { body: '{}' },
      { reason: 'Another.' },
      { proposed_by: second.caller.userId },
      { demo: true },
    ])
      await expect(ends(id, changes)).rejects.toThrow(/permission denied/);
    const decided = {
      outcome: 'taken back',
      decided_by: first.caller.userId,
      decided_at: new Date(),
    };
    await expect(
      app.db
        .insertInto('proposals')
        .values({
          id: '0'.repeat(26),
          kind,
          organisation: 'Kaduna',
          demo: false,
          subject: 'decided',
          body: '{}',
          reason: 'So.',
          proposed_by: first.caller.userId,
          ...decided,
        })
        .execute(),
    ).rejects.toThrow(/decides it once/);
  });

  test('is in the world of its proposer, and confirmed in it alone', async () => {
    const { id: inDemo } = await makeAccount(app.db, 'state admin');
    await asOwner(app, 'update users set demo = true where id = $1', [inDemo]);
    const id = await waiting('of the world');
    await expect(ends(id, { outcome: 'confirmed', decided_by: inDemo })).rejects.toThrow(
      /confirmed in the demo alone/,
    );
    const theirs = await aProposal(app, {
      kind,
      subject: 'of the demo',
      body: {},
      reason: 'So.',
      by: inDemo,
    });
    const { demo } = await app.db
      .selectFrom('proposals')
      .select('demo')
      .where('id', '=', theirs)
      .executeTakeFirstOrThrow();
    expect(demo).toBe(true);
  });
});

test('the database itself: a settlement is where its exception is, and replaced or confirmed by another', async () => {
  const subject = await unsettled();
  const [by, other] = [first.caller.userId, second.caller.userId];
  const settled = () =>
    aProposal(app, {
      kind: 'settlement',
      organisation: 'Ogun',
      subject,
      body: { decision: 'noted', billRef: null },
      reason: 'Returned.',
      by,
    });
  const standing = () =>
    app.db
      .selectFrom('payment_exceptions')
      .select(['settlement', 'closed_at'])
      .where('id', '=', subject)
      .executeTakeFirstOrThrow();
  const end = (id: string, changes: object) =>
    app.db
      .updateTable('proposals')
      .set({ decided_at: new Date(), ...changes })
      .where('id', '=', id)
      .returning('organisation')
      .executeTakeFirstOrThrow();
  const id = await settled();
  expect(await standing()).toEqual({ settlement: id, closed_at: null });
  await expect(settled()).rejects.toThrow(/proposals_waiting/);
  await expect(end(id, { outcome: 'confirmed', decided_by: by })).rejects.toThrow(
    /decided_by_another/,
  );
  await expect(end(id, { outcome: 'replaced', decided_by: other })).rejects.toThrow(
    /decided_whole/,
  );
  expect(await end(id, { outcome: 'replaced' })).toEqual({ organisation: 'Kaduna' });
  const next = await settled();
  await end(next, { outcome: 'refused', decided_by: other });
  expect(await standing()).toEqual({ settlement: null, closed_at: null });
  const last = await settled();
  await end(last, { outcome: 'confirmed', decided_by: other });
  expect(await standing()).toMatchObject({
    settlement: last,
    closed_at: expect.any(Date) as unknown,
  });
});

test('each step has an event of its own', () => {
  const events = decisionSteps.map(({ event }) => event);
  expect(new Set(events).size).toBe(events.length);
});
