import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { ulid } from 'ulid';
import { expect } from 'vitest';
import { addToCollision } from '#contract/collision-additions.ts';
import { correctCollision } from '#contract/collision-corrections.ts';
import { listDoubles } from '#contract/collision-doubles.ts';
import { exportCollisions, listCollisions, readCollision } from '#contract/collisions.ts';
import { readDossier } from '#contract/dossiers.ts';
import { readEnforcement } from '#contract/modules/reports/black-spots.ts';
import { readReport } from '#contract/modules/reports/reports.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { migrationsIn, schemaFiles } from '#server/db/migration-files.ts';
import { metresPerDegree } from '#server/degrees.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { compareFigures } from '#server/figures/verification.ts';
import { queues } from '#server/queues.ts';
import { dayOf } from '#server/time.ts';
import { compareRecords } from '#server/trail.ts';
import { recorded } from '#tests/support/collisions.ts';
import { draws } from '#tests/support/draws.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { asOwner } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { until } from '#tests/support/journey.ts';
import { decide, notePair, oldCollision, toldOf } from '#tests/support/linked-collisions.ts';
import { listen } from '#tests/support/live-listener.ts';
import { totalOf } from '#tests/support/report-histories.ts';
import { test } from '#tests/support/scene.ts';
import { bareDatabase } from '#tests/support/template.ts';

const today = dayOf(new Date());
const at = (place: number, metres = 0) => ({
  position: { lat: 10 + place / 10 + metres / metresPerDegree, lng: 7.5, accuracy: 9 },
});
const harm = { noOfFatalities: 1, noOfInjuries: 3 };
const every = (of: object, value: number) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, value]));

test('two records that are decided to be one count once wherever collisions are counted, folded or not, until the verdict is another', async ({
  app,
  officer,
  head,
  admin,
}) => {
  const days = { from: today, to: today };
  const { _id: a } = await recorded(officer, { ...at(1), ...harm });
  const { _id: b } = await recorded(officer, { ...at(1, 20), ...harm, noOfCars: 3 });
  const both = await toldOf(app, admin, days, true);
  expect(both).toMatchObject({
    listed: [a, b].toSorted(),
    counts: every(both.counts, 2),
    killed: every(both.killed, 2),
    injured: every(both.injured, 6),
    vehicles: 5,
    all: 2,
    map: 2,
  });
  const expectOne = async (id: string, vehicles: number) => {
    for (const fold of [false, true]) {
      if (fold) await foldAll(app.db);
      const one = await toldOf(app, admin, days, true);
      expect(one).toMatchObject({
        listed: [id],
        counts: every(one.counts, 1),
        killed: every(one.killed, 1),
        injured: every(one.injured, 3),
        vehicles,
        all: 1,
        map: 1,
        onMap: [id],
        checks: [],
      });
    }
  };
  await decide(head, a, { other: b, verdict: a, was: null });
  await expectOne(a, 2);
  await decide(head, a, { other: b, verdict: b, was: a });
  await expectOne(b, 3);
  await decide(head, b, { other: a, verdict: 'two', was: b });
  expect(await toldOf(app, admin, days, true)).toEqual(both);
  await foldAll(app.db);
  expect(await toldOf(app, admin, days, true)).toEqual(both);
  await decide(head, b, { other: a, verdict: a, was: 'two' });
  expect(await compareRecords(app.db)).toEqual([]);
  await decide(head, b, { other: a, verdict: 'two', was: a });
});

