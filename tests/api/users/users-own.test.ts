import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { readUser } from '#contract/users.ts';
import { signedIn } from '#tests/support/client.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import {
  change,
  changed,
  makePerson,
  type Person,
  type Place,
  refused as refusedBy,
  type Staff,
} from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const person = (role: Staff, place?: Place) => makePerson(app, role, place);

const refused = (by: Person, id: string, body: unknown, status: number, code: string) =>
  refusedBy(app, () => change(by, id, body), id, { status, code });

describe("one's own record", () => {
  test('252a: names, user name and phone can be changed, and the audit trail says what was and is', async () => {
    const officer = await person('booking officer');
    const names = { firstName: 'Ngozi', lastName: 'Eze', username: 'neze', phone: '0802 555 0107' };
    expect(await changed(officer, officer.id, names)).toMatchObject(names);
    const [last] = (await trailOf(app.db, { record: officer.id })).slice(-1);
    expect(last).toMatchObject({
      event: 'user.changed',
      actor_id: officer.id,
      before: { firstName: 'Amina', lastName: 'Sule', username: '', phone: '' },
      after: names,
    });
  });

  test('a field that is not sent stays as it is', async () => {
    const officer = await person('operator', { zone: 'Zaria' });
    await changed(officer, officer.id, { username: 'kept', phone: '0802 555 0107' });
    expect(await changed(officer, officer.id, { firstName: 'Ada' })).toMatchObject({
      firstName: 'Ada',
      username: 'kept',
      phone: '0802 555 0107',
      state: 'Kaduna',
      zone: 'Zaria',
    });
  });

  test('values that are sent along unchanged are fine, and nothing is written down for them', async () => {
    const officer = await person('zonal head', { zone: 'Zaria' });
    const { data } = await officer.client.ok(readUser, { params: { id: officer.id } });
    expect(await changed(officer, officer.id, data)).toMatchObject({ role: 'zonal head' });
    const events = (await trailOf(app.db, { record: officer.id })).map(({ event }) => event);
    expect(events).toEqual(['user.signed-in']);
  });

  test.each<[string, Staff, object]>([
    ['role, not even a state admin', 'state admin', { role: 'operator' }],
    ['role, upwards', 'operator', { role: 'state admin' }],
    ['email', 'booking officer', { email: 'another@example.com' }],
    ['email, as a state admin', 'state admin', { email: 'another@example.com' }],
    ['account, to deactivate it', 'state admin', { active: false }],
  ])('nobody changes their own %s', async (_what, role, body) => {
    const who = await person(role);
    await refused(who, who.id, body, 403, 'forbidden');
  });

  test('an observer and a guest change nothing', async () => {
    const observer = await person('observer');
    await refused(observer, observer.id, { firstName: 'Ada' }, 403, 'forbidden');
  });

  test("somebody else's record is a 403 for all but state admins, whether it exists or not", async () => {
    const officer = await person('zonal head');
    const other = await person('operator');
    await refused(officer, other.id, { firstName: 'Ada' }, 403, 'forbidden');
    expect(await change(officer, 'nobody', {})).toMatchObject({ status: 403 });
  });

  test.each<[string, object, string]>([
    ['an empty first name', { firstName: ' ' }, 'firstName'],
    ['a last name of 61 letters', { lastName: 'x'.repeat(61) }, 'lastName'],
    ['a phone number of words', { phone: 'call me' }, 'phone'],
    ['a zone of another state', { zone: 'Ikeja' }, 'zone'],
    ['a state without an organisation', { state: 'Kano' }, 'state'],
    ['a role that nobody has', { role: 'guest' }, 'role'],
    ['the id of somebody else', { id: 'another' }, 'id'],
    ['activity in words', { active: 'no' }, 'active'],
  ])('%s is a 400 that names the field', async (_what, body, field) => {
    const officer = await person('booking officer');
    const answer = await change(officer, officer.id, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(Object.keys(answer.ok ? {} : (answer.body.fields ?? {}))).toEqual([field]);
  });
});

describe('nobody widens themselves', () => {
  test.each<[string, Place, object]>([
    ['headquarters to a zone', { state: 'Kaduna' }, { zone: 'Zaria' }],
    ['all states to one', { state: null }, { state: 'Ogun' }],
    ['all states to a zone of one', { state: null }, { state: 'Ogun', zone: 'Sagamu' }],
  ])('narrowing from %s is open to everybody', async (_what, from, to) => {
    const officer = await person('booking officer', from);
    expect(await changed(officer, officer.id, to)).toMatchObject(to);
  });

  test.each<[string, Staff, Place, object, 'state' | 'zone']>([
    ['a zone to headquarters', 'zonal head', { zone: 'Zaria' }, { zone: null }, 'zone'],
    ['a zone to headquarters, as empty text', 'operator', { zone: 'Zaria' }, { zone: '' }, 'zone'],
    ['a zone to another', 'state admin', { zone: 'Zaria' }, { zone: 'Chikun' }, 'zone'],
    ['a state to another', 'state admin', {}, { state: 'Ogun' }, 'state'],
    ['a state to all of them', 'state admin', {}, { state: null }, 'state'],
    ['a zone to all states', 'operator', { zone: 'Zaria' }, { state: '', zone: '' }, 'state'],
  ])('from %s is a 403 with a sentence for the field', async (_what, role, from, to, field) => {
    const who = await person(role, from);
    const sentence = await refused(who, who.id, to, 403, 'out_of_scope');
    const where = from.zone === undefined ? 'Kaduna' : `Kaduna, ${from.zone}`;
    expect(sentence).toContain(`You can see only ${where}.`);
    expect(sentence).toMatch(/narrow your access yourself\. To see more/);
    const answer = await change(who, who.id, to);
    expect(answer.ok ? null : answer.body.fields).toEqual({ [field]: sentence });
  });

  test('narrowing applies at once, keeps the session it was done in and ends the others', async () => {
    const officer = await person('booking officer');
    const elsewhere = await signedIn(app.url, officer.email);
    await elsewhere.ok(listBookings);
    const far = await booked(officer.client, { zone: 'Chikun' });
    const seen = async () =>
      (await officer.client.ok(listBookings, { query: { _searchname: far._id.slice(10) } })).total;
    expect(await seen()).toBe(1);
    await changed(officer, officer.id, { zone: 'Zaria' });
    expect(await seen()).toBe(0);
    expect(await elsewhere.call(listBookings)).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
  });

  test('a change of names ends no session', async () => {
    const officer = await person('booking officer');
    const elsewhere = await signedIn(app.url, officer.email);
    await changed(officer, officer.id, { firstName: 'Ada' });
    expect((await elsewhere.call(listBookings)).status).toBe(200);
  });
});
