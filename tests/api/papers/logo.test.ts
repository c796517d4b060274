import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeContacts, changeLogo, readLogo, removeLogo } from '#contract/contacts.ts';
import { readConfig } from '#server/config/config.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { watchAuthorityName } from '#server/features/contacts/queries.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { booked, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const logoNow = async () => (await admin.ok(readLogo, {})).data.logo;
const aLogo = async (side: number) => {
  const file = { field: 'logo', content: await aPicture('png', side, 900), name: 'logo.png' };
  return admin.call(changeLogo, { body: {}, files: [file] });
};

test('what is no picture is a 400, and who sees one zone sets no logo', async () => {
  const content = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const none = await admin.call(changeLogo, { body: {} });
  const svg = await admin.call(changeLogo, {
    body: {},
    files: [{ field: 'logo', content, name: 'logo.png' }],
  });
  for (const refused of [none, svg]) expect(refused.status).toBe(400);
  const inZaria = await makePerson(app, 'state admin', { zone: 'Zaria' });
  expect(await inZaria.call(changeLogo, { body: {} })).toMatchObject({
    status: 403,
    body: { code: 'out_of_scope' },
  });
  expect(await logoNow()).toBeNull();
});

test('a logo stands small on every paper and on the public page; of two at once one stands', async () => {
  const officer = await makePerson(app, 'booking officer');
  const { _id } = await booked(officer.client);
  const code = await ticketCodeOf(app.db, _id);
  const get = async (address: string) => {
    const headers = { authorization: `Bearer ${officer.token}` };
    return Buffer.from(await (await fetch(app.url + address, { headers })).arrayBuffer());
  };
  const paper = `/api/v1/booking/${_id}/paper?of=ticket`;
  const shown = async () => ({
    pdf: (await get(`${paper}&size=a4&format=pdf`)).includes('/DCTDecode'),
    print: (await get(`${paper}&size=80mm&format=html`)).includes('src="data:image/jpeg;base64,'),
    page: (await get(`/t/${code}`)).includes('<img src="/files/'),
  });
  expect(await shown()).toEqual({ pdf: false, print: false, page: false });
  const answers = await Promise.all([aLogo(2_000), aLogo(1_000)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const picture = await sharp(await get((await logoNow()) ?? '')).metadata();
  expect(picture).toMatchObject({ format: 'jpeg', width: 192 });
  expect(await shown()).toEqual({ pdf: true, print: true, page: true });
});

test('a logo that is taken away stands on no paper; twice at once it is noted once', async () => {
  await aLogo(500);
  const inZaria = await makePerson(app, 'state admin', { zone: 'Zaria' });
  expect((await inZaria.call(removeLogo, {})).status).toBe(403);
  expect(await logoNow()).not.toBeNull();
  const noted = async () => (await trailOf(app.db, { record: 'Kaduna' })).length;
  const before = await noted();
  const answers = await Promise.all([admin.ok(removeLogo, {}), admin.ok(removeLogo, {})]);
  expect(answers.map(({ data }) => data.logo)).toEqual([null, null]);
  expect([await logoNow(), await noted()]).toEqual([null, before + 1]);
  await aLogo(500);
  expect(await logoNow()).not.toBeNull();
});

test('an organisation’s own name heads its papers and its public page, escaped', async () => {
  const officer = await makePerson(app, 'booking officer');
  const { _id } = await booked(officer.client);
  const code = await ticketCodeOf(app.db, _id);
  const shown = async (address: string) => {
    const headers = { authorization: `Bearer ${officer.token}` };
    return (await fetch(app.url + address, { headers })).text();
  };
  const paper = `/api/v1/booking/${_id}/paper?of=ticket&size=80mm&format=html`;
  for (const name of ['Roads\nPay here', 'x'.repeat(81), 'Ro\u0000ads'])
    expect((await admin.call(changeContacts, { body: { name } })).status, name).toBe(400);
  await admin.ok(changeContacts, { body: { name: 'Ways & <b>Wheels</b>' } });
  for (const address of [paper, `/t/${code}`])
    expect(await shown(address)).toContain('Ways &amp; &lt;b&gt;Wheels&lt;/b&gt;');
  expect(await shown('/t/')).toContain('Kaduna State Traffic Authority');
  await admin.ok(changeContacts, { body: {} });
  expect(await shown(`/t/${code}`)).toContain('Kaduna State Traffic Authority');
});

test('pages of no organisation say its name only where every account is of it, in every process', async () => {
  await admin.ok(changeContacts, { body: { name: 'Ways' } });
  const config = { ...readConfig({ AUTHORITY_NAME: 'The setting' }), demo: false };
  const said = (db = app.db) => watchAuthorityName({ db, config })();
  expect([await said(), await said()]).toEqual(['Ways', 'Ways']);
  const ogun = await makePerson(app, 'observer', { state: 'Ogun' });
  expect(await said()).toBe('The setting');
  const gone = { active: false };
  await app.owner.updateTable('users').set(gone).where('id', '=', ogun.id).execute();
  expect(await said()).toBe('Ways');
  await admin.ok(changeContacts, { body: {} });
  expect(await said()).toBe('The setting');
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 });
  expect(await said(away)).toBe('The setting');
  await closeDatabase(away);
});