test('a verdict of a later month leaves the figures of the month and zone in which the other was recorded', async ({
  app,
  officer,
  admin,
}) => {
  const old = { fatalities: 1, injuries: 2 };
  const a = await oldCollision(app.db, officer.id, { at: '2024-01-31T23:30:00Z', ...old });
  const b = await oldCollision(app.db, officer.id, {
    at: '2024-01-31T22:30:00Z',
    zone: 'Giwa',
    ...old,
  });
  await notePair(app.db, a, b);
  await foldAll(app.db);
  const [january, february] = [
    { from: '2024-01-01', to: '2024-01-31' },
    { from: '2024-02-01', to: '2024-02-29' },
  ];
  const inBoth = async () => [
    (await toldOf(app, admin, january)).counts.standard,
    (await toldOf(app, admin, february)).counts.standard,
  ];
  // In Lagos the first is of February.
  expect(await inBoth()).toEqual([1, 1]);
  await decide(admin, a, { other: b, verdict: a, was: null });
  expect(await inBoth()).toEqual([0, 1]);
  const giwa = { zone: 'Giwa', organisation: 'Kaduna', from: '2024-01-01', to: '2024-12-31' };
  expect(await admin.ok(listCollisions, { query: giwa })).toMatchObject({ total: 0, data: [] });
  await decide(admin, a, { other: b, verdict: b, was: a });
  expect(await inBoth()).toEqual([1, 0]);
  await foldAll(app.db);
  expect(await inBoth()).toEqual([1, 0]);
  await asOwner(app, 'select recount_figures()');
  expect(await inBoth()).toEqual([1, 0]);
  // The officer's own report leaves it out too.
  const query = { kind: 'standard', ...february, officer: officer.id } as const;
  const [happened] = (await admin.ok(readReport, { query })).data.tables;
  expect(happened && totalOf(happened)).toMatchObject({ Collisions: 0, Killed: 0, Injured: 0 });
});

test('a record that counts as another is found by a search, by a filter and by its link, says so, and adds nothing to a sum', async ({
  app,
  officer,
  head,
}) => {
  const plate = 'LNK-310AB';
  const { _id: a } = await recorded(officer, { ...at(3), ...harm, vehicle: [{ plate }] });
  const { _id: b } = await recorded(officer, {
    ...at(3, 10),
    noOfFatalities: 2,
    noOfCars: 3,
    vehicle: [{ plate }, { plate: 'LNK-311AB', name: 'Ladi Bello', phone: '08031234567' }],
    witness: [{ name: 'Sani' }],
  });
  const dossier = async () =>
    (await head.ok(readDossier, { query: { of: 'plate', value: plate } })).data;
  expect((await dossier()).crashes).toMatchObject([{ _id: b }, { _id: a }]);
  await decide(head, a, { other: b, verdict: a, was: null });

  const found = async (query: Record<string, string>) =>
    (await head.ok(listCollisions, { query })).data.map(({ _id, countsAs }) => [_id, countsAs]);
  expect(await found({ _searchfirstName: plate })).toEqual([
    [b, a],
    [a, null],
  ]);
  expect(await found({ doubles: 'linked', from: today })).toEqual([[b, a]]);
  expect(await found({ ids: `${a},${b}` })).toEqual([[a, null]]);
  expect(await found({ near: '10.3,7.5,60' })).toEqual([[a, null]]);
  expect((await head.ok(readCollision, { params: { id: b } })).data).toMatchObject({ countsAs: a });
  const rows = await exportedRows(app, head, exportCollisions, { _searchfirstName: plate });
  expect(rows).toMatchObject([
    {
      Vehicles: '',
      Fatalities: '',
      'Counts As': `${a.slice(5)}. Here: vehicles 3, injuries 0, fatalities 2`,
    },
    { Vehicles: '2', Fatalities: '1', 'Counts As': '' },
  ]);
  // The one that counts says what it doesn't know itself, also what is added to the other later.
  await officer.ok(addToCollision, {
    params: { id: b },
    body: { _id: ulid(), kind: 'death', words: 'A passenger', diedOn: today },
  });
  expect((await head.ok(listDoubles, { params: { id: a } })).data).toMatchObject([
    {
      id: b,
      verdict: a,
      noOfCars: 3,
      noOfFatalities: 3,
      otherVehicles: [{ plate: 'LNK-311AB', name: 'Ladi Bello', phone: '08031234567' }],
      witnesses: 1,
      files: 1,
      additions: 1,
    },
  ]);
  // A dossier tells one crash once, by the record that counts where it is about the plate too.
  expect(await dossier()).toMatchObject({ collisions: 1, crashes: [{ _id: a }] });
  const other = { query: { of: 'plate', value: 'LNK-311AB' } } as const;
  expect((await head.ok(readDossier, other)).data).toMatchObject({
    collisions: 1,
    crashes: [{ _id: b }],
  });
  await decide(head, a, { other: b, verdict: 'two', was: a });
  expect(await found({ doubles: 'linked', from: today })).toEqual([]);
  expect(await dossier()).toMatchObject({ collisions: 2 });
});

