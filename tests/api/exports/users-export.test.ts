import { expect } from 'vitest';
import type { AccountState } from '#contract/places.ts';
import { exportUsers } from '#contract/users.ts';
import { askFile, exportedRows } from '#tests/support/exported.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import type { Staff } from '#tests/support/people.ts';
import { test } from '#tests/support/scene.ts';
import { zipEntry } from '#tests/support/spreadsheets.ts';
import type { TestApp } from '#tests/support/test-app.ts';

async function somebody({ db }: TestApp, last_name: string, state: AccountState) {
  const account = await makeAccount(db, 'operator', { state });
  await db
    .updateTable('users')
    .set({ first_name: 'Filed', last_name })
    .where('id', '=', account.id)
    .execute();
  return account;
}

test('a file of the users holds whom the list shows, in its order, for the trail to say who took it', async ({
  app,
  hire,
}) => {
  const admin = await hire('state admin', { state: 'Ogun' });
  const far = await somebody(app, 'Far', 'Lagos');
  const two = await somebody(app, 'Two', 'Ogun');
  const one = await somebody(app, '=1+1', 'Ogun');
  const query = { _searchfirstName: 'Filed', sort: 'name' };
  const rows = await exportedRows(app, admin, exportUsers, query);
  expect(rows.map((row) => row['Email'])).toEqual([one.email, two.email]);
  expect(JSON.stringify(rows)).not.toContain(far.email);
  expect(rows[1]).toMatchObject({ State: 'Ogun', Zone: 'Hq', Role: 'operator', Active: 'Yes' });
  expect(rows[1]).toMatchObject({ 'Last Active': 'Never logged in' });
  expect(rows[0]?.['Last Name']).not.toMatch(/^=/);
  const trail = await trailOf(app.db, { record: admin.id });
  expect(trail.at(-1)).toMatchObject({
    event: 'users.exported',
    after: { format: 'csv', filters: query, rows: 2 },
  });
  const sheet = await askFile(app, admin, exportUsers, { format: 'xlsx', ...query });
  const content = Buffer.from(await sheet.arrayBuffer());
  expect(zipEntry(content, 'xl/sharedStrings.xml')).toContain('Never logged in');
});

test.for<Staff>(['zonal head', 'booking officer', 'operator', 'observer'])(
  'a file of the users is not for a %s',
  async (role, { app, hire }) => {
    const answer = await askFile(app, await hire(role), exportUsers, { format: 'csv' });
    expect(answer.status).toBe(403);
  },
);
