import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { changeContacts, changeLogo } from '#contract/contacts.ts';
import { readOperations } from '#contract/operations.ts';
import { readSetup, type SetupStep, takeSetupStep } from '#contract/setup.ts';
import { whyNoTiles } from '#server/gateways/map-tiles.ts';
import { type MapHost, startMapHost } from '#tests/e2e/support/map-host.ts';
import { startSmtpListener } from '#tests/gateways/smtp-listener.ts';
import { anImage } from '#tests/support/collisions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { pmtilesOf } from '#tests/support/pmtiles.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;
let mapHost: MapHost;
let smtp: Awaited<ReturnType<typeof startSmtpListener>>;
const backups = temporaryFolder();

beforeAll(async () => {
  smtp = await startSmtpListener();
  mapHost = await startMapHost();
  const MAP_TILES_URL = mapHost.tilesUrl;
  app = await startTestApp({ SMTP_URL: smtp.url, BACKUP_DIR: backups, MAP_TILES_URL });
  admin = await makePerson(app, 'state admin');
});
afterAll(async () => {
  await app.stop();
  mapHost.close();
  rmSync(backups, { recursive: true, force: true });
});

const organisation = 'Kaduna';
const query = { organisation } as const;
const stepsOf = async (person = admin) => (await person.ok(readSetup, { query })).data ?? [];
const found = async (step: SetupStep['step']) => (await stepsOf()).find((one) => one.step === step);
const stateOf = async (step: SetupStep['step']) => (await found(step))?.state;
const take = (step: 'mail' | 'closed', by = admin) =>
  by.call(takeSetupStep, { body: { organisation, step } });

// The order matters: the installation grows from test to test.
test('a fresh installation lacks all but what its configuration gives', async () => {
  const steps = (await stepsOf()).map(({ step, state }) => [step, state]);
  expect(Object.fromEntries(steps)).toEqual({
    people: 'doubtful',
    officers: 'doubtful',
    contacts: 'doubtful',
    gateway: 'well',
    mail: 'doubtful',
    backup: 'doubtful',
    map: 'well',
  });
});

test('a gateway that is silent is said in its words', async () => {
  app.faults.down = true;
  const gateway = await found('gateway');
  app.faults.down = false;
  expect(gateway?.state).toBe('wrong');
  expect(gateway?.words).toContain('gateway');
});

test('the map counts once the server has read a tile, and says otherwise what is wrong, without its key', async () => {
  const { host } = new URL(mapHost.url);
  expect(await found('map')).toMatchObject({
    words: `Streets come from ${host}, which is responding.`,
  });
  for (const [does, why] of [
    ['away', `This server cannot reach ${host}, the host in MAP_TILES_URL.`],
    ['refused', `${host} refused to send a map tile for MAP_TILES_URL (403).`],
  ] as const) {
    mapHost.does = does;
    expect(await found('map')).toMatchObject({ state: 'wrong', words: why });
  }
  mapHost.does = 'tiles';
  const noPicture = `${host} did not return a picture for MAP_TILES_URL.`;
  expect(await whyNoTiles(`${mapHost.url}/{z}/{x}/{y}`, mapHost.url, 4_000)).toBe(noPicture);
});

test('a map without streets is well, and says what adds them', async () => {
  const other = await startTestApp();
  onTestFinished(() => other.stop());
  const { data } = await (await makePerson(other, 'state admin')).ok(readSetup, { query });
  expect(data?.find(({ step }) => step === 'map')).toMatchObject({
    state: 'well',
    words:
      'The map shows states, local governments, rivers and towns. MAP_FILE or MAP_TILES_URL adds streets.',
  });
});

