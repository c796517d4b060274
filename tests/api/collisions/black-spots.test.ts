import { expect } from 'vitest';
import { exportCollisions, listCollisions } from '#contract/collisions.ts';
import { readBlackSpots, readEnforcement } from '#contract/modules/reports/black-spots.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { asGuest, type Client } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { aBooking } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/scene.ts';

const roundabout = { lat: 11.08, lng: 7.72 };
const at = (north: number, east = 0, accuracy = 10) => ({
  position: { lat: roundabout.lat + north, lng: roundabout.lng + east, accuracy },
});

/** Five collisions around a roundabout, one of them fatal and one from a poor phone, and two elsewhere. */
const test = base.extend('planted', { scope: 'file' }, async ({ app, officer }) => {
  const near = [];
  for (const step of [0, 1, 2, 3])
    near.push(
      await recorded(officer, {
        ...at(step * 2e-4),
        noOfFatalities: step === 0 ? 2 : 0,
        facts: { cause: 'tyre burst' },
      }),
    );
  near.push(await recorded(officer, at(1e-4, 1e-4, 900)));
  const [first] = near;
  const far = await recorded(officer, { ...at(0.3), zone: 'Chikun' });
  const nowhere = await recorded(officer);
  await app.owner
    .updateTable('collisions')
    .set({ created_at: new Date('2026-03-04T11:30:00Z') })
    .execute();
  return { near: near.map(({ _id }) => _id), first: first?._id, far, nowhere };
});

const spots = async (by: Client, query: Record<string, string> = {}) =>
  (await by.ok(readBlackSpots, { query })).data;

const listed = async (by: Client, query: Record<string, string>) =>
  (await by.ok(listCollisions, { query: { limit: '100', ...query } })).data.map(({ _id }) => _id);

test('a spot has its counts, and the list shows as many around it', async ({ planted, admin }) => {
  const data = await spots(admin);
  expect(data).toMatchObject({
    read: 7,
    isCut: false,
    withoutPosition: 1,
    inaccurate: 1,
    atDesk: 0,
    causes: [
      { cause: 'tyre burst', collisions: 4, killed: 2, injured: 0 },
      { cause: '', collisions: 3, killed: 0, injured: 0 },
    ],
    cost: null,
  });
  const [spot] = data.spots;
  expect(data.spots).toEqual([
    expect.objectContaining({
      name: 'PZ roundabout',
      zone: 'Zaria',
      collisions: 4,
      listed: 5,
      weighted: 15,
      fatal: 1,
      injury: 0,
      damage: 3,
      killed: 2,
      injured: 0,
      moreThanByChance: null,
    }),
  ]);
  const near = `${spot?.lat},${spot?.lng},${spot?.radius}`;
  expect((await listed(admin, { near })).toSorted()).toEqual(planted.near.toSorted());
  // 12:30 on a Wednesday in Lagos.
  expect(data.week.rows.find(({ hour }) => hour === 12)?.days[2]?.count).toBe(7);
});

test('days, place and scope narrow what is read', async ({ planted, admin, head, hire, app }) => {
  expect(planted.near).toHaveLength(5);
  expect(await spots(admin, { from: '2026-03-05' })).toMatchObject({ read: 0, spots: [] });
  expect(await spots(admin, { to: '2026-03-04' })).toMatchObject({ from: '2023-03-06', read: 7 });
  expect(await spots(admin, { zone: 'Chikun' })).toMatchObject({ read: 1, spots: [] });
  expect(await spots(head)).toMatchObject({ read: 6, spots: [{ collisions: 4 }] });
  expect(await spots(head, { metres: '100', least: '5' })).toMatchObject({ spots: [] });
  const ogun = await hire('observer', { state: 'Ogun' });
  expect(await spots(ogun)).toMatchObject({ read: 0 });
  for (const [by, query] of [
    [head, { zone: 'Chikun' }],
    [ogun, { organisation: 'Kaduna' }],
  ] as const)
    expect(await by.call(readBlackSpots, { query })).toMatchObject({ status: 403 });
  expect(await asGuest(app.url).call(readBlackSpots, {})).toMatchObject({ status: 403 });
});

