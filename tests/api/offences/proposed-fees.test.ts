import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideFee, listFees, proposeFee, readFees, takeBackFee } from '#contract/fees.ts';
import { updateUser } from '#contract/user-changes.ts';
import { verifyAudit } from '#server/trail.ts';
import type { Client } from '#tests/support/client.ts';
import { asOwner } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const tomorrow = () => dayFromNow(1);
const propose = (client: Client, id: string, body: object) =>
  client.call(proposeFee, { params: { id }, body });
const decide = (client: Client, id: string, body: object) =>
  client.call(decideFee, { params: { id }, body });
const ticketOf = (id: string) => booked(officer, { offence: [{ id }] });

/** What the first admin has proposed; answers its id. */
async function proposed(offence: string, body: object): Promise<string> {
  const { data } = await admin.ok(proposeFee, { params: { id: offence }, body });
  return data.id;
}

test('a fee counts once a second person has confirmed it, and every step is written down', async () => {
  const from = tomorrow();
  const params = { id: 'LGC-06' };
  const first = await proposed('LGC-06', { amount: 6_500, from, reason: 'Gazette 14.' });
  const shown = async () =>
    (await admin.ok(listFees, {})).data.find(({ offence }) => offence.id === 'LGC-06');
  expect(await shown()).toMatchObject({ next: null, waiting: { amount: 6_500, from } });
  expect((await admin.ok(readFees, { params })).data).toMatchObject({
    fees: [{ amount: 5_000, from: null, reason: '' }],
    proposals: [
      {
        id: first,
        amount: 6_500,
        state: 'waiting',
        by: { id: admin.id },
        decidedBy: null,
        refusal: '',
        together: [],
      },
    ],
  });

  expect(await decide(second, first, { agrees: true })).toMatchObject({
    status: 200,
    body: {
      data: {
        state: 'confirmed',
        decidedBy: { id: second.id },
        decidedAt: expect.any(String) as unknown,
      },
    },
  });
  expect(await shown()).toMatchObject({ next: { amount: 6_500, from }, waiting: null });

  const correction = await proposed('LGC-06', { amount: 6_000, from, reason: 'Read again.' });
  expect(await shown()).toMatchObject({ next: { amount: 6_500 }, waiting: { amount: 6_000 } });
  await decide(second, correction, { agrees: true });
  expect((await admin.ok(readFees, { params })).data.fees).toMatchObject([
    {
      amount: 6_000,
      from,
      reason: 'Read again.',
      setBy: { id: admin.id },
      confirmedBy: { id: second.id },
      confirmedAt: expect.any(String) as unknown,
    },
    { amount: 5_000, from: null, setBy: null, confirmedBy: null, confirmedAt: null },
  ]);
  const trail = await trailOf(app.db, { record: 'Kaduna LGC-06' });
  expect(
    trail.map(({ event, actor_id, before, after }) => ({ event, actor_id, before, after })),
  ).toEqual([
    {
      event: 'fee.proposed',
      actor_id: admin.id,
      before: null,
      after: { proposal: first, amount: 6_500, from, reason: 'Gazette 14.' },
    },
    {
      event: 'fee.set',
      actor_id: second.id,
      before: null,
      after: { proposal: first, amount: 6_500, from, reason: 'Gazette 14.' },
    },
    {
      event: 'fee.proposed',
      actor_id: admin.id,
      before: { amount: 6_500, from, reason: 'Gazette 14.' },
      after: { proposal: correction, amount: 6_000, from, reason: 'Read again.' },
    },
    {
      event: 'fee.set',
      actor_id: second.id,
      before: { amount: 6_500, from, reason: 'Gazette 14.' },
      after: { proposal: correction, amount: 6_000, from, reason: 'Read again.' },
    },
  ]);
  expect(trail[1]?.previous_hash).toBe(trail[0]?.hash);
  expect((await verifyAudit(app.db)).findings.filter((found) => found.includes('LGC-06'))).toEqual(
    [],
  );
});

test('who confirmed a fee is named as they were called at that moment', async () => {
  const id = await proposed('LGC-08', { amount: 1_500, from: tomorrow(), reason: 'So.' });
  const rename = (lastName: string) =>
    second.ok(updateUser, { params: { id: second.id }, body: { lastName } });
  await rename('Bello');
  await decide(second, id, { agrees: true });
  await rename('Musa');
  const { data } = await admin.ok(readFees, { params: { id: 'LGC-08' } });
  expect(data.fees[0]?.confirmedBy?.name).toMatch(/ Bello$/);
  expect(data.proposals[0]?.decidedBy?.name).toMatch(/ Bello$/);
});

