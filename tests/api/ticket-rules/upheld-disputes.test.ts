import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { readDossier } from '#contract/dossiers.ts';
import {
  answerDispute,
  decideUpholding,
  disputeNumber,
  proposeUpholding,
  readDispute,
  takeBackUpholding,
} from '#contract/modules/after-ticket/disputes.ts';
import { listSecondPeople } from '#contract/second-person.ts';
import { listWaiting } from '#contract/waiting.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { compareRecords } from '#server/trail.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let officer: Person;
let judge: Person;
let otherJudge: Person;
let colleague: Person;
let head: Person;
let params: { readonly id: string };
let code: string;

const phoneNo = '0803 555 0142';
const answer = 'The plate was cloned.';
const agrees = { agrees: true } as const;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  const [by, decidedBy] = [
    (await makePerson(app, 'state admin')).id,
    (await makePerson(app, 'state admin')).id,
  ];
  const here = { zone: 'Zaria' };
  officer = await makePerson(app, 'booking officer', here);
  judge = await makePerson(app, 'booking officer', here);
  otherJudge = await makePerson(app, 'booking officer', here);
  colleague = await makePerson(app, 'booking officer', here);
  head = await makePerson(app, 'zonal head', here);
  await ticketRules(app, { days: -90, by, decidedBy });
  for (const { id: user } of [officer, judge, otherJudge])
    await aDuty(app, { duty: 'dispute officer', user, by, decidedBy });
});
afterAll(() => app.stop());

const aTicket = async (by = officer) => {
  const { _id: id } = await booked(by, { phoneNo });
  return { id, code: await ticketCodeOf(app.db, id) };
};
const object = () =>
  sendForm(app, `${code}/objection`, {
    proof: '0142',
    ground: 'not me',
    words: 'My brother drove that day.',
  });
beforeEach(async () => {
  const { id, code: its } = await aTicket();
  [params, code] = [{ id }, its];
});

const propose = (by = judge) => by.call(proposeUpholding, { params, body: { answer } });
const decide = (by: Person, body: { agrees: boolean; reason?: string } = agrees) =>
  by.call(decideUpholding, { params, body });
const reject = (by = judge) =>
  by.call(answerDispute, { params, body: { upheld: false, answer: 'It was you.' } });
const dispute = async () => (await admin.ok(readDispute, { params })).data;
const withdrawal = async () =>
  (
    await app.db
      .selectFrom('bookings')
      .select('withdrawn_at')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
  ).withdrawn_at;
const page = async () => (await sendForm(app, `${code}/more`, { proof: '0142' })).text();
const findings = async () =>
  (await compareRecords(app.db)).filter((finding) => finding.includes(params.id));
const waits = async (by: Person) =>
  (await by.ok(listWaiting)).data.flatMap(({ kind, oldest }) =>
    oldest.filter(({ id }) => id === params.id).map(({ what }) => `${kind}: ${what}`),
  );

test('a dispute is upheld by two: the ticket is withdrawn and the answer given at the second’s word', async () => {
  await object();
  expect((await propose()).status).toBe(200);
  expect(await withdrawal()).toBeNull();
  expect(await dispute()).toMatchObject({
    state: 'open',
    answer: '',
    upholding: { answer, by: { id: judge.id } },
  });
  expect(await page()).not.toContain(answer);
  expect((await admin.ok(readBooking, { params })).data.dueDay).toBeNull();
  expect((await decide(head)).status).toBe(200);
  expect(await dispute()).toMatchObject({
    state: 'upheld',
    answer,
    answeredBy: { id: judge.id },
    confirmedBy: { id: head.id },
    upholding: null,
  });
  expect((await admin.ok(readBooking, { params })).data.withdrawal).toMatchObject({
    reason: answer,
    by: { id: head.id },
  });
  expect(await page()).toContain('You were right: the ticket is withdrawn, and nothing is due.');
  const rows = await trailOf(app.db, { record: params.id });
  expect(
    rows
      .filter(({ event }) => /upholding|withdrawn|answered/.test(event))
      .map(({ event, actor_id: by }) => [event, by]),
  ).toEqual([
    ['booking.upholding-proposed', judge.id],
    ['booking.withdrawn', head.id],
    ['booking.dispute-answered', head.id],
  ]);
  expect(await findings()).toEqual([]);
});

