import fc from 'fast-check';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctBooking, withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import {
  decideCorrection,
  listCorrections,
  proposeCorrection,
  takeBackCorrection,
} from '#contract/corrections.ts';
import { decideLateRecord } from '#contract/late-records.ts';
import {
  confirmOutcome,
  draftCases,
  lockBatch,
  noteHearing,
  noteOutcome,
} from '#contract/modules/after-ticket/court.ts';
import {
  answerDispute,
  decideUpholding,
  proposeUpholding,
} from '#contract/modules/after-ticket/disputes.ts';
import { liftHold, setHold } from '#contract/modules/after-ticket/holds.ts';
import { decideHoliday, proposeHoliday } from '#contract/modules/after-ticket/holidays.ts';
import {
  endObligation,
  obligationRegister,
  reopenObligation,
} from '#contract/modules/after-ticket/obligations.ts';
import {
  type DeclaredDays,
  dueDayOf,
  inTime,
  obligationDueDay,
  type TicketRules,
  withDeclared,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import { decideRefund, proposeRefund } from '#contract/modules/money/refunds.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { checkBooking } from '#contract/payments.ts';
import { movedBy } from '#contract/periods.ts';
import { readConfig } from '#server/config/config.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { compareFigures } from '#server/figures/verification.ts';
import { chooseMessageGateways } from '#server/gateways/chosen-message-gateways.ts';
import { system } from '#server/http/caller.ts';
import { dueDayAfterDispute } from '#server/modules/after-ticket/disputes/rules.ts';
import { queueReminders } from '#server/modules/after-ticket/messages/reminders.ts';
import { countedAnew } from '#server/modules/after-ticket/ticket-rules/rules.ts';
import { dayOf } from '#server/time.ts';
import { compareRecords, verifyAudit } from '#server/trail.ts';
import { type StandIn, startStandIn } from '#tests/gateways/message-stand-in.ts';
import { aDispute, sendForm } from '#tests/support/disputes.ts';
import { draws } from '#tests/support/draws.ts';
import { aDuty } from '#tests/support/duties.ts';
import { aBooking, asOwner } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { billed, booked, payOnline } from '#tests/support/journey.ts';
import { captureOf } from '#tests/support/late-records.ts';
import { messageEnv, sendAll, switchOn } from '#tests/support/messages.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { reportsThatDiffer } from '#tests/support/recounted-reports.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import {
  correctionWays,
  drawnRules,
  type History,
  daysWays,
  histories,
  type Step,
  steps,
  ways,
} from '#tests/support/ticket-histories.ts';
import { brokenTickets, ownersOf } from '#tests/support/ticket-invariants.ts';
import { someRules, ticketRules } from '#tests/support/ticket-rules.ts';

let standIn: StandIn;
let env: Record<string, string>;
let app: TestApp;
let officer: Person;
let admin: Person;
let second: Person;
let judge: Person;

const byDay = 60;
const { seed = Date.now() % 1_000_000, ...drawn } = draws(byDay);
/** npm run proofs -- histories asks for two thousand at least. */
const numRuns = drawn.numRuns > byDay ? Math.max(drawn.numRuns, 2_000) : byDay;

/** Tickets that are made so many days ago, or more, are let in by a superior. */
const lateAfter = 33;

/** Three sets of rules one after the other, drawn anew for each run. */
const firstDays = [-90, -25, -8];
const versions = fc.sample(drawnRules, { numRuns: firstDays.length, seed });

beforeAll(async () => {
  standIn = await startStandIn();
  standIn.play = 'accepted and silent';
  env = { ...messageEnv(standIn.url), LATE_HOURS: String(24 * lateAfter - 1) };
  app = await startTestApp(env);
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  judge = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  for (const [index, rules] of versions.entries())
    await ticketRules(app, {
      days: firstDays[index] ?? 0,
      by: admin.id,
      decidedBy: second.id,
      rules,
    });
  await aDuty(app, { duty: 'dispute officer', user: judge.id, by: second.id, decidedBy: admin.id });
  await aDuty(app, { duty: 'court officer', user: admin.id, by: second.id, decidedBy: judge.id });
  await aDuty(app, { duty: 'court officer', user: judge.id, by: second.id, decidedBy: admin.id });
  await switchOn(app);
});
afterAll(async () => {
  await app.stop();
  await standIn.close();
});