test('harm against enforcement counts it once, and streams tell who leaves the lists and who comes back', async ({
  app,
  officer,
  head,
}) => {
  const { _id: a } = await recorded(officer, at(4));
  const { _id: b } = await recorded(officer, at(4, 10));
  const counted = async () =>
    (await head.ok(readEnforcement, { query: { from: today, to: today } })).data.gaps.reduce(
      (sum, { collisions }) => sum + collisions,
      0,
    );
  const before = await counted();
  const listener = await listen({ url: app.url, token: head.token });
  await decide(head, a, { other: b, verdict: a, was: null });
  expect(await counted()).toBe(before - 1);
  await decide(head, a, { other: b, verdict: b, was: a });
  expect(await counted()).toBe(before - 1);
  const heard = () =>
    listener.received.flatMap(({ event }) =>
      event.type === 'collision' && event.change !== 'recorded'
        ? [`${event.change} ${event.collision._id}`]
        : [],
    );
  await until('three changes are heard', () => Promise.resolve(heard().length === 3));
  await listener.cut();
  expect(heard()[0]).toBe(`linked ${b}`);
  expect(heard().slice(1).toSorted()).toEqual([`linked ${a}`, `unlinked ${b}`]);
});

test('whatever is recorded, added, decided and corrected, every figure is that of the collisions that count', async ({
  app,
  officer,
  admin,
}) => {
  const all = { from: '2022-01-01', to: '2022-12-31' };
  const made = ['2022-01-31T22:30:00Z', '2022-01-31T23:30:00Z', '2022-02-28T10:00:00Z'];
  const model = new Map<string, { cars: number; injuries: number; fatalities: number }>();
  const verdicts = new Map<string, string>();
  const keyOf = (one: string, other: string) => [one, other].toSorted().join(' ');
  const leaving = () =>
    new Set(
      [...verdicts].flatMap(([key, verdict]) =>
        verdict === 'two' ? [] : key.split(' ').filter((id) => id !== verdict),
      ),
    );
  const linkedElsewhere = (one: string, other: string, verdict: string) =>
    [...verdicts].some(([key, standing]) => {
      if (standing === 'two' || key === keyOf(one, other)) return false;
      const has = (id: string) => key.split(' ').includes(id);
      const leaves = verdict === one ? other : one;
      return has(leaves) || (has(verdict) && standing !== verdict);
    });

  const does = fc.constantFrom('record', 'add', 'decide', 'decide', 'decide', 'correct', 'fold');
  const steps = fc.record({ does, one: fc.nat(), other: fc.nat(), is: fc.nat(5) });
  for (const { does, one, other, is } of fc.sample(steps, draws(30, 31))) {
    const ids = [...model.keys()];
    const id = ids[one % ids.length] ?? '';
    const counts = model.get(id);
    if (does === 'record' || ids.length < 4 || !counts) {
      if (ids.length >= 8) continue;
      const its = { cars: 2, injuries: is, fatalities: one % 3 };
      const zone = is % 2 ? 'Zaria' : 'Giwa';
      const fresh = await oldCollision(app.db, officer.id, {
        at: made[one % made.length] ?? '',
        zone,
        ...its,
      });
      for (const before of ids) await notePair(app.db, fresh, before);
      model.set(fresh, its);
    } else if (does === 'fold') {
      await foldFigures(app.db, 1);
    } else if (does === 'add') {
      const wereInjured = counts.injuries > 0;
      await officer.ok(addToCollision, {
        params: { id },
        body: { _id: ulid(), kind: 'death', words: 'So', diedOn: '2022-02-28', wereInjured },
      });
      counts.fatalities += 1;
      if (wereInjured) counts.injuries -= 1;
    } else if (does === 'correct') {
      const was = {
        noOfCars: counts.cars,
        noOfInjuries: counts.injuries,
        noOfFatalities: counts.fatalities,
      };
      const body = { noOfCars: 1 + (one % 4), noOfInjuries: is, noOfFatalities: other % 3 };
      const { status } = await admin.call(correctCollision, {
        params: { id },
        body: { ...body, was, reason: 'As counted' },
      });
      expect(status).toBe(JSON.stringify(was) === JSON.stringify(body) ? 400 : 200);
      model.set(id, {
        cars: body.noOfCars,
        injuries: body.noOfInjuries,
        fatalities: body.noOfFatalities,
      });
    } else {
      const partner = ids.filter((another) => another !== id)[other % (ids.length - 1)] ?? '';
      const key = keyOf(id, partner);
      const was = verdicts.get(key) ?? null;
      const verdict = [id, partner, 'two'][is % 3] ?? '';
      const refused = was !== verdict && verdict !== 'two' && linkedElsewhere(id, partner, verdict);
      const { status } = await decide(admin, id, { other: partner, verdict, was });
      expect(status).toBe(refused ? 409 : 200);
      if (!refused) verdicts.set(key, verdict);
    }
    const left = leaving();
    const counting = [...model].filter(([known]) => !left.has(known));
    const sumOf = (name: 'injuries' | 'fatalities') =>
      counting.reduce((sum, [, its]) => sum + its[name], 0);
    const told = await toldOf(app, admin, all);
    expect(told).toMatchObject({
      listed: counting.map(([known]) => known).toSorted(),
      counts: every(told.counts, counting.length),
      killed: every(told.killed, sumOf('fatalities')),
      injured: every(told.injured, sumOf('injuries')),
      checks: [],
    });
  }
  expect(leaving().size).toBeGreaterThan(0);
  const { rows } = await sql`
    select id from collisions where counts_as is distinct from counts_as(collisions)`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});

