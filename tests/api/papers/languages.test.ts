import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeLanguages,
  importLanguage,
  listOfferedLanguages,
  readCatalogue,
  readLanguages,
} from '#contract/languages.ts';
import { noMoney } from '#contract/modules/after-ticket/papers.ts';
import { compareRecords } from '#server/features/audit/records.ts';
import { languageFiles } from '#server/features/languages/queries.ts';
import { bookedWithBill, trailOf } from '#tests/support/journey.ts';
import { aSpeakersFile, readAgain } from '#tests/support/languages.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const inHausa = (sentence: string) =>
  languageFiles()
    .get('ha')
    ?.sentences.find((one) => one.sentence === sentence)?.forms[0] ?? '';
const choose = (changes: object) =>
  admin.ok(changeLanguages, {
    body: { offered: ['ha', 'yo'], showsUnconfirmed: true, plainLetters: false, ...changes },
  });
const pageOf = async (code: string, query = '') =>
  (await fetch(`${app.url}/t/${code}${query}`)).text();
const send = (
  language: string,
  content: string | Uint8Array<ArrayBuffer>,
  speaker = 'Malam Sani',
) =>
  admin.call(importLanguage, {
    params: { language },
    body: { speaker },
    files: [{ field: 'file', content, name: `${language}.po` }],
  });

test('a page speaks English until its organisation offers another language', async () => {
  const { _id } = await bookedWithBill(officer, { language: 'ha' });
  const code = await ticketCodeOf(app.db, _id);
  await choose({ offered: [] });
  const page = await pageOf(code, '?lang=ha');
  expect(page).toContain(noMoney);
  expect(page).not.toContain(inHausa(noMoney));
  expect(page).toContain('<html lang="en-NG">');
  expect(page).not.toContain('class="languages"');
});

test('a page speaks the language that the driver reads, or the one in its address', async () => {
  const { _id } = await bookedWithBill(officer, { language: 'ha' });
  const code = await ticketCodeOf(app.db, _id);
  await choose({});
  const page = await pageOf(code);
  expect(page).toContain('<html lang="ha">');
  expect(page).toContain(inHausa(noMoney));
  expect(page).toContain(`href="/t/${code}?lang=yo"`);
  expect(page).toContain(`href="/t/${code}/more"`);
  const english = await pageOf(code, '?lang=en');
  expect(english).toContain(noMoney);
  expect(english).toContain(`href="/t/${code}/more?lang=en"`);
  for (const other of ['?lang=fr', '?lang=../../etc', '?lang=ha&lang=yo', '?lang='])
    expect(await pageOf(code, other)).toContain('<html lang="ha">');
});

test('an offence stands in the language and in English, with its law', async () => {
  const { _id, offence } = await bookedWithBill(officer, { language: 'ha' });
  const page = await pageOf(await ticketCodeOf(app.db, _id));
  const [{ name } = { name: '' }] = offence;
  expect(inHausa(name)).not.toBe('');
  expect(page).toContain(inHausa(name).replaceAll("'", '&#39;'));
  expect(page).toContain(name.replaceAll("'", '&#39;'));
});

test('an opened page that changes its language keeps what was written, whatever files were chosen', async () => {
  const { _id } = await bookedWithBill(officer, { phoneNo: '0803 556 0777' });
  const code = await ticketCodeOf(app.db, _id);
  const post = async (
    address: string,
    fields: Record<string, string>,
    file?: Uint8Array<ArrayBuffer>,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    if (file) form.append('pictures', new Blob([file], { type: 'image/jpeg' }), 'scene.jpg');
    const answer = await fetch(new URL(address, app.url), { method: 'POST', body: form });
    return { status: answer.status, page: await answer.text() };
  };
  const opened = await post(`/t/${code}/more`, { proof: '0777' });
  const [, address = ''] = /formaction="([^"]+lang=yo)"/.exec(opened.page) ?? [];
  const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(opened.page) ?? [];
  const plain = (text: string) => text.replaceAll('&amp;', '&');
  const written = {
    only: 'language',
    proof: plain(proof),
    ground: 'amount',
    words: 'Kuɗin bai yi ba.',
  };
  const { status, page } = await post(plain(address), written, new Uint8Array(2_000_000));
  expect(status).toBe(200);
  expect(page).toContain('<html lang="yo">');
  expect(page).toContain('Kuɗin bai yi ba.');
  expect(page).toMatch(/value="amount"\s+selected/);
});

test('a paper is printed in the language of the driver, or in one that the officer names', async () => {
  const { _id } = await bookedWithBill(officer, { language: 'ha' });
  const paper = async (more = '') => {
    const address = `${app.url}/api/v1/booking/${_id}/paper?of=ticket&size=80mm&format=pdf${more}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${officer.token}` } });
    return textOfPdf(Buffer.from(await answer.arrayBuffer())).replaceAll(/\s+/g, ' ');
  };
  const hausa = await paper();
  expect(hausa).toContain(inHausa('Traffic offence ticket'));
  expect(hausa).toContain('Naira dubu');
  expect(hausa).toContain('thousand naira only');
  expect(await paper('&language=en')).toContain('Traffic offence ticket');
});

