import { ulid } from 'ulid';
import { expect } from 'vitest';
import { addToCollision } from '#contract/collision-additions.ts';
import { correctCollision } from '#contract/collision-corrections.ts';
import { readCollision } from '#contract/collisions.ts';
import { readDossier } from '#contract/dossiers.ts';
import { readHistory } from '#contract/history.ts';
import { dayOf } from '#server/time.ts';
import { compareRecords } from '#server/trail.ts';
import type { Client } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { until } from '#tests/support/journey.ts';
import { decide, notePair, oldCollision, toldOf } from '#tests/support/linked-collisions.ts';
import { listen } from '#tests/support/live-listener.ts';
import { test } from '#tests/support/scene.ts';

const today = dayOf(new Date());
const counts = (noOfCars: number, noOfInjuries: number, noOfFatalities: number) => ({
  noOfCars,
  noOfInjuries,
  noOfFatalities,
});
type Counts = ReturnType<typeof counts>;
const correct = (by: Client, id: string, was: Counts, now: Partial<Counts>, reason = 'Ward 4') =>
  by.call(correctCollision, { params: { id }, body: { ...was, ...now, was, reason } });
const died = (by: Client, id: string, wereInjured = false) =>
  by.call(addToCollision, {
    params: { id },
    body: { _id: ulid(), kind: 'death', words: 'So', diedOn: today, wereInjured },
  });
const read = async (by: Client, id: string) =>
  (await by.ok(readCollision, { params: { id } })).data;

test('a superior corrects what a collision counts, those added among them, and every figure of its day follows', async ({
  app,
  officer,
  head,
  admin,
}) => {
  const plate = 'COR-110AB';
  const { _id: id } = await recorded(officer, {
    ...counts(2, 3, 1),
    vehicle: [{ plate }],
    position: { lat: 10.1, lng: 7.5, accuracy: 9 },
  });
  expect((await died(officer, id)).status).toBe(200);
  const days = { from: today, to: today };
  const listener = await listen({ url: app.url, token: head.token });
  // The death was of another collision, one more was injured, and a third car was there.
  const { data } = await head.ok(correctCollision, {
    params: { id },
    body: { ...counts(3, 4, 1), was: counts(2, 3, 2), reason: 'She died in another collision.' },
  });
  expect(data).toMatchObject({
    ...counts(3, 4, 1),
    additions: 1,
    corrections: [
      {
        by: { id: head.id },
        reason: 'She died in another collision.',
        was: counts(2, 3, 2),
        now: counts(3, 4, 1),
      },
    ],
  });
  expect(await toldOf(app, admin, days, true)).toMatchObject({
    killed: { standard: 1, spots: 1, exported: 1 },
    injured: { standard: 4, spots: 4, exported: 4 },
    vehicles: 3,
  });
  const dossier = await officer.ok(readDossier, { query: { of: 'plate', value: plate } });
  expect(dossier.data.crashes).toMatchObject([counts(3, 4, 1)]);
  const heard = () =>
    listener.received.find(
      ({ event }) =>
        event.type === 'collision' && event.change === 'corrected' && event.collision._id === id,
    );
  await until('the correction is heard', () => Promise.resolve(heard() !== undefined));
  await listener.cut();
  expect(heard()?.event).toMatchObject({ collision: { _id: id, noOfFatalities: 1 } });

  const history = await head.ok(readHistory, { params: { record: 'collision', id } });
  expect(history.data.find(({ event }) => event === 'Counts corrected')).toMatchObject({
    reason: 'She died in another collision.',
    changes: [
      { field: 'Vehicles involved', before: '2', after: '3' },
      { field: 'Injuries', before: '3', after: '4' },
      { field: 'Fatalities', before: '2', after: '1' },
    ],
  });
  // What is added afterwards counts from there.
  expect((await died(officer, id, true)).status).toBe(200);
  expect(await read(officer, id)).toMatchObject(counts(3, 3, 2));
  expect(await compareRecords(app.db)).toEqual([]);
});

