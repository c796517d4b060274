import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCollision } from '#contract/collisions.ts';
import { createCollision, plateTwice } from '#contract/new-collisions.ts';
import { aCollision, anImage, aVideo, recorded } from '#tests/support/collisions.ts';
import { trailOf } from '#tests/support/journey.ts';
import { keptIn } from '#tests/support/kept-files.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let colleague: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  colleague = await makePerson(app, 'operator');
});
afterAll(() => app.stop());

const refused = async (body: unknown, files: Awaited<ReturnType<typeof anImage>>[] = []) => {
  const before = await keptIn(app);
  const answer = await officer.call(createCollision, { body, files });
  expect(await keptIn(app)).toEqual(before);
  return answer;
};

describe('recording', () => {
  test('148 to 151, 274a to 274d: keeps every field, the evidence and the files of each vehicle', async () => {
    const body = {
      ...aCollision(),
      team: 'Team Alpha',
      desc: 'The taxi turned without a sign.',
      noOfInjuries: 1,
      notes: 'Traffic was led around.',
      vehicle: [
        {
          plate: ' abc-123de ',
          make: 'Toyota',
          model: 'Hiace',
          name: 'Musa',
          phone: '0900 555 0142',
        },
        { make: 'Bajaj' },
        { name: 'Walked away' },
      ],
      witness: [{ type: 'bystander', name: 'Ladi', phone: '', statement: 'I saw it.' }],
      officer: [
        { perpetrator: 'other', statement: 'At fault.', type: 'a cow' },
        { perpetrator: 'driver', statement: '', type: 'never kept' },
      ],
      position: { lat: 11.1, lng: 7.7, accuracy: 12 },
    };
    const files = [
      await anImage('driverImg-Abc-123de'),
      await anImage('img'),
      { field: 'vid', content: aVideo(), name: 'crash.mp4' },
      await anImage('vehicleImg-#2'),
      await anImage('driverImg-#1'),
      await anImage('img'),
    ];
    const { status, body: answer } = await officer.call(createCollision, { body, files });
    expect(status).toBe(201);
    if (!answer.success) throw new Error(answer.error);
    const address: unknown = expect.stringMatching(
      /^\/files\/\w{26}\?expires=\d+&signature=[\w-]{43}$/,
    );
    expect(Date.parse(answer.data.createdAt)).toBeLessThanOrEqual(Date.now());
    expect(answer.data).toMatchObject({
      _id: expect.stringMatching(/^\w{26}$/) as string,
      organisation: 'Kaduna',
      zone: 'Zaria',
      team: 'Team Alpha',
      desc: body.desc,
      noOfCars: 2,
      noOfInjuries: 1,
      noOfFatalities: 0,
      notes: body.notes,
      demo: false,
      img: [address, address],
      vid: address,
      vehicle: [
        { plate: 'ABC-123DE', model: 'Hiace', driverImg: address, vehicleImg: '' },
        { plate: '', make: 'Bajaj', driverImg: address, vehicleImg: '' },
        { plate: '', name: 'Walked away', driverImg: '', vehicleImg: address },
      ],
      witness: body.witness,
      officer: [
        { perpetrator: 'other', statement: 'At fault.', type: 'a cow' },
        { perpetrator: 'driver', statement: '', type: '' },
      ],
      position: body.position,
    });
    const read = await officer.ok(readCollision, { params: { id: answer.data._id } });
    expect(read.data).toEqual(answer.data);
  });

  test('takes a video alone as evidence', async () => {
    const files = [{ field: 'vid', content: aVideo(), name: 'crash.mp4' }];
    const { data } = await officer.ok(createCollision, { body: aCollision(), files });
    expect(data.img).toEqual([]);
    expect(data.vid).not.toBe('');
  });

  test('counts a number of 0 as filled in and nothing at all as missing', async () => {
    const { data } = await recordedWith({ noOfCars: 0, noOfFatalities: 0 });
    expect(data).toMatchObject({ noOfCars: 0, noOfFatalities: 0, noOfInjuries: 0 });
    const without = { ...aCollision(), noOfCars: undefined };
    expect(await refused(without, [await anImage()])).toMatchObject({
      status: 400,
      body: {
        error: 'Enter the number of vehicles.',
        fields: { noOfCars: expect.any(String) as unknown },
      },
    });
  });

  const recordedWith = async (changes: Parameters<typeof aCollision>[0]) =>
    officer.ok(createCollision, { body: aCollision(changes), files: [await anImage()] });

  test.each([
    ['no evidence', {}, [], 'Add an image or a video as evidence.'],
    [
      'pictures of vehicles only',
      {},
      ['driverImg-ABC-123DE'],
      'Add an image or a video as evidence.',
    ],
    ['no vehicle', { vehicle: [] }, ['img'], 'Add at least one vehicle.'],
    ['a negative number', { noOfCars: -1 }, ['img'], 'Enter 0 or more for the number of vehicles.'],
    [
      'a plate that comes twice',
      { vehicle: [{ plate: 'abc-1' }, { plate: ' ABC-1 ' }] },
      ['img'],
      plateTwice('ABC-1'),
    ],
    [
      'a plate that looks like a number',
      { vehicle: [{ plate: '#1' }] },
      ['img'],
      'Enter a plate that does not begin with #.',
    ],
    [
      'a file of an unknown plate',
      {},
      ['img', 'driverImg-XYZ-1'],
      'This collision has no vehicle XYZ-1.',
    ],
    [
      'a file of an unknown number',
      {},
      ['img', 'vehicleImg-#1'],
      'This collision has no vehicle #1.',
    ],
    [
      'two files of one plate',
      {},
      ['img', 'driverImg-ABC-123DE', 'driverImg-abc-123de'],
      'Send only one file as driverImg-ABC-123DE.',
    ],
    ['an unknown perpetrator', { officer: [{ perpetrator: 'nobody' }] }, ['img'], 'officer'],
    [
      'a zone of another organisation',
      { zone: 'Sagamu' },
      ['img'],
      'Sagamu is not a zone of Kaduna.',
    ],
  ])('refuses %s and keeps nothing', async (_what, changes, fields, error) => {
    const files = await Promise.all(fields.map((field) => anImage(field)));
    const answer = await refused({ ...aCollision(), ...changes }, files);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringContaining(error) as unknown });
  });
});