type Outcome = 'dismissed' | 'warrant';

type Said = Record<'name' | 'registration' | 'location', string>;

/** What a plain model says of a ticket. */
interface Model {
  says: Said;
  /** 1, and one more for each correction. */
  version: number;
  /** The correction that waits for a second person: what it changes, from what. */
  correction: {
    readonly id: string;
    readonly before: Partial<Said>;
    readonly after: Partial<Said>;
  } | null;
  /** How each correction ended that was proposed, in their order. */
  corrections: ('waiting' | 'confirmed' | 'refused' | 'taken back')[];
  /** Naira. */
  givenBack: number;
  due: string | null;
  paid: boolean;
  withdrawn: boolean;
  dispute: 'none' | 'open' | 'rejected' | 'upheld';
  /** An answer that upholds it waits for a second person. */
  upholding: boolean;
  court: 'none' | 'draft' | 'locked' | 'heard';
  /** What waits for a second person, and what was confirmed last. */
  proposed: Outcome | null;
  noted: Outcome | null;
  cleared: boolean;
  held: boolean;
  /** What its penalty asks for besides money. */
  repairsDue: string;
  repaired: boolean;
}

const today = () => dayFromNow(0);
/** Holidays that were declared so far. */
const declared: DeclaredDays[] = [];
const madeOn = (age: number) => dayOf(new Date(Date.now() - age * 86_400_000));
const rulesOf = (age: number): TicketRules => {
  const index = firstDays.findLastIndex((first) => dayFromNow(first) <= madeOn(age));
  return withDeclared({ ...someRules, ...versions[index] }, declared);
};

/** Withdrawn tickets that a hold or a court keeps, and the steps that were taken and not refused. */
const [held, seen] = [new Set<string>(), new Set<Step>()];
let phones = 0;
let corrections = 0;
const back = 1_000;

/** Another name, plate or place each time. */
function nextCorrection(): Partial<Said> {
  corrections += 1;
  const number = String(100 + (corrections % 900));
  const all = [
    { name: `Musa Danladi ${'I'.repeat(1 + (corrections % 9))}`, location: `Gate ${number}` },
    { registration: `ABD-${number}DE` },
    { location: `Roundabout ${corrections}` },
  ];
  return all[corrections % all.length] ?? {};
}

