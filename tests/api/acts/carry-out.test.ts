import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { act } from '#contract/act.ts';
import { answer } from '#contract/answers.ts';
import type { AuditEvent } from '#contract/events.ts';
import { createView, removeView } from '#contract/views.ts';
import type { NewTicket } from '#server/acts/arrival.ts';
import { carryOut, type Steps } from '#server/acts/carry-out.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import { happened } from '#server/acts/happened.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { insertFiles, type StoredFile } from '#server/features/files/commands.ts';
import { createLocalStore } from '#server/gateways/file-store-local.ts';
import type { Call } from '#server/http/call.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { aDuty } from '#tests/support/duties.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { aHold } from '#tests/support/holds.ts';
import { trailOf } from '#tests/support/journey.ts';
import { partly } from '#tests/support/partly.ts';
import { makePerson } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The least that an act says of itself. */
const bareAct = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/judged',
  permission: 'hold records',
  of: 'booking',
  audit: 'booking.hold-lifted',
  body: z.strictObject({
    reason: z.string(),
    leaves: z.boolean(),
    /** Another ticket whose hold is lifted with it. */
    also: z.string().nullable(),
  }),
  response: answer(z.string()),
});

const outcomes = { left: 'booking.mistake-left' } as const;

type JudgingAct = typeof bareAct & {
  readonly outcomes: typeof outcomes;
  readonly ruleOfTwo: 'confirms' | 'undoes';
  readonly duty?: 'court officer';
  readonly own?: string;
};

/** A made-up act on the holds of tickets: one or several are lifted at once, or one is left. */
const judgeHolds: JudgingAct = {
  ...bareAct,
  outcomes,
  duty: 'court officer',
  ruleOfTwo: 'confirms',
  own: 'Somebody else must judge your hold.',
};

/** The same for whoever undoes another's daily work, without a duty. */
const undoHolds: JudgingAct = { ...bareAct, outcomes, ruleOfTwo: 'undoes' };

interface Ticket {
  readonly id: string;
}
interface Held {
  readonly setBy: string;
  readonly isLifted: boolean;
}
type JudgeCall = Call<JudgingAct, Ticket>;

const isOver = new Refusal(409, 'hold_is_over', 'This hold has already ended.');
const isTooShort = new Refusal(400, 'invalid', 'Say more.');
const noReason = new Refusal(409, 'no_reason', 'There is no reason.');

let app: TestApp;
let setter: Caller;
let judge: Caller;
let other: Caller;
let stranger: Caller;
/** The steps and followers in the order in which they came. */
let order: string[] = [];
let followersThrow = false;

beforeAll(async () => {
  app = await startTestApp();
  [setter, judge, other, stranger] = await Promise.all([person(), person(), person(), person()]);
  const { id: admin } = await makeAccount(app.db, 'state admin');
  for (const { userId: user } of [setter, judge, other])
    await aDuty(app, { user, duty: 'court officer', by: stranger.userId, decidedBy: admin });
});
afterAll(() => app.stop());
beforeEach(() => {
  order = [];
  followersThrow = false;
});

async function person(): Promise<Caller> {
  const { id } = await makeAccount(app.db, 'state admin');
  return {
    userId: id,
    sessionId: null,
    role: 'state admin',
    name: 'Amina Sule',
    state: 'Kaduna',
    scope: { organisation: 'Kaduna', zone: null, demo: 'excluded' },
    demo: false,
    lacksFactor: false,
  };
}

async function heldTicket(by = setter): Promise<string> {
  const booking = await storeBooking(app.db, by.userId);
  await aHold(app, { booking, by: by.userId });
  return booking;
}

const changeAccount = ({ userId }: Caller, values: object) =>
  app.owner.updateTable('users').set(values).where('id', '=', userId).execute();

/** Another connection sees a change only once it is committed. */
const afterwards = (id: string) => async () => {
  order.push((await liftedBy(id)) === null ? 'afterwards of nothing' : 'afterwards');
};

type JudgeSteps = Steps<JudgingAct, Ticket, Held> & {
  readonly dutyFor: () => { organisation: string };
};

