import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportMistake } from '#contract/booking-corrections.ts';
import { decideFee, proposeFees } from '#contract/fees.ts';
import { askFactorReset, signInWithCode, takeFactors } from '#contract/second-factor.ts';
import { listWaiting, mostWaiting, type WaitingKind } from '#contract/waiting.ts';
import { createClient } from '#tests/support/client.ts';
import { aProposedClosing } from '#tests/support/closings.ts';
import { aDuty } from '#tests/support/duties.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { aProposedFee, dayFromNow } from '#tests/support/fees.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import { aLateRecord } from '#tests/support/late-records.ts';
import { mailSaying } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { stepOf, turnOnApp } from '#tests/support/second-factor.ts';
import { aSentStatement } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
});
afterAll(() => app.stop());

async function waitsFor(person: Person): Promise<Partial<Record<WaitingKind, number>>> {
  const { data } = await person.client.ok(listWaiting);
  return Object.fromEntries(data.map(({ kind, total }) => [kind, total]));
}

test('each kind waits for whoever may decide it, in their place, and never for its own maker', async () => {
  expect(await waitsFor(second)).toEqual({});
  await aProposedFee(app, { offence: 'LGC-01', days: 9, naira: 6_000, by: admin.id });
  await aProposedFee(app, {
    offence: 'LGC-02',
    days: 9,
    naira: 1,
    by: admin.id,
    organisation: 'Ogun',
  });
  await aSentStatement(app, { by: admin.id });
  const closing = await aProposedClosing(app, { by: admin.id });
  await aDuty(app, { by: admin.id });
  await aLateRecord(officer.client, { zone: 'Zaria' });
  const { _id } = await booked(officer, { zone: 'Zaria' });
  const mistaken = { params: { id: _id }, body: { reason: 'One letter is wrong.' } };
  await officer.client.ok(reportMistake, mistaken);
  await anException(app.db, officer.client, { zone: 'Zaria' });
  const settled = await anException(app.db, officer.client, { zone: 'Zaria' });
  await aProposal(app, {
    kind: 'settlement',
    subject: settled,
    body: { decision: 'refund', billRef: null },
    reason: 'Paid twice.',
    by: admin.id,
  });

  const all = { fee: 1, statement: 1, closing: 1, duty: 1, settlement: 1, exception: 1 };
  expect(await waitsFor(second)).toEqual({ ...all, 'late record': 1, mistake: 1 });
  const { data } = await second.client.ok(listWaiting);
  expect(data.find(({ kind }) => kind === 'closing')?.oldest).toMatchObject([
    { id: closing, what: 'F&A, 2022-05-01 to 2022-05-01', report: 'f-and-a', zone: null },
  ]);
  expect(await waitsFor(admin)).toEqual({ exception: 1, 'late record': 1, mistake: 1 });
  const zaria = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  expect(await waitsFor(zaria)).toEqual({ settlement: 1, 'late record': 1, mistake: 1 });
  expect(await waitsFor(await makePerson(app, 'zonal head', { zone: 'Chikun' }))).toEqual({});
  // Fees, statements, closings and switches count in all zones.
  const local = await makePerson(app, 'state admin', { zone: 'Zaria' });
  expect(await waitsFor(local)).toEqual({
    settlement: 1,
    exception: 1,
    'late record': 1,
    mistake: 1,
  });
});

