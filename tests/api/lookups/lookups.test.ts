import { sql } from 'kysely';
import { expect } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { readCollision } from '#contract/collisions.ts';
import { readDossier } from '#contract/dossiers.ts';
import { listLookups } from '#contract/lookups.ts';
import { exportPerson } from '#contract/person-files.ts';
import type { Database } from '#server/db/database.ts';
import { pruneLookups } from '#server/features/lookups/commands.ts';
import { asGuest, refusalOf } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { booked, until } from '#tests/support/journey.ts';
import { type Someone, test } from '#tests/support/scene.ts';

/** Waits until so many look-ups are written down, and answers them in their order. */
async function written(db: Database, count: number, { id }: Someone) {
  const all = () =>
    db.selectFrom('lookups').selectAll().where('user_id', '=', id).orderBy('id').execute();
  await until(`${count} look-ups are written`, async () => (await all()).length >= count);
  return all();
}

test('who opened a record, read a dossier or searched is written down, and no number in the clear', async ({
  app,
  officer,
}) => {
  const { _id, phoneNo } = await booked(officer, { phoneNo: '0803 555 0777' });
  await officer.ok(readBooking, { params: { id: _id } });
  await officer.ok(readDossier, { query: { of: 'phone', value: '+234 803 555 0777' } });
  await officer.ok(listBookings, { query: { _searchname: phoneNo } });
  await officer.ok(listBookings, {});
  await asGuest(app.url).call(listBookings, {});
  const rows = await written(app.db, 4, officer);
  expect(rows.map(({ kind, record_id, rows }) => [kind, record_id, rows])).toEqual([
    ['booking', _id, 1],
    ['dossier', null, 1],
    ['bookings', null, 1],
    ['bookings', null, expect.any(Number)],
  ]);
  const [, dossier, search, list] = rows;
  expect(search?.digest).toEqual(dossier?.digest);
  expect(list?.digest).toBeNull();
  const text = await sql<{
    all: string;
  }>`select string_agg(lookups::text, '') as all from lookups`.execute(app.db);
  expect(text.rows[0]?.all).not.toContain('5550777');
  const guests = app.db.selectFrom('lookups').selectAll().where('user_id', '<>', officer.id);
  expect(await guests.execute()).toEqual([]);
});

test('a state admin sees who opened a record', async ({ officer, admin }) => {
  const { _id } = await recorded(officer);
  await officer.ok(readCollision, { params: { id: _id } });
  const seen = () => admin.ok(listLookups, { params: { record: 'collision', id: _id } });
  await until('it is written down', async () => (await seen()).total === 1);
  expect((await seen()).data).toEqual([
    {
      at: expect.any(String) as unknown,
      by: { id: officer.id, name: 'Amina Sule', role: 'booking officer' },
      kind: 'collision',
    },
  ]);
});

test('the application can neither change nor delete them, and nobody prunes the last 90 days', async ({
  app,
}) => {
  await expect(app.db.deleteFrom('lookups').execute()).rejects.toThrow('permission denied');
  await expect(app.db.updateTable('lookups').set({ rows: 0 }).execute()).rejects.toThrow(
    'permission denied',
  );
  const old = (days: number) =>
    app.owner
      .insertInto('lookups')
      .values({
        at: new Date(Date.now() - days * 24 * 3_600_000),
        user_id: `${days} days`,
        kind: 'booking',
        rows: 1,
      })
      .execute();
  for (const days of [89, 91, 366]) await old(days);
  const left = async () =>
    (
      await app.db
        .selectFrom('lookups')
        .select('user_id')
        .where('user_id', 'like', '% days')
        .execute()
    ).map(({ user_id }) => user_id);
  expect(await pruneLookups(app.db, 365)).toBe(1);
  expect(await left()).toEqual(['89 days', '91 days']);
  expect(await pruneLookups(app.db, 0)).toBe(1);
  expect(await left()).toEqual(['89 days']);
});

test('the file about a person holds what is kept of them, who looked, and nothing of others', async ({
  app,
  officer,
  admin,
}) => {
  const phoneNo = '0805 111 2233';
  const { _id } = await booked(officer, { phoneNo, name: 'Hauwa Lawal' });
  const vehicle = [
    { plate: 'AAA-111AA', name: 'Hauwa Lawal', phone: phoneNo },
    { plate: 'BBB-222BB', name: 'Somebody Else', phone: '0809 999 9999' },
  ];
  const crash = await recorded(officer, { vehicle });
  const madeAt = new Date(Date.now() - 3 * 3_600_000);
  await app.owner
    .updateTable('collisions')
    .set({ made_at: madeAt })
    .where('id', '=', crash._id)
    .execute();
  await officer.ok(readDossier, { query: { of: 'phone', value: phoneNo } });
  await written(app.db, 1, officer);
  const ask = () =>
    fetch(app.url + exportPerson.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ of: 'phone', value: '08051112233' }),
    });
  await until('the look-up is in the file', async () =>
    (await (await ask()).text()).includes('dossier'),
  );
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="person-/);
  const text = await answer.text();
  expect(text).not.toContain('Somebody Else');
  expect(JSON.parse(text)).toMatchObject({
    bookings: [{ _id, name: 'Hauwa Lawal' }],
    collisions: [
      {
        _id: crash._id,
        madeAt: madeAt.toISOString(),
        vehicle: { plate: 'AAA-111AA' },
        files: [{}, {}],
      },
    ],
    changes: expect.arrayContaining([
      expect.objectContaining({ record: _id, event: 'booking.made', by: 'Amina Sule' }),
    ]) as unknown,
    seenBy: expect.arrayContaining([
      expect.objectContaining({
        kind: 'dossier',
        by: expect.objectContaining({ id: officer.id }) as unknown,
      }),
    ]) as unknown,
  });

  await app.owner
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .execute();
  expect(await refusalOf(ask())).toMatchObject({ status: 403, code: 'prove_again' });
});