const steps: JudgeSteps = {
  dutyFor: () => ({ organisation: 'Kaduna' }),
  id: ({ id }) => id,
  before: ({ body }) => {
    order.push('before');
    return body.reason === 'x' ? isTooShort : null;
  },
  lock: async (trx, { record }) => {
    order.push('lock');
    const { set_by, lifted_at } = await trx
      .selectFrom('holds')
      .select(['set_by', 'lifted_at'])
      .where('booking_id', '=', record.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return { setBy: set_by, isLifted: lifted_at !== null };
  },
  rule: ({ isLifted }) => {
    order.push('rule');
    return isLifted ? isOver : null;
  },
  first: ({ setBy }) => {
    order.push('second person');
    return setBy;
  },
  change: async (trx, _held, { record, body: { reason, leaves, also }, caller }) => {
    order.push('change');
    const ids = also === null ? [record.id] : [record.id, also];
    await trx
      .updateTable('holds')
      .set({ lifted_by: caller.userId, lifted_at: new Date(), lift_reason: reason })
      .where('booking_id', 'in', ids)
      .execute();
    if (reason === 'Halfway.') return noReason;
    if (leaves) return { outcome: 'left', before: null, after: { reason } };
    return ids.map((id) => ({ id, before: null, after: { reason }, afterwards: afterwards(id) }));
  },
  answer: (_trx, { body }) => {
    order.push('answer');
    return Promise.resolve(body.reason);
  },
};

const follow = (event: AuditEvent) => () => {
  order.push(`follows ${event}`);
  return followersThrow ? Promise.reject(new Error('A follower failed.')) : Promise.resolve();
};

const madeUp: Part = {
  name: 'made up',
  objections: {
    read: () => Promise.reject(new Error()),
    take: () => Promise.reject(new Error()),
    paper: () => Promise.reject(new Error()),
  },
  caseFileOnPage: () => Promise.reject(new Error()),
  follows: {
    'booking.hold-lifted': follow('booking.hold-lifted'),
    'booking.mistake-left': follow('booking.mistake-left'),
  },
};

const bareSteps: Steps<typeof bareAct, Ticket, null> = {
  id: ({ id }) => id,
  lock: () => Promise.resolve(null),
  change: () => Promise.resolve({ before: null, after: {} }),
  answer: (_trx, { body }) => Promise.resolve(body.reason),
};

const depsOfActs = () =>
  partly<Deps>({
    db: app.db,
    store: createLocalStore(app.dataDir),
    consequences: consequencesOf([madeUp], () => partly({})),
  });

const callOf = (id: string, caller: Caller, said: Partial<JudgeCall['body']> = {}): JudgeCall => ({
  params: undefined,
  query: undefined,
  body: { reason: 'Struck out.', leaves: false, also: null, ...said },
  files: [],
  record: { id },
  caller,
  actor: { id: caller.userId, role: caller.role, address: '127.0.0.1' },
  created: () => undefined,
});

const carriedOut = (
  id: string,
  caller: Caller,
  said: Partial<JudgeCall['body']> = {},
  particular: Partial<JudgeSteps> = {},
) => carryOut(depsOfActs(), judgeHolds, { ...steps, ...particular }, callOf(id, caller, said));

const undone = (id: string, caller: Caller, particular: Partial<JudgeSteps> = {}) =>
  carryOut(depsOfActs(), undoHolds, { ...steps, ...particular }, callOf(id, caller));

const barelyDone = (id: string, particular: Partial<typeof bareSteps> = {}) =>
  carryOut(depsOfActs(), bareAct, { ...bareSteps, ...particular }, callOf(id, stranger));

const liftedBy = async (booking: string) => {
  const { lifted_by } = await app.db
    .selectFrom('holds')
    .select('lifted_by')
    .where('booking_id', '=', booking)
    .executeTakeFirstOrThrow();
  return lifted_by;
};

const eventsOf = async (record: string) =>
  (await trailOf(app.db, { record })).map(({ event }) => event);

/** Nothing of the act is left on the ticket. */
async function expectUntouched(id: string): Promise<void> {
  expect(await liftedBy(id)).toBeNull();
  expect(await eventsOf(id)).toEqual([]);
}

test('the steps come in one order: before, lock, rule, second person, change, what follows, answer, afterwards', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, judge)).toBe('Struck out.');
  expect(order).toEqual([
    'before',
    'lock',
    'rule',
    'second person',
    'change',
    'follows booking.hold-lifted',
    'answer',
    'afterwards',
  ]);
  expect(await liftedBy(id)).toBe(judge.userId);
  expect(await trailOf(app.db, { record: id })).toMatchObject([
    { event: 'booking.hold-lifted', record_type: 'booking', actor_id: judge.userId },
  ]);
});

