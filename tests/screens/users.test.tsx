import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { createUser, importUsers, sendLink, updateUser } from '#contract/user-changes.ts';
import { listUsers, readUser, type User } from '#contract/users.ts';
import { choose, described, dialog, field, fill, isClosed, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aList, anAnswer, aUser } from './support/records.ts';

function openUsers(as: Partial<User> = {}, ...listed: User[]) {
  return openApp('/admin', { role: 'state admin', ...as }, (server) => {
    server.answer(listUsers, () => aList(...listed));
    server.answer(createUser, ({ body: { firstName, lastName, email } }) =>
      anAnswer({ ...aUser({ firstName, lastName, email }), mailed: true, handed: null }),
    );
  });
}

async function openForm(as: Partial<User> = {}) {
  const app = openUsers(as);
  await press('Add New User');
  return { ...app, form: await dialog('Add New User') };
}

const password = 'a password for tests';
const whole = {
  Username: 'h.bello',
  'First Name': 'Hauwa',
  'Last Name': 'Bello',
  'Phone Number': '0900 555 0142',
  Email: 'hauwa.bello@example.com',
  Password: password,
  'Confirm Password': password,
};

async function fillIn(form: HTMLElement, changes: Partial<typeof whole> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...whole, ...changes })) fill(form, label, value);
  await choose(form, 'Role', 'Booking officer');
  await choose(form, 'Zone', 'Hq, all zones');
}

test('84a to 84d, 95: Add New User opens a form with the fields of a user, a password twice and a picture', async () => {
  const { form } = await openForm({ state: null });
  for (const label of [...Object.keys(whole), 'Role', 'State', 'Zone']) {
    expect(field(form, label), label).toBeTruthy();
  }
  for (const label of ['Password', 'Confirm Password']) {
    expect(field(form, label).type).toBe('password');
    // Nothing has to be unfolded first.
    expect(field(form, label).closest('details, [hidden], [aria-hidden="true"]')).toBeNull();
  }
  expect(within(form).getByRole('group', { name: /^Profile Picture/ })).toBeTruthy();
});

test('198b, 211a, 255a: a user who was added is said to be added, and the form is gone', async () => {
  const { form, server } = await openForm();
  await fillIn(form);
  await press('Submit', form);
  await says('User added. Hanya has emailed a link to hauwa.bello@example.com.');
  await waitFor(() => expect(form.isConnected).toBe(false));
  expect(server.calls(createUser)[0]?.body).toMatchObject({
    username: 'h.bello',
    firstName: 'Hauwa',
    lastName: 'Bello',
    phone: '0900 555 0142',
    email: 'hauwa.bello@example.com',
    role: 'booking officer',
    state: 'Kaduna',
    zone: null,
    password,
  });
});

test('what the server refuses stands at its field and in a toast, and is kept as typed', async () => {
  const { form, server } = await openForm();
  const error = 'There is a user with this email address already.';
  server.answer(createUser, () => ({ status: 409, error, fields: { email: error } }));
  await fillIn(form);
  await press('Submit', form);
  await says(error);
  const summary = within(form).getByRole('group', { name: 'The user was not added' });
  expect(document.activeElement).toBe(summary);
  expect(described(field(form, 'Email'))).toContain(error);
  expect(field(form, 'Email').value).toBe(whole.Email);
});

test('a refused field is said once in the form, as the link to its field', async () => {
  const { form, server } = await openForm();
  const error = 'This email address already has an account.';
  server.answer(createUser, () => ({ status: 409, error, fields: { email: error } }));
  await fillIn(form);
  await press('Submit', form);
  const summary = await within(form).findByRole('group', { name: 'The user was not added' });
  expect(within(summary).getAllByText(error)).toHaveLength(1);
  expect(within(summary).getByRole('link', { name: error })).toBeTruthy();
});

const link = 'https://hanya.test/resetpassword#once';
const until = '2026-12-07T10:00:00.000Z';

