import { expect } from 'vitest';
import { decideDouble, findDoubles, listDoubles } from '#contract/collision-doubles.ts';
import { listCollisions, readCollision } from '#contract/collisions.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { readHistory } from '#contract/history.ts';
import { readBlackSpots } from '#contract/modules/reports/black-spots.ts';
import { metresPerDegree } from '#server/degrees.ts';
import { compareRecords } from '#server/trail.ts';
import type { Client } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { test } from '#tests/support/scene.ts';

const at = (place: number, metres = 0) => ({
  position: { lat: 10 + place / 10 + metres / metresPerDegree, lng: 7.5, accuracy: 9 },
});
const of = (plate: string) => ({ vehicle: [{ plate }] });
const doublesOf = async (by: Client, id: string) =>
  (await by.ok(listDoubles, { params: { id } })).data;
const read = async (by: Client, id: string) =>
  (await by.ok(readCollision, { params: { id } })).data;
const decide = (by: Client, id: string, body: SentBody<typeof decideDouble>) =>
  by.call(decideDouble, { params: { id }, body });

test('a double is said at entry, and noted at both, by distance or by plate, within the scope', async ({
  officer,
  head,
  admin,
  hire,
}) => {
  const { _id: first } = await recorded(officer, { ...at(1), ...of('DBA-101AA'), team: 'Alpha' });
  const here = { lat: String(at(1, 40).position.lat), lng: '7.5' };
  const found = (await officer.ok(findDoubles, { query: here })).data;
  expect(found).toMatchObject([{ id: first, metres: 40, minutes: 0, team: 'Alpha', shares: null }]);
  const byPlate = { plates: 'XYZ-999ZZ,dba 101aa' };
  expect((await officer.ok(findDoubles, { query: byPlate })).data).toMatchObject([
    { id: first, shares: 'plate', metres: null },
  ]);
  const giwa = await hire('zonal head', { zone: 'Giwa' });
  expect((await giwa.ok(findDoubles, { query: here })).data).toEqual([]);

  const second = await recorded(admin, { ...at(1, 40), ...of('DBB-101BB'), zone: 'Giwa' });
  expect(second.doubles).toEqual({ found: 1, open: 1 });
  expect(await doublesOf(admin, first)).toMatchObject([{ id: second._id, verdict: null }]);
  expect(await read(officer, first)).toMatchObject({ doubles: { found: 1 } });
  // The other one lies beyond the head's zone.
  expect(await doublesOf(head, first)).toEqual([]);
  const body = { other: second._id, verdict: 'two', was: null };
  expect((await decide(head, first, body)).status).toBe(404);
  const open = async (by: Client) =>
    (await by.ok(listCollisions, { query: { doubles: 'open' } })).data.map(({ _id }) => _id);
  expect(await open(admin)).toEqual(expect.arrayContaining([first, second._id]));
  expect(await open(head)).toEqual([first]);
});

test('of six that arrive at once, each knows the others', async ({ officer, head }) => {
  const six = await Promise.all(
    [0, 5, 10, 15, 20, 25].map((metres) =>
      recorded(metres % 2 ? officer : head, { ...at(2, metres), ...of(`DBC-1${metres + 10}CC`) }),
    ),
  );
  for (const { _id } of six) expect(await doublesOf(head, _id)).toHaveLength(5);
});

test('linked ones stay, say so in both histories, and count once among black spots', async ({
  app,
  officer,
  head,
  admin,
}) => {
  const ids: string[] = [];
  for (const metres of [0, 20, 40, 60])
    ids.push((await recorded(officer, { ...at(3, metres), ...of(`DBE-10${metres}EE`) }))._id);
  const [a = '', b = '', c = ''] = ids;
  const spot = async () =>
    (await admin.ok(readBlackSpots, { query: { least: '3' } })).data.spots.find(
      ({ lat }) => Math.abs(lat - 10.3) < 0.01,
    )?.collisions ?? 'fewer than three';
  expect(await spot()).toBe(4);
  const link = { other: b, verdict: a, was: null };
  const answers = await Promise.all([
    decide(head, a, link),
    decide(admin, b, { other: a, verdict: b, was: null }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const counts = answers[0].ok ? a : b;
  const leaves = counts === a ? b : a;
  expect(await spot()).toBe(3);
  expect(await read(officer, leaves)).toMatchObject({ countsAs: counts });
  expect(await read(officer, counts)).toMatchObject({ countsAs: null });
  // Whoever doesn't count stands for no third, and isn't counted by one.
  const third = { other: c, was: null };
  expect((await decide(head, leaves, { ...third, verdict: leaves })).status).toBe(409);
  expect((await decide(head, leaves, { ...third, verdict: c })).status).toBe(409);
  expect((await decide(head, counts, { ...third, verdict: counts })).status).toBe(200);
  expect(await spot()).toBe('fewer than three');
  for (const id of [a, b]) {
    const { data } = await admin.ok(readHistory, { params: { record: 'collision', id } });
    expect(JSON.stringify(data)).toContain(`One collision, counted as ${counts.slice(5)}`);
  }
  expect(await compareRecords(app.db)).toEqual([]);

  // Said again it stands; said otherwise it needs what stood.
  const same = { other: leaves, verdict: counts, was: null };
  expect((await decide(head, counts, same)).status).toBe(200);
  const two = { ...same, verdict: 'two' };
  expect((await decide(head, counts, two)).status).toBe(409);
  expect((await decide(head, counts, { ...two, was: counts })).status).toBe(200);
  expect(await spot()).toBe(3);
  expect(await compareRecords(app.db)).toEqual([]);
});

test('only probable doubles are linked, by whoever may, as one of both', async ({
  officer,
  head,
}) => {
  const { _id: one } = await recorded(officer, of('DBF-101FF'));
  const { _id: far } = await recorded(officer, of('DBG-101GG'));
  const { _id: other } = await recorded(officer, of('DBF-101FF'));
  const body = { other, verdict: 'two', was: null };
  expect((await decide(officer, one, body)).status).toBe(403);
  expect((await decide(head, one, { ...body, other: far })).status).toBe(404);
  expect((await decide(head, one, { ...body, other: 'nobody' })).status).toBe(404);
  expect((await decide(head, one, { ...body, verdict: far })).status).toBe(400);
  expect((await decide(head, one, { ...body, other: one })).status).toBe(404);
  expect((await decide(head, one, body)).status).toBe(200);
  expect(await read(head, one)).toMatchObject({ doubles: { found: 1, open: 0 }, countsAs: null });
});