/** Lives through a history; answers what went otherwise than the model says. */
async function live({ age, steps: taken }: History): Promise<string[]> {
  const troubles: string[] = [];
  const rules = () => rulesOf(age);
  phones += 1;
  const phoneNo = `0803${String(5_000_000 + phones)}`;
  const id = ulid();
  const sent = {
    _id: id,
    phoneNo,
    offence: [{ id: 'VDF-01' }],
    ...(age > 0 && { capture: captureOf(24 * age) }),
  };
  const isLetIn = age >= lateAfter;
  if (isLetIn) {
    await officer.call(createBooking, { body: aBooking(sent) });
    const letIn = { letIn: true, reason: 'A bridge was away.' };
    await second.ok(decideLateRecord, { params: { id }, body: letIn });
  }
  const { name, registration, location, price } = await booked(officer, sent);
  /** The days of the ticket count from this one. */
  const since = isLetIn ? today() : madeOn(age);
  const proof = phoneNo.slice(-4);
  const code = await ticketCodeOf(app.db, id);
  let [batch, hold] = ['', ''];
  const is: Model = {
    says: { name, registration, location },
    version: 1,
    correction: null,
    corrections: [],
    givenBack: 0,
    due: dueDayOf(rules(), since),
    repairsDue: obligationDueDay(rules(), 'repairs', since) ?? '',
    repaired: false,
    paid: false,
    withdrawn: false,
    dispute: 'none',
    upholding: false,
    court: 'none',
    proposed: null,
    noted: null,
    cleared: false,
    held: false,
  };
  // A decision on what was paid or withdrawn ends nothing more.
  const isDecided = () => is.noted === 'dismissed' && !is.paid && !is.withdrawn;
  const isOver = () => is.paid || is.withdrawn || isDecided();
  const params = { id };
  const says = (step: Step, expected: boolean, got: number) => {
    if (got >= 500) troubles.push(`${step}: ${got}`);
    if (got < 300 !== expected) troubles.push(`${step}: ${got}, and the model says ${expected}`);
    if (expected) seen.add(step);
    return expected;
  };
  const mayAnswer = () => is.dispute === 'open' && !isOver();
  const answer = 'It was looked at.';
  const proposes = async (step: Step, outcome: Outcome) => {
    const body = {
      charges: [{ line: 1, outcome }],
      day: today(),
      paidWhere: '',
      courtReceipt: '',
      reason: is.noted === 'dismissed' ? 'It was noted wrongly.' : '',
    };
    const { status } = await judge.call(noteOutcome, { params, body, files: [] });
    if (says(step, is.court === 'heard' && is.proposed === null, status)) is.proposed = outcome;
  };
  const received = today();
  const dueBefore = { day: is.due };
  /** A dispute that ends without being upheld gives open repairs a later day. */
  const runsOn = () => {
    const isOpen = !is.repaired && is.repairsDue >= received;
    if (isOpen) is.repairsDue = inTime(rules(), movedBy(is.repairsDue, 7));
  };
  const dueBy = (by: TicketRules) =>
    is.dispute === 'rejected'
      ? dueDayAfterDispute(by, { due: dueBefore.day, received, answered: today() })
      : dueDayOf(by, since);
  /** Two people say of a day that it is a holiday, or none after all. */
  const declares = async (step: Step, day: string, isHoliday: boolean) => {
    const holiday = { from: day, to: day, name: 'Eid', isHoliday };
    const body = { ...holiday, reason: 'The moon was seen.' };
    const { data } = await admin.ok(proposeHoliday, { body });
    const { status } = await second.call(decideHoliday, {
      params: { id: data.id },
      body: { agrees: true },
    });
    if (!says(step, true, status)) return;
    const before = rules();
    declared.push(holiday);
    const recount = { before, after: rules(), today: today() };
    if (is.due !== null && is.due >= today() && !isOver())
      is.due = countedAnew(is.due, recount, dueBy);
    if (is.repairsDue >= today() && !is.repaired && !is.withdrawn)
      is.repairsDue = countedAnew(is.repairsDue, recount, (by) =>
        obligationDueDay(by, 'repairs', since),
      );
  };
  const repairs = async (step: Step, by: Person, expected: boolean) => {
    const body = { place: 1, how: 'done', reason: 'It was seen.' } as const;
    const { status } = await by.call(endObligation, { params, body });
    if (says(step, expected, status)) is.repaired = true;
  };
  /** Nothing of it changes any more, whoever would correct it. */
  const isFixed = () => is.cleared || is.withdrawn || isDecided();
  const corrected = (after: Partial<Said>) => {
    is.says = { ...is.says, ...after };
    is.version += 1;
  };
  const because = 'The licence says another name.';
  const endsCorrection = (how: 'confirmed' | 'refused' | 'taken back') => {
    is.corrections[is.corrections.length - 1] = how;
    is.correction = null;
  };
  const run: Record<Step, () => Promise<unknown>> = {
    'correct alone': async () => {
      const after = nextCorrection();
      const body = { version: is.version, reason: because, ...after };
      const { status } = await admin.call(correctBooking, { params, body });
      const isReferred = is.court === 'locked' || is.court === 'heard';
      if (says('correct alone', !isFixed() && !is.paid && !isReferred, status)) corrected(after);
    },
    'propose a correction': async () => {
      const after = nextCorrection();
      const body = { version: is.version, reason: because, ...after };
      const { status, body: got } = await admin.call(proposeCorrection, { params, body });
      if (!says('propose a correction', !isFixed() && is.correction === null, status)) return;
      const { id: waiting = '' } = (got as { data?: { id: string } }).data ?? {};
      const fields = Object.keys(after) as (keyof Said)[];
      const before = Object.fromEntries(fields.map((field) => [field, is.says[field]]));
      is.correction = { id: waiting, before, after };
      is.corrections.push('waiting');
    },
    'confirm the correction': async () => {
      const waiting = is.correction;
      const asked = { params: { id: waiting?.id ?? 'none' }, body: { agrees: true } };
      const both = await Promise.all([1, 2].map(() => second.call(decideCorrection, asked)));
      const stands = Object.entries(waiting?.before ?? {}).every(
        ([field, said]) => is.says[field as keyof Said] === said,
      );
      const expected = waiting !== null && stands && !isFixed();
      const status = Math.min(...both.map((one) => one.status));
      if (!says('confirm the correction', expected, status) || !waiting) return;
      if (both.every((one) => one.status === 200)) troubles.push('confirm the correction: twice');
      corrected(waiting.after);
      endsCorrection('confirmed');
    },
    'refuse the correction': async () => {
      const asked = { params: { id: is.correction?.id ?? 'none' } };
      const body = { agrees: false, reason: 'The paper says otherwise.' };
      const { status } = await second.call(decideCorrection, { ...asked, body });
      if (says('refuse the correction', is.correction !== null, status)) endsCorrection('refused');
    },
    'take the correction back': async () => {
      const asked = { params: { id: is.correction?.id ?? 'none' } };
      const { status } = await admin.call(takeBackCorrection, asked);
      if (says('take the correction back', is.correction !== null, status))
        endsCorrection('taken back');
    },
    'give money back': async () => {
      const proof = { proofKind: 'transfer', proofNumber: `TRF-${204_518 + phones}` } as const;
      const body = { line: 1, amount: back, day: today(), ...proof, reason: 'Suit KD/7' };
      const { status, body: got } = await admin.call(proposeRefund, { params, body });
      if (!says('give money back', is.paid && is.givenBack + back <= price, status)) return;
      const { id: refund = '' } = (got as { data?: { id: string } }).data ?? {};
      await second.ok(decideRefund, { params: { id: refund }, body: { agrees: true } });
      is.givenBack += back;
    },
    remind: async () => {
      const now = new Date(`${movedBy(today(), 0)}T12:00:00+01:00`);
      const messages = chooseMessageGateways(readConfig({ DEMO: 'on', ...env }));
      await queueReminders({ db: app.db, messages }, now);
      await sendAll(app, env, now);
    },
    pay: async () => {
      if (isOver()) return;
      // The rules of the draw let a ticket before the court be paid until its hearing’s day.
      await payOnline(officer, (await billed(officer, id)).billRef);
      await officer.ok(checkBooking, { params });
      is.paid = true;
      if (is.dispute === 'open') runsOn();
    },
    object: async () => {
      const both = await Promise.all(
        [1, 2].map(() =>
          sendForm(app, `${code}/objection`, { proof, ground: 'other', words: 'I was not there.' }),
        ),
      );
      const isFree = is.dispute === 'none' && (is.court === 'none' || is.court === 'draft');
      if (says('object', isFree && !isOver(), Math.min(...both.map(({ status }) => status)))) {
        if (both.every(({ status }) => status === 200)) troubles.push('object: twice');
        dueBefore.day = is.due;
        [is.dispute, is.due] = ['open', null];
      }
    },
    reject: async () => {
      const body = { upheld: false as const, answer };
      const { status } = await judge.call(answerDispute, { params, body });
      if (!says('reject', mayAnswer() && !is.upholding, status)) return;
      is.dispute = 'rejected';
      is.due = dueBy(rules());
      runsOn();
    },
    uphold: async () => {
      const asked = { params, body: { answer } };
      const both = await Promise.all([1, 2].map(() => judge.call(proposeUpholding, asked)));
      const status = Math.min(...both.map((one) => one.status));
      if (!says('uphold', mayAnswer() && !is.upholding, status)) return;
      if (both.every((one) => one.status === 200)) troubles.push('uphold: twice');
      is.upholding = true;
    },
    'confirm the upholding': async () => {
      const asked = { params, body: { agrees: true } };
      const both = await Promise.all([1, 2].map(() => second.call(decideUpholding, asked)));
      const status = Math.min(...both.map((one) => one.status));
      if (!says('confirm the upholding', is.upholding && mayAnswer(), status)) return;
      if (both.every((one) => one.status === 200)) troubles.push('confirm the upholding: twice');
      [is.dispute, is.withdrawn, is.upholding] = ['upheld', true, false];
    },
    'refuse the upholding': async () => {
      const body = { agrees: false, reason: 'The sign stands.' };
      const { status } = await second.call(decideUpholding, { params, body });
      if (says('refuse the upholding', is.upholding, status)) is.upholding = false;
    },
    draft: async () => {
      const both = await Promise.all(
        [1, 2].map(() => admin.call(draftCases, { body: { court: 'Court', bookings: [id] } })),
      );
      const isLate = is.due !== null && today() >= movedBy(is.due, rules().referralDays);
      const expected = isLate && !isOver() && is.dispute !== 'open' && is.court === 'none';
      if (says('draft', expected, Math.min(...both.map(({ status }) => status)))) {
        const done = both.filter(({ status }) => status === 200);
        if (done.length > 1) troubles.push('draft: in two batches');
        const [first] = done;
        batch = (first?.body as { data: { batch: string } } | undefined)?.data.batch ?? '';
        is.court = 'draft';
      }
    },
    lock: async () => {
      const { status } = await admin.call(lockBatch, { params: { id: batch || 'none' } });
      const expected = is.court === 'draft' && !isOver() && is.dispute !== 'open';
      if (says('lock', expected, status)) is.court = 'locked';
    },
    hear: async () => {
      const body = { day: today(), place: 'Room 2', suit: 'KD/7' };
      const { status } = await admin.call(noteHearing, { params, body });
      const isOn = (is.court === 'locked' || is.court === 'heard') && is.noted !== 'dismissed';
      if (says('hear', isOn, status)) is.court = 'heard';
    },
    'propose dismissal': () => proposes('propose dismissal', 'dismissed'),
    'propose warrant': () => proposes('propose warrant', 'warrant'),
    confirm: async () => {
      const both = await Promise.all(
        [1, 2].map(() => second.call(confirmOutcome, { params, body: { agrees: true } })),
      );
      const isGone = is.cleared && !is.paid && is.proposed === 'warrant';
      const expected = is.proposed !== null && !isGone;
      if (says('confirm', expected, Math.min(...both.map(({ status }) => status)))) {
        if (both.every(({ status }) => status === 200)) troubles.push('confirm: twice');
        [is.noted, is.proposed] = [is.proposed, null];
      }
    },
    refuse: async () => {
      const body = { agrees: false, reason: 'The paper says otherwise.' };
      const { status } = await second.call(confirmOutcome, { params, body });
      const isGone = is.cleared && !is.paid && is.proposed === 'warrant';
      if (says('refuse', is.proposed !== null && !isGone, status)) is.proposed = null;
    },
    clear: async () => {
      const both = await Promise.all(
        [1, 2].map(() => admin.call(clearVehicle, { params, body: { completed: true } })),
      );
      const expected = (is.paid || isDecided()) && !is.cleared;
      if (says('clear', expected, Math.min(...both.map(({ status }) => status)))) {
        if (both.every(({ status }) => status === 200)) troubles.push('clear: twice');
        is.cleared = true;
      }
    },
    withdraw: async () => {
      const { status } = await admin.call(withdrawBooking, {
        params,
        body: { reason: 'A double.' },
      });
      if (says('withdraw', !isOver(), status)) is.withdrawn = true;
    },
    hold: async () => {
      const body = { forWhom: 'High Court, Kaduna', reason: 'Suit KD/7' };
      const { status, body: got } = await admin.call(setHold, { params, body });
      if (says('hold', !is.held, status)) {
        hold = (got as { data?: { id: string } }).data?.id ?? '';
        is.held = true;
      }
    },
    lift: async () => {
      const body = { hold: hold || 'none', reason: 'The suit is over.' };
      if (says('lift', is.held, (await second.call(liftHold, { params, body })).status))
        is.held = false;
    },
    'declare a holiday': () => {
      const day = is.due !== null && is.due >= today() ? is.due : is.repairsDue;
      return declares('declare a holiday', day >= today() ? day : movedBy(today(), 1), true);
    },
    'take it back': async () => {
      const last = declared.findLast(({ isHoliday }) => isHoliday);
      if (last && last.to >= today()) await declares('take it back', last.from, false);
    },
    'do it oneself': async () => {
      const body = { place: 1, how: 'done', reason: 'It was seen.' } as const;
      const { status } = await officer.call(endObligation, { params, body });
      says('do it oneself', false, status);
    },
    'have it done': () => repairs('have it done', judge, !is.repaired && !is.withdrawn),
    'open it again': async () => {
      const body = { place: 1, reason: 'It was another vehicle.' };
      const { status } = await admin.call(reopenObligation, { params, body });
      if (says('open it again', is.repaired && !is.withdrawn, status)) is.repaired = false;
    },
    'stop messages': async () => {
      await sendForm(app, `${code}/messages`, { proof, stop: 'yes' });
    },
  };
  for (const step of taken) {
    // What the product has begun to send a moment before a stop is no message after it.
    await sendAll(app, env);
    await run[step]();
  }

  const { data: booking } = await admin.ok(readBooking, { params });
  for (const [field, said] of Object.entries(is.says))
    if (booking[field as keyof Said] !== said)
      troubles.push(`${field} ${booking[field as keyof Said]}, and not ${said}`);
  if (booking.version !== is.version)
    troubles.push(`version ${booking.version}, and not ${is.version}`);
  const { data: proposed } = await admin.ok(listCorrections, { params });
  const ends = proposed.map(({ state }) => state).toReversed();
  if (ends.join() !== is.corrections.join())
    troubles.push(`corrections ${ends.join()}, and not ${is.corrections.join()}`);
  if (booking.dueDay !== is.due) troubles.push(`due ${booking.dueDay}, and not ${is.due}`);
  const { data: obligations } = await admin.ok(obligationRegister.list, { query: { booking: id } });
  const [repair] = obligations;
  const isOverdue = is.repairsDue < today() && !(is.dispute === 'open' && !isOver());
  const open = isOverdue ? 'overdue' : 'open';
  const state = is.repaired ? 'done' : is.withdrawn ? 'void' : open;
  if (repair?.state !== state) troubles.push(`repairs ${repair?.state}, and not ${state}`);
  if (repair?.dueDay !== is.repairsDue)
    troubles.push(`repairs due ${repair?.dueDay}, and not ${is.repairsDue}`);
  const owners = await ownersOf(admin, id);
  const isBeforeCourt = ['locked', 'heard'].includes(is.court) && is.noted !== 'dismissed';
  if (is.withdrawn && (is.held || isBeforeCourt)) held.add(id);
  if ((booking.decision !== null) !== isDecided()) troubles.push(`decided: ${isDecided()}`);
  const page = await (await fetch(`${app.url}/t/${code}`)).text();
  for (const [words, said] of [
    ['This ticket is not paid yet', !isOver()],
    ['Nothing is due to the authority', isDecided()],
  ] as const)
    if (page.includes(words) !== said) troubles.push(`the page: ${words}, and not ${said}`);
  const { data: listed } = await admin.ok(listBookings, {
    query: { _searchname: phoneNo, _boolpaid: 'false' },
  });
  if (listed.some(({ _id }) => _id === id) !== !isOver()) troubles.push('in Unpaid, or not');
  if (!isOver() && owners.length !== 1)
    troubles.push(`belongs to ${owners.join(' and ') || 'nobody'}`);
  return troubles;
}