test.each([
  [pmtilesOf(), 'well', /^Streets come from kaduna\.pmtiles\.$/],
  ['no tiles', 'wrong', /^MAP_FILE is not a PMTiles archive\. /],
] as const)(
  'a map file counts once it was read at the start: %#',
  async (content, state, words) => {
    const MAP_FILE = join(backups, 'kaduna.pmtiles');
    writeFileSync(MAP_FILE, content);
    const other = await startTestApp({ MAP_FILE });
    onTestFinished(() => other.stop());
    const { data } = await (await makePerson(other, 'state admin')).ok(readSetup, { query });
    const map = data?.find(({ step }) => step === 'map');
    expect(map?.state).toBe(state);
    expect(map?.words).toMatch(words);
  },
);

test('where there is one organisation, its state admin of all zones sees how the installation stands', async () => {
  const standing = async (person: Person) => (await person.ok(readOperations)).data;
  expect(await standing(admin)).not.toBeNull();
  const [inZaria, observer] = [
    await makePerson(app, 'state admin', { zone: 'Zaria' }),
    await makePerson(app, 'observer'),
  ];
  for (const other of [inZaria, observer]) expect(await standing(other)).toBeNull();
  const ogun = await makeAccount(app.db, 'observer', { state: 'Ogun' });
  expect(await standing(admin)).toBeNull();
  const gone = { active: false };
  await app.owner.updateTable('users').set(gone).where('id', '=', ogun.id).execute();
  expect(await standing(admin)).not.toBeNull();
  await app.owner.updateTable('users').set(gone).where('id', '=', inZaria.id).execute();
});

test('a second person counts for whom they can confirm: added by the first they don’t', async () => {
  const { id } = await makeAccount(app.db, 'state admin');
  await app.owner.updateTable('users').set({ added_by: admin.id }).where('id', '=', id).execute();
  expect(await stateOf('people')).toBe('doubtful');
  await makeAccount(app.db, 'state admin');
  expect(await stateOf('people')).toBe('well');
});

test('officers count in the organisation’s own state', async () => {
  await makeAccount(app.db, 'booking officer', { state: 'Ogun', zone: 'Sagamu' });
  expect(await stateOf('officers')).toBe('doubtful');
  await makeAccount(app.db, 'booking officer', { zone: 'Zaria' });
  expect(await stateOf('officers')).toBe('well');
});

test('contacts and a mail that went out to oneself tick themselves', async () => {
  const phone = '0700 555 0100';
  await admin.ok(changeContacts, { body: { phone } });
  // One phone alone is not enough.
  expect(await stateOf('contacts')).toBe('doubtful');
  await admin.ok(changeContacts, { body: { phone, office: '1 Bank Road' } });
  expect(await stateOf('contacts')).toBe('doubtful');
  await admin.ok(changeLogo, { files: [await anImage('logo')] });
  expect(await stateOf('contacts')).toBe('well');
  expect(await stateOf('mail')).toBe('doubtful');
  expect((await take('mail')).status).toBe(200);
  const recipients = smtp.received.map((mail) => mail.recipients);
  expect(recipients).toEqual([[`RCPT TO:<${admin.email}>`]]);
  expect(await stateOf('mail')).toBe('well');
});

test('a mail server that is away is a 503 in one sentence, and nothing is noted', async () => {
  const noted = () => trailOf(app.db, { record: 'Kaduna' });
  const before = await noted();
  await smtp.close();
  expect(await take('mail')).toMatchObject({ status: 503, body: { code: 'mail_failed' } });
  expect(await noted()).toEqual(before);
});

test('it is closed for every state admin of the organisation, and for no other organisation', async () => {
  const other = await makePerson(app, 'state admin');
  const ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  const inZaria = await makePerson(app, 'state admin', { zone: 'Zaria' });
  for (const nobody of [ogun, inZaria]) expect((await take('closed', nobody)).status).toBe(403);
  await Promise.all([take('closed'), take('closed', other)]);
  expect((await other.ok(readSetup, { query })).data).toBeNull();
  expect((await ogun.ok(readSetup, {})).data).not.toBeNull();
});
