import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeLanguages } from '#contract/languages.ts';
import { driverMessages } from '#contract/modules/after-ticket/message-texts.ts';
import { messageRegister } from '#contract/modules/after-ticket/messages.ts';
import { languageFiles } from '#server/features/languages/queries.ts';
import { type StandIn, startStandIn } from '#tests/gateways/message-stand-in.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { messageEnv, sendAll, switchOn } from '#tests/support/messages.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let standIn: StandIn;
let env: Record<string, string>;
let app: TestApp;
let officer: Person;
let admin: Person;

beforeAll(async () => {
  standIn = await startStandIn();
  standIn.play = 'accepted and silent';
  env = messageEnv(standIn.url);
  app = await startTestApp(env);
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
  await switchOn(app);
});
afterAll(async () => {
  await app.stop();
  await standIn.close();
});

const choose = (plainLetters: boolean) =>
  admin.ok(changeLanguages, {
    body: { offered: ['ha', 'yo'], showsUnconfirmed: true, plainLetters },
  });

let phones = 0;
/** The message about a new ticket of a driver who reads this language, as it was sent and noted. */
async function issuedTo(language: string) {
  phones += 1;
  const { _id } = await booked(officer, { phoneNo: `0803 556 0${100 + phones}`, language });
  await billed(officer, _id);
  await sendAll(app, env);
  const { data } = await admin.ok(messageRegister.list, { query: { booking: _id } });
  const [message] = data.filter(({ purpose }) => purpose === 'issued');
  return { parts: message?.parts, text: standIn.taken.at(-1)?.text ?? '' };
}

/** The first words of the message in a language's file. */
const beginning = (language: string) => {
  const sentences = languageFiles().get(language)?.sentences ?? [];
  const [form = ''] =
    sentences.find(({ sentence }) => sentence === driverMessages.issued.text)?.forms ?? [];
  return form.slice(form.indexOf('{authority}') + '{authority}'.length, form.indexOf('{plate}'));
};

test('a driver is told in the language that the officer selected, or in English', async () => {
  await choose(false);
  expect((await issuedTo('ha')).text).toContain(beginning('ha'));
  expect((await issuedTo('')).text).toContain(': ticket ');
  expect((await issuedTo('ig')).text).toContain(': ticket ');
});

test('without hooked letters and marks a message is sent in fewer parts', async () => {
  await choose(false);
  const marked = await issuedTo('yo');
  await choose(true);
  const plain = await issuedTo('yo');
  expect(marked.text).toMatch(/[ẹọṣ]/);
  expect(plain.text).toMatch(/^[\x20-\x7E]*$/);
  expect(plain.parts).toBeLessThan(marked.parts ?? 0);
});
