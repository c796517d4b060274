import { afterAll, beforeAll, expect, test } from 'vitest';
import { handOverJob, listFailedJobs, readOperations, retryJob } from '#contract/operations.ts';
import { thisRelease } from '#server/process/release.ts';
import { aFailedJob } from '#tests/support/failed-jobs.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let everywhere: Person;
let kaduna: Person;
let ogun: Person;
let bookingId: string;
beforeAll(async () => {
  app = await startTestApp({ PROCESSES: '1' });
  everywhere = await makePerson(app, 'state admin', { state: null });
  kaduna = await makePerson(app, 'state admin');
  ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  bookingId = (await booked((await makePerson(app, 'booking officer')).client))._id;
});
afterAll(() => app.stop());

const jobsOf = async ({ client }: Person) => (await client.ok(listFailedJobs)).data;
const idsOf = async (person: Person) => (await jobsOf(person)).map(({ id }) => id);
const reason = 'Billed by hand at the office.';

test('a failed job says what it was for, to those who see its booking', async () => {
  const id = await aFailedJob(app.owner, 'make-bill', { bookingId });
  const nightly = await aFailedJob(app.owner, 'take-backup', {});
  expect(await jobsOf(kaduna)).toEqual([
    {
      id,
      purpose: 'Ask the payment gateway to create the bill for a booking.',
      booking: bookingId,
      failedAt: expect.any(String) as string,
      tries: 4,
      reason: 'The gateway said no.',
    },
  ]);
  expect(await idsOf(ogun)).toEqual([]);
  expect((await idsOf(everywhere)).sort()).toEqual([id, nightly].sort());
  for (const endpoint of [retryJob, handOverJob]) {
    const answer = await ogun.client.call(endpoint, { params: { id }, body: { reason } });
    expect(answer).toMatchObject({ status: 404 });
  }
});

test('of two who deal with a job at once, one does; it is tried again in its own queue', async () => {
  const id = await aFailedJob(app.owner, 'verify-audit', {});
  const answers = await Promise.all(
    [1, 2, 3].map(() => everywhere.client.call(retryJob, { params: { id } })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ ok }) => !ok).every(({ status }) => [404, 409].includes(status))).toBe(
    true,
  );
  expect(await idsOf(everywhere)).not.toContain(id);
});

test('a job that was handed over is off the list', async () => {
  const id = await aFailedJob(app.owner, 'make-bill', { bookingId });
  const left = await kaduna.client.ok(handOverJob, { params: { id }, body: { reason } });
  expect(left.data.map((job) => job.id)).not.toContain(id);
  const again = await kaduna.client.call(retryJob, { params: { id } });
  expect(again).toMatchObject({ status: 404 });
});

test('how the installation stands is told to whoever sees all of it', async () => {
  const { data } = await everywhere.client.ok(readOperations);
  const looks = Object.fromEntries(data?.looks.map(({ what, state }) => [what, state]) ?? []);
  expect(looks).toMatchObject({
    Records: 'well',
    'Audit trail': 'well',
    'Live screens': 'well',
    Server: 'well',
    'Background work': 'doubtful',
    Backups: 'doubtful',
  });
  const words = data?.looks.find(({ what }) => what === 'Version')?.words;
  expect(words).toBe(`Hanya ${thisRelease.version}.`);
  expect((await kaduna.client.ok(readOperations)).data).toBeNull();
});
