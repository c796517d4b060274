import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeLogo, readLogo } from '#contract/contacts.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { booked } from '#tests/support/journey.ts';
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