test('a dispute that one person alone upholds is refused, and rejecting still takes one', async () => {
  await object();
  const alone = await judge.call(answerDispute, {
    params,
    body: { upheld: true as unknown as false, answer },
  });
  expect(alone.status).toBe(400);
  await propose();
  expect((await decide(judge)).body).toMatchObject({ code: 'own_proposal' });
  expect(await withdrawal()).toBeNull();
  expect((await reject()).body).toMatchObject({ code: 'already_proposed' });
  await judge.ok(takeBackUpholding, { params });
  expect((await reject()).status).toBe(200);
  expect((await dispute()).state).toBe('rejected');
});

test('a dispute officer, a zonal head or a state admin confirms; neither issuer nor another officer', async () => {
  await object();
  await propose();
  expect((await decide(officer)).body).toMatchObject({ code: 'own_ticket' });
  expect((await decide(colleague)).body).toMatchObject({ code: 'no_duty' });
  const elsewhere = await makePerson(app, 'zonal head', { zone: 'Chikun' });
  expect((await decide(elsewhere)).status).toBe(404);
  const second = await admin.ok(listSecondPeople, {
    query: { for: 'dispute answer', organisation: 'Kaduna', zone: 'Zaria' },
  });
  const able = second.data.map(({ id }) => id);
  expect(able).toEqual(expect.arrayContaining([otherJudge.id, head.id]));
  expect(able).not.toContain(colleague.id);
  expect((await decide(otherJudge)).status).toBe(200);
});