test('the duty is asked for before all else, and nothing is locked without it', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, stranger)).toMatchObject({
    status: 403,
    code: 'no_duty',
    error:
      'Only people with the duty “Court officer” can do this. Two state admins can give you this duty under Users.',
  });
  expect(order).toEqual([]);
  await expectUntouched(id);
});

test('an act needs no duty, rule, second person or outcomes', async () => {
  const id = await heldTicket();
  expect(await barelyDone(id)).toBe('Struck out.');
  expect(await eventsOf(id)).toEqual(['booking.hold-lifted']);
});

test('nobody does an act without being signed in', async () => {
  const id = await heldTicket();
  const call = { ...callOf(id, judge), caller: undefined as never };
  await expect(carryOut(depsOfActs(), judgeHolds, steps, call)).rejects.toThrow(
    'booking.hold-lifted needs a signed-in caller.',
  );
  await expectUntouched(id);
});

test('what is refused before the transaction locks nothing', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, judge, { reason: 'x' })).toBe(isTooShort);
  expect(order).toEqual(['before']);
  await expectUntouched(id);
});

test('a lock that refuses ends the act, and no rule is asked', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, judge, {}, { lock: () => Promise.resolve(noReason) })).toBe(noReason);
  expect(order).toEqual(['before']);
  await expectUntouched(id);
});

test('a refusal by rule writes nothing, and nothing follows', async () => {
  const id = await heldTicket();
  await carriedOut(id, judge);
  order = [];
  expect(await carriedOut(id, other)).toBe(isOver);
  expect(order).toEqual(['before', 'lock', 'rule']);
  expect(await liftedBy(id)).toBe(judge.userId);
  expect(await eventsOf(id)).toEqual(['booking.hold-lifted']);
});

test('the first person is refused in the words of the act', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, setter)).toMatchObject({
    status: 409,
    code: 'own_proposal',
    error: 'Somebody else must judge your hold.',
  });
  expect(order).toEqual(['before', 'lock', 'rule', 'second person']);
  await expectUntouched(id);
});

test('whoever did the first half does the second where the act has no words against it', async () => {
  const id = await heldTicket();
  expect(await undone(id, stranger, { first: () => stranger.userId })).toBe('Struck out.');
});

test('nobody agrees to what an account began that is closed, but anybody refuses it', async () => {
  const closed = await person();
  const id = await heldTicket(closed);
  await changeAccount(closed, { active: false });
  const agrees: JudgeSteps['agrees'] = ({ body }) => !body.leaves;
  for (const particular of [{}, { agrees }])
    expect(await carriedOut(id, judge, {}, particular)).toMatchObject({ code: 'closed_account' });
  await expectUntouched(id);
  expect(await carriedOut(id, judge, { leaves: true }, { agrees })).toBe('Struck out.');
});

test('an admin confirms nothing of an account that they added, but undoes its work once it has a password of its own', async () => {
  const added = await person();
  const id = await heldTicket(added);
  await changeAccount(added, { added_by: judge.userId, own_password: false });
  expect(await undone(id, judge)).toMatchObject({ code: 'related_accounts' });
  await changeAccount(added, { own_password: true });
  expect(await carriedOut(id, judge)).toMatchObject({ code: 'related_accounts' });
  await expectUntouched(id);
  expect(await undone(id, judge)).toBe('Struck out.');
});

test('of two at once one wins, and the other is refused by what it left', async () => {
  const id = await heldTicket();
  const answers = await Promise.all([carriedOut(id, judge), carriedOut(id, other)]);
  expect(answers.filter((one) => one === 'Struck out.')).toHaveLength(1);
  expect(answers).toContain(isOver);
  expect(await eventsOf(id)).toEqual(['booking.hold-lifted']);
});

test('a follower that throws takes the change and its row of the trail back', async () => {
  const id = await heldTicket();
  followersThrow = true;
  await expect(carriedOut(id, judge)).rejects.toThrow('A follower failed.');
  expect(order.at(-1)).toBe('follows booking.hold-lifted');
  await expectUntouched(id);
});

test('a change that refuses halfway leaves nothing behind', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, judge, { reason: 'Halfway.' })).toBe(noReason);
  expect(order.at(-1)).toBe('change');
  await expectUntouched(id);
});

