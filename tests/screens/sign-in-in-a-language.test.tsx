import { act, screen, waitFor } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readCatalogue, readCatalogueForAll } from '#contract/languages.ts';
import { askFactorReset } from '#contract/second-factor.ts';
import { forgotPassword, login } from '#contract/sign-in.ts';
import { readUser, type User } from '#contract/users.ts';
import { begin } from '#web/app/begin.tsx';
import { removeFromDevice } from '#web/device/device-store.ts';
import { languageOfDevice } from '#web/device/language-of-device.ts';
import { sayNow } from '#web/device/language.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { everybody } from '#web/device/people.ts';
import { settings } from '#web/device/settings.ts';
import { answersNothing } from './support/answers.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { fill, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer, aUser } from './support/records.ts';
import { everyTextIsSaid, offersHausa, speakBracketed } from './support/said.ts';

const english = { code: 'en', name: 'English', version: '' };
const hausa = { code: 'ha', name: 'Hausa', version: '1' };
const catalogue = {
  language: 'ha',
  version: '1',
  plural: 'nplurals=2; plural=(n != 1);',
  isConfirmed: true,
  sentences: { Login: ['Shiga'], Email: ['Imel'], Password: ['Kalmar sirri'] },
};

beforeEach(() => {
  settings().languages = [english, hausa];
});
afterEach(async () => {
  settings().languages = [];
  await removeFromDevice(everybody, 'language');
  await removeFromDevice(everybody, 'language ha');
});

/** The sign-in page as it begins on a device without a session. */
function openSignIn(prepare: (server: FakeServer) => void = () => undefined) {
  const server = startFakeServer();
  answersNothing(server);
  server.answer(readCatalogueForAll, () => anAnswer(catalogue));
  prepare(server);
  noteLastUser(null);
  window.history.replaceState(null, '', '/signin');
  const place = document.body.appendChild(document.createElement('div'));
  let root: Root | undefined;
  act(() => {
    root = begin(place);
  });
  onTestFinished(() => {
    act(() => root?.unmount());
    place.remove();
  });
  return { server, place };
}

const step = { step: 'a-step', app: true, passkey: null };
const asksForCode = (server: FakeServer) => {
  server.answer(login, () => ({ success: true as const, ...step }));
  server.answer(askFactorReset, () => anAnswer(null));
};

/** The device keeps the choice a moment after the page speaks it. */
async function chooseHausa(): Promise<void> {
  await press('Hausa');
  await screen.findByRole('button', { name: 'Shiga' });
  await waitFor(async () => expect(await languageOfDevice()).toBe('ha'));
}

test('whoever chooses a language reads sign-in in it, and so does whoever comes next on this device', async () => {
  const { server } = openSignIn();
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
  await chooseHausa();
  expect(screen.getByLabelText('Kalmar sirri')).toBeTruthy();
  await press('English');
  expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  await chooseHausa();
  // The sentences were kept.
  expect(server.calls(readCatalogueForAll)).toHaveLength(1);
});

test('the sign-in page begins in the language that this device chose last', async () => {
  openSignIn();
  await chooseHausa();
  const { server } = openSignIn();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Shiga' })).toHaveLength(2));
  expect(server.calls(readCatalogueForAll)).toEqual([]);
});

test('a language that cannot be loaded says so, and the page stays as it was', async () => {
  openSignIn((server) =>
    server.answer(readCatalogueForAll, () => ({ status: 503, error: 'Try again later.' })),
  );
  await press('Hausa');
  expect(await screen.findByText('Hanya could not load this language. Try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
  expect(await languageOfDevice()).toBe('');
});

test('where only English is offered, the sign-in page offers no choice', () => {
  settings().languages = [english];
  openSignIn();
  expect(screen.queryByRole('button', { name: 'Hausa' })).toBeNull();
});

test('every text of the sign-in page is said, with what is missing and what was refused', async () => {
  const { place } = openSignIn((server) =>
    server.answer(login, () => ({ status: 401, error: 'The email or the password is wrong.' })),
  );
  speakBracketed();
  const names = ['English', 'Hausa', 'State Traffic Authority', /^Hanya$/g, ...placesOfTheSign];
  everyTextIsSaid(place, names);
  await press(/Login/, place);
  await screen.findByText(/Enter your password\./);
  everyTextIsSaid(place, names);
  fill(place, /Email/, 'amina@hanya.test');
  fill(place, /Password/, 'wrong');
  await press(/Login/, place);
  await screen.findByText(/The email or the password is wrong\./);
  everyTextIsSaid(place, names);
});

/** They are drawn on the road sign beside the form. */
const placesOfTheSign = ['Kano', 'Samaru', 'Funtua', 'Sabon Gari', 'Jos', 'Zaria City', 'Kaduna'];

test('every text of a forgotten password and of the second step is said', async () => {
  const { place } = openSignIn((server) => {
    asksForCode(server);
    server.answer(forgotPassword, () => anAnswer('sent'));
  });
  speakBracketed();
  const names = ['amina@hanya.test', /^Hanya$/g, ...placesOfTheSign];
  await press(/Forgot password/, place);
  fill(place, /Email/, 'amina@hanya.test');
  await press(/Send the link/, place);
  await screen.findByText(/Hanya has sent an email/);
  everyTextIsSaid(place, names);
  await press(/Back to sign-in/, place);
  fill(place, /Email/, 'amina@hanya.test');
  fill(place, /Password/, 'right');
  await press(/Login/, place);
  await screen.findByText(/Enter the six digits/);
  everyTextIsSaid(place, names);
  await press(/Ask for help with this step/, place);
  await screen.findByText(/Hanya has sent your request to your state admins/);
  everyTextIsSaid(place, names);
});

const opens = (person: User) =>
  openApp('/insurance', person, (server) => {
    answersNothing(server);
    offersHausa(server);
    server.answer(readUser, () => anAnswer(person));
    server.answer(readCatalogue, () => anAnswer(catalogue));
  });

test('an account speaks its own language after the sign-in, and leaves it to the device', async () => {
  opens(aUser({ role: 'booking officer', language: 'ha' }));
  await waitFor(() => expect(sayNow().language).toBe('ha'));
  await waitFor(async () => expect(await languageOfDevice()).toBe('ha'));
});

test('an account that has chosen English speaks it, whatever the device spoke before', async () => {
  openSignIn();
  await chooseHausa();
  opens(aUser({ role: 'booking officer', language: 'en' }));
  await waitFor(() => expect(sayNow().language).toBe('en'));
  await waitFor(async () => expect(await languageOfDevice()).toBe('en'));
});