test('a sentence that no speaker has confirmed stays English unless the organisation shows it', async () => {
  const { _id } = await bookedWithBill(officer, { language: 'ha' });
  const code = await ticketCodeOf(app.db, _id);
  await choose({ showsUnconfirmed: false });
  expect(await pageOf(code)).toContain(noMoney);
  expect(
    (await send('ha', aSpeakersFile('ha', { [noMoney]: ['Babu mai karɓar kuɗi.'] }))).status,
  ).toBe(200);
  const page = await pageOf(code);
  expect(page).toContain('Babu mai karɓar kuɗi.');
  expect(page).toContain('This ticket is not paid yet.');
  await choose({});
  const shown = await pageOf(code);
  expect(shown).toContain('Babu mai karɓar kuɗi.');
  expect(shown).not.toContain('This ticket is not paid yet.');
});

test('a file goes out with what is open and comes back confirmed, under the speaker’s name', async () => {
  const out = async () => {
    const answer = await fetch(`${app.url}/api/v1/language/yo/file`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.headers.get('content-disposition')).toContain('hanya-yo.po');
    return readAgain(await answer.text());
  };
  const stateOf = async () =>
    (await admin.ok(readLanguages, {})).data.languages.find(({ code }) => code === 'yo');
  const before = await stateOf();
  expect((await out()).sentences.filter(({ isConfirmed }) => isConfirmed)).toEqual([]);
  const sent = await send('yo', aSpeakersFile('yo', { Paid: ['Wọ́n ti san án'] }), 'Adé Ọlá');
  expect(sent).toMatchObject({ status: 200, body: { data: { taken: 1 } } });
  expect(await stateOf()).toMatchObject({
    confirmed: (before?.confirmed ?? 0) + 1,
    last: { speaker: 'Adé Ọlá' },
  });
  expect((await out()).sentences.find(({ sentence }) => sentence === 'Paid')).toMatchObject({
    forms: ['Wọ́n ti san án'.normalize('NFC')],
    isConfirmed: true,
  });
  const again = await send('yo', aSpeakersFile('yo', { Paid: ['Wọ́n ti san án'] }), 'Adé Ọlá');
  expect(again).toMatchObject({ status: 200, body: { data: { taken: 0 } } });
});

test('a broken file, one of another language and one that lost a place are a 400, and nothing is taken', async () => {
  const standing = async () => JSON.stringify((await admin.ok(readLanguages, {})).data);
  const before = await standing();
  for (const [language, content] of [
    ['ha', 'not a file'],
    ['ha', Uint8Array.of(0, 1, 2, 255, 254)],
    ['ha', aSpeakersFile('yo', { Paid: ['Wọ́n ti san án'] })],
    ['ha', aSpeakersFile('ha', { 'Pay by {day} or object.': ['Ku biya.'], Paid: ['An biya'] })],
    ['ha', aSpeakersFile('ha', { 'A sentence of nobody.': ['Babu.'] })],
    ['ha', aSpeakersFile('ha', {})],
  ] as const) {
    const { status, body } = await send(language, content);
    expect(status, String(content).slice(0, 40)).toBe(400);
    expect(body).toMatchObject({ error: expect.stringMatching(/\.$/) as unknown });
  }
  expect((await send('fr', aSpeakersFile('ha', { Paid: ['An biya'] }))).status).toBe(404);
  expect((await send('ha', aSpeakersFile('ha', { Paid: ['An biya'] }), ' ')).status).toBe(400);
  expect(await standing()).toBe(before);
});

test('a language that Hanya doesn’t have is refused, and who sees one zone chooses none', async () => {
  const body = { offered: ['fr'], showsUnconfirmed: true, plainLetters: false };
  expect(await admin.call(changeLanguages, { body })).toMatchObject({
    status: 400,
    body: { fields: { offered: expect.stringContaining('fr') as unknown } },
  });
  const inZaria = await makePerson(app, 'state admin', { zone: 'Zaria' });
  const hausa = { ...body, offered: ['ha'] };
  expect((await inZaria.call(changeLanguages, { body: hausa })).status).toBe(403);
});

test('of two choices at once one stands whole, and the trail has both', async () => {
  const before = (await trailOf(app.db, { record: 'Kaduna' })).length;
  await Promise.all([choose({ offered: ['ha'] }), choose({ offered: ['yo', 'yo'] })]);
  const { choice } = (await admin.ok(readLanguages, {})).data;
  expect([['ha'], ['yo']]).toContainEqual(choice.offered);
  expect((await trailOf(app.db, { record: 'Kaduna' })).length).toBe(before + 2);
});

test('a device is told which languages it can have, and fetches one again once it has changed', async () => {
  await choose({ offered: ['ha'] });
  const offered = async () => (await officer.ok(listOfferedLanguages, {})).data;
  const [english, hausa] = await offered();
  expect([english?.code, hausa?.code]).toEqual(['en', 'ha']);
  const { data } = await officer.ok(readCatalogue, { params: { language: 'ha' } });
  expect(data).toMatchObject({ language: 'ha', version: hausa?.version, isConfirmed: false });
  await send('ha', aSpeakersFile('ha', { Withdrawn: ['An janye shi'] }));
  expect((await offered())[1]?.version).not.toBe(hausa?.version);
  expect((await officer.call(readCatalogue, { params: { language: 'yo' } })).status).toBe(404);
});

test('the trail and the tables of languages agree', async () => {
  await choose({});
  await send('ha', aSpeakersFile('ha', { Due: ['Ranar biya'] }));
  expect(await compareRecords(app.db, [])).toEqual([]);
});
