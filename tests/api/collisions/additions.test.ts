import { ulid } from 'ulid';
import { expect } from 'vitest';
import { addToCollision, listAdditions } from '#contract/collision-additions.ts';
import { exportCollisions, listCollisions, readCollision } from '#contract/collisions.ts';
import { readDossier } from '#contract/dossiers.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { readHistory } from '#contract/history.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { dayOf } from '#server/time.ts';
import { compareRecords } from '#server/trail.ts';
import type { Client, SentFile } from '#tests/support/client.ts';
import { aCollision, anImage, aVideo, recorded } from '#tests/support/collisions.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { asOwner } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { listen } from '#tests/support/live-listener.ts';
import { test } from '#tests/support/scene.ts';

type Sent = SentBody<typeof addToCollision>;

const today = dayOf(new Date());
const death = (changes: Partial<Sent> = {}): Sent => ({
  _id: ulid(),
  kind: 'death',
  words: 'The driver of ABC-123DE',
  diedOn: today,
  wereInjured: true,
  ...changes,
});
const add = (client: Client, id: string, body: Sent, files: readonly SentFile[] = []) =>
  client.call(addToCollision, { params: { id }, body, files });
const read = async (client: Client, id: string) =>
  (await client.ok(readCollision, { params: { id } })).data;

test('who died later counts as killed wherever the collision stands, and no longer as injured', async ({
  app,
  officer,
  head,
  admin,
}) => {
  const plate = 'ADD-100AA';
  const made = await recorded(officer, {
    noOfFatalities: 1,
    noOfInjuries: 2,
    vehicle: [{ plate }],
  });
  const id = made._id;
  await head.ok(addToCollision, { params: { id }, body: death() });
  await head.ok(addToCollision, {
    params: { id },
    body: death({ persons: 2, wereInjured: false, words: 'Two at the roadside' }),
  });

  const now = { noOfFatalities: 4, noOfInjuries: 1, additions: 2 };
  expect(await read(officer, id)).toMatchObject(now);
  const { data } = await officer.ok(listCollisions, { query: { _searchfirstName: plate } });
  expect(data).toMatchObject([now]);
  const dossier = await officer.ok(readDossier, { query: { of: 'plate', value: plate } });
  expect(JSON.stringify(dossier)).toContain('"noOfInjuries":1,"noOfFatalities":4');
  const rows = await exportedRows(app, admin, exportCollisions, { _searchfirstName: plate });
  expect(rows).toMatchObject([{ Injuries: '1', Fatalities: '4' }]);
  const { data: added } = await officer.ok(listAdditions, { params: { id } });
  expect(added).toMatchObject([
    { kind: 'death', persons: 1, diedOn: today, wereInjured: true, by: { role: 'zonal head' } },
    { kind: 'death', persons: 2, words: 'Two at the roadside', file: null },
  ]);
});

test('more facts stand as whoever said them last, at entry or later, in record, history and file', async ({
  app,
  officer,
  head,
  admin,
}) => {
  const plate = 'ADD-120AA';
  const { _id: id, facts } = await recorded(officer, {
    noOfInjuries: 1,
    vehicle: [{ plate }],
    facts: { cause: 'tyre burst', light: 'daylight', hit: ['motorcycle'], serious: '2' },
  });
  // Graded beside the count, which stands.
  const first = { light: 'daylight', hit: ['motorcycle'], serious: 2, slight: 0 };
  expect(facts).toEqual({ ...first, cause: 'tyre burst' });
  const later = { cause: 'overloading', otherCauses: ['tyre burst'], slight: 1 } as const;

  const body: Sent = {
    _id: ulid(),
    kind: 'facts',
    facts: { ...later, otherCauses: [...later.otherCauses] },
    words: 'The garage said so.',
  };
  await head.ok(addToCollision, { params: { id }, body });
  const now = { ...first, ...later, serious: 0 };
  expect(await read(officer, id)).toMatchObject({ facts: now, noOfInjuries: 1, additions: 1 });
  const { data: added } = await officer.ok(listAdditions, { params: { id } });
  expect(added).toMatchObject([{ kind: 'facts', facts: { ...later, serious: 0 } }]);
  const rows = await exportedRows(app, admin, exportCollisions, { _searchfirstName: plate });
  expect(rows).toMatchObject([{ Cause: 'overloading', Injuries: '1' }]);
  const { data: history } = await admin.ok(readHistory, { params: { record: 'collision', id } });
  const told = history.flatMap(({ changes }) =>
    changes.filter(({ field }) => field === 'More facts'),
  );
  expect(told.map(({ after }) => after)).toEqual([
    expect.stringContaining('cause: tyre burst'),
    expect.stringMatching(/cause: overloading.*other causes: tyre burst/),
  ]);
  expect(await compareRecords(app.db)).toEqual([]);
  const refused = await officer.call(createCollision, {
    body: aCollision({ facts: { cause: 'witchcraft' } }),
    files: [await anImage()],
  });
  expect([refused.status, refused.ok || refused.body.fields]).toEqual([
    400,
    {
      'facts.cause': expect.stringMatching(/^Select the cause: speed violation/) as unknown,
    },
  ]);
  expect((await add(officer, id, { _id: ulid(), kind: 'facts', facts: {} })).status).toBe(400);
});

test('who died more than 30 days later is written down, and not counted', async ({
  app,
  officer,
}) => {
  const { _id: id } = await recorded(officer, { noOfInjuries: 3 });
  const dayAgo = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000));
  await asOwner(
    app,
    `update collisions set created_at = created_at - interval '40 days' where id = $1`,
    [id],
  );
  for (const days of [10, 9])
    expect((await add(officer, id, death({ diedOn: dayAgo(days) }))).status).toBe(200);
  expect(await read(officer, id)).toMatchObject({ noOfFatalities: 1, noOfInjuries: 2 });
  const { data } = await officer.ok(listAdditions, { params: { id } });
  expect(data.map(({ counts }) => counts)).toEqual([true, false]);
});