test('harm and tickets of harmful offences are counted by zone and four hours, of a quarter at most', async ({
  app,
  planted,
  admin,
  head,
  officer,
}) => {
  expect(planted.near).toHaveLength(5);
  const gaps = async (by: Client, query: Record<string, string>) =>
    (await by.ok(readEnforcement, { query })).data;
  const then = { to: '2026-05-01', from: '2024-01-01' };
  // 12:30 in Lagos; weighted 15 and 2 in Zaria, and 1 in Chikun.
  const zaria = { zone: 'Zaria', hour: 12, collisions: 6, fatal: 1, tickets: 0, harmShare: 94.4 };
  expect(await gaps(admin, then)).toMatchObject({
    from: '2026-01-30',
    to: '2026-05-01',
    gaps: [zaria, { zone: 'Chikun', hour: 12, collisions: 1, harmShare: 5.6, says: null }],
  });
  expect((await gaps(head, then)).gaps).toMatchObject([{ ...zaria, harmShare: 100 }]);
  expect((await gaps(admin, { to: '2026-06-04' })).gaps).toEqual([]);
  const offences = [['TMS-01', 'SPV-01'], ['LGC-16', 'MTF-06'], ['TMS-02'], ['LGC-01'], ['SPV-01']];
  const booked = [];
  for (const ids of offences)
    booked.push(
      await officer.ok(createBooking, { body: aBooking({ offence: ids.map((id) => ({ id })) }) }),
    );
  await app.owner
    .updateTable('bookings')
    .set({ withdrawn_at: new Date(), withdrawn_by: admin.id, withdrawn_reason: 'Booked twice.' })
    .where('id', '=', booked.at(-1)?.data._id ?? '')
    .execute();
  const now = (await gaps(admin, {})).gaps;
  expect(now.map(({ tickets }) => tickets).reduce((a, b) => a + b, 0)).toBe(2);
  expect(now[0]).toMatchObject({ zone: 'Zaria', collisions: 0, harmShare: 0, says: null });
  expect(await head.call(readEnforcement, { query: { zone: 'Chikun' } })).toMatchObject({
    status: 403,
  });
});

test('what can’t be is a sentence: a distance, a least, days in the wrong order, a circle', async ({
  admin,
}) => {
  for (const query of [
    { metres: '99' },
    { metres: '1e3' },
    { least: '2.5' },
    { least: 'many' },
    { from: '2026-03-05', to: '2026-03-04' },
  ])
    expect(await admin.call(readBlackSpots, { query })).toMatchObject({ status: 400 });
  for (const near of ['11.08,7.72', '11.08,7.72,0', '11.08,7.72,1e3', 'a,b,c'])
    expect(await admin.call(listCollisions, { query: { near } })).toMatchObject({ status: 400 });
});

test('a circle narrows the list beside a search, its file, and never beyond the scope', async ({
  app,
  planted,
  admin,
  head,
}) => {
  const near = '11.38,7.72,500';
  expect(await listed(admin, { near })).toEqual([planted.far._id]);
  expect(await listed(head, { near })).toEqual([]);
  // Another lies in the corner of its box, 15 m away.
  expect(await listed(admin, { near: '11.08,7.72,12' })).toEqual([planted.first]);
  expect(await listed(admin, { near, _searchfirstName: 'nowhere at all' })).toEqual([]);
  expect(await listed(admin, { near, _searchfirstName: 'PZ' })).toEqual([planted.far._id]);
  expect(await listed(admin, { near, ids: planted.near.join() })).toEqual([]);
  for (const nowhere of ['90,180,99999', '99,999,99999'])
    expect(await listed(admin, { near: nowhere })).toEqual([]);
  expect(await exportedRows(app, admin, exportCollisions, { near })).toHaveLength(1);
});

test('a position outside the state is counted apart, and makes no spot', async ({
  planted,
  admin,
  officer,
}) => {
  expect(planted.near.length).toBeGreaterThan(3);
  const before = await spots(admin);
  const wrong = [
    { lat: 7.7, lng: 11.07, accuracy: 8 },
    { lat: 0, lng: 0, accuracy: 8 },
    { lat: -11, lng: 7.7, accuracy: 8 },
    { lat: 9.06, lng: 7.49, accuracy: 8 },
  ];
  for (const position of wrong.flatMap((one) => [one, one, one, one]))
    await recorded(officer, { position });
  const after = await spots(admin);
  expect(after.elsewhere - before.elsewhere).toBe(16);
  expect(after.spots).toEqual(before.spots);
  expect([after.withoutPosition, after.atDesk]).toEqual([before.withoutPosition, before.atDesk]);
});