test(`each of ${numRuns} drawn histories has an end or an owner, and no clock or message after its stop (seed ${seed})`, async () => {
  const all = [
    ...ways.map((way) => ({ age: lateAfter - 1, steps: way })),
    // Holidays move days that are still to come.
    ...correctionWays.map((way) => ({ age: 0, steps: way })),
    ...[0, lateAfter].flatMap((age) => daysWays.map((way) => ({ age, steps: way }))),
    ...fc.sample(histories, { numRuns, seed }),
  ];
  const troubles: unknown[] = [];
  for (const [number, history] of all.entries()) {
    // Limits of attempts, and how long a proof counts, have tests of their own.
    if (number % 10 === 0)
      await asOwner(app, 'truncate attempts; update sessions set proved_at = now()');
    const found = await live(history);
    if (found.length > 0) troubles.push({ found, history });
  }
  expect(troubles.slice(0, 3)).toEqual([]);
  // Nobody does these, or the model says nothing of them.
  const open: readonly Step[] = ['remind', 'pay', 'stop messages', 'do it oneself'];
  expect([...seen].toSorted()).toEqual(steps.filter((step) => !open.includes(step)).toSorted());
  expect(await brokenTickets(app.db)).toEqual([]);
  expect(await compareFigures(app.db, 5)).toEqual([]);
  const days = { from: dayFromNow(-45), to: today() };
  expect(await reportsThatDiffer(admin.client, app.db, days)).toEqual([]);
  const records = await compareRecords(app.db);
  expect(records.filter((finding) => !/^(Duty|The rules) /.test(finding))).toEqual([]);
  const { findings } = await verifyAudit(app.owner);
  expect(findings.filter((finding) => !/Duty|The rules/.test(finding))).toEqual([]);
  // Years later, the nightly erasure takes every withdrawn ticket but the held ones.
  const withdrawn = await asOwner(app, 'select id from bookings where withdrawn_at is not null');
  for (const { id } of withdrawn) await settledLongAgo(app, String(id), 8);
  await eraseOldBookings(app.db, 7);
  const kept = await asOwner(
    app,
    `select id from bookings where withdrawn_at is not null and erased_at is null`,
  );
  expect(kept.map(({ id }) => id).toSorted()).toEqual([...held].toSorted());
}, 14_400_000);