test('nobody is given all zones by forgetting, and without a password they set their own', async () => {
  const { form, server } = await openForm();
  for (const [label, value] of Object.entries(whole))
    if (!label.includes('Password')) fill(form, label, value);
  await choose(form, 'Role', 'Operator');
  await press('Submit', form);
  expect(described(field(form, 'Zone'))).toContain('Select a zone');
  expect(server.calls(createUser)).toEqual([]);
  const handed = { name: 'Zainab Bello', email: 'z@example.com', link, until };
  server.answer(createUser, () => anAnswer({ ...aUser(), mailed: false, handed }));
  await choose(form, 'Zone', 'Hq, all zones');
  await press('Submit', form);
  const sheet = await dialog('Links to hand over');
  expect(sheet.textContent).toContain('These links are shown only once');
  expect(sheet.textContent).toContain(link);
  expect(server.calls(createUser)[0]?.body).not.toHaveProperty('password');
});

test('a file of users is checked, and its faulty rows are left out on purpose', async () => {
  const row = { email: 'a@example.com', role: 'operator', place: 'Kaduna, Zaria', exists: false };
  const right = { ...row, line: 2, name: 'Hauwa Bello', faults: [] };
  const faulty = { ...row, line: 3, name: 'Musa Sule', faults: ['Select a role.'] };
  const { server, user } = openUsers();
  server.answer(importUsers, ({ body }) =>
    anAnswer({
      rows: [right, faulty],
      added: body.adds === 'nobody' ? 0 : 1,
      mailed: true,
      handed: [],
    }),
  );
  await press('Add from a file');
  const form = await dialog('Add users from a file');
  const file = new File(['Name,Email,Role,Zone'], 'staff.csv', { type: 'text/csv' });
  await user.upload(within(form).getByLabelText(/CSV or Excel file of users/), file);
  const mend = await within(form).findByRole('region', { name: 'Rows to correct' });
  expect(mend.textContent).toMatch(/Line 3.*Musa Sule.*Select a role/);
  await press('Leave out 1 row, add 1 user', form);
  await says('1 user added. Each user will get an email with a link');
  expect(server.calls(importUsers).map(({ body }) => body.adds)).toEqual(['nobody', 'faultless']);
  expect(within(form).queryByRole('region', { name: 'Users to add' })).toBeNull();
});