test('an answer that refuses takes the change back, and nothing is done afterwards', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, judge, {}, { answer: () => Promise.resolve(noReason) })).toBe(
    noReason,
  );
  expect(order.at(-1)).toBe('follows booking.hold-lifted');
  await expectUntouched(id);
});

test('the outcome chooses the event, and what follows is that of its event', async () => {
  const id = await heldTicket();
  await carriedOut(id, judge, { leaves: true });
  expect(order).toContain('follows booking.mistake-left');
  expect(await eventsOf(id)).toEqual(['booking.mistake-left']);
});

test('an act about several records has a row of the trail for each', async () => {
  const [id, also] = [await heldTicket(), await heldTicket()];
  await carriedOut(id, judge, { also });
  expect(order.filter((step) => step.startsWith('follows'))).toHaveLength(2);
  expect(await eventsOf(id)).toEqual(['booking.hold-lifted']);
  expect(await eventsOf(also)).toEqual(['booking.hold-lifted']);
});

test('an outcome that the act does not name is filed under the act’s own event', async () => {
  const id = await heldTicket();
  const unknown = { outcome: 'left' as never, before: null, after: {} };
  await barelyDone(id, { change: () => Promise.resolve(unknown) });
  expect(await eventsOf(id)).toEqual(['booking.hold-lifted']);
});

test('the acts of a record follow each other in its trail, and the making of a booking comes first', async () => {
  const id = await heldTicket();
  const { actor } = callOf(id, judge);
  const made = () =>
    app.db.transaction().execute((trx) =>
      happened(depsOfActs(), trx, actor, {
        event: 'booking.made',
        record: 'booking',
        id,
        before: null,
        after: { reason: 'Sped.' },
        facts: partly<NewTicket>({}),
      }),
    );
  await made();
  await barelyDone(id);
  await expect(made()).rejects.toThrow('audit_record_type_record_id_number_key');
  expect(await trailOf(app.db, { record: id })).toMatchObject([
    { number: 1, event: 'booking.made', before: null, after: { reason: 'Sped.' } },
    { number: 2, event: 'booking.hold-lifted' },
  ]);
});

test('files are stored for an act that stores them, and stay where its change does', async () => {
  const path = join(app.dataDir, 'sent');
  await writeFile(path, await aPicture());
  const file: UploadedFile = { field: 'img', kind: 'picture', path, bytes: 1, name: 'sent.jpg' };
  let came: readonly StoredFile[] = [];
  const keeping: Partial<JudgeSteps> = {
    stores: ({ caller }) => ({ sender: caller.userId }),
    change: async (trx, held, call, stored) => {
      came = stored;
      await insertFiles(trx, stored, { createdBy: call.caller.userId, demo: false });
      return steps.change(trx, held, call, stored);
    },
  };
  const isKept = async () => {
    const bytes = await createLocalStore(app.dataDir).open(came[0]?.id ?? '');
    bytes?.destroy();
    return bytes !== undefined;
  };
  const withFile = async ({ stores, ...particular }: Partial<JudgeSteps>, reason: string) => {
    const call = callOf(await heldTicket(), judge, { reason });
    const given = { ...steps, ...particular, ...(stores && { stores }) };
    return carryOut(depsOfActs(), judgeHolds, given, { ...call, files: [file] });
  };
  expect(await withFile(keeping, 'Halfway.')).toBe(noReason);
  expect(came).toMatchObject([{ field: 'img' }]);
  expect(await isKept()).toBe(false);
  expect(await withFile(keeping, 'Struck out.')).toBe('Struck out.');
  expect(await isKept()).toBe(true);
  const { stores: _none, ...notKeeping } = keeping;
  expect(await withFile(notKeeping, 'Struck out.')).toBe('Struck out.');
  expect(came).toEqual([]);
});

test('an act that is mounted answers as it was carried out, with a record in its path or without', async () => {
  const head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  const body = { name: 'Mine', screen: 'bookings', query: '' };
  const { data } = await head.ok(createView, { body });
  expect(data).toMatchObject({ name: 'Mine', own: true });
  expect(await head.call(createView, { body })).toMatchObject({ status: 409 });
  const removed = await head.ok(removeView, { params: { id: data._id } });
  expect(removed).toEqual({ success: true, data: { _id: data._id } });
});
