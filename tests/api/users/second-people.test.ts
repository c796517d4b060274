import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSecondPeople } from '#contract/second-person.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const people = async (query: Record<string, string>, client = admin) =>
  (await client.ok(listSecondPeople, { query })).data;
const idsOf = (found: Awaited<ReturnType<typeof people>>, not: string | null = null) =>
  found.filter((person) => person.not === not).map(({ id }) => id);

test('where nobody else has the role, nobody is named', async () => {
  expect(await people({ for: 'fee' })).toEqual([]);
});

test('whoever was added by the other, is new, or has a password of somebody else, cannot yet', async () => {
  const added = await makeAccount(app.db, 'state admin');
  const fresh = await makeAccount(app.db, 'state admin');
  const given = await makeAccount(app.db, 'state admin');
  const gone = await makeAccount(app.db, 'state admin');
  const set = (id: string, values: object) =>
    app.owner.updateTable('users').set(values).where('id', '=', id).execute();
  await set(added.id, { added_by: admin.id });
  await set(fresh.id, { created_at: new Date() });
  await set(given.id, { own_password: false });
  await set(gone.id, { active: false });
  const found = await people({ for: 'statement' });
  expect(idsOf(found)).toEqual([]);
  expect(idsOf(found, 'related account')).toEqual([added.id]);
  expect(idsOf(found, 'new account')).toEqual([fresh.id]);
  expect(idsOf(found, 'first password')).toEqual([given.id]);
  const able = await makeAccount(app.db, 'state admin');
  expect(idsOf(await people({ for: 'statement' }))).toEqual([able.id]);
  // Whoever can stands first.
  expect((await people({ for: 'statement' }))[0]?.id).toBe(able.id);
});

test('a settlement is also confirmed by a zonal head of its zone, a fee only by who sees all zones', async () => {
  const zaria = await makeAccount(app.db, 'zonal head', { zone: 'Zaria' });
  const chikun = await makeAccount(app.db, 'zonal head', { zone: 'Chikun' });
  const local = await makeAccount(app.db, 'state admin', { zone: 'Zaria' });
  const ogun = await makeAccount(app.db, 'state admin', { state: 'Ogun' });
  const everywhere = await makeAccount(app.db, 'state admin', { state: null });
  const settling = idsOf(await people({ for: 'settlement', zone: 'Zaria' }));
  expect(settling).toEqual(expect.arrayContaining([zaria.id, local.id, everywhere.id]));
  for (const { id } of [chikun, ogun]) expect(settling).not.toContain(id);
  const fees = idsOf(await people({ for: 'fee' }));
  expect(fees).toContain(everywhere.id);
  for (const { id } of [zaria, chikun, local, ogun]) expect(fees).not.toContain(id);
});

test('nobody asks beyond their own place', async () => {
  const head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  for (const query of [
    { for: 'settlement', organisation: 'Ogun' },
    { for: 'settlement', zone: 'Chikun' },
  ])
    expect((await head.call(listSecondPeople, { query })).status).toBe(403);
  expect((await head.call(listSecondPeople, { query: { for: 'anything' } })).status).toBe(400);
});
