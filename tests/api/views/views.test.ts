import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createView, listViews, removeView, updateView } from '#contract/views.ts';
import { asGuest } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { aView, keptView } from '#tests/support/kept-views.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let hq: Person;
let zaria: Person;
let zariaToo: Person;
let chikun: Person;
let ogun: Person;
let everywhere: Person;

beforeAll(async () => {
  app = await startTestApp();
  hq = await makePerson(app, 'state admin');
  zaria = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  zariaToo = await makePerson(app, 'operator', { zone: 'Zaria' });
  chikun = await makePerson(app, 'observer', { zone: 'Chikun' });
  ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  everywhere = await makePerson(app, 'observer', { state: null });
});
afterAll(() => app.stop());

const viewsOf = async ({ client }: Person) => (await client.ok(listViews)).data;
const namesOf = async (person: Person) => (await viewsOf(person)).map(({ name }) => name);
const seen = async (person: Person, id: string) =>
  (await viewsOf(person)).some(({ _id }) => _id === id);

describe('one’s own views', () => {
  test('are kept as they were sent, and listed by name', async () => {
    const me = await makePerson(app, 'observer');
    const query = 'search=KJA+482&by=paid&period=7days&offence=LGC-01&columns=date,zone&limit=25';
    const body = { name: '  weekly takings ', screen: 'paid', query: `?${query}` };
    const { data } = await me.ok(createView, { body });
    expect(data).toMatchObject({
      name: 'weekly takings',
      screen: 'paid',
      query,
      shared: false,
      own: true,
      owner: { id: me.id, name: 'Amina Sule', role: 'observer' },
    });
    await keptView(me, { name: 'All of it', screen: 'collisions', query: '' });
    expect(await namesOf(me)).toEqual(['All of it', 'weekly takings']);
  });

  test('are renamed, shared and changed, what is not sent staying as it is', async () => {
    const me = await makePerson(app, 'booking officer');
    const id = await keptView(me, { name: 'Before' });
    const change = (body: unknown) => me.ok(updateView, { params: { id }, body });
    expect((await change({ name: 'After' })).data).toMatchObject({
      name: 'After',
      query: 'zone=Zaria',
      shared: false,
    });
    expect((await change({ query: 'zone=Igabi', shared: true })).data).toMatchObject({
      name: 'After',
      query: 'zone=Igabi',
      shared: true,
    });
    // A view's own name in other capitals is no other view's name.
    expect((await change({ name: 'AFTER' })).data.name).toBe('AFTER');
  });

  test('are gone for everybody once removed, and their name is free again', async () => {
    const id = await keptView(zaria, { name: 'Short-lived', shared: true });
    expect(await seen(zariaToo, id)).toBe(true);
    await zaria.ok(removeView, { params: { id } });
    expect(await seen(zaria, id)).toBe(false);
    expect(await seen(zariaToo, id)).toBe(false);
    expect(await zaria.call(removeView, { params: { id } })).toMatchObject({ status: 404 });
    await keptView(zaria, { name: 'Short-lived' });
    expect((await trailOf(app.db, { record: id })).map(({ event }) => event)).toEqual([
      'view.saved',
      'view.removed',
    ]);
  });

  test('have a name each on their list, in capitals or not', async () => {
    const me = await makePerson(app, 'observer');
    await keptView(me, { name: 'Mine', screen: 'paid' });
    const other = await keptView(me, { name: 'Other', screen: 'paid' });
    const taken = { status: 409, body: { code: 'name_taken' } };
    const again = { body: aView({ name: 'mine', screen: 'paid' }) };
    expect(await me.call(createView, again)).toMatchObject(taken);
    const renamed = { params: { id: other }, body: { name: 'MINE' } };
    expect(await me.call(updateView, renamed)).toMatchObject(taken);
    await keptView(me, { name: 'Mine', screen: 'unpaid' });
    await keptView(zaria, { name: 'Mine', screen: 'paid' });
  });

  test('are fifty at most, however many are sent at once', async () => {
    const me = await makePerson(app, 'observer');
    const sent = Array.from({ length: 53 }, () => me.call(createView, { body: aView() }));
    const refused = (await Promise.all(sent)).filter(({ ok }) => !ok);
    expect(refused).toHaveLength(3);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'too_many' } });
    expect((await viewsOf(me)).filter(({ own }) => own)).toHaveLength(50);
  });

  test('of one name, sent at once, are one view', async () => {
    const me = await makePerson(app, 'observer');
    const body = aView({ name: 'At once' });
    const sent = await Promise.all(Array.from({ length: 8 }, () => me.call(createView, { body })));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe('shared views', () => {
  test('are seen in their zone and at headquarters, and by nobody else', async () => {
    const id = await keptView(zaria, { shared: true });
    expect(await seen(zariaToo, id)).toBe(true);
    expect(await seen(hq, id)).toBe(true);
    expect(await seen(everywhere, id)).toBe(true);
    expect(await seen(chikun, id)).toBe(false);
    expect(await seen(ogun, id)).toBe(false);
  });

  test('of headquarters are seen by every zone of its organisation', async () => {
    const id = await keptView(hq, { shared: true });
    expect(await seen(zaria, id)).toBe(true);
    expect(await seen(chikun, id)).toBe(true);
    expect(await seen(ogun, id)).toBe(false);
  });

  test('are nobody’s business until they are shared', async () => {
    const id = await keptView(zaria);
    for (const person of [zariaToo, hq, everywhere]) expect(await seen(person, id)).toBe(false);
    const asked = { params: { id }, body: { name: 'Mine now' } };
    expect(await hq.call(updateView, asked)).toMatchObject({ status: 404 });
  });

  test('are changed and removed by who keeps them alone', async () => {
    const id = await keptView(zaria, { name: 'Look only', shared: true });
    const [view] = (await viewsOf(zariaToo)).filter(({ _id }) => _id === id);
    expect(view).toMatchObject({ own: false, owner: { id: zaria.id } });
    const refusal = { status: 403, body: { code: 'not_own' } };
    for (const { client } of [zariaToo, hq]) {
      const body = { name: 'Taken over' };
      expect(await client.call(updateView, { params: { id }, body })).toMatchObject(refusal);
      expect(await client.call(removeView, { params: { id } })).toMatchObject(refusal);
    }
    expect(await namesOf(zaria)).toContain('Look only');
  });

  test('move with who keeps them', async () => {
    const mover = await makePerson(app, 'zonal head', { zone: 'Zaria' });
    const id = await keptView(mover, { shared: true });
    await app.db.updateTable('users').set({ zone: 'Chikun' }).where('id', '=', mover.id).execute();
    expect(await seen(zariaToo, id)).toBe(false);
    expect(await seen(chikun, id)).toBe(true);
  });

  test('of lists that a role does not see are not shown to it, nor kept for it', async () => {
    const id = await keptView(zaria, { screen: 'paid', shared: true });
    expect(await seen(zariaToo, id)).toBe(false);
    for (const screen of ['paid', 'completed', 'bookings'] as const)
      expect(await zariaToo.call(createView, { body: aView({ screen }) })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    await keptView(zariaToo, { screen: 'collisions' });
  });
});

test('a guest keeps and sees none', async () => {
  const guest = asGuest(app.url);
  const refusal = { status: 403, body: { code: 'forbidden' } };
  expect(await guest.call(listViews)).toMatchObject(refusal);
  expect(await guest.call(createView, { body: aView() })).toMatchObject(refusal);
});

describe('what cannot be a view', () => {
  test.each([
    ['query', { query: 'page=2' }, 'A view cannot have “page”.'],
    ['query', { query: 'open=01ABC' }, 'A view cannot have “open”.'],
    ['query', { query: '__proto__=1' }, 'A view cannot have “__proto__”.'],
    ['query', { query: 'zone=Zaria&zone=Igabi' }, 'A view can have “zone” only once.'],
    ['query', { query: 'sort=wealth' }, 'Select how to sort the list.'],
    [
      'query',
      { query: 'period=ever' },
      'Select one of today, yesterday, friday, week, last-week, 7days, month, last-month, year.',
    ],
    ['query', { query: 'columns=a;drop' }, 'Enter column names with commas between them.'],
    ['query', { query: 'min=9&max=1' }, 'Enter a lowest amount that is no more than the highest.'],
    [
      'query',
      { query: `search=${'x'.repeat(1_000)}` },
      'This view is too long to save. Remove some of its filters or columns.',
    ],
    ['query', { screen: 'collisions', query: 'min=9' }, 'A view cannot have “min”.'],
    ['name', { name: '  ' }, 'Enter a name for the view.'],
    ['name', { name: 'x'.repeat(61) }, 'Enter at most 60 characters for the name.'],
    ['name', { name: 'a\0b' }, 'Remove hidden characters that cannot be displayed.'],
    ['screen', { screen: 'users' }, 'Select the list for this view.'],
  ] as const)('is a 400 that names %s: %j', async (field, changes, error) => {
    const body = { ...aView(), ...changes };
    expect(await hq.call(createView, { body })).toMatchObject({
      status: 400,
      body: { error, fields: { [field]: error } },
    });
  });

  test('is refused when it is changed as well, and nothing is written', async () => {
    const id = await keptView(hq, { name: 'Steady' });
    for (const body of [{ query: 'page=2' }, { name: '' }, { screen: 'paid' }, { shared: 'yes' }])
      expect(await hq.call(updateView, { params: { id }, body })).toMatchObject({
        status: 400,
      });
    expect((await viewsOf(hq)).find(({ _id }) => _id === id)).toMatchObject({
      name: 'Steady',
      query: 'zone=Zaria',
      shared: false,
    });
  });
});
