import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { exportUsers } from '#contract/users.ts';
import { openSession } from '#tests/support/client.ts';
import { askFile, exportedRows } from '#tests/support/exported.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { zipEntry } from '#tests/support/spreadsheets.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

type Staff = Exclude<Role, 'guest'>;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const working = async (role: Staff) =>
  openSession(app.url, (await makeAccount(app.db, role)).email);

async function somebody(last_name: string, state: AccountState) {
  const account = await makeAccount(app.db, 'operator', { state });
  await app.db
    .updateTable('users')
    .set({ first_name: 'Filed', last_name })
    .where('id', '=', account.id)
    .execute();
  return account;
}

test('a file of the users holds whom the list shows, in its order, for the trail to say who took it', async () => {
  const { id, email } = await makeAccount(app.db, 'state admin', { state: 'Ogun' });
  const session = await openSession(app.url, email);
  const far = await somebody('Far', 'Lagos');
  const two = await somebody('Two', 'Ogun');
  const one = await somebody('=1+1', 'Ogun');
  const query = { _searchfirstName: 'Filed', sort: 'name' };
  const rows = await exportedRows(app, session, exportUsers, query);
  expect(rows.map((row) => row['Email'])).toEqual([one.email, two.email]);
  expect(JSON.stringify(rows)).not.toContain(far.email);
  expect(rows[1]).toMatchObject({ State: 'Ogun', Zone: 'Hq', Role: 'operator', Active: 'Yes' });
  expect(rows[1]).toMatchObject({ 'Last Active': 'Never logged in' });
  expect(rows[0]?.['Last Name']).not.toMatch(/^=/);
  const trail = await trailOf(app.db, { record: id });
  expect(trail.at(-1)).toMatchObject({
    event: 'users.exported',
    after: { format: 'csv', filters: query, rows: 2 },
  });
  const sheet = await askFile(app, session, exportUsers, { format: 'xlsx', ...query });
  const content = Buffer.from(await sheet.arrayBuffer());
  expect(zipEntry(content, 'xl/sharedStrings.xml')).toContain('Never logged in');
});

test.each<Staff>(['zonal head', 'booking officer', 'operator', 'observer'])(
  'a file of the users is not for a %s',
  async (role) => {
    const answer = await askFile(app, await working(role), exportUsers, { format: 'csv' });
    expect(answer.status).toBe(403);
  },
);
