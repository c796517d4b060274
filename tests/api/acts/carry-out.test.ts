import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { act } from '#contract/act.ts';
import { answer } from '#contract/answers.ts';
import type { AuditEvent } from '#contract/events.ts';
import { carryOut, type Steps } from '#server/acts/carry-out.ts';
import { consequencesOf } from '#server/acts/consequences.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import type { Call } from '#server/http/call.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { aDuty } from '#tests/support/duties.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { aHold } from '#tests/support/holds.ts';
import { trailOf } from '#tests/support/journey.ts';
import { partly } from '#tests/support/partly.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** A made-up act on the holds of tickets: one or several are lifted at once, or one is left. */
const judgeHolds = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/judged',
  permission: 'hold records',
  of: 'booking',
  audit: 'booking.hold-lifted',
  outcomes: { left: 'booking.mistake-left' },
  duty: 'court officer',
  ruleOfTwo: 'confirms',
  own: 'Somebody else must judge your hold.',
  body: z.strictObject({
    reason: z.string(),
    leaves: z.boolean(),
    /** Another ticket whose hold is lifted with it. */
    also: z.string().nullable(),
  }),
  response: answer(z.string()),
});

interface Ticket {
  readonly id: string;
}
interface Held {
  readonly setBy: string;
  readonly isLifted: boolean;
}
type JudgeCall = Call<typeof judgeHolds, Ticket>;

const isOver = new Refusal(409, 'hold_is_over', 'This hold is over.');
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

async function heldTicket(): Promise<string> {
  const booking = await storeBooking(app.db, setter.userId);
  await aHold(app, { booking, by: setter.userId });
  return booking;
}

const steps: Steps<typeof judgeHolds, Ticket, Held> = {
  organisation: () => 'Kaduna',
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
    return ids.map((id) => ({ id, before: null, after: { reason } }));
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
  objections: { read: () => Promise.reject(new Error()), take: () => Promise.reject(new Error()) },
  follows: {
    'booking.hold-lifted': follow('booking.hold-lifted'),
    'booking.mistake-left': follow('booking.mistake-left'),
  },
};

function carriedOut(
  id: string,
  caller: Caller,
  said: Partial<JudgeCall['body']> = {},
): ReturnType<typeof carryOut<typeof judgeHolds, Ticket, Held>> {
  const deps = partly<Deps>({
    db: app.db,
    consequences: consequencesOf([madeUp], () => partly({})),
  });
  const { userId, role } = caller;
  return carryOut(deps, judgeHolds, steps, {
    params: undefined,
    query: undefined,
    body: { reason: 'Struck out.', leaves: false, also: null, ...said },
    files: [],
    record: { id },
    caller,
    actor: { id: userId, role, address: '127.0.0.1' },
    created: () => undefined,
  });
}

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

test('the steps come in one order: before, lock, rule, second person, change, what follows, answer', async () => {
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
    error: 'This needs the duty of a court officer. Two state admins give it, under Users.',
  });
  expect(order).toEqual([]);
  await expectUntouched(id);
});

test('what is refused before the transaction locks nothing', async () => {
  const id = await heldTicket();
  expect(await carriedOut(id, judge, { reason: 'x' })).toBe(isTooShort);
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