test('a lost factor waits for those who may take it away, until its owner signs in, or a week', async () => {
  const lost = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const { recoveryCodes } = await turnOnApp(lost.client);
  const step = await stepOf(app, lost.email);
  const ask = { body: { step } };
  const call = createClient(app.url);
  expect(await call.call(askFactorReset, { body: { step: 'made up' } })).toMatchObject({
    status: 401,
  });
  // Twice at once is once.
  await Promise.all([call.ok(askFactorReset, ask), call.ok(askFactorReset, ask)]);
  const asked = (await trailOf(app.db, { record: lost.id })).filter(
    ({ event }) => event === 'user.factor-reset-asked',
  );
  expect(asked).toMatchObject([{ actor_id: lost.id, before: null }]);
  await mailSaying(app, lost.email, 'Nothing has changed yet');

  const inZaria = await makePerson(app, 'state admin', { zone: 'Zaria' });
  const waits = async (person: Person) => (await waitsFor(person))['lost factor'];
  expect([await waits(second), await waits(inZaria)]).toEqual([1, 1]);
  const { data } = await second.client.ok(listWaiting);
  expect(data.find(({ kind }) => kind === 'lost factor')?.oldest).toMatchObject([
    { id: lost.id, what: expect.stringMatching(/, booking officer$/) as unknown, zone: 'Zaria' },
  ]);
  for (const other of [
    await makePerson(app, 'state admin', { zone: 'Chikun' }),
    await makePerson(app, 'state admin', { state: 'Ogun' }),
    await makePerson(app, 'zonal head', { zone: 'Zaria' }),
  ])
    expect(await waits(other)).toBeUndefined();

  const askedAgo = (interval: string) =>
    asOwner(app, 'update users set factor_reset_asked_at = now() - $1::interval where id = $2', [
      interval,
      lost.id,
    ]);
  await askedAgo('7 days 1 minute');
  expect(await waits(second)).toBeUndefined();
  await call.ok(askFactorReset, ask);
  expect(await waits(second)).toBe(1);
  await call.ok(signInWithCode, { body: { step, code: recoveryCodes[0] ?? '' } });
  expect(await waits(second)).toBeUndefined();
});

test('of one who works everywhere, it waits for those who do, and no longer once it is taken away', async () => {
  const everywhere = await makePerson(app, 'state admin', { state: null });
  const lost = await makePerson(app, 'state admin', { state: null });
  await turnOnApp(lost.client);
  const step = await stepOf(app, lost.email);
  await createClient(app.url).ok(askFactorReset, { body: { step } });
  expect((await waitsFor(everywhere))['lost factor']).toBe(1);
  expect((await waitsFor(lost))['lost factor']).toBeUndefined();
  expect((await waitsFor(second))['lost factor']).toBeUndefined();
  await everywhere.client.ok(takeFactors, { params: { id: lost.id } });
  expect((await waitsFor(everywhere))['lost factor']).toBeUndefined();
});

test('what a related account proposed, or is of the demo, waits for somebody else', async () => {
  const day = 12;
  const related = await makeAccount(app.db, 'state admin');
  await app.owner
    .updateTable('users')
    .set({ added_by: second.id })
    .where('id', '=', related.id)
    .execute();
  const before = await waitsFor(second);
  await aProposedFee(app, { offence: 'LGC-03', days: day, naira: 1, by: related.id });
  const demo = await makeAccount(app.db, 'state admin');
  await app.owner.updateTable('users').set({ demo: true }).where('id', '=', demo.id).execute();
  await aProposedFee(app, { offence: 'LGC-04', days: day, naira: 1, by: demo.id });
  expect(await waitsFor(second)).toEqual(before);
  expect((await waitsFor(admin)).fee).toBe(1);
});

test('the fees of a gazette wait as one, are named, and no longer once they are decided', async () => {
  const from = dayFromNow(15);
  const body = { list: 'LGC-05 9000\nLGC-06 9000', from, reason: 'Gazette 14.', proposes: true };
  await admin.client.ok(proposeFees, { body, files: [] });
  const fees = async () =>
    (await second.client.ok(listWaiting)).data.find(({ kind }) => kind === 'fee');
  expect(await fees()).toMatchObject({
    total: 2,
    oldest: [
      { what: expect.stringMatching(/^LGC-01: ₦6,000 from/) as unknown, id: 'LGC-01' },
      { what: `2 fees from ${from}`, id: 'LGC-05', from, by: expect.any(String) as unknown },
    ],
  });
  const waiting = await app.db
    .selectFrom('proposals')
    .select('id')
    .where('subject', '=', `LGC-06 ${from}`)
    .executeTakeFirstOrThrow();
  await second.client.ok(decideFee, { params: { id: waiting.id }, body: { agrees: true } });
  expect((await fees())?.total).toBe(1);
});

test('all are counted, and the oldest are listed', async () => {
  const ids = [];
  for (let day = 1; day <= mostWaiting + 2; day += 1)
    ids.push(
      await aSentStatement(app, { by: admin.id, day: `2022-06-${String(day).padStart(2, '0')}` }),
    );
  const { data } = await second.client.ok(listWaiting);
  const statements = data.find(({ kind }) => kind === 'statement');
  expect(statements?.total).toBe(mostWaiting + 3);
  expect(statements?.oldest).toHaveLength(mostWaiting);
  expect(statements?.oldest.map(({ id }) => id)).not.toContain(ids.at(-1));
});
