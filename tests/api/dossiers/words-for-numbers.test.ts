import { expect } from 'vitest';
import { readDossier, readKnown } from '#contract/dossiers.ts';
import { noLicence, noPlate } from '#contract/identities.ts';
import { readKnownPlates } from '#contract/known-plates.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { exportPerson } from '#contract/person-files.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { booked } from '#tests/support/journey.ts';
import { test } from '#tests/support/scene.ts';

test.for([
  ['plate', 'UNREGISTERED'],
  ['plate', 'no plate'],
  ['plate', 'N/A'],
  ['plate', 'XXX-000XX'],
  ['license', 'NIL'],
  ['license', 'not with him'],
  ['phone', '0000 000 0000'],
  ['phone', '+234 800 000 0000'],
] as const)(
  'no dossier, no note and no file joins those whose %s is "%s"',
  async ([of, value], { officer, admin }) => {
    const field = { plate: 'registration', license: 'license', phone: 'phoneNo' }[of];
    for (const name of ['Ladi Musa', 'Bello Sani']) await booked(officer, { name, [field]: value });
    for (const answer of [
      await officer.call(readDossier, { query: { of, value } }),
      await officer.call(readKnown, { query: { of, value } }),
      await admin.call(exportPerson, { body: { of, value } }),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('different people') as unknown },
      });
  },
);

test('a dossier doesn’t lead on to what stands for many', async ({ officer }) => {
  await booked(officer, { registration: 'RLT-204KJ', license: 'NONE', phoneTwo: '0000000' });
  await booked(officer, { registration: 'UNREGISTERED 2', license: 'RLT 44821 AA12' });
  const related = async (of: 'plate' | 'license', value: string) =>
    (await officer.ok(readDossier, { query: { of, value } })).data.related.map((one) => one.of);
  expect(await related('plate', 'RLT-204KJ')).toEqual(['phone']);
  expect(await related('license', 'RLT44821AA12')).toEqual(['phone']);
});

test('a vehicle without a plate and a driver without a licence are booked, and join nobody', async ({
  officer,
}) => {
  for (const name of ['Amina Sule', 'Ngozi Okafor']) {
    const made = await booked(officer, { name, registration: noPlate, license: noLicence });
    expect(made).toMatchObject({ registration: noPlate, license: noLicence });
  }
  const { data } = await officer.ok(readKnownPlates, {});
  expect(data.plates.plate).not.toContain(noPlate);
});

test('of one collision, two vehicles may have no plate, and a plate stands once in any spelling', async ({
  officer,
}) => {
  const none = { plate: noPlate };
  const files = [
    await anImage('img'),
    await anImage(`driverImg-${noPlate}`),
    await anImage('driverImg-#1'),
  ];
  const { data } = await officer.ok(createCollision, {
    body: aCollision({ vehicle: [none, none, { plate: 'UNREGISTERED' }] }),
    files,
  });
  expect(data.vehicle.map(({ plate, driverImg }) => [plate, driverImg !== ''])).toEqual([
    [noPlate, true],
    [noPlate, true],
    ['UNREGISTERED', false],
  ]);
  for (const spelt of ['kja 482xo', 'KJA482X0', 'КJA-482Х0', 'KJA.482.XO']) {
    const vehicle = [{ plate: 'KJA-482XO' }, { plate: spelt }];
    const answer = await officer.call(createCollision, {
      body: aCollision({ vehicle }),
      files: [await anImage('img')],
    });
    expect(answer, spelt).toMatchObject({
      status: 400,
      body: { fields: { 'vehicle.1.plate': expect.stringContaining('already') as unknown } },
    });
  }
});