test('an addition is told live as the collision is now, and figures count no record for it', async ({
  app,
  officer,
  head,
}) => {
  const { _id: id } = await recorded(officer, { noOfInjuries: 1 });
  const listener = await listen({ url: app.url, token: head.token });
  await head.ok(addToCollision, { params: { id }, body: death() });
  // The collision itself may be told first, and one of an earlier test.
  const heard = () =>
    listener.received.find(
      ({ event }) =>
        event.type === 'collision' && event.change === 'added' && event.collision._id === id,
    );
  await until('the addition is heard', () => Promise.resolve(heard() !== undefined));
  await listener.cut();
  expect(heard()?.event).toMatchObject({
    collision: { _id: id, noOfFatalities: 1, noOfInjuries: 0, additions: 1 },
  });
  const counted = await asOwner(
    app,
    'select sum(issued)::integer as issued from figure_changes where record_id = $1',
    [id],
  );
  expect(counted).toEqual([{ issued: 1 }]);
});

test('of two who report more dead of the injured than there are, at once, one is refused', async ({
  app,
  officer,
  head,
}) => {
  const { _id: id } = await recorded(officer, { noOfInjuries: 3 });
  const answers = await Promise.all([
    add(officer, id, death({ persons: 2 })),
    add(head, id, death({ persons: 2 })),
    add(head, id, { _id: ulid(), kind: 'witness', name: 'Ladi' }),
    add(officer, id, { _id: ulid(), kind: 'witness', words: 'The lorry had no lights.' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409]);
  expect(await read(officer, id)).toMatchObject({
    noOfInjuries: 1,
    noOfFatalities: 2,
    additions: 3,
  });
  expect(await compareRecords(app.db)).toEqual([]);
});

test('an addition that is sent again is the same one, also at once; another under its id is a 409', async ({
  officer,
  head,
}) => {
  const { _id: id } = await recorded(officer, { noOfInjuries: 1 });
  const { _id: other } = await recorded(officer);
  const body = death();
  const answers = await Promise.all([add(officer, id, body), add(officer, id, body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0].body).toEqual(answers[1].body);
  expect((await add(officer, id, body)).body).toEqual(answers[0].body);
  expect((await add(officer, id, { ...body, persons: 2 })).status).toBe(409);
  expect((await add(head, id, body)).status).toBe(409);
  expect((await add(officer, other, body)).status).toBe(409);
  expect(await read(officer, id)).toMatchObject({ noOfFatalities: 1, additions: 1 });
});

test('a picture or a video that comes later is evidence: its hash is in the trail, its bytes are kept', async ({
  app,
  officer,
  admin,
}) => {
  const { _id: id } = await recorded(officer);
  const shows = { kind: 'evidence', words: 'The crossing by day' } as const;
  const picture = await anImage();
  const video = { field: 'vid', content: aVideo(20_000), name: 'v.mp4', type: 'video/mp4' };
  expect((await add(officer, id, { _id: ulid(), ...shows }, [picture])).status).toBe(200);
  expect((await add(officer, id, { _id: ulid(), ...shows }, [video])).status).toBe(200);
  const { data } = await admin.ok(listAdditions, { params: { id } });
  expect(data.map(({ file }) => file?.kind)).toEqual(['picture', 'video']);
  const shown = await fetch(app.url + (data[0]?.file?.address ?? ''));
  expect(shown.headers.get('content-type')).toMatch(/^image\//);
  const originals = (await admin.ok(listOriginals, { params: { id } })).data;
  expect(originals.map(({ sha256 }) => sha256)).toEqual(
    expect.arrayContaining(data.map(({ file }) => file?.sha256 ?? '')),
  );
  expect(await compareRecords(app.db)).toEqual([]);
  const { data: history } = await admin.ok(readHistory, {
    params: { record: 'collision', id },
    query: {},
  });
  expect(history.map(({ event }) => event)).toEqual([
    'Collision recorded',
    'Details added later',
    'Details added later',
  ]);
});

test('what can’t be added is refused in a sentence, and nothing is written', async ({
  officer,
  hire,
}) => {
  const { _id: id } = await recorded(officer, { noOfInjuries: 1 });
  const picture = await anImage();
  const refused = async (body: Partial<Sent>, files: readonly SentFile[] = []) => {
    const answer = await add(officer, id, { _id: ulid(), kind: 'witness', ...body }, files);
    return [answer.status, answer.ok ? '' : answer.body.error];
  };
  expect(await refused({})).toEqual([400, 'Enter the statement, or the name of the witness.']);
  expect(await refused({ name: 'Ladi' }, [picture])).toEqual([
    400,
    'Send one picture or one video, and only as evidence.',
  ]);
  expect((await refused({ kind: 'evidence' }))[0]).toBe(400);
  expect(await refused(death({ words: '' }))).toEqual([400, 'Enter who died.']);
  expect(await refused(death({ diedOn: '2999-01-01' }))).toEqual([
    400,
    'Enter today or an earlier day.',
  ]);
  expect(await refused(death({ diedOn: '2020-01-01' }))).toEqual([
    400,
    'Enter the day of the collision or a later day.',
  ]);
  expect((await refused(death({ persons: 2 })))[0]).toBe(409);
  expect((await add(await hire('observer'), id, death())).status).toBe(403);
  expect((await add(await hire('zonal head', { zone: 'Giwa' }), id, death())).status).toBe(404);
  expect(await read(officer, id)).toMatchObject({ noOfFatalities: 0, additions: 0 });
});