test('refused or taken back, a dispute is open again, and its answer is proposed anew', async () => {
  await object();
  await propose();
  expect((await decide(head, { agrees: false })).status).toBe(400);
  expect((await decide(head, { agrees: false, reason: 'Ask for the papers.' })).status).toBe(200);
  expect(await dispute()).toMatchObject({ state: 'open', answer: '', upholding: null });
  expect((await decide(head)).body).toMatchObject({ code: 'none_waits' });
  await propose();
  expect((await otherJudge.call(takeBackUpholding, { params })).status).toBe(403);
  await judge.ok(takeBackUpholding, { params });
  expect(await dispute()).toMatchObject({ state: 'open', upholding: null });
  await propose();
  const both = await Promise.all([decide(head), decide(otherJudge)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await findings()).toEqual([]);
});

test('what ends a ticket meanwhile stops the second person, and nothing is answered', async () => {
  await object();
  await propose();
  await markPaid(app.db, params.id);
  const paid = await decide(head);
  expect(paid.status).toBe(409);
  expect(paid.body).toMatchObject({
    error: expect.stringMatching(/^[^.]+paid[^.]+\.$/) as unknown,
  });
  expect(await dispute()).toMatchObject({ state: 'paid', answer: '' });
  expect(await waits(admin)).toEqual([]);
  expect((await decide(head, { agrees: false, reason: 'It is paid.' })).status).toBe(200);
  const other = await aTicket();
  [params, code] = [{ id: other.id }, other.code];
  await object();
  await propose();
  await admin.ok(withdrawBooking, { params, body: { reason: 'A double.' } });
  expect((await decide(head)).body).toMatchObject({ code: 'already_withdrawn' });
});

test.each(['lookups', 'ticket.shown', 'paper.printed'] as const)(
  'whoever has seen a ticket (%s) before its dispute came neither answers nor confirms',
  async (how) => {
    const row = { record: params.id, by: judge.id };
    await (how === 'lookups' ? looksUp(row) : sees(how, row));
    await object();
    for (const got of [await propose(), await reject()])
      expect(got).toMatchObject({ status: 409, body: { code: 'seen_before' } });
    expect((await propose(otherJudge)).status).toBe(200);
    expect((await decide(judge)).body).toMatchObject({ code: 'seen_before' });
    // Whoever reads it for its dispute may.
    await looksUp({ record: params.id, by: head.id });
    expect((await decide(head)).status).toBe(200);
  },
);

const person = { phoneNo: '0803 555 0177', name: 'Musa Belo-Danladi' };
const ofPerson = async () => {
  const { _id: id } = await booked(officer, person);
  [params, code] = [{ id }, await ticketCodeOf(app.db, id)];
};
const objectsAs = (proof: string) =>
  sendForm(app, `${code}/objection`, { proof, ground: 'not me', words: 'My brother drove.' });
const looks: Readonly<Record<string, () => Promise<unknown>>> = {
  'opened it': () => judge.ok(readBooking, { params }),
  'found it by the name': () => judge.ok(listBookings, { query: { _searchname: person.name } }),
  'saw it among all of the number': () =>
    judge.ok(readDossier, { query: { of: 'phone', value: '+234 803 555 0177' } }),
};

test.each(Object.entries(looks))(
  'whoever %s a moment before its dispute came is refused at once',
  async (_how, look) => {
    await ofPerson();
    await look();
    expect((await objectsAs('0177')).status).toBe(200);
    for (const got of [await propose(), await reject()])
      expect(got).toMatchObject({ status: 409, body: { code: 'seen_before' } });
    expect((await propose(otherJudge)).status).toBe(200);
  },
);

test('whoever looked the person up before the ticket was made may judge it', async () => {
  await booked(officer, person);
  await looks['saw it among all of the number']?.();
  await ofPerson();
  await objectsAs('0177');
  expect((await propose()).status).toBe(200);
});

test('a confirmation looks again at what the proposer had seen', async () => {
  await object();
  expect((await propose()).status).toBe(200);
  // Another process has noted it only now.
  await looksUp({ record: params.id, by: judge.id });
  await asOwner(app, `update lookups set at = at - interval '1 minute' where record_id = $1`, [
    params.id,
  ]);
  expect(await decide(head)).toMatchObject({ status: 409, body: { code: 'seen_before' } });
  expect(await withdrawal()).toBeNull();
  const refusal = { agrees: false, reason: 'Another answers this.' };
  expect((await decide(head, refusal)).status).toBe(200);
  expect((await propose(otherJudge)).status).toBe(200);
  expect((await decide(head)).status).toBe(200);
});

test('where every dispute officer has seen the ticket, its dispute waits for the state admins', async () => {
  for (const by of [judge.id, otherJudge.id]) await looksUp({ record: params.id, by });
  await object();
  expect(await waits(admin)).toEqual([
    expect.stringMatching(/^dispute: .*No objections officer can answer it$/),
  ]);
  expect((await propose(admin)).status).toBe(200);
  expect((await decide(head)).status).toBe(200);
});

test('an answer that waits stands in the queue of those who may confirm it, and the dispute in none', async () => {
  await object();
  await propose();
  for (const by of [admin, head])
    expect(await waits(by)).toEqual([expect.stringMatching(/^dispute answer: .*, to be upheld$/)]);
  await asOwner(app, 'update bookings set created_by = $2 where id = $1', [params.id, head.id]);
  expect(await waits(head)).toEqual([]);
});

test('what was proposed is erased with who was booked', async () => {
  await object();
  await propose();
  await decide(head, { agrees: false, reason: 'Ask Musa Belo.' });
  await propose();
  await decide(head);
  await settledLongAgo(app, params.id, 8);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  const proposals = await asOwner(
    app,
    'select distinct reason, coalesce(refusal, reason) as refusal from proposals where subject = $1',
    [params.id],
  );
  expect(proposals).toEqual([{ reason: 'Erased', refusal: 'Erased' }]);
  const rows = await asOwner(
    app,
    `select distinct before, after from audit
     where record_id = $1 and event = 'booking.upholding-refused'`,
    [params.id],
  );
  expect(rows).toEqual([{ before: null, after: null }]);
  expect(await findings()).toEqual([]);
});

test('the walk names a dispute that was upheld by others than the trail says', async () => {
  await object();
  await propose();
  await decide(head);
  const lies = async (change: string) => {
    await asOwner(app, `alter table disputes disable trigger user`);
    await asOwner(app, `alter table proposals disable trigger user`);
    await asOwner(app, change, [params.id]);
    expect(await findings()).toEqual([
      `The dispute of booking ${params.id} stands otherwise than the trail says.`,
    ]);
  };
  await lies(`update disputes set answered_by = '${head.id}' where booking_id = $1`);
  await asOwner(app, `update disputes set answered_by = '${judge.id}' where booking_id = $1`, [
    params.id,
  ]);
  await lies(`update proposals set decided_by = '${admin.id}' where subject = $1`);
});

test('an objection from a network where staff were signed in within a day is marked, not refused', async () => {
  const moved = (change: string) =>
    asOwner(app, `update sessions set ${change} where user_id = $1`, [colleague.id]);
  const noted = async () =>
    (
      await app.db
        .selectFrom('security_events')
        .select('about')
        .where('kind', '=', 'staff address')
        .where('about', '=', `dispute ${disputeNumber(params.id)}`)
        .execute()
    ).length;
  await asOwner(app, `update sessions set address = '192.0.2.9'`);
  await object();
  expect((await dispute()).fromStaff).toBe(false);
  expect(await noted()).toBe(0);
  for (const [change, isMarked] of [
    [`address = '127.0.0.1'`, true],
    [`ended_at = now() - interval '23 hours', last_used_at = now() - interval '2 days'`, true],
    [`ended_at = now() - interval '25 hours'`, false],
  ] as const) {
    await moved(change);
    const { id, code: its } = await aTicket();
    [params, code] = [{ id }, its];
    expect((await object()).status).toBe(200);
    expect((await dispute()).fromStaff, change).toBe(isMarked);
    expect(await noted()).toBe(Number(isMarked));
  }
});

interface Seen {
  readonly record: string;
  readonly by: string;
}

const looksUp = ({ record, by }: Seen) =>
  asOwner(
    app,
    `insert into lookups (at, user_id, kind, record_id, rows) values (clock_timestamp(), $2, 'booking', $1, 1)`,
    [record, by],
  );

const sees = (event: 'ticket.shown' | 'paper.printed', { record, by }: Seen) =>
  app.db
    .transaction()
    .execute((trx) =>
      writeAudit(
        trx,
        { id: by, role: 'booking officer', address: '' },
        { event, record: 'booking', id: record, before: null, after: {} },
      ),
    );

test('an answer that upholds without two people is found by the walk', async () => {
  await object();
  const text = 'Alone.';
  const alone = async () => {
    const trx = await app.owner.startTransaction().execute();
    try {
      await writeAudit(
        trx,
        { id: judge.id, role: 'booking officer', address: '127.0.0.1' },
        {
          event: 'booking.dispute-answered',
          record: 'booking',
          id: params.id,
          before: { dueDay: null },
          after: {
            outcome: 'upheld',
            sha256: createHash('sha256').update(text).digest('hex'),
            dueDay: null,
          },
        },
      );
      await sql`
        update disputes set outcome = 'upheld', answer = ${text}, answered_by = ${judge.id},
          answered_at = now()
        where booking_id = ${params.id}`.execute(trx);
      return (await compareRecords(trx)).filter((finding) => finding.includes(params.id));
    } finally {
      await trx.rollback().execute();
    }
  };
  // For a day an older server may still stand beside this one.
  expect(await alone()).toEqual([]);
  await asOwner(app, `update migrations set applied_at = now() - interval '2 days'`);
  expect(await alone()).toEqual([
    `The dispute of booking ${params.id} stands otherwise than the trail says.`,
  ]);
});