test('a correction in a later year changes the figures of the collision’s own day', async ({
  app,
  officer,
  admin,
}) => {
  const id = await oldCollision(app.db, officer.id, {
    at: '2023-12-31T22:30:00Z',
    fatalities: 7,
    injuries: 1,
  });
  expect((await correct(admin, id, counts(2, 1, 7), { noOfFatalities: 1 })).status).toBe(200);
  const of = async (year: string) =>
    (await toldOf(app, admin, { from: `${year}-01-01`, to: `${year}-12-31` })).killed;
  expect(await of('2023')).toEqual({ standard: 1, spots: 1 });
  expect((await of('2024')).standard).toBe(0);
});

test('who records can’t correct, nor a superior of another zone, and none without a reason or without a change', async ({
  officer,
  head,
  hire,
}) => {
  const { _id: id } = await recorded(officer, counts(2, 1, 0));
  const was = counts(2, 1, 0);
  const giwa = await hire('zonal head', { zone: 'Giwa' });
  const observer = await hire('observer');
  expect((await correct(officer, id, was, { noOfInjuries: 0 })).status).toBe(403);
  expect((await correct(observer, id, was, { noOfInjuries: 0 })).status).toBe(403);
  expect((await correct(giwa, id, was, { noOfInjuries: 0 })).status).toBe(404);
  for (const reason of ['', ' ', 'no'])
    expect((await correct(head, id, was, { noOfInjuries: 0 }, reason)).status).toBe(400);
  expect((await correct(head, id, was, {})).status).toBe(400);
  expect((await correct(head, id, was, { noOfInjuries: -1 })).status).toBe(400);
  expect((await correct(head, id, was, { noOfFatalities: 0.5 })).status).toBe(400);
  expect(await read(head, id)).toMatchObject({ ...was, corrections: [] });
});

test('nobody corrects counts that they haven’t seen: of two at once one wins, and an addition in between is seen first', async ({
  app,
  officer,
  head,
  admin,
}) => {
  const { _id: id } = await recorded(officer, counts(2, 2, 0));
  const was = counts(2, 2, 0);
  const both = await Promise.all([
    correct(head, id, was, { noOfFatalities: 1 }),
    correct(admin, id, was, { noOfFatalities: 2 }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { noOfFatalities } = await read(head, id);
  expect((await correct(head, id, was, { noOfFatalities: 0 })).status).toBe(409);

  const now = counts(2, 2, noOfFatalities);
  const [added, corrected] = await Promise.all([
    died(officer, id, true),
    correct(head, id, now, { noOfInjuries: 5 }),
  ]);
  expect(added.status).toBe(200);
  const fatalities = noOfFatalities + 1;
  // Whichever came first, the other was judged after it.
  expect(await read(head, id)).toMatchObject(
    corrected.status === 200 ? counts(2, 4, fatalities) : counts(2, 1, fatalities),
  );
  expect([200, 409]).toContain(corrected.status);
  // Where nobody counts as injured any more, nobody of them dies.
  const rest = await read(head, id);
  const left = counts(rest.noOfCars, rest.noOfInjuries, rest.noOfFatalities);
  expect((await correct(head, id, left, { noOfInjuries: 0 })).status).toBe(200);
  expect((await died(officer, id, true)).status).toBe(409);
  const differing = (await compareRecords(app.db)).filter((words) => words.includes(id));
  expect(differing).toEqual([]);
});

test('a record that counts as another can be corrected, and counts as corrected once it counts itself', async ({
  app,
  officer,
  admin,
}) => {
  const days = { from: '2021-05-01', to: '2021-05-31' };
  const at = '2021-05-05T10:00:00Z';
  const a = await oldCollision(app.db, officer.id, { at, fatalities: 1 });
  const b = await oldCollision(app.db, officer.id, { at, fatalities: 9 });
  await notePair(app.db, a, b);
  await decide(admin, a, { other: b, verdict: a, was: null });
  expect((await correct(admin, b, counts(2, 0, 9), { noOfFatalities: 2 })).status).toBe(200);
  expect((await toldOf(app, admin, days)).killed.standard).toBe(1);
  await decide(admin, a, { other: b, verdict: b, was: a });
  expect((await toldOf(app, admin, days)).killed.standard).toBe(2);
});
