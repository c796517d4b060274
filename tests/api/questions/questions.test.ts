import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideDuty,
  decideSwitchOff,
  type DutyName,
  dutyWords,
  endDuty,
  heldDuties,
  listDuties,
  proposeDuty,
  proposeSwitchOff,
  takeBackSwitchOff,
} from '#contract/duties.ts';
import {
  addToQuestion,
  listQuestions,
  type QuestionEntry,
  type Questions,
  readQuestion,
} from '#contract/modules/reports/questions.ts';
import { listWaiting } from '#contract/waiting.ts';
import { dayOf } from '#server/time.ts';
import { aDuty } from '#tests/support/duties.ts';
import { type Account, asOwner, makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { mailSaying } from '#tests/support/mails.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBookings } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const zaria = { zone: 'Zaria' };
const dayMs = 86_400_000;
const before = (days: number) => dayOf(new Date(Date.now() - days * dayMs));
const agreed = (params: { id: string }) => ({ params, body: { agrees: true } });
const days = { from: before(30), to: before(1) };
const others = { query: { ...days, of: 'others' as const } };

const switches = (Object.keys(dutyWords) as DutyName[]).filter((duty) => !(duty in heldDuties));

let app: TestApp;
let admin: Person;
let second: Person;
let reviewer: Person;
let superior: Person;
/** Each with one thing planted; the last has none. */
let officers: Account[];
/** Whose tickets were withdrawn. */
let officer: Person;

const planted = [
  'late',
  'taken-out',
  'place',
  'interval',
  'phone',
  'looked',
  'withdrawn',
  'upheld',
] as const;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  reviewer = await makePerson(app, 'operator');
  superior = await makePerson(app, 'zonal head', zaria);
  officer = await makePerson(app, 'booking officer', zaria);
  officers = [];
  for (let at = 0; at < 10; at += 1)
    officers.push(
      planted[at] === 'withdrawn' ? officer : await makeAccount(app.db, 'booking officer', zaria),
    );
  for (const [at, { id }] of officers.entries()) await eightDays(id, planted[at]);
});
afterAll(() => app.stop());

const idOf = (signal: (typeof planted)[number]) => officers[planted.indexOf(signal)]?.id ?? '';

/** Eight days of five tickets, an hour apart and each at another place, with something planted. */
async function eightDays(officer: string, plant?: (typeof planted)[number]): Promise<void> {
  const tickets = Array.from({ length: 40 }, (_, at) => {
    const hour = 8 + (plant === 'interval' ? 0 : at % 5) + (plant === 'place' ? (at % 5) * 0.1 : 0);
    const seconds = plant === 'interval' ? (at % 5) * 60 : 0;
    const day = Date.parse(`${before(2 + Math.floor(at / 5))}T00:00:00+01:00`);
    const created_at = new Date(day + hour * 3_600_000 + seconds * 1_000);
    const isHit = at < 16;
    const away = plant === 'place' ? 0 : at * 0.002;
    return {
      created_at,
      name: `Driver ${at}`,
      phone_no: plant === 'phone' ? '0803 555 0100' : `0803 556 ${1000 + at}`,
      position_lat: 11.07 + away,
      position_lng: 7.7,
      position_accuracy: 8,
      ...(plant === 'late' && isHit && { made_at: new Date(created_at.getTime() - 40 * 60_000) }),
      ...(plant === 'withdrawn' &&
        isHit && {
          withdrawn_at: new Date(created_at.getTime() + 60_000),
          withdrawn_by: superior.id,
          withdrawn_reason: 'Wrong.',
          version: 1,
          shown_version: 1,
          ...(at < 3 && { brought_in_by: superior.id, made_at: created_at }),
        }),
    };
  });
  const ids = await storeBookings(app.db, officer, tickets);
  await app.owner
    .insertInto('disputes')
    .values(
      tickets.map(({ created_at: received_at }, at) => ({
        booking_id: ids[at] ?? '',
        organisation: 'Kaduna',
        zone: 'Zaria',
        demo: false,
        ground: 'other',
        words: 'I was not there.',
        answer_due: before(0),
        outcome: plant === 'upheld' && at < 16 ? 'upheld' : 'rejected',
        answer: 'So.',
        answered_by: officer,
        received_at,
        answered_at: received_at,
      })),
    )
    .execute();
  const each = tickets.map(({ created_at }) => created_at);
  if (plant === 'taken-out')
    for (const made of each.slice(0, 14))
      await app.db
        .insertInto('taken_out_records')
        .values({
          id: ulid(),
          kind: 'booking',
          organisation: 'Kaduna',
          zone: 'Zaria',
          demo: false,
          officer,
          label: 'ABC-1',
          made_at: made,
          taken_out_at: made,
          reason: 'A test.',
        })
        .execute();
  const after = plant === 'looked' ? 40 : -10;
  for (const [at, booked] of each.entries())
    await app.db
      .insertInto('lookups')
      .values({
        user_id: officer,
        kind: 'known',
        rows: 0,
        digest: Buffer.from(`${officer}${at}`),
        // The last of a day, so that no other booking follows in time.
        at: new Date(booked.getTime() + (plant === 'looked' && at % 5 < 4 ? 10 : after) * 60_000),
      })
      .execute();
}