describe('sending again', () => {
  test('the same _id and fields from the same officer answer with the collision that stands', async () => {
    const body = aCollision({ _id: ulid() });
    const files = [await anImage()];
    const first = await officer.call(createCollision, { body, files });
    const before = await keptIn(app);
    const again = await officer.call(createCollision, { body, files });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(await keptIn(app)).toEqual(before);
    expect(await trailOf(app.db, { record: body._id ?? '' })).toHaveLength(1);
  });

  test('of many at once one is new, and only its files are kept', async () => {
    const body = aCollision({ _id: ulid() });
    const files = [await anImage()];
    const before = await keptIn(app);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => officer.call(createCollision, { body, files })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    // A picture and its original.
    expect(await keptIn(app)).toHaveLength(before.length + 2);
  });

  test.each([
    ['other fields', { notes: 'changed' }, () => officer],
    ['another officer', {}, () => colleague],
  ])(
    'the same _id with %s is a 409 that says nothing of the first',
    async (_what, changes, who) => {
      const body = aCollision({ _id: ulid() });
      await recorded(officer, body);
      const before = await keptIn(app);
      const files = [await anImage()];
      const answer = await who().call(createCollision, { body: { ...body, ...changes }, files });
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'id_taken',
          error:
            'This collision could not be stored under its _id. Record it again with a new _id.',
        },
      });
      expect(await keptIn(app)).toEqual(before);
    },
  );
});