test('without mail, the links of many are told before the button, and stay open as strips to print', async () => {
  const row = { role: 'operator', place: 'Kaduna, Zaria', exists: false, faults: [] };
  const people = ['Hauwa Bello', 'Musa Sule'].map((name, at) => ({
    name,
    email: `${at}@example.com`,
  }));
  const rows = people.map((person, at) => ({ ...row, ...person, line: at + 2 }));
  const handed = people.map((person, at) => ({ ...person, link: `${link}${at}`, until }));
  const { server, user } = openUsers();
  server.answer(importUsers, ({ body: { adds } }) =>
    anAnswer(
      adds === 'nobody'
        ? { rows, added: 0, mailed: false, handed: [] }
        : { rows, added: 2, mailed: false, handed },
    ),
  );
  await press('Add from a file');
  const form = await dialog('Add users from a file');
  const file = new File(['Name,Email,Role,Zone'], 'staff.csv', { type: 'text/csv' });
  await user.upload(within(form).getByLabelText(/CSV or Excel file of users/), file);
  await within(form).findByText('Email is not set up.');
  await press('Add 2 users', form);
  const sheet = await dialog('Links to hand over');
  const strips = within(sheet).getAllByRole('listitem');
  expect(strips.map(({ textContent }) => textContent)).toEqual(
    handed.map(
      (one) =>
        `${one.name}Sign in to Hanya as ${one.email}.Open this link to set your own password. ` +
        `You can use it only once, and it expires on 2026-12-07 11:00.${one.link}`,
    ),
  );
  expect(document.querySelector('.printed-alone')?.textContent).toContain(`${link}1`);
  await press('Close', sheet);
  await press('Close the sheet', await dialog('Close the sheet?'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.querySelector('.printed-alone')).toBeNull();
});

test('a link to hand over is shown once, with its end', async () => {
  const zainab = aUser({ id: 'linked', _id: 'linked', firstName: 'Zainab', lastName: 'Linked' });
  const { server } = openUsers({}, zainab);
  server.answer(readUser, ({ params }) => anAnswer(params.id === 'linked' ? zainab : aUser()));
  const until = '2026-12-04T10:00:00.000Z';
  const link = 'https://hanya.example/resetpassword#abc';
  server.answer(sendLink, () => anAnswer({ email: zainab.email, until, link }));
  await press(/^Open.*Zainab Linked$/);
  await screen.findByLabelText(/^Username/);
  const detail = await dialog('Zainab Linked');
  await press('Send a new link', detail);
  const shown = await within(detail).findByText(link);
  expect(shown.closest('section')?.textContent).toMatch(
    /only once, and it expires on .*not show it again/,
  );
});

test('219a: passwords that differ are refused in the words of the document', async () => {
  const { form, server } = await openForm();
  await fillIn(form, { 'Confirm Password': 'another password' });
  await press('Submit', form);
  const sentence = 'Password and Confirm password should be the same';
  const summary = await within(form).findByRole('group', { name: 'Check these fields' });
  expect(within(summary).getByText(sentence)).toBeTruthy();
  expect(described(field(form, 'Confirm Password'))).toContain(sentence);
  expect(server.calls(createUser)).toEqual([]);
});

test('219b, 231b: an observer sees the form, and can’t submit it', async () => {
  const { form } = await openForm({ role: 'observer' });
  const submit = within(form).getByRole('button', { name: 'Submit' });
  expect(isClosed(submit)).toBe(true);
  expect(described(submit)).toContain('Your role is observer');
});

test.each([
  ['/unpaid', 'Unpaid Bookings'],
  ['/paid', 'Paid Bookings'],
  ['/completed', 'Completed Bookings'],
  ['/collisions', 'Accidents'],
])('95: Add New User does not stand on %s', async (path, heading) => {
  openApp(path, 'state admin', (server) => {
    server.answer(listBookings, () => ({ ...aList(), sum: 0 }));
    server.answer(listCollisions, () => aList());
  });
  await screen.findByRole('heading', { level: 1, name: heading });
  await screen.findByRole('searchbox');
  expect(screen.queryByRole('button', { name: 'Add New User' })).toBeNull();
});

test('104a, 104b: the list has its columns, and a card with name, state, role and zone', async () => {
  const { email } = aUser();
  openUsers({}, aUser({ username: 'a.sule', zone: 'Zaria', phone: '0900 555 0199' }));
  const table = await screen.findByRole('table', { name: 'Users' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'State',
    'Role',
    'Username',
    'Name',
    'Email',
    'Phone',
    'Actions',
  ]);
  await within(table).findByText('a.sule');
  const cells = within(table).getAllByRole('cell');
  const texts = cells.map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Kaduna',
    'state admin',
    'a.sule',
    expect.stringMatching(/Amina Bello.*Kaduna - state admin - Zaria/),
    email,
    '0900 555 0199',
    expect.stringContaining('Open'),
  ]);
});

test('104c: without a zone the card says Zone Hq', async () => {
  openUsers({}, aUser({ role: 'observer' }));
  expect(await screen.findByText('Kaduna - observer - Zone Hq')).toBeTruthy();
});

test('211b: a user who was changed is said to be updated', async () => {
  const zainab = aUser({ firstName: 'Zainab', lastName: 'Toasted' });
  const { server } = openUsers({}, zainab);
  server.answer(updateUser, ({ body }) => anAnswer({ ...zainab, username: body.username ?? '' }));
  server.answer(readUser, () => anAnswer(zainab));
  await press(/^Open.*Zainab Toasted$/);
  await screen.findByLabelText(/^Username/);
  const detail = await dialog('Zainab Toasted');
  fill(detail, 'Username', 'z.toasted');
  await press('Save Changes', detail);
  await says('User updated');
  expect(server.calls(updateUser)[0]?.body).toMatchObject({ username: 'z.toasted' });
});

test('the users are narrowed by role, and by how far their account has come into use', async () => {
  const { server, user } = openUsers({}, aUser());
  await press('Filters');
  await press('Second factor');
  await user.click(await screen.findByRole('button', { name: 'Not set up' }));
  await press('Password');
  await user.click(await screen.findByRole('button', { name: 'Not set by the user' }));
  await waitFor(() =>
    expect(server.calls(listUsers).at(-1)?.sent).toMatchObject({
      secondFactor: 'false',
      ownPassword: 'false',
    }),
  );
});
