import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateUser } from '#contract/user-changes.ts';
import { readUser, type User } from '#contract/users.ts';
import type { FakeServer } from './support/fake-server.ts';
import {
  choose,
  described,
  dialog,
  field,
  fill,
  isClosed,
  offered,
  press,
  says,
} from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer, aPicture, aUser } from './support/records.ts';
import { offersHausa } from './support/said.ts';

async function openProfile(
  changes: Partial<User> = {},
  prepare: (server: FakeServer) => void = () => undefined,
) {
  let user = aUser({ role: 'booking officer', ...changes });
  const app = openApp('/profile', user, (server) => {
    prepare(server);
    server.answer(readUser, () => anAnswer(user));
    server.answer(updateUser, ({ body }) => {
      user = { ...user, ...(body as Partial<User>) };
      return anAnswer(user);
    });
  });
  await screen.findByRole('heading', { level: 1, name: 'Account Settings' });
  await screen.findByRole('button', { name: 'Save Changes' });
  return { ...app, account: screen.getByRole('region', { name: 'Account' }) };
}

const access = () => screen.getByRole('region', { name: 'Access Control' });

test('114, 220a: Account Type and Email can only be read', async () => {
  const { account } = await openProfile();
  for (const [label, value] of [
    ['Account Type', 'Booking officer'],
    ['Email', 'amina@hanya.test'],
  ] as const) {
    const shown = within(account).getByRole('group', { name: new RegExp(`^${label}`) });
    expect(shown.textContent).toContain(value);
    expect(shown.querySelector('input')).toBeNull();
    expect(within(account).queryByRole('textbox', { name: label })).toBeNull();
  }
});

test('14a, 115a, 115c, 252a: Save Changes sends what was typed, and the profile block shows it', async () => {
  const { account, server } = await openProfile();
  const save = within(account).getByRole('button', { name: 'Save Changes' });
  expect(described(save)).toBe('You have not changed anything yet.');
  const labels = within(account)
    .getAllByRole('textbox')
    .filter((input) => !(input as HTMLInputElement).readOnly)
    .map((input) =>
      (input as HTMLInputElement).labels?.[0]?.textContent.replace(' (optional)', ''),
    );
  expect(labels).toEqual(['Username', 'First Name', 'Last Name', 'Phone Number']);
  const typed = {
    Username: 'h.bello',
    'First Name': 'Hauwa',
    'Last Name': 'Bello',
    'Phone Number': '0900 555 0177',
  };
  for (const [label, value] of Object.entries(typed)) fill(account, label, value);
  await press('Save Changes', account);
  await says('Profile updated');
  const [sent] = server.calls(updateUser);
  const { firstName, lastName, username, phone, ...others } = sent?.body ?? {};
  expect([username, firstName, lastName, phone]).toEqual(Object.values(typed));
  expect(others).toEqual({
    id: sent?.params.id,
    role: 'booking officer',
    email: 'amina@hanya.test',
    state: 'Kaduna',
    zone: null,
    language: '',
  });
  expect(await screen.findByRole('button', { name: /Hauwa Bello/ })).toBeTruthy();
  for (const [label, value] of Object.entries(typed)) {
    expect(field(account, label).value).toBe(value);
  }
});

test('where the organisation offers languages, people choose that of their own forms', async () => {
  const { account, server } = await openProfile({}, offersHausa);
  await within(account).findByLabelText('Language');
  expect(await offered(account, 'Language')).toEqual(['English', 'Hausa']);
  await choose(account, 'Language', 'Hausa');
  await press('Save Changes', account);
  await says('Profile updated');
  expect(server.calls(updateUser)[0]?.body).toMatchObject({ language: 'ha' });
});

test('where it offers none, no language is asked for', async () => {
  const { account } = await openProfile();
  expect(within(account).queryByLabelText('Language')).toBeNull();
});

test('115b, 115c: State and Zone Restriction narrow the account once that is confirmed', async () => {
  const { server } = await openProfile({ role: 'zonal head', state: null });
  await choose(access(), 'State', 'Kaduna');
  await choose(access(), 'Zone Restriction', 'Zaria');
  await press('Save Changes');
  const question = await dialog('Narrow your access?');
  expect(server.calls(updateUser)).toEqual([]);
  await press('Narrow to Zaria', question);
  await says('Profile updated');
  expect(server.calls(updateUser)[0]?.body).toMatchObject({ state: 'Kaduna', zone: 'Zaria' });
});

test.each([
  ['zonal head', 'Zaria', 'Zone Restriction', 'Hq, all zones', 'Zaria'],
  ['operator', 'Zaria', 'Zone Restriction', 'Chikun', 'Zaria'],
  ['booking officer', null, 'State', 'Ogun', 'Kaduna'],
  ['state admin', null, 'State', 'All states', 'Kaduna'],
] as const)(
  'the %s of zone %s hears the refusal beside %s, and no question is asked',
  async (role, zone, select, wider, before) => {
    const { server } = await openProfile({ role, zone });
    const sentence = 'Your account works there only. You can narrow that yourself, but not widen.';
    const fields = { [select === 'State' ? 'state' : 'zone']: sentence };
    server.answer(updateUser, () => ({ status: 403, error: sentence, fields }));
    await choose(access(), select, wider);
    await press('Save Changes');
    await says(sentence);
    const input = field(access(), select);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described(input)).toContain(sentence);
    expect(screen.queryByRole('dialog')).toBeNull();

    // With the old value back, the error is gone.
    await choose(access(), select, before);
    await waitFor(() => expect(input.getAttribute('aria-invalid')).not.toBe('true'));
  },
);

test('220d: Save Image is closed until a file is chosen', async () => {
  await openProfile();
  const save = () => screen.getByRole('button', { name: 'Save Image' });
  expect(isClosed(save())).toBe(true);
  const gallery = screen.getByLabelText('Picture from the gallery');
  fireEvent.change(gallery, { target: { files: [aPicture()] } });
  await waitFor(() => expect(isClosed(save())).toBe(false));
});

test('117: the fields of Change Password do nothing', async () => {
  await openProfile({ role: 'state admin' });
  const card = screen.getByRole('region', { name: 'Change Password' });
  for (const label of ['Current Password', 'New Password', 'Confirm Password']) {
    expect(within(card).getByLabelText<HTMLInputElement>(label).disabled).toBe(true);
  }
  expect(within(card).queryByRole('button')).toBeNull();
});