test('nobody confirms a fee of their own; they take it back, and others refuse it with a reason', async () => {
  const from = tomorrow();
  const id = await proposed('LGC-13', { amount: 0, from, reason: 'So.' });
  expect(await decide(admin, id, { agrees: true })).toMatchObject({
    status: 409,
    body: { code: 'own_proposal' },
  });
  expect(await second.call(takeBackFee, { params: { id } })).toMatchObject({ status: 403 });
  expect(await decide(second, id, { agrees: false, reason: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Enter a reason.' } },
  });
  expect(await decide(second, id, { agrees: false, reason: 'Not gazetted.' })).toMatchObject({
    status: 200,
    body: { data: { state: 'refused', refusal: 'Not gazetted.' } },
  });
  expect(await decide(second, id, { agrees: true })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
  const again = await proposed('LGC-13', { amount: 1_250, from, reason: 'So.' });
  expect(await admin.call(takeBackFee, { params: { id: again } })).toMatchObject({
    status: 200,
    body: { data: { state: 'taken back' } },
  });
  expect(await decide(second, again, { agrees: true })).toMatchObject({ status: 409 });
  const { data } = await admin.ok(readFees, { params: { id: 'LGC-13' } });
  expect(data.fees).toHaveLength(1);
  const asked = { amount: 1_250, from };
  expect(await trailOf(app.db, { record: 'Kaduna LGC-13' })).toMatchObject([
    { event: 'fee.proposed', before: null },
    { event: 'fee.refused', before: null, after: { proposal: id, reason: 'Not gazetted.' } },
    { event: 'fee.proposed', before: null, after: { proposal: again, ...asked } },
    {
      event: 'fee.taken-back',
      record_type: 'offence',
      before: { proposal: again, ...asked },
      after: null,
    },
  ]);
});

test('a fee whose day came before it was confirmed does not count, and says so', async () => {
  const id = await proposed('LGC-14', { amount: 0, from: tomorrow(), reason: 'So.' });
  await asOwner(
    app,
    `update proposals set body = body || jsonb_build_object('from', (body ->> 'from')::date - 1)
     where id = $1`,
    [id],
  );
  expect(await decide(second, id, { agrees: true })).toMatchObject({
    status: 409,
    body: { code: 'day_has_come' },
  });
  const { data } = await admin.ok(readFees, { params: { id: 'LGC-14' } });
  expect(data.proposals).toMatchObject([{ state: 'lapsed' }]);
  expect((await ticketOf('LGC-14')).price).toBeGreaterThan(0);
});

test('a proposed fee is decided within its organisation, or by who sees all of them', async () => {
  const id = await proposed('LGC-15', { amount: 1, from: tomorrow(), reason: 'So.' });
  const ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  for (const none of [
    await decide(ogun, id, { agrees: true }),
    await decide(admin, 'none', { agrees: true }),
  ])
    expect(none).toMatchObject({
      status: 404,
      body: { error: 'This fee does not exist, or you cannot see it.' },
    });
  const headquarters = await makePerson(app, 'state admin', { state: null });
  expect(await decide(headquarters, id, { agrees: true })).toMatchObject({ status: 200 });
});

test('of many fees for one day at once one waits, and of many confirmations at once one sets it', async () => {
  const from = tomorrow();
  const asked = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      propose(admin, 'LGC-07', { amount: 1_000 + place, from, reason: 'At once.' }),
    ),
  );
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const { data } = await admin.ok(readFees, { params: { id: 'LGC-07' } });
  const id = data.proposals[0]?.id ?? '';
  const decided = await Promise.all(
    Array.from({ length: 4 }, () => decide(second, id, { agrees: true })),
  );
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const trail = await trailOf(app.db, { record: 'Kaduna LGC-07' });
  expect(trail.map(({ event }) => event)).toEqual(['fee.proposed', 'fee.set']);
});

test('the database itself lets no fee be set alone', async () => {
  const set = {
    organisation: 'Kaduna',
    offence_id: 'LGC-16',
    from_day: tomorrow(),
    amount_kobo: 0,
    reason: 'So.',
  };
  const fee = { ...set, set_by: admin.id };
  await expect(app.db.insertInto('offence_fees').values(fee).execute()).rejects.toThrow(
    /permission denied/,
  );
  const begun = {
    id: ulid(),
    kind: 'fee',
    organisation: 'Kaduna',
    demo: false,
    subject: `LGC-16 ${set.from_day}`,
    body: JSON.stringify({ offence: 'LGC-16', from: set.from_day, kobo: 0 }),
    reason: 'So.',
    proposed_by: admin.id,
  };
  const confirmed = { outcome: 'confirmed', decided_by: second.id, decided_at: new Date() };
  await expect(
    app.db
      .insertInto('proposals')
      .values({ ...begun, ...confirmed })
      .execute(),
  ).rejects.toThrow(/second person/);
  await app.db.insertInto('proposals').values(begun).execute();
  const update = (changes: object) =>
    app.db.updateTable('proposals').set(changes).where('id', '=', begun.id).execute();
  await expect(update({ ...confirmed, decided_by: admin.id })).rejects.toThrow(
    /decided_by_another/,
  );
  await expect(update({ body: '{}' })).rejects.toThrow(/permission denied/);
  await update(confirmed);
  await expect(update({ outcome: 'refused', refusal: 'No.' })).rejects.toThrow(/second person/);
});