test('the model finds a correction that two people confirmed and the ticket does not say', async () => {
  const before = new Set(await brokenTickets(app.db));
  await asOwner(
    app,
    `create function loses_names() returns trigger language plpgsql as $$
     begin new.name := old.name; new.location := old.location; new.registration := old.registration;
     return new; end $$;
     create trigger loses_names before update of version on bookings
       for each row execute function loses_names()`,
  );
  try {
    const found = await live({
      age: 0,
      steps: ['pay', 'propose a correction', 'confirm the correction'],
    });
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toMatch(/^(name|registration|location) .+, and not /);
    const broken = (await brokenTickets(app.db)).filter((one) => !before.has(one));
    expect(broken.length).toBeGreaterThan(0);
    for (const one of broken) expect(one).toMatch(/says otherwise than its corrections$/);
  } finally {
    await asOwner(app, 'drop trigger loses_names on bookings');
  }
});

test('the recount finds a report that says otherwise than its tickets', async () => {
  const { _id: id } = await booked(officer, { phoneNo: '0803 777 0003' });
  const days = { from: today(), to: today() };
  const wrongs = () => reportsThatDiffer(admin.client, app.db, days);
  const before = await wrongs();
  const dearer = (kobo: number) =>
    asOwner(
      app,
      `alter table bookings disable trigger user;
       update bookings set price_kobo = price_kobo + ${kobo} where id = '${id}';
       alter table bookings enable trigger user`,
    );
  await dearer(100);
  const found = (await wrongs()).filter((one) => !before.includes(one));
  for (const what of ['Snapshot, Issued (₦)', 'Snapshot, Unpaid (₦)', 'Standard, outstanding'])
    expect(found).toContainEqual(expect.stringContaining(what));
  await dearer(-100);
  expect(await wrongs()).toEqual(before);
});