test('pairs that an older version had decided leave the figures with the migration, folded or not', async () => {
  const database = await bareDatabase();
  const { ownerUrl, appUrl } = database;
  const owner = new pg.Client({ connectionString: ownerUrl });
  try {
    const before = [
      ...schemaFiles(),
      ...migrationsIn().filter(({ name }) => /^\d{4}-/.test(name) && name < '0002'),
    ];
    await migrate(ownerUrl, appUrl, { queues, only: before });
    await owner.connect();
    await owner.query(
      `insert into users (id, email, password_hash, first_name, last_name, role, state)
       values ('one', 'one@hanya.test', '', 'One', 'Officer', 'booking officer', 'Kaduna')`,
    );
    const ids = Array.from({ length: 5 }, () => ulid()).toSorted();
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    const made = async (id: string) =>
      owner.query(
        `insert into collisions (id, body_hash, organisation, zone, created_at, created_by, team,
           location, description, cars, injuries, fatalities, notes)
         values ($1, '', 'Kaduna', 'Zaria', '2024-03-01T10:00:00Z', 'one', '', '', '', 2, 1, 1, '')`,
        [id],
      );
    const pair = (one: string, other: string, verdict: string) =>
      owner.query(
        `insert into collision_doubles (first_id, second_id, likeness, minutes, verdict, decided_by,
           decided_at) values ($1, $2, 1, 0, $3, 'one', now())`,
        [one, other, verdict],
      );
    for (const id of [a, b, c, d]) await made(id);
    await pair(a, b, a);
    await pair(c, d, 'two');
    await owner.query('select fold_figures(1)');
    await made(e);
    await pair(c, e, c);

    const upToIt = [
      ...schemaFiles(),
      ...migrationsIn().filter(({ name }) => /^\d{4}-/.test(name) && name < '0003'),
    ];
    await migrate(ownerUrl, appUrl, { queues, only: upToIt });
    // A start that broke off in the midst repeats all of it.
    await owner.query(`delete from migrations where name like '0002%'`);
    await migrate(ownerUrl, appUrl, { queues, only: upToIt });
    await migrate(ownerUrl, appUrl, { queues });
    const { rows } = await owner.query('select id, counts_as from collisions order by id');
    expect(rows.map(({ counts_as }) => counts_as as unknown)).toEqual([null, a, null, null, c]);
    const db = openDatabase(ownerUrl);
    try {
      expect(await compareFigures(db, 9)).toEqual([]);
      await foldAll(db);
      expect(await compareFigures(db, 9)).toEqual([]);
      const { rows: figures } = await owner.query(
        `select issued from figures where kind = 'collision' and zone = '' and span = 'all'`,
      );
      expect(figures).toEqual([{ issued: '3' }]);
    } finally {
      await closeDatabase(db);
    }
  } finally {
    await owner.end();
    await database.drop();
  }
});
