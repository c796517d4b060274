import { setTimeout as passed } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeLanguages, importLanguage, readCatalogueForAll } from '#contract/languages.ts';
import { readUser } from '#contract/users.ts';
import { readConfig } from '#server/config/config.ts';
import {
  languagesForMs,
  offeredIn,
  watchLanguagesOfAll,
} from '#server/features/languages/queries.ts';
import { createClient } from '#tests/support/client.ts';
import { trailOf } from '#tests/support/journey.ts';
import { aSpeakersFile } from '#tests/support/languages.ts';
import { change, changed, makePerson, type Person } from '#tests/support/people.ts';
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

const offers = async (changes: object) => {
  await admin.ok(changeLanguages, {
    body: { offered: [], showsUnconfirmed: false, plainLetters: false, ...changes },
  });
  await passed(2 * languagesForMs);
};
const beforeSignIn = (language: string) =>
  createClient(app.url).call(readCatalogueForAll, { params: { language } });
const languagesOfSignIn = async () =>
  offeredIn(await watchLanguagesOfAll({ db: app.db, config: readConfig({}) })());

test('the sign-in page offers the languages of the organisations, and English alone where none offers one', async () => {
  await offers({});
  expect((await languagesOfSignIn()).map(({ code }) => code)).toEqual(['en']);
  await offers({ offered: ['yo', 'ha'] });
  expect((await languagesOfSignIn()).map(({ code }) => code)).toEqual(['en', 'yo', 'ha']);
});

test('whoever is not signed in reads the sentences that a speaker has confirmed, and no others', async () => {
  await offers({});
  expect(await beforeSignIn('ha')).toMatchObject({ status: 404 });
  await offers({ offered: ['ha'] });
  const none = await beforeSignIn('ha');
  expect(none).toMatchObject({ ok: true, body: { data: { language: 'ha', sentences: {} } } });
  const [, before] = await languagesOfSignIn();
  await admin.ok(importLanguage, {
    params: { language: 'ha' },
    body: { speaker: 'Malam Sani' },
    files: [{ field: 'file', content: aSpeakersFile('ha', { Login: ['Shiga'] }) }],
  });
  await passed(2 * languagesForMs);
  const one = await beforeSignIn('ha');
  expect(one).toMatchObject({ ok: true, body: { data: { sentences: { Login: ['Shiga'] } } } });
  const [, after] = await languagesOfSignIn();
  expect(after?.version).not.toBe(before?.version);
});

test.each(['HA', 'h', '../etc/passwd', 'hausa'])(
  'a language that is called %s is refused before anything is read',
  async (language) => {
    expect(await beforeSignIn(language)).toMatchObject({
      status: 400,
      body: { fields: { language: 'Select a language.' } },
    });
  },
);

test('people choose the language of their own forms, and the trail says so', async () => {
  const { language } = await changed(officer, officer.id, { language: 'ha' });
  expect(language).toBe('ha');
  const { data } = await officer.ok(readUser, { params: { id: officer.id } });
  expect(data.language).toBe('ha');
  const rows = await trailOf(app.db, { record: officer.id });
  expect(rows.find(({ event }) => event === 'user.changed')).toMatchObject({
    before: { language: '' },
    after: { language: 'ha' },
  });
});

test.each(['Hausa', 'h', 7, null])('a language %j of an account is refused', async (language) => {
  const { status, body } = await change(officer, officer.id, { language });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { fields: { language: 'Select a language.' } },
  });
});