test('what may never be true of a ticket is found where it is', async () => {
  const made = async () => (await booked(officer, { phoneNo: '0803 777 0001' }))._id;
  // No rules hold there.
  const elsewhere = await makePerson(app, 'booking officer', { state: 'Ogun' });
  const place = { zone: 'Abeokuta South', phoneNo: '0803 777 0001' };
  const { _id: ownerless } = await booked(elsewhere, place);
  const [running, reminded, paid, twice] = [await made(), await made(), await made(), await made()];
  const reminder = (id: string) =>
    asOwner(
      app,
      `insert into messages (id, booking_id, organisation, zone, demo, purpose, channel, state, begun_at)
       select '01' || substr(id, 3), id, organisation, zone, demo, 'reminder', 'sms', 'accepted', now()
       from bookings where id = $1`,
      [id],
    );
  for (const id of [running, reminded]) await aDispute(app, { booking: id });
  await asOwner(app, 'update bookings set due_day = $2 where id = $1', [running, dayFromNow(3)]);
  await payOnline(officer, (await billed(officer, paid)).billRef);
  await officer.ok(checkBooking, { params: { id: paid } });
  for (const id of [reminded, paid]) await reminder(id);
  for (const batch of ['A', 'B'])
    await app.db.transaction().execute((trx) =>
      writeAudit(trx, system, {
        event: 'booking.court-listed',
        record: 'booking',
        id: twice,
        before: null,
        after: { batch },
      }),
    );
  const broken = await brokenTickets(app.db);
  const says = (id: string) =>
    broken.filter((one) => one.startsWith(id)).map((one) => one.slice(27));
  expect(says(ownerless)).toEqual(['has neither an end nor an owner']);
  expect(says(running)).toEqual(['has a clock that runs during its dispute']);
  expect(says(reminded)).toEqual(['was reminded during its dispute']);
  expect(says(paid)).toEqual(['was reminded after its stop']);
  expect(says(twice)).toEqual(['is in two batches']);
});