const list = async (by = reviewer): Promise<Questions> => (await by.ok(listQuestions, others)).data;
const listed = ({ signals }: Questions) =>
  Object.fromEntries(
    signals.flatMap(({ name, figures }) =>
      figures.length > 0 ? [[name, figures.map(({ officer }) => officer.id)]] : [],
    ),
  );
const refusal = (status: number, code: string) => ({ status, body: { code } });
const asked = { ...days, ...zaria };
const withdrawn = () => ({ signal: 'withdrawn', officer: idOf('withdrawn') });
const look = async (by = reviewer) =>
  (await by.ok(readQuestion, { params: withdrawn(), query: asked })).data;

describe('before two state admins have switched them on', () => {
  test('questions are refused with a sentence, and only a holder of the duty is told that', async () => {
    const query = days;
    expect(await officer.call(listQuestions, { query })).toMatchObject({
      ...refusal(409, 'switched_off'),
      body: { error: expect.stringContaining('are turned off here') as unknown },
    });
    expect(await reviewer.call(listQuestions, others)).toMatchObject(refusal(403, 'forbidden'));
    expect(await admin.call(listQuestions, others)).toMatchObject(refusal(403, 'forbidden'));
  });

  test('a duty is given by two, to a third, and stands in “Waits for you” and in the user’s trail', async () => {
    const body = { duty: 'reviewer', user: reviewer.id } as const;
    const own = { duty: 'reviewer', user: admin.id } as const;
    expect(await admin.call(proposeDuty, { body: own })).toMatchObject(refusal(409, 'own_duty'));
    const both = await Promise.all([admin, second].map((by) => by.call(proposeDuty, { body })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = both.findIndex(({ status }) => status === 200);
    const [proposer, other] = made === 0 ? [admin, second] : [second, admin];
    const { data } = await admin.ok(listDuties, { query: { user: reviewer.id } });
    const [waiting] = data;
    expect(waiting).toMatchObject({ duty: 'reviewer', state: 'waiting', proposer: proposer.id });
    const params = { id: waiting?.id ?? '' };
    const yes = { params, body: { agrees: true } };
    expect(await proposer.call(decideDuty, yes)).toMatchObject(refusal(409, 'own_proposal'));
    const waits = (await other.ok(listWaiting)).data.find(({ kind }) => kind === 'duty');
    expect(waits?.oldest).toMatchObject([
      { id: reviewer.id, what: 'Questions reviewer: Amina Sule', organisation: 'Kaduna' },
    ]);
    const third = await makePerson(app, 'state admin');
    const confirmed = await Promise.all([other, third].map((by) => by.call(decideDuty, yes)));
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const events = (await trailOf(app.db, { record: reviewer.id })).map(({ event }) => event);
    expect(events.filter((event) => event.startsWith('duty.'))).toEqual([
      'duty.proposed',
      'duty.given',
    ]);
  });

  test('nobody confirms a duty of their own', async () => {
    const third = await makePerson(app, 'state admin');
    const body = { duty: 'reviewer', user: second.id } as const;
    const { id } = (await admin.ok(proposeDuty, { body })).data;
    const yes = { params: { id }, body: { agrees: true } };
    expect(await second.call(decideDuty, yes)).toMatchObject(refusal(409, 'own_duty'));
    const none = (await second.ok(listWaiting)).data.filter(({ kind }) => kind === 'duty');
    expect(none).toEqual([]);
    const no = { params: { id }, body: { agrees: false, reason: 'Not needed.' } };
    expect((await third.ok(decideDuty, no)).data).toMatchObject({ state: 'refused' });
  });

  test('a duty is of the holder’s organisation, and a state admin of all zones gives it', async () => {
    const inOgun = await makePerson(app, 'state admin', { state: 'Ogun' });
    const inZaria = await makePerson(app, 'state admin', zaria);
    const body = { duty: 'reviewer', user: superior.id } as const;
    expect((await inOgun.call(proposeDuty, { body })).status).toBe(404);
    expect((await inZaria.call(proposeDuty, { body })).status).toBe(403);
    const { id } = (await admin.ok(proposeDuty, { body })).data;
    expect((await inOgun.call(endDuty, { params: { id } })).status).toBe(404);
    expect((await second.call(endDuty, { params: { id } })).status).toBe(403);
    expect((await admin.ok(endDuty, { params: { id } })).data.state).toBe('taken back');
  });

  test('the holder sees that they are off, until the switch is confirmed', async () => {
    expect(await reviewer.call(listQuestions, others)).toMatchObject(refusal(409, 'switched_off'));
    const { id } = (await admin.ok(proposeDuty, { body: { duty: 'questions' } })).data;
    expect((await reviewer.call(listQuestions, others)).status).toBe(409);
    await second.ok(decideDuty, { params: { id }, body: { agrees: true } });
    expect((await reviewer.call(listQuestions, others)).status).toBe(200);
  });
});

describe('once they are on', () => {
  test('each planted signal is found, of its officer alone, and the words are those of counts', async () => {
    const found = await list();
    expect(listed(found)).toEqual({
      ...Object.fromEntries(planted.map((signal) => [signal, [idOf(signal)]])),
      shown: [idOf('withdrawn')],
    });
    const figure = found.signals.find(({ name }) => name === 'withdrawn')?.figures[0];
    expect(figure?.says).toMatch(/^16 of 40 bookings withdrawn; colleagues: 0 to \d of 40\.$/);
    expect(figure).toMatchObject({ rows: 16, wrong: 3, zone: 'Zaria' });
    expect(found.notes.join(' ')).toMatch(
      /Hanya compares 89 figures.* By chance alone, about \d.* above that range, and none above/,
    );
  });

  test('an officer sees their own figures, and nothing of another', async () => {
    const own = (await officer.ok(listQuestions, { query: days })).data;
    const ids = own.signals.flatMap(({ figures }) => figures.map((figure) => figure.officer.id));
    expect(new Set(ids)).toEqual(new Set([officer.id]));
    expect(own.reviews).toBe(false);
    const other = { signal: 'late', officer: idOf('late') };
    const question = { params: other, query: asked };
    expect(await officer.call(readQuestion, question)).toMatchObject(refusal(403, 'forbidden'));
    expect(await superior.call(readQuestion, question)).toMatchObject(refusal(403, 'forbidden'));
    expect(await officer.call(listQuestions, others)).toMatchObject(refusal(403, 'forbidden'));
  });

  test('each look at another is noted once, one’s own is not, and the words stay out of the trail', async () => {
    const from = (await trailOf(app.db)).at(-1)?.id ?? 0;
    await list();
    const { rows } = await look();
    expect(rows).toHaveLength(16);
    expect(rows[0]).toMatchObject({ by: 'Amina Sule', opens: `/bookings?open=${rows[0]?.id}` });
    expect(rows.filter(({ wrong }) => wrong !== '')).toHaveLength(3);
    await look(officer);
    const body = { ...asked, kind: 'answer' as const, words: 'My phone broke that day.' };
    await officer.ok(addToQuestion, { params: withdrawn(), body });
    const trail = await trailOf(app.db, { after: from });
    expect(trail.map(({ event, actor_id, record_id }) => [event, actor_id, record_id])).toEqual([
      ['question.listed', reviewer.id, reviewer.id],
      ['question.looked-at', reviewer.id, officer.id],
      ['question.added', officer.id, officer.id],
    ]);
    expect(trail[0]?.after).toMatchObject({
      officers: expect.arrayContaining([officer.id]) as unknown,
    });
    expect(JSON.stringify(trail)).not.toContain('My phone broke');
  });

  test('an answer stands beside the question, the outcome is another’s, and neither is changed', async () => {
    const { rows, entries } = await look();
    expect(entries).toMatchObject([{ kind: 'answer', words: 'My phone broke that day.' }]);
    const add = (by: Person, kind: QuestionEntry['kind'], ids: string[]) =>
      by.call(addToQuestion, {
        params: withdrawn(),
        body: { ...asked, kind, words: 'So it was.', rows: ids },
      });
    const ids = rows.map(({ id }) => id);
    expect((await add(officer, 'explained', ids)).status).toBe(403);
    expect((await add(reviewer, 'answer', [])).status).toBe(403);
    expect((await add(superior, 'explained', ids)).status).toBe(403);
    expect(await add(reviewer, 'explained', [])).toMatchObject(refusal(409, 'rows_changed'));
    const both = await Promise.all([1, 2].map(() => add(reviewer, 'explained', ids)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expect(
      app.db.updateTable('question_entries').set({ words: 'Other.' }).execute(),
    ).rejects.toThrow('permission denied');
  });

  test('what was explained does not come back with the same rows, only with new ones', async () => {
    expect(listed(await list())['withdrawn']).toBe(undefined);
    expect((await look()).rows).toEqual([]);
    const measured = (await list()).notes.find((note) => note.includes('with an outcome,'));
    expect(measured).toMatch(/^Of 1 questions with an outcome, 1 had/);
    const at = new Date(Date.parse(`${before(3)}T12:00:00Z`));
    const anew = { withdrawn_at: at, withdrawn_by: superior.id, withdrawn_reason: 'Again.' };
    const tickets = Array.from({ length: 30 }, (_, one) => ({
      created_at: new Date(at.getTime() - one * 120_000),
      name: `Other ${one}`,
      ...(one < 15 && anew),
    }));
    await storeBookings(app.db, idOf('withdrawn'), tickets);
    expect(listed(await list())['withdrawn']).toEqual([idOf('withdrawn')]);
    expect((await look()).rows).toHaveLength(15);
  });

  test('a reviewer sees the records of their place, by the duty of that organisation', async () => {
    const inZaria = await makePerson(app, 'booking officer', zaria);
    const inChikun = await makePerson(app, 'zonal head', { zone: 'Chikun' });
    const inOgun = await makePerson(app, 'observer', { state: 'Ogun' });
    for (const { id } of [inZaria, inChikun])
      await aDuty(app, { user: id, by: admin.id, decidedBy: second.id });
    await aDuty(app, {
      user: inOgun.id,
      by: admin.id,
      decidedBy: second.id,
      organisation: 'Ogun',
    });
    await aDuty(app, { by: admin.id, decidedBy: second.id, organisation: 'Ogun' });
    expect(Object.keys(listed(await list(inZaria)))).toContain('late');
    expect(listed(await list(inChikun))).toEqual({});
    expect(listed(await list(inOgun))).toEqual({});
    expect((await inOgun.call(readQuestion, { params: withdrawn(), query: asked })).status).toBe(
      404,
    );
    const elsewhere = { query: { ...others.query, organisation: 'Kaduna' as const } };
    expect((await inOgun.call(listQuestions, elsewhere)).status).toBe(403);
  });

  test('a duty ends with its last day, and can be given anew', async () => {
    const holder = await makePerson(app, 'observer');
    const id = await aDuty(app, { user: holder.id, by: admin.id, decidedBy: second.id });
    expect((await holder.call(listQuestions, others)).status).toBe(200);
    await asOwner(app, 'update duties set until = $1 where id = $2', [before(1), id]);
    expect((await holder.call(listQuestions, others)).status).toBe(403);
    const body = { duty: 'reviewer', user: holder.id, until: before(0) } as const;
    const again = (await admin.ok(proposeDuty, { body })).data;
    await second.ok(decideDuty, { params: { id: again.id }, body: { agrees: true } });
    expect((await holder.call(listQuestions, others)).status).toBe(200);
    expect((await admin.ok(endDuty, { params: { id: again.id } })).data.state).toBe('ended');
    expect((await holder.call(listQuestions, others)).status).toBe(403);
  });

  test.each(switches)('one state admin alone ends no switch: %s', async (duty) => {
    const elsewhere = { state: 'Lagos' } as const;
    const [proposer, other] = [
      await makePerson(app, 'state admin', elsewhere),
      await makePerson(app, 'state admin', elsewhere),
    ];
    const { id } = (await proposer.ok(proposeDuty, { body: { duty } })).data;
    await other.ok(decideDuty, agreed({ id }));
    for (const by of [proposer, other])
      expect(await by.call(endDuty, { params: { id } })).toMatchObject(refusal(409, 'by_two'));
    const [on] = (await proposer.ok(listDuties, { query: {} })).data;
    expect(on).toMatchObject({ id, duty, state: 'in force' });
  });

  test('more than 92 days are refused, and two state admins switch everything off', async () => {
    const query = { from: before(93), to: before(1) };
    expect(await reviewer.call(listQuestions, { query })).toMatchObject({
      status: 400,
      body: { error: 'Select at most 92 days.' },
    });
    const [on] = (await admin.ok(listDuties, { query: {} })).data;
    const params = { id: on?.id ?? '' };
    expect((await second.call(endDuty, { params })).body).toMatchObject({ code: 'by_two' });
    const off = { params, body: { reason: 'We begin anew.' } };
    await second.ok(proposeSwitchOff, off);
    expect((await admin.call(proposeSwitchOff, off)).body).toMatchObject({
      code: 'already_proposed',
    });
    expect((await second.call(decideSwitchOff, agreed(params))).body).toMatchObject({
      code: 'own_proposal',
    });
    expect((await reviewer.call(listQuestions, others)).status).toBe(200);
    await second.ok(takeBackSwitchOff, { params });
    expect((await admin.call(decideSwitchOff, agreed(params))).body).toMatchObject({
      code: 'none_waits',
    });
    await second.ok(proposeSwitchOff, off);
    const { data } = await admin.ok(listDuties, { query: {} });
    expect(data[0]).toMatchObject({ state: 'in force', ending: { by: { id: second.id } } });
    const both = await Promise.all([1, 2].map(() => admin.call(decideSwitchOff, agreed(params))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const told = 'Amina Sule has turned off “Questions about records” in Kaduna.';
    for (const { email } of [second, reviewer]) await mailSaying(app, email, told);
    expect((await reviewer.call(listQuestions, others)).status).toBe(409);
  });
});
